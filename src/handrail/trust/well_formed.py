"""Text without halves of characters, which no file, terminal, client or provider takes."""

from __future__ import annotations

import re
from typing import Any, TypeVar

T = TypeVar("T")
DEEPEST = 110
_SURROGATE = re.compile("[\ud800-\udfff]")


def well_formed(text: str) -> str:
    """``text`` with each surrogate that has no partner as U+FFFD, and each pair as its character: what JavaScript calls
    a well-formed string. JSON, a page's script, a file name and an argument of a command can hold others."""
    if text.isascii() or _SURROGATE.search(text) is None:
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def well_formed_data(value: T, levels: int = DEEPEST) -> T:
    """Plain JSON data with every text in it, keys too, `well_formed`, as deep as a call's parameters may go."""
    mended: Any = value
    if levels == 0:
        return value
    match value:
        case str():
            mended = well_formed(value)
        case dict():
            mended = {well_formed_data(key, 1): well_formed_data(part, levels - 1) for key, part in value.items()}
        case list():
            mended = [well_formed_data(part, levels - 1) for part in value]
    result: T = mended
    return result
