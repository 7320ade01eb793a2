"""Text as a reader sees it: without characters that change it unseen or that nothing takes, such as halves of
characters; and letters that look like those of our own tags as plain ones."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable
from importlib import resources
from typing import Any, TypeVar

_UNSEEN = re.compile(
    "["
    "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # control characters, terminal escapes among them
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0"  # soft hyphen, fillers, joiners of no use
    "\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff"  # zero width and bidirectional controls
    "\ufe00-\ufe0e\ufff0-\ufffb"  # variation selectors but the emoji one, interlinear marks, unassigned ones
    "\U0001bca0-\U0001bca3"  # controls of shorthand
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"  # musical controls; the tag block and variation selectors beyond
    "]"
)
# Joiners shape Persian, Indic scripts and emoji; between or beside plain ASCII they only hide.
_STRAY_JOINER = re.compile("(?<![^\x00-\x7f\u200c\u200d])[\u200c\u200d]+|[\u200c\u200d]+(?![^\x00-\x7f\u200c\u200d])")
_BRAILLE_BLANK = "\u2800"
_QUOTES = '"″〃＂〝〞〟„‟❝❞🙶🙷ʺˮ˝˶״‴⁗‶‷'
"""Signs that look like quotation marks, beside those that Unicode calls so (categories Pi and Pf)."""
_SURROGATE = re.compile("[\ud800-\udfff]")
_LINE_ENDS = re.compile("\r\n?")
# Not line ends: a browser shows none there, and an outline or a list must not get a line of the page's choosing.
_SEPARATORS = re.compile("[\u2028\u2029]")
T = TypeVar("T")
DEEPEST = 110
# From Unicode's confusables (UTS #39, version 13), single characters only, for the letters of "external content" and
# the brackets, with small capitals and letters with strokes beside them. What a compatibility decomposition makes
# plain (full width, mathematical, circled, accented) is not listed.
_LOOK_ALIKES = json.loads((resources.files("handrail.trust") / "lookalikes.json").read_text("utf-8"))
_PLAIN: dict[str, str] = {look: plain for plain, looks in _LOOK_ALIKES.items() for look in looks}
# White on black, in squares and circles, and the letters that flags are made of: A to Z each.
_ALPHABETS = (0x1F150, 0x1F170, 0x1F1E6)


def clean(text: str) -> str:
    """Return ``text`` without invisible, control and bidirectional characters.

    Line ends become ``\\n``, line and paragraph separators a space, lone surrogates U+FFFD. Source of the list:
    Unicode's default-ignorable code points and UTS #39, less what scripts in use need.
    """
    text = _SEPARATORS.sub(" ", _LINE_ENDS.sub("\n", text))
    text = _SURROGATE.sub("\ufffd", text)
    return _STRAY_JOINER.sub("", _UNSEEN.sub("", text))


def one_line(text: str, limit: int = 200) -> str:
    """Return ``text`` cleaned, on one line, at most ``limit`` characters: for terminals, logs and questions."""
    flat = " ".join(clean(text).replace(_BRAILLE_BLANK, " ").split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


def site_line(origin: str) -> str:
    """Return an origin on one line, cleaned and whole: the end of a host says whose it is, and DNS knows none of more
    than 253 characters."""
    return one_line(origin, 300)


def without_quotes(text: str) -> str:
    """Return a text in which nothing looks like a double quotation mark, so that it cannot end those around it."""
    return "".join("'" if char in _QUOTES or unicodedata.category(char) in ("Pi", "Pf") else char for char in text)


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
