"""Tells elements of one name apart by the words that stand near them."""

from __future__ import annotations

from collections.abc import Sequence

MOST_BEFORE = 60
"""Characters before the first of them: what stands further up is the beginning of the page."""

Line = tuple[int, str]
"""The depth of a node in an outline, and its name or text."""


def words_near(lines: Sequence[Line], places: Sequence[int]) -> list[str]:
    """Return the words near each of these lines, in order: those of the largest part of the outline around it that
    holds none of the others (its row, its item), else those since the last of them."""
    return [_words_of_part(lines, place, places) or _words_before(lines, place, places) for place in places]


def _words_of_part(lines: Sequence[Line], place: int, places: Sequence[int]) -> str:
    others = [other for other in places if other != place]
    start, end = place, _end(lines, place)
    while (above := _above(lines, start)) is not None:
        last = _end(lines, above)
        if any(above <= other < last for other in others):
            break
        start, end = above, last
    return _joined([words for at, (_, words) in enumerate(lines[start:end], start) if at != place])


def _words_before(lines: Sequence[Line], place: int, places: Sequence[int]) -> str:
    last = max((other for other in places if other < place), default=-1)
    words = _joined([words for _, words in lines[last + 1 : place]])
    return words if last >= 0 else words[-MOST_BEFORE:].lstrip()


def _above(lines: Sequence[Line], place: int) -> int | None:
    """Return the line of the part that a line stands in."""
    return next((at for at in range(place - 1, -1, -1) if lines[at][0] < lines[place][0]), None)


def _end(lines: Sequence[Line], place: int) -> int:
    """Return the first line after a part of the outline."""
    depth = lines[place][0]
    return next((at for at in range(place + 1, len(lines)) if lines[at][0] <= depth), len(lines))


def _joined(words: Sequence[str]) -> str:
    return " ".join(" ".join(words).split())
