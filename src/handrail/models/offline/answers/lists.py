"""Dropdowns and list boxes whose options are asked for: "options of Colour", "sizes"."""

from __future__ import annotations

from handrail.models.offline.answers.answers import kind_of
from handrail.models.offline.grammar.words import content, listed, stems, words
from handrail.models.offline.outline import OutlineTree
from handrail.models.offline.page.grounding import SURE, likeness

_CHOICES = frozenset(listed("option choice value selection item possibility entry", " "))


def choices(outline: OutlineTree, noun: str, scope: str | None) -> list[int]:
    """The lists whose options are meant: "options of Colour", "sizes"."""
    head = content(noun)[-1] if content(noun) else ""
    lists = [
        place for place in range(len(outline)) if outline[place].role in ("combobox", "listbox") and outline[place].ref
    ]
    if scope is not None:
        named = [place for place in lists if _list_named(outline, place, scope)]
        if not named and (head in _CHOICES or head in stems(scope)) and len(lists) == 1 and _says_list(scope):
            return lists
        return named
    if head in _CHOICES and len(lists) == 1:
        return lists
    return [place for place in lists if likeness(noun, outline.label(place)) >= SURE]


def _says_list(scope: str) -> bool:
    return bool({"dropdown", "list", "select", "menu", "combobox", "listbox", "box"} & set(words(scope)))


def _list_named(outline: OutlineTree, place: int, scope: str) -> bool:
    label = outline.label(place)
    kind = kind_of(scope)
    names = [scope] if kind is None else [scope, kind[1]]
    return any(name and likeness(name, label) >= SURE for name in names)
