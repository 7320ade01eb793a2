"""Letters that look like those of our own tags, as plain ones."""

from __future__ import annotations

import unicodedata
from functools import cache

# From Unicode's confusables (UTS #39), single characters only, for the letters of "external content" and the brackets.
_LOOK_ALIKES = {
    "e": "еεҽ℮ⅇєꓰ℮ΕЕ",
    "x": "хχⅹ×ΧХꓫ᙮᙭",
    "t": "тτΤТꓔ⊤",
    "r": "гᴦⲅꓣ",
    "n": "ոռпηΝꓠ",
    "a": "аɑαΑАꓮ⍺",
    "l": "ӏⅼ|∣ɩιІΙꓡƖ1",
    "c": "сϲⅽСϹꓚᴄ",
    "o": "оοσօОΟꓳ0ᴏ",
    "<": "‹〈⟨❮˂ᐸ＜≺⋖❬〈《«",
    ">": "›〉⟩❯˃ᐳ＞≻⋗❭〉》»",
}
_PLAIN = {look: plain for plain, looks in _LOOK_ALIKES.items() for look in looks}


@cache
def _shadow_char(char: str) -> str:
    known = _PLAIN.get(char)
    if known is not None:
        return known
    base = unicodedata.normalize("NFKD", char)[:1]
    base = _PLAIN.get(base, base).lower()
    return base if len(base) == 1 else char


def shadow(text: str) -> str:
    """``text`` with each character as the plain lower-case one it looks like. Same length, so that places agree."""
    return "".join(_shadow_char(char) for char in text)
