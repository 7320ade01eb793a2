"""Tells elements of one name apart by the words that stand near them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from handrail.browser.outline.nesting import boxes_around, end_of

MOST_BEFORE = 60
"""Characters before the first of them: what stands further up is the beginning of the page."""

ITEMS = ("article", "listitem", "option", "row", "treeitem")
"""Roles of parts of which each is one thing among others like it."""
LISTS = ("list", "listbox", "tree")
"""Roles of parts in which whatever stands is an item: an item of a text alone is no more than that in an outline."""


class Line(NamedTuple):
    """A node of an outline with its name or text."""

    depth: int
    words: str
    is_item: bool


def words_near(lines: Sequence[Line], places: Sequence[int]) -> list[str]:
    """Return the words near each of these lines, in order: those of the largest part of the outline around it that
    holds none of the others (its row, its item), else those since the last of them. What stands in an item is near
    nothing outside of it: its own control may be missing here."""
    return [_words_of_part(lines, place, places) or _words_before(lines, place, places) for place in places]


def _words_of_part(lines: Sequence[Line], place: int, places: Sequence[int]) -> str:
    others = [other for other in places if other != place]
    start, end = place, end_of(lines, place)
    for above in boxes_around(lines, place):
        last = end_of(lines, above)
        if any(above <= other < last for other in others):
            break
        start, end = above, last
    return _own_words(lines, place, *((start, end) if others else (0, len(lines))))


def _words_before(lines: Sequence[Line], place: int, places: Sequence[int]) -> str:
    last = max((other for other in places if other < place), default=-1)
    item = next((at for at in (place, *boxes_around(lines, place)) if lines[at].is_item), None)
    if item is None:
        before = [at for at in (last, *boxes_around(lines, last)) if lines[at].is_item] if last >= 0 else []
        words = _own_words(lines, place, end_of(lines, before[-1]) if before else last + 1, place)
    else:
        if any(item <= other < end_of(lines, item) for other in places if other != place):
            last = max(last, item - 1)  # what stands in the item before is of that one
        words = _joined([line.words for line in lines[last + 1 : place]])
    return words if last >= 0 else words[-MOST_BEFORE:].lstrip()


def _own_words(lines: Sequence[Line], place: int, start: int, end: int) -> str:
    """Return the words of some lines, without those of the place itself and of items that it is not in."""
    words, at = list[str](), start
    while at < end:
        last = end_of(lines, at)
        if lines[at].is_item and not at <= place < last:
            at = last
            continue
        if at != place:
            words.append(lines[at].words)
        at += 1
    return _joined(words)


def _joined(words: Sequence[str]) -> str:
    return " ".join(" ".join(words).split())
