"""Puts text that is written from right to left into the order in which it is read."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Sequence

Place = tuple[str, float, float]
"""A character, its left and its right edge."""

WORD_GAP = 0.15
"""Sizes of print between two letters from which on they belong to two words."""
_LETTERS = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_RIGHT_TO_LEFT = re.compile(f"[{_LETTERS}]")
_LEFT_TO_RIGHT = re.compile(rf"[^\W{_LETTERS}](?:[^{_LETTERS}]*[^\W{_LETTERS}])?|[\u0660-\u0669\u06f0-\u06f9]+")


def is_right_to_left(text: str) -> bool:
    """Return whether a text has letters that are written from right to left."""
    return _RIGHT_TO_LEFT.search(text) is not None


def in_reading_order(places: Sequence[Place], size: float) -> str | None:
    """Return the text of characters that a file holds in the order in which they stand on the page, from left to right.
    None for a text that is in the order of reading already.

    Args:
        places: of the characters of one line.
        size: of the print.
    """
    letters = [place for place in places if is_right_to_left(place[0]) and not unicodedata.combining(place[0])]
    rising = sum(after[1] > before[1] for before, after in itertools.pairwise(letters))
    if len(letters) < 2 or rising * 2 <= len(letters) - 1:
        return None
    text, before = "", None
    for char, left, right in reversed(places):
        if before is not None and max(before - right, 0) > WORD_GAP * size:
            text += " "
        text += char
        before = left
    return _LEFT_TO_RIGHT.sub(lambda run: run[0][::-1], text)
