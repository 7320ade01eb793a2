"""Quotation marks, in the languages that there are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set

from handrail.trust.words import fold

_PAIRS = ["“”", "„“", "„”", "«»", "‹›", "‘’", "‚‘", "‚’", '""', "＂＂", "「」", "『』", "《》", "〈〉"]
_PAIRS_OF_BOTH_ENDS = ["””", "»«", "›‹", "''", "’’"]
"""Marks that also stand the other way round, or in words: these quote only where no blank is inside of them, and no
letter outside."""
QUOTED = [
    *(re.compile(rf"{first}([^{first}{last}]+){last}") for first, last in map(tuple, _PAIRS)),
    *(
        re.compile(rf"\B{first}(?!\s)([^{first}{last}]+)(?<!\s){last}\B")
        for first, last in map(tuple, _PAIRS_OF_BOTH_ENDS)
    ),
]
"""What stands in each pair of marks, as the group of a match. Each is tried by itself, since quotes may hold others."""
ANY_MARK = f"[{''.join(sorted({*''.join(_PAIRS), '‟'}))}]"
"""One mark, as a part of a regular expression."""


def quoted_in(text: str) -> list[str]:
    """Return what stands in quotes in a text."""
    return [said for quoted in QUOTED for said in quoted.findall(text)]


def are_quoted_lines(text: str, given: Iterable[str], joins: Set[str]) -> bool:
    """Return whether the lines of a text are what stands in quotes in one of those ``given``, one behind another with
    nothing but signs and words of ``joins`` between: "with two lines: '500 g flour' and '12 g salt'"."""
    lines = text.removesuffix("\n").split("\n")
    runs = (run for quoted in QUOTED for one in given for run in _runs(quoted, one, joins)) if len(lines) > 1 else ()
    return any(lines == run[at : at + len(lines)] for run in runs for at in range(len(run)))


def _runs(quoted: re.Pattern[str], text: str, joins: Set[str]) -> Iterator[list[str]]:
    """Yield the quotes of a text that are said in one go, as lists."""
    run, end = list[str](), 0
    for match in quoted.finditer(text):
        if run and not set(re.findall(r"\w+", fold(text[end : match.start()]))) <= joins:
            yield run
            run = []
        run.append(match[1])
        end = match.end()
    yield run
