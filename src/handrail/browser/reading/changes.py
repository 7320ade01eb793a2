"""What changed between two outlines of one document, with enough around it to stand alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher

from handrail.browser.reading.line_format import LOCAL
from handrail.browser.reading.outline import OutlineLine

TOO_MANY = 4_000_000
"""Pairs of lines; comparing more takes longer than reading the page anew."""

FEWEST_INSIDE = 2
"""Lines below one that went from which they are only counted."""

SAME, APPEARED, GONE, CHANGED = "  ", "+ ", "- ", "~ "


def changes(old: Sequence[OutlineLine], new: Sequence[OutlineLine]) -> list[str] | None:
    """Lines that appeared (``+``), went (``-``) or changed (``~``), under the lines that hold them and the one before.

    They turn the old outline into the new one: remove the lines of all refs that changed; then, for each line given,
    go on to the next like it and keep it (two blanks before it) or drop it (``-``), with as many lines after it as it
    says that went with it ("and 5 lines in it"), or insert it (``+``, ``~``). The
    list is empty where nothing changed, None where the two have too little in common to compare.
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
    return list(_describe(old, new, edits))


def _common(old: Iterable[OutlineLine], new: Iterable[OutlineLine]) -> int:
    """How many lines both begin with."""
    count = 0
    for one, other in zip(old, new, strict=False):
        if one.text != other.text or one.depth != other.depth:
            break
        count += 1
    return count


def _describe(
    old: Sequence[OutlineLine], new: Sequence[OutlineLine], edits: Sequence[tuple[int, int, int, int]]
) -> Iterator[str]:
    kept_refs = {ref for _, _, start, end in edits for ref in map(_ref, new[start:end]) if ref}
    old_refs = {ref for start, end, _, _ in edits for ref in map(_ref, old[start:end]) if ref}
    done = 0
    for old_start, old_end, new_start, new_end in edits:
        first = (*old[old_start:old_end][:1], *new[new_start:new_end][:1])
        depth = max(line.depth for line in first)
        for index in _around(new, done, new_start, depth):
            yield SAME + new[index].indented
        yield from _removed([line for line in old[old_start:old_end] if _ref(line) not in kept_refs])
        for line in new[new_start:new_end]:
            yield (CHANGED if _ref(line) in old_refs else APPEARED) + line.indented
        done = new_end


def _removed(lines: Sequence[OutlineLine]) -> Iterator[str]:
    """The lines that went. What went with all that stood in it is one line: a menu that closes, a panel, a dialog."""
    at = 0
    while at < len(lines):
        line, end = lines[at], at + 1
        while end < len(lines) and lines[end].depth > line.depth:
            end += 1
        inside = end - at - 1
        if inside >= FEWEST_INSIDE:
            yield f"{GONE}{line.indented} (and {inside} lines in it)"
            at = end
        else:
            yield GONE + line.indented
            at += 1


def _around(lines: Sequence[OutlineLine], start: int, at: int, depth: int) -> list[int]:
    """What is shown before an edit at ``at``, of the lines from ``start`` on: those that hold a line of ``depth``
    there, and the line before it; more of those before where that one could be taken for another."""
    above = [index for index in _above(lines, at, depth) if index >= start]
    before = 1
    while True:
        shown = sorted({*above, *range(max(start, at - before), at)})
        if at - before <= start or _followed(lines, start, shown) == at - 1:
            return shown
        before *= 2


def _followed(lines: Sequence[OutlineLine], start: int, shown: Sequence[int]) -> int:
    """Where a search for these lines, each after the one before, ends."""
    at = start - 1
    for index in shown:
        wanted = lines[index]
        at += 1
        while lines[at].text != wanted.text or lines[at].depth != wanted.depth:
            at += 1
    return at


def _above(lines: Sequence[OutlineLine], at: int, depth: int) -> list[int]:
    """The lines that hold a line of ``depth`` at index ``at``, outermost first."""
    found: list[int] = []
    for index in range(at - 1, -1, -1):
        if depth == 0:
            break
        if lines[index].depth < depth:
            depth = lines[index].depth
            found.append(index)
    return found[::-1]


def _ref(line: OutlineLine) -> tuple[str, int] | None:
    return (line.document.nonce, line.node[LOCAL]) if line.node[LOCAL] else None
