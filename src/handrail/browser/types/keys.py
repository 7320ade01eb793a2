"""Keys that press what has the focus, and keys that paste."""

from __future__ import annotations

ENTER_KEYS = frozenset(("Enter", "NumpadEnter"))
PRESSING_KEYS = ENTER_KEYS | {"Space"}
_COMMAND_KEYS = frozenset(("Control", "Meta", "ControlOrMeta"))


def enters(key: str) -> bool:
    """Return whether a key, with others held down or not, is Enter."""
    return key.rpartition("+")[2] in ENTER_KEYS


def presses(key: str) -> bool:
    """Return whether a key, with others held down or not, presses what has the focus."""
    return key.rpartition("+")[2] in PRESSING_KEYS


def pastes(key: str) -> bool:
    """Return whether a key, with others held down, puts in what the clipboard holds."""
    *held, last = key.split("+")
    modifiers = {one.removesuffix("Left").removesuffix("Right") for one in held}
    if last.lower() in ("v", "keyv"):
        return not modifiers.isdisjoint(_COMMAND_KEYS)
    # A numeric pad may have Insert on its zero.
    return last in ("Insert", "Numpad0") and "Shift" in modifiers
