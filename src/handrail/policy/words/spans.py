"""Texts and values as the user wrote them, and spans of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any


def spaced(text: str) -> str:
    """Return a text with one blank between its words."""
    return " ".join(text.split())


def contains_words(wanted: str, given: str) -> bool:
    """Return whether whole words match: letters picked out of words would spell anything."""
    if wanted not in given:
        return False
    before = r"(?<!\w)" if re.match(r"\w", wanted) else ""
    after = r"(?!\w)" if re.search(r"\w$", wanted) else ""
    return re.search(f"{before}{re.escape(wanted)}{after}", given) is not None


def leaves_of(data: Any) -> Iterator[str]:
    """Yield the texts and numbers in data as JSON has it, without the names of fields."""
    match data:
        case None | bool():
            return
        case dict():
            for value in data.values():
                yield from leaves_of(value)
        case list() | tuple():
            for value in data:
                yield from leaves_of(value)
        case _:
            yield str(data)
