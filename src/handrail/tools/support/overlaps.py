"""Matches that stand close together: what is around one is not repeated around the next."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from handrail.results.data.pages import MatchData
from handrail.trust import External


def shorten_overlaps(matches: Sequence[MatchData]) -> None:
    """Cut off the text after each match that the next one shows before itself, but never a match's own line, nor the
    one below a match that ends its line: it may be a label and that its value.

    An ellipsis says that it goes on there."""
    for match, following in pairwise(matches):
        text, before = match["after"].raw, following["before"].raw
        own_line = text.find("\n", text.startswith("\n")) + 1 or len(text)
        match["after"] = _cut(match["after"], max(own_line, _new(text, before, following["match"].raw)))


def _new(text: str, before: str, following: str) -> int:
    """Return how many characters of ``text`` stand in it before those that ``before`` has too."""
    reached = text.find(following)
    if following and reached >= 0 and before.endswith(text[:reached]):
        return 0
    return next((at for at in range(len(text)) if before.startswith(text[at:])), len(text))


def _cut(text: External, end: int) -> External:
    return text if end >= len(text.raw) else text.map(lambda raw: f"{raw[:end]}…")
