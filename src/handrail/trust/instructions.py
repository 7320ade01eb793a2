"""Recognises text from outside that reads like an instruction to an AI. A hint for the reader, never a rule."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources

from handrail.trust.clean import shadow

MOST_CHARS = 40_000
"""Of a text that is looked at."""
GAP, ENDING = 30, 12
"""Characters that may stand between two groups of a pattern, and that a word may end with."""


@dataclass(frozen=True, slots=True)
class _Pattern:
    """A row of groups of words; ``spaced``: of a language that parts words: only whole ones count, in any spelling."""

    groups: tuple[tuple[str, ...], ...]
    spaced: bool
    regex: re.Pattern[str]

    def is_in(self, text: str) -> bool:
        # A search for each word takes a hundredth of the time that the pattern would, and seldom finds one of each.
        return all(any(word in text for word in group) for group in self.groups) and bool(self.regex.search(text))


def reads_like_instruction(text: str) -> bool:
    """Return whether a text holds a pattern of ``instructions.toml``: words by which pages give orders to an AI."""
    text = text[:MOST_CHARS]
    plain = text.casefold()
    folded = shadow(plain)
    return any(pattern.is_in(folded if pattern.spaced else plain) for pattern in _patterns())


@cache
def _patterns() -> tuple[_Pattern, ...]:
    return tuple(_read())


def _read() -> Iterator[_Pattern]:
    tables = tomllib.loads((resources.files("handrail.trust") / "instructions.toml").read_text("utf-8"))
    for table in tables.values():
        spaced = table["spaced"]
        start, end = (r"(?<!\w)", rf"\w{{0,{ENDING}}}") if spaced else ("", "")
        for row in table["patterns"]:
            # A bar alone stands between words; one inside of a sign, as in "<|", belongs to it.
            rows = [re.split(r"(?<![<|])\|(?!>)", group.casefold()) for group in row.split(" + ")]
            groups = tuple(tuple(map(shadow, group)) if spaced else tuple(group) for group in rows)
            regex = rf"[\s\S]{{0,{GAP}}}?".join(
                f"{start}(?:{'|'.join(map(re.escape, group))}){end}" for group in groups
            )
            yield _Pattern(groups, spaced, re.compile(regex))
