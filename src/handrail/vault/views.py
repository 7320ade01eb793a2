"""A text as other texts: decoded, or without what may stand between the characters of a value. Each knows, of every
stretch of it, which stretch of the text it was made of."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from html import unescape

from handrail.browser.outline.line_format import PAGE_WORDS

_GAPS = (
    "\\s\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff"
)
"""White space and invisible characters."""
GAP = re.compile(f"[{_GAPS}]")
TIGHT = re.compile(f"[^{_GAPS}]+")
"""All but gaps."""
_SIGNS = "!-/:-@[-`{-~"
BARE = re.compile(f"[^{_GAPS}{_SIGNS}]+")
"""Letters and digits: what markup, quotes, commas and hyphens between the parts of a value leave of it."""

_NOT_TIGHT_ASCII = {code: None for code in range(128) if GAP.match(chr(code))}
_NOT_BARE_ASCII = {code: None for code in range(128) if not chr(code).isalnum()}
_APART_ASCII = dict.fromkeys(_NOT_BARE_ASCII, " ")
_SMALL = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}

_ENCODED = re.compile(
    r"%(?:[0-7][0-9a-f]|[cd][0-9a-f]%[89ab][0-9a-f]|e[0-9a-f](?:%[89ab][0-9a-f]){2}|f[0-7](?:%[89ab][0-9a-f]){3}"
    r"|[89a-f][0-9a-f])"
    r"|&(?:\#\d{1,7}|\#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});?"
    r"|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|\\u(?:[0-9a-f]{4}|\{[0-9a-f]{1,6}\})|\\x[0-9a-f]{2}"
    rf"|\\[{_SIGNS}bfnrt]|\"\"",
    re.IGNORECASE,
)
"""A character as URLs, HTML, JSON (or JavaScript), Markdown and CSV write it."""
LONG, SHORT = 9, 2
_ENCODING = re.compile(rf"(?<![A-Za-z0-9])(?![A-Z]?[a-z]+(?![A-Za-z0-9]))[A-Za-z0-9]{{{LONG}}}")
"""So many letters and digits, but for plain words."""
_RUN, _PLAIN = re.compile(rf"[A-Za-z0-9]{{{LONG},}}"), re.compile("[A-Z]?[a-z]+")
_SIGNED = 4
"""Characters of a short word with its signs."""
_MARKUP = re.compile("<[^<>]*>|\x1e")
_WORD = re.compile("<[^<>]*>|\x1e|([^\\s\x1e<]+|<)")
"""A word, and what parts words beside blanks: tags, and the marks between blocks of a page's text."""
_SHORT_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


class TextView:
    """A text made of stretches of another.

    Args:
        pieces: what each stretch became, with where it begins and ends in the other text, in order. A piece as long as
            its stretch is taken to stand for it character by character.
        parent: the view that the pieces are stretches of; None for the text itself.
    """

    def __init__(self, pieces: Iterable[tuple[str, int, int]], parent: TextView | None = None) -> None:
        texts: list[str] = []
        self._parent = parent
        self._at: list[int] = []
        self._source: list[tuple[int, int]] = []
        length = 0
        for text, start, end in pieces:
            self._at.append(length)
            self._source.append((start, end))
            texts.append(text)
            length += len(text)
        self.text = "".join(texts)

    @classmethod
    def of(cls, text: str) -> TextView:
        """Return the text itself."""
        return cls([(text, 0, len(text))])

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """Return where in the text itself a stretch (of at least one character) came from."""
        start, end = self.in_parent(start, end)
        return self._parent.origin(start, end) if self._parent is not None else (start, end)

    def origins(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the `origin` of each piece that a stretch goes over, without what is between them."""
        while start < end:
            piece = bisect_right(self._at, start) - 1
            last = min(end, self._at[piece + 1] if piece + 1 < len(self._at) else end)
            yield self.origin(start, last)
            start = last

    def in_parent(self, start: int, end: int) -> tuple[int, int]:
        """Return where in its parent a stretch (of at least one character) came from."""
        return self._back(start)[0], self._back(end - 1)[1]

    def _back(self, at: int) -> tuple[int, int]:
        piece = bisect_right(self._at, at) - 1
        begin, finish = self._source[piece]
        length = (self._at[piece + 1] if piece + 1 < len(self._at) else len(self.text)) - self._at[piece]
        if length != finish - begin:
            return begin, finish
        begin += at - self._at[piece]
        return begin, begin + 1

    def only(self, kept: re.Pattern[str]) -> TextView:
        """Return what a pattern keeps of it: `TIGHT` or `BARE`."""
        return TextView(((match[0], *match.span()) for match in kept.finditer(self.text)), self)

    def decode(self) -> TextView:
        """Return it with encoded characters as what they stand for."""
        return TextView(self._decode(), self)

    def _decode(self) -> Iterator[tuple[str, int, int]]:
        last = 0
        for match in _ENCODED.finditer(self.text):
            if match.start() > last:
                yield self.text[last : match.start()], last, match.start()
            yield _character(match), *match.span()
            last = match.end()
        if last < len(self.text):
            yield self.text[last:], last, len(self.text)

    def outline(self) -> TextView:
        """Return the texts of the lines of a snapshot, without the format around them."""
        found = (("text" if match["text"] is not None else "name", match) for match in PAGE_WORDS.finditer(self.text))
        return TextView(((match[group], *match.span(group)) for group, match in found), self)


def tight(text: str) -> str:
    """Return `TIGHT` of a text, without a view of it."""
    return text.translate(_NOT_TIGHT_ASCII) if text.isascii() else "".join(TIGHT.findall(text))


def bare(text: str) -> str:
    """Return `BARE` of a text, without a view of it."""
    return text.translate(_NOT_BARE_ASCII) if text.isascii() else "".join(BARE.findall(text))


def long_words(text: str) -> str:
    """Return `bare` of the words that are long enough for an encoding. What a page's ordinary text leaves is little."""
    # Of most pages this tells that there is none.
    if all(map(_PLAIN.fullmatch, _long_runs(text))):
        return ""
    return bare("".join([word for word in text.split() if len(word) >= LONG and _ENCODING.search(word)]))


def _long_runs(text: str) -> set[str]:
    """Return the different runs of at least `LONG` letters and digits of ASCII."""
    if text.isascii():
        return {run for run in text.translate(_APART_ASCII).split() if len(run) >= LONG}
    return set(_RUN.findall(text))


def short_words(text: str) -> list[tuple[int, int]]:
    """Return where words of a letter or two stand, with signs around them or not: what is shown letter by letter, each
    in an element of its own, with anything between them."""
    return [match.span() for match in _WORD.finditer(text) if match[1] is not None and _is_short(match[1])]


def short_letters(text: str) -> str:
    """Return the letters of `short_words`, without their places."""
    apart = _MARKUP.sub(" ", text) if "</" in text else text
    words = [word for word in apart.split() if len(word) <= _SIGNED]
    return bare("".join([word for word in words if len(word) <= SHORT or (not word.isalnum() and _is_short(word))]))


def _is_short(word: str) -> bool:
    return len(word) <= SHORT or (len(word) <= _SIGNED and not word.isalnum() and 0 < len(bare(word)) <= SHORT)


def fold(text: str) -> str:
    """Return a text with plain capitals as small letters; as long as before, which `str.lower` does not promise."""
    return text.lower() if text.isascii() else text.translate(_SMALL)


def decode(text: str) -> str:
    """Return `TextView.decode` of a text, without a view of it."""
    return _ENCODED.sub(_character, text) if any(sign in text for sign in "%&\\") else text


def outline(text: str) -> str:
    """Return `TextView.outline` of a text, without a view of it; empty where it does not look like an outline."""
    if "\n" not in text or (": " not in text and '"' not in text):
        return ""
    return "".join([text or name for text, name in PAGE_WORDS.findall(text)])


def _character(match: re.Match[str]) -> str:
    code = match[0]
    if code[0] == "%":
        octets = bytes.fromhex(code.replace("%", ""))
        try:
            return octets.decode()
        except UnicodeDecodeError:
            return octets.decode("latin-1")
    if code[0] == "&":
        # Python leaves out the characters that HTML should not name; browsers show them.
        return unescape(code) or chr(int(code.strip("&#;xX"), 16 if code[2] in "xX" else 10))
    if code == '""':
        return '"'
    if code[1] in "uUxX":
        return _char_of_escape(code)
    return _SHORT_ESCAPES.get(code[1], code[1])


def _char_of_escape(code: str) -> str:
    numbers = [int(part.strip("{}"), 16) for part in re.split(r"\\[ux]", code, flags=re.IGNORECASE)[1:]]
    if any(number > 0x10FFFF for number in numbers):
        return code
    text = "".join(map(chr, numbers))
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") if len(text) > 1 else text
