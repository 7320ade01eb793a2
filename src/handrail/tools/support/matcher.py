"""Patterns over page text. They run here, with a time limit: a page is never given one, and must not choose ours. What
must stand in every match tells which text the page can leave out."""

from __future__ import annotations

import re
import time
import unicodedata
from collections.abc import Iterator
from typing import Any

import regex

from handrail.browser.types.reading import BLOCK_END

TIME_LIMIT = 2.0
"""Seconds that one pattern may take in all, over every frame."""
ENGINE_LIMIT = 1.2
"""Seconds within one match. The engine counts processor time, which on a busy machine is less than what goes by."""
MAX_REPEAT = 10_000
"""What the repeats of a pattern may multiply to: the engine copies what is repeated when it compiles."""

_GAP = r"[ \n]+"
_UNSEEN = re.compile("[\u00ad\u200b\u2060\ufeff]")
"""Characters that the kit leaves out of the text."""
_COUNTS = re.compile(r"(?<!\\)(?:\\\\)*\{(\d+)(?:,\d*)?\}")
_GROUP_REPEATS = re.compile(r"\)(?:\+|\{\d+,\})")
"""Repeats of a group without an end. Each is copied: nested, they double and more at each level (regex 2026)."""
_VERBOSE = re.compile(r"\(\?[a-zA-Z0-9]*(?:-[a-zA-Z]*)?x")
"""The flag that lets blanks and comments stand in a pattern, also within a repeat: ``{2 00}`` would not be counted."""
SHORTEST = 3
"""Fewer characters stand nearly everywhere and would save nothing."""

# Flags, look-around, verbs, nested sets, fuzzy and endless counts, numbered and named characters and references.
_MORE_THAN_PLAIN = re.compile(r"\(\?(?!:)|\(\*|\[\[|\{(?!\d{1,9}(?:,\d*)?\})|\\[xuUNgkLpP\d]")
_COUNT = re.compile(r"\{(\d+)(?:,\d*)?\}")
_TOKEN = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.", re.DOTALL)


class InvalidPattern(ValueError):
    """Not a regular expression. ``reason`` and ``hint`` are our own words; the pattern is not in them."""

    def __init__(self, reason: str, hint: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.hint = hint


class PatternTooSlow(RuntimeError):
    """The pattern did not finish within `TIME_LIMIT`."""


class Matcher:
    """One pattern, compiled, with one budget of time. Fits `handrail.browser.types.reading.TextFinder`.

    A phrase is found whatever white space its words stand apart by, in any case and width (``ß`` is ``ss``, ``Ａ`` is
    ``A``). A regular expression sees each block as a text of its own: ``^`` and ``$`` hold at its ends, and no match
    goes from one block into the next.
    """

    def __init__(self, compiled: Any, words: tuple[str, ...] | None, *, lines: bool, plain: Any = None) -> None:
        self.words = words
        self._compiled = compiled
        self._plain = plain or compiled  # for text that is all ASCII: the other spellings cost ten times the time
        self.only_words = not lines
        self._lines = lines
        self._left = TIME_LIMIT

    @classmethod
    def compile(cls, pattern: str, *, regex: bool = False, case_sensitive: bool = False) -> Matcher:
        """Make a matcher. Raises `InvalidPattern`: what is wrong with it, and what to try."""
        if regex:
            word = required_literal(pattern)
            return cls(compile_pattern(pattern, _flags(case_sensitive)), None if word is None else (word,), lines=True)
        words = tuple(_UNSEEN.sub("", pattern).split())
        if not words:
            raise InvalidPattern("it holds nothing that can be seen", "Give a word or phrase to look for.")
        spellings = list(dict.fromkeys(_GAP.join(map(_escape, spelled)) for spelled in _spellings(words)))
        return cls(
            compile_pattern("|".join(spellings), _flags(case_sensitive)),
            words if "".join(words).isascii() else None,
            lines=False,
            plain=compile_pattern(spellings[0], _flags(case_sensitive)),
        )

    def find(self, text: str, keep: int) -> tuple[int, list[tuple[int, int]]]:
        """Return how often the pattern stands in ``text``, and the first ``keep`` places. Raises `PatternTooSlow`: the
        budget of time is used up."""
        total = 0
        spans: list[tuple[int, int]] = []
        for span in self._spans(text):
            total += 1
            if len(spans) < keep:
                spans.append(span)
        return total, spans

    def _spans(self, text: str) -> Iterator[tuple[int, int]]:
        # A phrase cannot hold the mark between blocks; a regular expression sees it as the end of a line.
        seen = text.replace(BLOCK_END, "\n") if self._lines else text
        for start, end in self._scan(seen, 0, len(seen)):
            if self._lines and BLOCK_END in text[start:end]:
                first = text.rfind(BLOCK_END, 0, start) + 1
                yield from self._by_block(text, seen, max(first, start))
                return
            yield start, end

    def _by_block(self, text: str, seen: str, start: int) -> Iterator[tuple[int, int]]:
        """Yield the slower way, once a match wanted to leave its block: each block by itself from ``start`` on."""
        while start < len(text):
            end = text.find(BLOCK_END, start)
            end = len(text) if end < 0 else end
            yield from self._scan(seen, start, end)
            start = end + 1

    def _scan(self, seen: str, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield matches that are not empty. All scans share one budget; the engine's own is for one match."""
        began = time.perf_counter()
        pattern = self._plain if seen.isascii() else self._compiled
        try:
            # `concurrent` lets other tasks run meanwhile.
            limit = min(ENGINE_LIMIT, max(self._left, 0.001))
            for match in pattern.finditer(seen, start, end, timeout=limit, concurrent=True):
                if match.end() > match.start():
                    yield match.span()
                if time.perf_counter() - began > self._left:
                    raise PatternTooSlow
        except TimeoutError:
            raise PatternTooSlow from None
        finally:
            self._left -= time.perf_counter() - began
        if self._left <= 0:
            raise PatternTooSlow


def compile_pattern(pattern: str, flags: int = 0) -> Any:
    """Return a pattern that somebody else wrote, which takes neither long nor much memory to compile. Raises
    `InvalidPattern`: it is none, or its repeats multiply to more than `MAX_REPEAT`."""
    if _VERBOSE.search(pattern):
        raise InvalidPattern("it has the flag x", "Leave out the flag, and the blanks and comments that it allows.")
    repeats = 3 ** len(_GROUP_REPEATS.findall(pattern))
    for count in _COUNTS.findall(pattern):
        # A copy more than it says: so much do nested repeats cost.
        repeats *= int(count) + 1 if len(count) < 10 else MAX_REPEAT + 1
    if repeats > MAX_REPEAT:
        raise InvalidPattern("its repeats are too large", f"Nest fewer, or keep counts below {MAX_REPEAT:,} in all.")
    try:
        return regex.compile(pattern, flags)
    except regex.error as error:
        raise InvalidPattern(_reason(error), _hint(error)) from None
    except ValueError:
        # Python refuses to read a number of thousands of digits.
        raise InvalidPattern("a number in it is too large", "Use a smaller number.") from None
    except (RecursionError, OverflowError, MemoryError):
        raise InvalidPattern("it is nested too deep", "Use a simpler pattern.") from None


def _flags(case_sensitive: bool) -> int:
    return int(regex.MULTILINE | (0 if case_sensitive else regex.IGNORECASE | regex.FULLCASE))


# The engine's words may quote the pattern, which a model may have copied from a page: only these go out.
_FAULTS = {
    "missing )": "a ( is not closed",
    "unbalanced parenthesis": "a ) closes nothing",
    "missing ]": "a [ is not closed",
    "unterminated character set": "a [ is not closed",
    "bad character range": "a range in [ ] runs backwards",
    "nothing to repeat": "a repeat such as * or + has nothing before it",
    "multiple repeat": "two repeats stand one after the other",
    "min repeat greater": "a repeat {m,n} has m greater than n",
    "repeat count too big": "its repeats are too large",
    "missing >": "the name of a group is not closed",
    "bad escape": "a backslash stands before something it cannot escape",
    "unknown property": "a character class has an unknown name",
    "unknown group": "it refers to a group that is not there",
    "invalid group reference": "it refers to a group that is not there",
    "bad character in group name": "a group has a name that cannot be one",
    "unknown extension": "a group begins with an unknown (? sign",
}


def _reason(error: regex.error) -> str:
    message = str(error)
    fault = next((ours for theirs, ours in _FAULTS.items() if message.startswith(theirs)), "its syntax is wrong")
    at = getattr(error, "pos", None)  # missing in the stubs
    return fault if at is None else f"{fault} (at character {at + 1})"


def _hint(error: regex.error) -> str:
    if "set" in str(error) or "]" in str(error) or "range" in str(error):
        return "Put a backslash before a [ that is meant as itself, or leave `regex` out to look for plain text."
    return r"Put a backslash before ( ) [ { * + ? . that are meant as themselves, or leave `regex` out."


def _spellings(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the same words composed and decomposed, with compatibility characters resolved, and in full width."""
    yield words
    for form in ("NFC", "NFD", "NFKC"):
        yield tuple(unicodedata.normalize(form, word) for word in words)
    yield tuple(unicodedata.normalize("NFKC", word).translate(_FULL_WIDTH) for word in words)


_FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}


def _escape(word: str) -> str:
    return str(regex.escape(word, special_only=True, literal_spaces=True))


def required_literal(pattern: str) -> str | None:
    """Return the longest piece of plain text that every match of ``pattern`` holds, None where that cannot be said.

    Reads only the plain part of the syntax: at the first sign of anything else the answer is None.
    """
    if _MORE_THAN_PLAIN.search(pattern) or not pattern.isascii():
        return None
    pieces = list(_pieces(pattern))
    longest = max(pieces, key=len, default="")
    return longest if len(longest) >= SHORTEST and "|" not in pieces else None


def _pieces(pattern: str) -> Iterator[str]:
    """Yield runs of plain characters outside groups, in order; a lone ``|`` for an alternative outside groups."""
    piece, depth, at = "", 0, 0
    while at < len(pattern):
        token = _TOKEN.match(pattern, at)
        assert token is not None, "every character is a token"
        at = token.end()
        char = _plain(token[0])
        depth += (token[0] == "(") - (token[0] == ")")
        if depth or char is None:
            yield piece
            piece = ""
            if token[0] == "|" and not depth:
                yield "|"
            at = _after_count(pattern, at)[0]
            continue
        at, least = _after_count(pattern, at)
        if least is None:
            piece += char
        else:
            yield piece + char if least else piece
            piece = char if least == 1 else ""
    yield piece


def _plain(token: str) -> str | None:
    """Return the character that a token means; None for a class, an anchor, white space, a bracket."""
    if len(token) == 2 and token[0] == "\\":
        return token[1] if not token[1].isalnum() and not token[1].isspace() else None
    return token if len(token) == 1 and token not in ".^$*+?{}[]()|\\" and not token.isspace() else None


def _after_count(pattern: str, at: int) -> tuple[int, int | None]:
    """Return where the token's repeat ends and how often it must stand at least; None where there is no repeat."""
    least: int | None = None
    count = _COUNT.match(pattern, at)
    if count:
        at, least = count.end(), int(count[1])
    elif pattern[at : at + 1] in ("*", "?"):
        at, least = at + 1, 0
    elif pattern[at : at + 1] == "+":
        at, least = at + 1, 1
    if least is not None and pattern[at : at + 1] in ("?", "+"):
        at += 1  # lazy or possessive
    return at, least
