"""Replaces other names of elements by refs, before anything is judged."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from handrail.browser.types.element_names import ElementName
from handrail.browser.types.errors import NoSuchElement, SeveralElements
from handrail.browser.types.reading import ElementDetails, TextMatch
from handrail.calls.state import SessionState
from handrail.tools.core.element_params import FIELDS, named_elements
from handrail.tools.core.table import Params, Record
from handrail.tools.support.matcher import Matcher
from handrail.trust import External

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

NAME_CHARS, NEAR_CHARS = 200, 60
_SIGNS = re.compile(r"^[\W_]+|[\W_]+$")


@dataclass(frozen=True, slots=True)
class _Named:
    """An element that is named by its text, and where that text was found."""

    details: ElementDetails
    match: TextMatch

    @property
    def near(self) -> External:
        """What tells it apart from others of this text: the heading above it, and the words before it."""
        before = self.match.before
        return before.map(lambda words: " ".join(f"{self.match.heading.raw} {words}".split()))

    def to_dict(self) -> dict[str, Any]:
        element = self.details.element
        return {"ref": element.ref, "role": element.role, "name": element.text.shorten(NAME_CHARS), "near": self.near}


def names_elements(params: Params) -> bool:
    """Return whether a parameter names an element by anything but its ref."""
    return any(True for _ in named_elements(params))


async def with_refs(state: SessionState, record: Record, params: Params) -> Params:
    """Return the parameters of a call with refs in place of names. Its name permits nothing. Raise `NoSuchElement` or
    `SeveralElements` where a name does not stand for one element."""
    refs = {field: await _ref(state, record, params, name) for field, name in named_elements(params)}
    return params.model_copy(update=refs)


async def _ref(state: SessionState, record: Record, params: Params, name: ElementName) -> str:
    """Return the ref of the one element that a name stands for."""
    try:
        return await state.tab.reader.find(name, ROLES.get(record.capability, ()))
    except NoSuchElement:
        # Items of a list, heads of columns and places to drop things are mere text, as far as anything says.
        is_pointed = record.capability in POINTED or record.name == "type_text"
        drags = record.capability == "drag"
        named = await _by_text(state, name, by_line=drags) if is_pointed and not name.role else []
        # Nothing says of a text that it has a menu of its own.
        if not drags and getattr(params, "button", "") != "right":
            named = [one for one in named if one.details.pressable]
        if not named or len(named) < name.nth:
            raise
    if name.nth or len(named) == 1:
        return named[max(name.nth - 1, 0)].details.element.ref
    raise SeveralElements(
        f"There are {len(named)} elements for {name}.",
        hint="Use the ref of one of the candidates.",
        details={"candidates": [one.to_dict() for one in named]},
    )


async def _by_text(state: SessionState, name: ElementName, *, by_line: bool) -> list[_Named]:
    """Return the visible elements whose whole text is a name, but for signs at its ends; of several those that have its
    other words near them.

    Args:
        by_line: where there is none, those in which a line says that alone, as of an item with notes below its name.
    """
    reader, said = state.tab.reader, _flat(name.name)
    found = await reader.search(Matcher.compile(name.name), limit=MOST_PLACES, context=NEAR_CHARS) if said else None
    if found is None or found.total > MOST_PLACES:
        return []
    places = {match.ref: match for match in found.matches if match.ref is not None and match.visible}
    named = [_Named(await reader.element(ref), match) for ref, match in places.items()]
    same = [one for one in named if _flat(one.details.element.text.raw) == said]
    if not same:
        same = [one for one in named if _letters(one.details.element.text.raw) == _letters(name.name)]
    if by_line and not same:
        same = [one for one in named if _is_line(one.match)]
    near = [one for one in same if _flat(name.near) in _flat(one.near.raw)]
    return near if near or len(same) == 1 else same


def _is_line(match: TextMatch) -> bool:
    """Return whether nothing else stands in the line of a text."""
    before, after = match.before.raw.rstrip(" "), match.after.raw.lstrip(" ")
    return before[-1:] in ("", "\n") and after[:1] in ("", "\n")


def _letters(text: str) -> str:
    """Return a text without the signs at its ends."""
    return _SIGNS.sub("", _flat(text)) or _flat(text)


def _flat(text: str) -> str:
    return " ".join(text.split()).casefold()
