"""Keys as people name them in a task."""

from __future__ import annotations

import re

from handrail.models.offline.grammar.numbers import number_in
from handrail.models.offline.grammar.phrases import Phrase

_KEYS = {
    "Enter": "enter, return, enter key, carriage return",
    "Escape": "escape, esc",
    "Tab": "tab, tabulator",
    "Backspace": "backspace",
    "Delete": "delete, del",
    "Insert": "insert, ins",
    "Space": "space, spacebar, space bar",
    "ArrowUp": "arrow up, up arrow, arrowup, cursor up, up",
    "ArrowDown": "arrow down, down arrow, arrowdown, cursor down, down",
    "ArrowLeft": "arrow left, left arrow, arrowleft, cursor left, left",
    "ArrowRight": "arrow right, right arrow, arrowright, cursor right, right",
    "Home": "home",
    "End": "end",
    "PageUp": "page up, pageup, pgup",
    "PageDown": "page down, pagedown, pgdn",
}
_NAMES = {name: key for key, names in _KEYS.items() for name in names.split(", ")}
_NAMES |= {f"f{number}": f"F{number}" for number in range(1, 13)}
_MODIFIERS = {
    "ctrl": "Control", "control": "Control", "alt": "Alt", "option": "Alt", "shift": "Shift",
    "cmd": "Meta", "command": "Meta", "meta": "Meta", "win": "Meta", "super": "Meta",
}  # fmt: skip
_COMMON_NAMES = {"delete", "home", "end", "insert", "up", "down", "left", "right", "space", "tab"}
_COMBINATION = re.compile(r"[a-z]+(?:[+-][a-z0-9]+)+")


def keys_of(phrase: Phrase) -> tuple[tuple[str, ...], Phrase | None] | None:
    """The keys a phrase names and the thing they are pressed in; None where it names something else.

    "the Enter key in the search box", "Ctrl+A", "Tab twice", "down arrow 3 times", "Tab, Tab and Enter".
    """
    inside = next((place for place in phrase.places(("in", "on", "inside", "into", "within")) if place), len(phrase))
    named, target = phrase[:inside].trim(("the", "on")), phrase[inside + 1 :]
    named, times = _times(named)
    keys: list[str] = []
    for part in named.items() or [named]:
        key = _key(part)
        if key is None:
            return None
        keys.append(key)
    return (tuple(keys) * times, target or None) if keys else None


def may_be_a_name(phrase: Phrase) -> bool:
    """Whether these words may as well be what a button is called."""
    return phrase.text.casefold() in _COMMON_NAMES or phrase.is_quoted


def _times(phrase: Phrase) -> tuple[Phrase, int]:
    if phrase and phrase.low[-1] in ("twice", "once"):
        return phrase[:-1], 2 if phrase.low[-1] == "twice" else 1
    if len(phrase) > 2 and phrase.low[-1] == "times" and (count := number_in(phrase[-2:-1].text)):
        return phrase[:-2], min(50, int(count))
    return phrase, 1


def _key(phrase: Phrase) -> str | None:
    said = phrase.text.casefold()
    called_key = (
        phrase.before("key", "keys", "button on the keyboard") if phrase.low[-1:] in (("key",), ("keys",)) else None
    )
    said = (called_key or phrase).trim(("the",)).text.casefold()
    if said in _NAMES:
        return _NAMES[said]
    if called_key and len(said) == 1:
        return said
    if _COMBINATION.fullmatch(said):
        *modifiers, last = re.split(r"[+-]", said)
    elif " " in said and said.split()[0] in _MODIFIERS:
        *modifiers, last = said.replace("+", " ").split()
    else:
        return None
    if not modifiers or any(modifier not in _MODIFIERS for modifier in modifiers):
        return None
    last = _NAMES.get(last, last)
    return "+".join([*(_MODIFIERS[modifier] for modifier in modifiers), last])
