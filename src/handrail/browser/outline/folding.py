"""Long runs of like items folded to a few, for an outline that would not fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from handrail.browser.outline.line_format import LOCAL, ROLE
from handrail.browser.outline.lines import OutlineLine
from handrail.browser.outline.wrappers import CHOICES

SHORTEST_RUN = 10
SHOWN = 3
"""Items at the beginning of a run that are shown, and the last: what ends a list says whether it goes on."""
LONGEST_LIST = 30
"""Choices of an open list that are shown in any case."""
SHOWN_CHOICES = 10


def fold_runs(lines: Sequence[OutlineLine], key: str) -> tuple[list[str], int]:
    """Return the lines as text, with runs of at least `SHORTEST_RUN` like siblings folded, and how many these are.

    ``key`` names the outline of these lines, in which the cursor of a folded run goes on with its first item. Siblings
    are alike when they have the same role; what stands below them folds with them. Text does not fold.
    """
    shown: list[str] = []
    folded = 0
    at = 0
    for start, end, items in _runs(lines):
        if start < at:
            continue  # inside a run that was folded already
        cut, last, count = items[SHOWN], items[-1], len(items) - SHOWN - 1
        shown += (line.indented for line in lines[at:cut])
        shown.append(f"{' ' * lines[start].depth}… {count} more: {lines[start].node[ROLE]}, cursor {key}:{cut}")
        shown += (line.indented for line in lines[last:end])
        folded += count
        at = end
    shown += (line.indented for line in lines[at:])
    return shown, folded


def fold_choices(
    lines: Sequence[OutlineLine], place: Callable[[int], str], show: Callable[[OutlineLine], str]
) -> list[str]:
    """Return the lines as text, with long lists of choices folded: their first ones, how many more, and the last.

    ``place`` gives the cursor at which the list goes on with the line at an index.
    """
    shown, at = list[str](), 0
    has_many = sum(_is_choice(line) for line in lines) > LONGEST_LIST
    for start, end, items in _runs(lines) if has_many else ():
        is_list = len(items) > LONGEST_LIST and all(_is_choice(lines[item]) for item in items)
        has_more = lines[start].node[ROLE] not in CHOICES and len(items) < end - start
        if start < at or not is_list or has_more:
            continue
        cut, count = items[SHOWN_CHOICES], len(items) - SHOWN_CHOICES - 1
        shown += map(show, lines[at:cut])
        role, depth = lines[start].node[ROLE], lines[start].depth
        text = f'… {count} more: {role}, use their labels, or snapshot(cursor="{place(cut)}")'
        shown.append(show(replace(lines[cut], depth=depth, text=text)))
        shown += map(show, lines[items[-1] : end])
        at = end
    return shown + [show(line) for line in lines[at:]]


def _is_choice(line: OutlineLine) -> bool:
    """Return whether a line is a choice, or an item of a plain list that takes presses: some pages make lists so."""
    return line.node[ROLE] in CHOICES or (line.node[ROLE] == "listitem" and bool(line.node[LOCAL]))


def _runs(lines: Sequence[OutlineLine]) -> Iterable[tuple[int, int, list[int]]]:
    """Return ``(start, end, items)`` of each long run, outer ones first; ``items`` are the indexes of its items."""
    open_runs: list[list[int]] = []  # by depth: where the items of the run that is open there begin
    found: list[tuple[int, int, list[int]]] = []

    def close(depth: int, end: int) -> None:
        while len(open_runs) > depth:
            items = open_runs.pop()
            if len(items) >= SHORTEST_RUN:
                found.append((items[0], end, items))

    for index, line in enumerate(lines):
        close(line.depth + 1, index)
        while len(open_runs) <= line.depth:
            open_runs.append([])
        items = open_runs[line.depth]
        if items and not _alike(lines[items[0]], line):
            close(line.depth, index)
            open_runs.append([])
            items = open_runs[line.depth]
        if line.node[ROLE]:
            items.append(index)
    close(0, len(lines))
    return sorted(found, key=lambda run: (run[0], -run[1]))


def _alike(first: OutlineLine, other: OutlineLine) -> bool:
    return first.node[ROLE] == other.node[ROLE] and bool(first.node[LOCAL]) == bool(other.node[LOCAL])
