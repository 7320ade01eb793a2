"""Numbers as people write them in a task."""

from __future__ import annotations

import re

from handrail.models.offline.grammar.words import listed

_SMALL = listed("zero one two three four five six seven eight nine ten eleven twelve", " ")
_WORDS = {word: float(value) for value, word in enumerate(_SMALL)} | {"half": 0.5, "twenty": 20.0, "thirty": 30.0}
_ORDINALS = listed("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth", " ")
_NUMBER = re.compile(r"\d{1,9}(?:[.,]\d+)?(?!\d)")
_ORDINAL = re.compile(r"(\d{1,9})(?:st|nd|rd|th)")


def number_in(text: str) -> float | None:
    """The first number in a text, in digits or as a word; "a second" is one."""
    for word in text.casefold().split():
        if found := _NUMBER.match(word):
            return float(found[0].replace(",", "."))
        if word in _WORDS:
            return _WORDS[word]
    return 1.0 if text.casefold().startswith(("a ", "one ", "another ")) else None


def whole_number(text: str) -> int | None:
    """The number that digits alone write. None for any other text, and for more digits than anything here counts to."""
    return int(text) if text.isdecimal() and len(text) < 10 else None


def ordinal(word: str) -> int | None:
    """The position that a word names, from 1; -1 is the last. None for any other word."""
    if word in ("last", "final", "bottommost"):
        return -1
    if word in _ORDINALS:
        return _ORDINALS.index(word) + 1
    found = _ORDINAL.fullmatch(word)
    return int(found[1]) if found else None
