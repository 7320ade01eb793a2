"""A page's text in parts that fit a model's context."""

from __future__ import annotations

import re
from collections.abc import Iterator

_TABLE_RULE = re.compile(r"^\|[\s:|-]+\|\s*$")


def tokens(text: str) -> int:
    """Return about how many tokens a text takes: four characters of ASCII, or one of anything else."""
    plain = len(text.encode("ascii", "ignore"))
    return plain // 4 + (len(text) - plain) + 1


def split(text: str, budget: int) -> list[str]:
    """Return parts of at most about ``budget`` tokens, cut between paragraphs if possible, else lines or words.

    A table that is cut keeps its header in every part.
    """
    parts: list[str] = []
    current: list[str] = []
    size = 0
    for piece in _pieces(text, budget):
        needs = tokens(piece)
        if current and size + needs > budget:
            parts.append("\n\n".join(current))
            current, size = [], 0
        current.append(piece)
        size += needs
    return [*parts, "\n\n".join(current)] if current else parts


def heading(part: str) -> str:
    """Return what a part begins with, for its source: its first heading, else its first words."""
    lines = [line.strip() for line in part.splitlines() if line.strip()]
    first = next((line.lstrip("# ") for line in lines if line.startswith("#")), lines[0] if lines else "")
    return first[:80]


def _pieces(text: str, budget: int) -> Iterator[str]:
    for block in re.split(r"\n{2,}", text):
        if not block.strip():
            continue
        yield from [block] if tokens(block) <= budget else _lines(block, budget)


def _lines(block: str, budget: int) -> Iterator[str]:
    lines = block.split("\n")
    header = lines[:2] if len(lines) > 2 and _TABLE_RULE.match(lines[1]) else []
    group, size = list(header), tokens("\n".join(header))
    for line in (short for whole in lines[len(header) :] for short in _short(whole, budget // 2)):
        if len(group) > len(header) and size + tokens(line) > budget:
            yield "\n".join(group)
            group, size = list(header), tokens("\n".join(header))
        group.append(line)
        size += tokens(line)
    if len(group) > len(header):
        yield "\n".join(group)


def _short(line: str, budget: int) -> Iterator[str]:
    """Yield a line in pieces, cut at a space where there is one."""
    while tokens(line) > budget:
        # One character may be a token of its own.
        room = max(budget, 1)
        cut = line.rfind(" ", room // 2, room)
        cut = cut if cut > 0 else room
        yield line[:cut]
        line = line[cut:]
    yield line
