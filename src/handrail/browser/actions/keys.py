"""Key names: what people and models write, as Playwright wants it."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz import process

from handrail.browser.types.errors import BrowserError

MODIFIERS = ("Shift", "Control", "Alt", "Meta", "ControlOrMeta")
NAMED = (
    *MODIFIERS, "ShiftLeft", "ShiftRight", "ControlLeft", "ControlRight", "AltLeft", "AltRight", "MetaLeft",
    "MetaRight", "AltGraph", "Enter", "Tab", "Escape", "Space", "Backspace", "Delete", "Insert", "Home", "End",
    "PageUp", "PageDown", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "CapsLock", "NumLock", "ScrollLock",
    "Pause", "PrintScreen", "ContextMenu",
    *(f"F{n}" for n in range(1, 13)), *(f"Digit{n}" for n in range(10)), *(f"Numpad{n}" for n in range(10)),
    *(f"Key{letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    "NumpadAdd", "NumpadSubtract", "NumpadMultiply", "NumpadDivide", "NumpadDecimal", "NumpadEnter", "Backquote",
    "Minus", "Equal", "Backslash", "BracketLeft", "BracketRight", "Semicolon", "Quote", "Comma", "Period", "Slash",
)  # fmt: skip
ALIASES = {
    "esc": "Escape", "return": "Enter", "del": "Delete", "ins": "Insert", "ctrl": "Control", "ctl": "Control",
    "cmd": "Meta", "command": "Meta", "win": "Meta", "windows": "Meta", "super": "Meta", "option": "Alt", "opt": "Alt",
    "altgr": "AltGraph", "mod": "ControlOrMeta", "cmdorctrl": "ControlOrMeta", "commandorcontrol": "ControlOrMeta",
    "up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight", "pgup": "PageUp",
    "pgdn": "PageDown", "pgdown": "PageDown", "spacebar": "Space", "bksp": "Backspace", "back": "Backspace",
    "plus": "+", "caps": "CapsLock", "prtsc": "PrintScreen", "menu": "ContextMenu",
}  # fmt: skip
_BY_LOWER = {name.lower(): name for name in NAMED}


class UnknownKey(BrowserError):
    """Not the name of a key. ``details["nearest"]`` are names like it."""

    code = "unknown_key"


def parse(keys: Sequence[str]) -> list[str]:
    """Return each entry as one press that Playwright understands: ``ctrl+a`` becomes ``Control+a``. Raises
    `UnknownKey`: an entry names no key; nothing is pressed then."""
    if not keys:
        raise UnknownKey("No key was given.", hint="Example: Escape, Control+a, Shift+Tab.")
    return [_press(entry) for entry in keys]


def _press(entry: str) -> str:
    parts = _parts(entry)
    names = [_key(part, entry) for part in parts]
    for modifier in names[:-1]:
        if modifier.removesuffix("Left").removesuffix("Right") not in MODIFIERS and modifier != "AltGraph":
            raise UnknownKey(
                f"{modifier} cannot be held down with another key.",
                hint=f"Held keys are {', '.join(MODIFIERS)}; give keys that follow each other as a list.",
            )
    return "+".join(names)


def _parts(entry: str) -> list[str]:
    """Split at ``+``, which can itself be the key: ``Control++``, ``+``."""
    if len(entry) == 1:
        return [entry]
    entry = entry.strip()
    if entry.endswith("++"):
        return [*(part.strip() for part in entry[:-2].split("+")), "+"]
    return [part.strip() for part in entry.split("+")]


def _key(part: str, entry: str) -> str:
    if len(part) == 1:
        return "Space" if part == " " else part
    name = _BY_LOWER.get(part.lower()) or ALIASES.get(part.lower())
    if name:
        return name
    known = [*NAMED, *ALIASES]
    nearest = [ALIASES.get(match[0], match[0]) for match in process.extract(part, known, limit=3, processor=str.lower)]
    nearest = list(dict.fromkeys(nearest))
    shown = part[:20] if part.isprintable() else ""
    if not part:
        raise UnknownKey("A key is missing beside a '+'.", hint="Write Control+a; for the plus key, Control++.")
    raise UnknownKey(
        f"There is no key called {shown!r}.",
        hint=f"Nearest: {', '.join(nearest)}. To enter text use `fill`.",
        details={"nearest": nearest, "keys": entry[:60]},
    )
