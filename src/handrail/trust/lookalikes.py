"""Letters that look like those of our own tags, as plain ones."""

from __future__ import annotations

import json
import unicodedata
from importlib import resources

# From Unicode's confusables (UTS #39, version 13), single characters only, for the letters of "external content" and
# the brackets, with small capitals and letters with strokes beside them. What a compatibility decomposition makes
# plain (full width, mathematical, circled, accented) is not listed.
_LOOK_ALIKES = json.loads((resources.files("handrail.trust") / "lookalikes.json").read_text("utf-8"))
_PLAIN: dict[str, str] = {look: plain for plain, looks in _LOOK_ALIKES.items() for look in looks}
# White on black, in squares and circles, and the letters that flags are made of: A to Z each.
_ALPHABETS = (0x1F150, 0x1F170, 0x1F1E6)


class _Shadows(dict[int, str]):
    """Per code point the character it looks like, worked out when first met. For `str.translate`."""

    def __missing__(self, code: int) -> str:
        self[code] = plain = _shadow_of(chr(code))
        return plain


def _shadow_of(char: str) -> str:
    for first in _ALPHABETS:
        if 0 <= ord(char) - first < 26:
            return chr(ord("a") + ord(char) - first)
    base = unicodedata.normalize("NFKD", char)[:1]
    for look in (char, base, base.lower()):
        if look in _PLAIN:
            return _PLAIN[look]
    return lower if len(lower := base.lower()) == 1 else char


_SHADOWS = _Shadows()


def shadow(text: str) -> str:
    """Return ``text``, as long as it was, with each character as the plain lower-case one it looks like."""
    return text.translate(_SHADOWS)
