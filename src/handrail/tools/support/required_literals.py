"""What must stand in every match of a regular expression, so that the page can leave out text that cannot match."""

from __future__ import annotations

import re
from collections.abc import Iterator

SHORTEST = 3
"""Fewer characters stand nearly everywhere and would save nothing."""

# Flags, look-around, verbs, nested sets, fuzzy and endless counts, numbered and named characters and references.
_MORE_THAN_PLAIN = re.compile(r"\(\?(?!:)|\(\*|\[\[|\{(?!\d{1,9}(?:,\d*)?\})|\\[xuUNgkLpP\d]")
_COUNT = re.compile(r"\{(\d+)(?:,\d*)?\}")
_TOKEN = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.", re.DOTALL)


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
