"""Keys that press what has the focus."""

from __future__ import annotations

ENTER_KEYS = frozenset(("Enter", "NumpadEnter"))
PRESSING_KEYS = ENTER_KEYS | {"Space"}


def enters(key: str) -> bool:
    """Whether a key, with others held down or not, is Enter."""
    return key.rpartition("+")[2] in ENTER_KEYS


def presses(key: str) -> bool:
    """Whether a key, with others held down or not, presses what has the focus."""
    return key.rpartition("+")[2] in PRESSING_KEYS
