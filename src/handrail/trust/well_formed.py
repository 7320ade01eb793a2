"""Text and JSON data without halves of characters, which no file, terminal, client or provider takes, and without
characters that nobody sees."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

from handrail.trust.clean import clean

T = TypeVar("T")
DEEPEST = 110
_SURROGATE = re.compile("[\ud800-\udfff]")


def well_formed(text: str) -> str:
    """Return ``text`` with each surrogate that has no partner as U+FFFD, and each pair as its character: what
    JavaScript calls a well-formed string. JSON, a page's script, a file name and an argument of a command can hold
    others."""
    if text.isascii() or _SURROGATE.search(text) is None:
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def well_formed_data(value: T) -> T:
    """Return plain JSON data with every text in it, keys too, `well_formed`, as deep as a call's parameters may go."""
    return _mend(value, well_formed, DEEPEST)


def clean_data(value: T) -> T:
    """Return plain JSON data with every text in it, keys too, `clean`: what a person sees of it is all that it says."""
    return _mend(value, clean, DEEPEST)


def _mend(value: T, mend: Callable[[str], str], levels: int) -> T:
    mended: Any = value
    if levels == 0:
        return value
    match value:
        case str():
            mended = mend(value)
        case dict():
            mended = {_mend(key, mend, 1): _mend(part, mend, levels - 1) for key, part in value.items()}
        case list():
            mended = [_mend(part, mend, levels - 1) for part in value]
    result: T = mended
    return result
