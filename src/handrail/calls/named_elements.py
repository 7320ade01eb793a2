"""Replaces other names of elements by refs, before anything is judged."""

from __future__ import annotations

from handrail.browser.types.element_names import ElementName
from handrail.browser.types.errors import NoSuchElement
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
MOST_PLACES = 10
"""How many places of a text are searched for the element with exactly this text."""


def names_elements(params: Params) -> bool:
    """Whether a parameter names an element by anything but its ref."""
    return any(True for _ in named_elements(params))


async def with_refs(state: SessionState, record: Record, params: Params) -> Params:
    """Return the parameters of a call with refs in place of names. Policy and handlers then see the element, and its
    name permits nothing more.

    Raises:
        NoSuchElement, SeveralElements: a name does not stand for one element.
    """
    refs = {field: await _ref(state, record, name) for field, name in named_elements(params)}
    return params.model_copy(update=refs)


async def _ref(state: SessionState, record: Record, name: ElementName) -> str:
    try:
        return await state.tab.reader.find(name, ROLES.get(record.capability, ()))
    except NoSuchElement:
        # Nothing marks sortable items and drop areas as more than text.
        by_text = await _by_text(state, name.name) if record.capability == "drag" and not name.role else None
        if by_text is None:
            raise
        return by_text


async def _by_text(state: SessionState, text: str) -> str | None:
    """Return the one visible element whose whole text this is."""
    reader, said = state.tab.reader, " ".join(text.split()).casefold()
    matches = (await reader.search(Matcher.compile(text), limit=MOST_PLACES)).matches if said else ()
    refs = {match.ref for match in matches if match.ref is not None and match.visible}
    texts = {ref: (await reader.element(ref)).element.text.raw for ref in refs}
    same = [ref for ref, its in texts.items() if " ".join(its.split()).casefold() == said]
    return same[0] if len(same) == 1 else None
