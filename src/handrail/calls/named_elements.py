"""Replaces other names of elements by refs, before anything is judged."""

from __future__ import annotations

from handrail.browser.types.element_names import ElementName
from handrail.browser.types.errors import NoSuchElement
from handrail.browser.types.reading import ElementDetails
from handrail.calls.state import SessionState
from handrail.tools.core.element_params import FIELDS, named_elements
from handrail.tools.core.table import Params, Record
from handrail.tools.support.matcher import Matcher

ROLES = {
    "write": FIELDS,
    "secret": FIELDS,
    "select": ("combobox", "listbox", "menu", "radiogroup"),
    "check": ("checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"),
}
"""The roles that a label means in a call of this capability, if several elements have the label."""
POINTED = ("click", "drag")
"""What can be done to an element that is named by its text alone."""
MOST_PLACES = 30
"""How many places of a text are searched for the element with exactly this text; of more, nobody knows whether it is
the only one."""


def names_elements(params: Params) -> bool:
    """Return whether a parameter names an element by anything but its ref."""
    return any(True for _ in named_elements(params))


async def with_refs(state: SessionState, record: Record, params: Params) -> Params:
    """Return the parameters of a call with refs in place of names. Its name permits nothing. Raise `NoSuchElement` or
    `SeveralElements` where a name does not stand for one element."""
    refs = {field: await _ref(state, record, name) for field, name in named_elements(params)}
    return params.model_copy(update=refs)


async def _ref(state: SessionState, record: Record, name: ElementName) -> str:
    try:
        return await state.tab.reader.find(name, ROLES.get(record.capability, ()))
    except NoSuchElement:
        # Items of a list, heads of columns and places to drop things are mere text, as far as anything says.
        is_pointed = record.capability in POINTED or record.name == "type_text"
        by_text = await _by_text(state, name.name) if is_pointed and not name.role else None
        if by_text is None or (record.capability != "drag" and not by_text.pressable):
            raise
        return by_text.element.ref


async def _by_text(state: SessionState, text: str) -> ElementDetails | None:
    """Return the one visible element whose whole text this is."""
    reader, said = state.tab.reader, " ".join(text.split()).casefold()
    found = await reader.search(Matcher.compile(text), limit=MOST_PLACES) if said else None
    if found is None or found.total > MOST_PLACES:
        return None
    refs = {match.ref for match in found.matches if match.ref is not None and match.visible}
    elements = [await reader.element(ref) for ref in refs]
    same = [one for one in elements if " ".join(one.element.text.raw.split()).casefold() == said]
    return same[0] if len(same) == 1 else None
