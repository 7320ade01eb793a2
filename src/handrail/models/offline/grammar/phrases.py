"""A task cut into tokens that remember where they stood, so that a value stays the user's own words to the letter."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise

_QUOTES = {'"': '"', "“": "”", "‘": "’", "«": "»", "`": "`", "„": "“", "'": "'"}
_CLOSERS = {'"': '"”', "„": "“”"}
_TRAILING = ",;:!?."
_BULLET = re.compile(r"\s*(?:\d{1,2}[.)]|[-*•])\s+")


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a quoted string or a mark. ``low`` is what the grammar compares; a quoted string is never a keyword."""

    text: str
    start: int
    end: int
    quoted: bool = False
    mark: bool = False

    @property
    def low(self) -> str:
        return "\0quoted" if self.quoted else self.text.casefold()


@dataclass(frozen=True, slots=True)
class Phrase:
    """Some tokens of a source text, in a row."""

    source: str
    tokens: tuple[Token, ...]

    @classmethod
    def of(cls, source: str) -> Phrase:
        return cls(source, tuple(_tokens(source)))

    @property
    def text(self) -> str:
        """The source from the first token to the last; without its quotes where it is one quoted string."""
        if not self.tokens:
            return ""
        if len(self.tokens) == 1:
            return self.tokens[0].text
        if any(left.start > right.start for left, right in pairwise(self.tokens)):
            return " ".join(token.text for token in self.tokens)
        return self.source[self.tokens[0].start : self.tokens[-1].end]

    @property
    def low(self) -> tuple[str, ...]:
        return tuple(token.low for token in self.tokens)

    @property
    def quoted(self) -> tuple[Token, ...]:
        return tuple(token for token in self.tokens if token.quoted)

    @property
    def is_quoted(self) -> bool:
        return len(self.tokens) == 1 and self.tokens[0].quoted

    def __bool__(self) -> bool:
        return bool(self.tokens)

    def __len__(self) -> int:
        return len(self.tokens)

    def __getitem__(self, part: slice) -> Phrase:
        return Phrase(self.source, self.tokens[part])

    def starts(self, words: str) -> bool:
        """Whether it begins with these words."""
        wanted = tuple(words.split())
        return self.low[: len(wanted)] == wanted

    def after(self, *openings: str) -> Phrase | None:
        """What follows the longest of these openings it begins with, or None."""
        found = [opening for opening in openings if self.starts(opening)]
        return self[len(max(found, key=lambda opening: len(opening.split())).split()) :] if found else None

    def before(self, *endings: str) -> Phrase | None:
        """What precedes the longest of these endings, or None."""
        found = [tuple(ending.split()) for ending in endings]
        found = [ending for ending in found if self.low[len(self) - len(ending) :] == ending]
        return self[: len(self) - max(map(len, found))] if found else None

    def places(self, words: Collection[str]) -> list[int]:
        """Where any of these words stands."""
        return [index for index, low in enumerate(self.low) if low in words]

    def split_at(self, index: int, width: int = 1) -> tuple[Phrase, Phrase]:
        """What stands before and after the ``width`` tokens at ``index``."""
        return self[:index], self[index + width :]

    def trim(self, leading: Collection[str] = (), trailing: Collection[str] = ()) -> Phrase:
        """Without marks at its ends and without these words there."""
        start, end = 0, len(self)
        while start < end and (self.tokens[start].mark or self.low[start] in leading):
            start += 1
        while end > start and (self.tokens[end - 1].mark or self.low[end - 1] in trailing):
            end -= 1
        return self[start:end]

    def items(self) -> list[Phrase]:
        """The parts of an enumeration: cut at commas, ``and``, ``or``, ``&``."""
        parts, begin = [], 0
        for index, low in enumerate((*self.low, ",")):
            if low in (",", "and", "or", "&"):
                if part := self[begin:index].trim():
                    parts.append(part)
                begin = index + 1
        return parts


def _tokens(source: str) -> Iterator[Token]:
    at = 0
    while at < len(source):
        if source[at] == "\n":
            yield Token("\n", at, at + 1, mark=True)
            at += 1
            if bullet := _BULLET.match(source, at):
                at = bullet.end()
        elif source[at].isspace():
            at += 1
        elif (end := _quote_end(source, at)) is not None:
            yield Token(source[at + 1 : end], at, end + 1, quoted=True)
            at = end + 1
        else:
            end = next((i for i in range(at, len(source)) if source[i].isspace()), len(source))
            yield from _word(source, at, end)
            at = end


def _quote_end(source: str, at: int) -> int | None:
    """Where the quoted string that opens at ``at`` closes; None where none opens."""
    close = _QUOTES.get(source[at])
    if close is None:
        return None
    for end in range(at + 2, len(source)):
        following = source[end + 1 : end + 2]
        if source[end] in _CLOSERS.get(source[at], close) and not following.isalnum():
            return end
    return None


def _word(source: str, start: int, end: int) -> Iterator[Token]:
    """A run without white space: the word and the marks behind it."""
    stop = end
    while stop > start + 1 and source[stop - 1] in _TRAILING:
        stop -= 1
    if stop == start + 1 and source[start] in _TRAILING:
        yield Token(source[start], start, start + 1, mark=True)
    else:
        yield Token(source[start:stop], start, stop)
    for mark in range(stop, end):
        if source[mark] in _TRAILING:
            yield Token(source[mark], mark, mark + 1, mark=True)
