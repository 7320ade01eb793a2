"""What changed between two outlines of one document, with enough around it to stand alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher

from handrail.browser.backend.outline import LOCAL, Line

TOO_MANY = 4_000_000
"""Pairs of lines; comparing more takes longer than reading the page anew."""

SAME, APPEARED, GONE, CHANGED = "  ", "+ ", "- ", "~ "


def changes(old: Sequence[Line], new: Sequence[Line]) -> list[str] | None:
    """Lines that appeared (``+``), went (``-``) or changed (``~``), each under the lines it stands in.

    None where the two have too little in common to compare. An empty list says that nothing changed.
    """
    head = _common(old, new)
    tail = _common(reversed(old[head:]), reversed(new[head:]))
    old_part = [line.indented for line in old[head : len(old) - tail]]
    new_part = [line.indented for line in new[head : len(new) - tail]]
    if not old_part and not new_part:
        return []
    if len(old_part) * len(new_part) > TOO_MANY:
        return None
    matcher = SequenceMatcher(None, old_part, new_part, autojunk=False)
    edits = [(head + a, head + b, head + c, head + d) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal"]
    return list(_told(old, new, edits))


def _common(old: Iterable[Line], new: Iterable[Line]) -> int:
    """How many lines both begin with."""
    count = 0
    for one, other in zip(old, new, strict=False):
        if one.text != other.text or one.depth != other.depth:
            break
        count += 1
    return count


def _told(old: Sequence[Line], new: Sequence[Line], edits: Sequence[tuple[int, int, int, int]]) -> Iterator[str]:
    kept_refs = {ref for _, _, start, end in edits for ref in map(_ref, new[start:end]) if ref}
    old_refs = {ref for start, end, _, _ in edits for ref in map(_ref, old[start:end]) if ref}
    told: set[int] = set()
    for old_start, old_end, new_start, new_end in edits:
        at = new_start if new_start < len(new) else len(new) - 1
        depth = min((line.depth for line in (*old[old_start:old_end], *new[new_start:new_end])), default=0)
        for index in _above(new, at, depth):
            if index not in told:
                told.add(index)
                yield SAME + new[index].indented
        for line in old[old_start:old_end]:
            if _ref(line) not in kept_refs:
                yield GONE + line.indented
        for index in range(new_start, new_end):
            told.add(index)
            yield (CHANGED if _ref(new[index]) in old_refs else APPEARED) + new[index].indented


def _above(lines: Sequence[Line], at: int, depth: int) -> list[int]:
    """The lines that hold a line of ``depth`` at index ``at``, outermost first."""
    found: list[int] = []
    for index in range(at - 1, -1, -1):
        if depth == 0:
            break
        if lines[index].depth < depth:
            depth = lines[index].depth
            found.append(index)
    return found[::-1]


def _ref(line: Line) -> tuple[str, int] | None:
    return (line.document.nonce, line.node[LOCAL]) if line.node[LOCAL] else None
