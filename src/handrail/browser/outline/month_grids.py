"""The grid of a calendar: one node for all of its days, in place of one for each of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from handrail.browser.outline.line_format import (
    UNSEEN,
    OutlineNode,
)
from handrail.browser.outline.nesting import end_of
from handrail.browser.outline.numbered import NUMBER, WEEK, merge_run, numbers_in
from handrail.browser.outline.roles import CHECKED, PRESSED

FEWEST_WEEKS = 4
SHORTEST_MONTH, LONGEST_MONTH = 28, 31
_GRIDS = frozenset(("grid", "table"))
_CELLS = frozenset(("gridcell", "cell"))
_CLICKABLE = "clickable"
_WORD = re.compile(r"[^\W\d_]+")


def days_together(nodes: Sequence[OutlineNode]) -> Iterator[OutlineNode]:
    """Yield the nodes, with one for the days of a grid that has a week in each of its rows; one for each whole week
    where only its place says which day of the week it is."""
    at = 0
    while at < len(nodes):
        node = nodes[at]
        yield node
        at += 1
        if node.role in _GRIDS and (weeks := _weeks_in(nodes, at - 1)):
            days = [day for week in weeks.values() for day in week]
            if not (run := _run_of(days, node.depth + 1)):
                continue
            yield from nodes[at : min(weeks)]
            at = end_of(nodes, max(weeks))
            if not run[0].name.isdecimal():
                yield merge_run(run)
                continue
            for row, week in weeks.items():
                yield nodes[row]
                inside = nodes[row + 1 : end_of(nodes, row)]
                days = [day._replace(depth=node.depth + 2) for day in week]
                yield from inside if len(week) < WEEK else [merge_run(days)]


def _weeks_in(nodes: Sequence[OutlineNode], grid: int) -> dict[int, list[OutlineNode]]:
    """Return the days in the rows of a grid that stand below each other and are weeks, by the rows' indices."""
    weeks = dict[int, list[OutlineNode]]()
    at, end = grid + 1, end_of(nodes, grid)
    while at < end:
        days = _days_of_week(nodes, at) if nodes[at].depth == nodes[grid].depth + 1 else None
        if days is not None:
            weeks[at] = days
        elif weeks:
            break
        at = end_of(nodes, at)
    return weeks if len(weeks) >= FEWEST_WEEKS else {}


def _days_of_week(nodes: Sequence[OutlineNode], row: int) -> list[OutlineNode] | None:
    """Return the seven things in a row that can be pressed, fewer where cells are empty; None where it holds others."""
    if nodes[row].role != "row" or nodes[row].name or nodes[row].local or nodes[row].states:
        return None
    days, cells, at, end = list[OutlineNode](), 0, row + 1, end_of(nodes, row)
    while at < end:
        inside = nodes[at + 1 : end_of(nodes, at)]
        if nodes[at].role not in _CELLS:
            return None
        if nodes[at].name or nodes[at].local or inside:
            day = _day_in(nodes[at], inside)
            if day is None:
                return None
            days.append(_as_pressed(day))
        cells, at = cells + 1, end_of(nodes, at)
    return days if cells == WEEK and days else None


def _day_in(cell: OutlineNode, inside: Sequence[OutlineNode]) -> OutlineNode | None:
    """Return what is pressed of a cell, with all states of it; None where there is more to say."""
    day, texts = cell, inside
    if inside and inside[0].role:
        day, texts = inside[0], inside[1:]
        if cell.name not in ("", day.name) or day.role not in PRESSED - CHECKED or cell.flags & ~day.flags:
            return None
        states = list(dict.fromkeys([*day.states, *cell.states]))
        day = day._replace(states=states)
    says_all = all(not text.role and text.name in numbers_in(day.name) for text in texts)
    is_plain = day.local and day.name and not day.has_details
    return day if says_all and is_plain else None


def _as_pressed(day: OutlineNode) -> OutlineNode:
    """Return a cell that takes presses as no more than that."""
    if day.role not in _CELLS or _CLICKABLE not in day.states:
        return day
    states = [state for state in day.states if state != _CLICKABLE]
    return day._replace(role=_CLICKABLE, states=states)


def _run_of(days: Sequence[OutlineNode], depth: int) -> list[OutlineNode]:
    """Return days as they are told together: those that say no more than the day, by its number alone; nothing where
    they are no days one after the other."""
    names = [day.name for day in days]
    place = next(
        filter(lambda place: _are_days(names, place), range(min(len(numbers_in(name)) for name in names))), None
    )
    if place is None or len({day.role for day in days}) > 1 or all(day.flags & UNSEEN for day in days):
        return []
    numbers = [numbers_in(name) for name in names]
    words = [set(_WORD.findall(NUMBER.sub(" ", name))) for name in names]
    starts = [at for at, found in enumerate(numbers) if not at or int(found[place]) == 1]
    run = list[OutlineNode]()
    for start, end in pairwise([*starts, len(days)]):
        for at in range(start, end):
            like = [*words[start:at], *words[at + 1 : end], *words[at % WEEK : at : WEEK], *words[at + WEEK :: WEEK]]
            others = [number for index, number in enumerate(numbers[at]) if index != place]
            known = [number for index, number in enumerate(numbers[start]) if index != place]
            is_told = at > start and others == known and words[at] <= set().union(*like)
            name = numbers[at][place] if is_told else names[at]
            run.append(days[at]._replace(depth=depth, name=name))
    return run


def _are_days(names: Sequence[str], place: int) -> bool:
    """Return whether the numbers at this place of the names are days of months, one after the other."""
    days = [int(numbers_in(name)[place]) for name in names]
    if not all(1 <= day <= LONGEST_MONTH for day in days) or len(days) < SHORTEST_MONTH:
        return False
    return all(after == day + 1 or (after == 1 and day >= SHORTEST_MONTH) for day, after in pairwise(days))
