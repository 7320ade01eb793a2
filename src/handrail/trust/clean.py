"""Characters that change what a reader sees without being seen: taken out before a model or a person reads."""

from __future__ import annotations

import re
import unicodedata

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
