"""Long runs of like items folded to a few, for an outline that would not fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from handrail.browser.outline.lines import OutlineLine
from handrail.browser.outline.roles import CHOICES

SHORTEST_RUN = 10
SHOWN = 3
"""Items at the beginning of a run that are shown, and the last: what ends a list says whether it goes on."""
LONGEST_LIST = 30
"""Choices of an open list that are shown in any case."""
SHOWN_CHOICES = 10
_Run = tuple[int, int, list[int]]
"""Where like siblings begin and end, and the indexes of the items."""


def fold_runs(lines: Sequence[OutlineLine], key: str) -> tuple[Sequence[OutlineLine], int]:
    """Return the lines with runs of at least `SHORTEST_RUN` like siblings folded, and how many these are.

    ``key`` names the outline of these lines, in which the cursor of a folded run goes on with its first item. Siblings
    are alike when they have the same role; what stands below them folds with them. Text does not fold.
    """
    return _folded(lines, _runs(lines), SHOWN, lambda cut: f", cursor {key}:{cut}")


def fold_choices(lines: Sequence[OutlineLine], place: Callable[[int], str]) -> Sequence[OutlineLine]:
    """Return the lines with long lists of choices folded: their first ones, how many more, and the last.

    ``place`` gives the cursor at which the list goes on with the line at an index.
    """
    if sum(map(_is_choice, lines)) <= LONGEST_LIST:
        return lines
    long = [run for run in _runs(lines) if _is_long_list(lines, run)]
    how = 'use their labels, or snapshot(cursor="{}")'
    return _folded(lines, long, SHOWN_CHOICES, lambda cut: f", {how.format(place(cut))}")[0]


def _folded(
    lines: Sequence[OutlineLine], runs: Iterable[_Run], most: int, how: Callable[[int], str]
) -> tuple[Sequence[OutlineLine], int]:
    """Return the lines with ``most`` items and the last of these runs, and one line for the others, with ``how`` to
    read them from the line at an index on; and how many others there are."""
    shown, folded, at = list[OutlineLine](), 0, 0
    for start, end, items in runs:
        if start < at:
            continue  # inside a run that was folded already
        cut, count, first = items[most], len(items) - most - 1, lines[start]
        text = f"… {count} more: {first.node.role}{how(cut)}"
        shown += [*lines[at:cut], replace(lines[cut], depth=first.depth, text=text), *lines[items[-1] : end]]
        folded, at = folded + count, end
    return [*shown, *lines[at:]], folded


def _is_choice(line: OutlineLine) -> bool:
    """Return whether a line is a choice, or an item of a plain list that takes presses: some pages make lists so."""
    return line.node.role in CHOICES or (line.node.role == "listitem" and bool(line.node.local))


def _is_long_list(lines: Sequence[OutlineLine], run: _Run) -> bool:
    start, end, items = run
    holds_more = lines[start].node.role not in CHOICES and len(items) < end - start
    return len(items) > LONGEST_LIST and not holds_more and all(_is_choice(lines[item]) for item in items)


def _runs(lines: Sequence[OutlineLine]) -> Sequence[_Run]:
    """Return each long run, outer ones first."""
    open_runs: list[list[int]] = []  # by depth: where the items of the run that is open there begin
    found = list[_Run]()

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
        if line.node.role:
            items.append(index)
    close(0, len(lines))
    return sorted(found, key=lambda run: (run[0], -run[1]))


def _alike(first: OutlineLine, other: OutlineLine) -> bool:
    return first.node.role == other.node.role and bool(first.node.local) == bool(other.node.local)
