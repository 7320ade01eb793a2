"""The grid of a calendar: one node for all of its days, in place of one for each of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from handrail.browser.outline.line_format import (
    DEPTH,
    FLAGS,
    LOCAL,
    NAME,
    ROLE,
    STATES,
    UNSEEN,
    RawNode,
    states_of,
)
from handrail.browser.outline.numbered import NUMBER, WEEK, merge_run, numbers_in
from handrail.browser.outline.wrappers import CHECKED, PRESSED, end_of

FEWEST_WEEKS = 4
SHORTEST_MONTH, LONGEST_MONTH = 28, 31
_GRIDS = frozenset(("grid", "table"))
_CELLS = frozenset(("gridcell", "cell"))
_CLICKABLE = "clickable"
_WORD = re.compile(r"[^\W\d_]+")


def days_together(nodes: Sequence[RawNode]) -> Iterator[RawNode]:
    """Yield the nodes, with one for the days of a grid that has a week in each of its rows; one for each whole week
    where only its place says which day of the week it is."""
    at = 0
    while at < len(nodes):
        node = nodes[at]
        yield node
        at += 1
        if node[ROLE] in _GRIDS and (weeks := _weeks_in(nodes, at - 1)):
            days = [day for week in weeks.values() for day in week]
            if not (run := _run_of(days, node[DEPTH] + 1)):
                continue
            yield from nodes[at : min(weeks)]
            at = end_of(nodes, max(weeks))
            if not run[0][NAME].isdecimal():
                yield merge_run(run)
                continue
            for row, week in weeks.items():
                yield nodes[row]
                inside = nodes[row + 1 : end_of(nodes, row)]
                yield from inside if len(week) < WEEK else [merge_run([[node[DEPTH] + 2, *day[1:]] for day in week])]


def _weeks_in(nodes: Sequence[RawNode], grid: int) -> dict[int, list[RawNode]]:
    """Return the days in the rows of a grid that stand below each other and are weeks, by the rows' indices."""
    weeks = dict[int, list[RawNode]]()
    at, end = grid + 1, end_of(nodes, grid)
    while at < end:
        days = _days_of_week(nodes, at) if nodes[at][DEPTH] == nodes[grid][DEPTH] + 1 else None
        if days is not None:
            weeks[at] = days
        elif weeks:
            break
        at = end_of(nodes, at)
    return weeks if len(weeks) >= FEWEST_WEEKS else {}


def _days_of_week(nodes: Sequence[RawNode], row: int) -> list[RawNode] | None:
    """Return the seven things in a row that can be pressed, fewer where cells are empty; None where it holds others."""
    if nodes[row][ROLE] != "row" or nodes[row][NAME] or nodes[row][LOCAL] or states_of(nodes[row]):
        return None
    days, cells, at, end = list[RawNode](), 0, row + 1, end_of(nodes, row)
    while at < end:
        inside = nodes[at + 1 : end_of(nodes, at)]
        if nodes[at][ROLE] not in _CELLS:
            return None
        if nodes[at][NAME] or nodes[at][LOCAL] or inside:
            day = _day_in(nodes[at], inside)
            if day is None:
                return None
            days.append(_as_pressed(day))
        cells, at = cells + 1, end_of(nodes, at)
    return days if cells == WEEK and days else None


def _day_in(cell: RawNode, inside: Sequence[RawNode]) -> RawNode | None:
    """Return what is pressed of a cell, with all states of it; None where there is more to say."""
    day, texts = cell, inside
    if inside and inside[0][ROLE]:
        day, texts = inside[0], inside[1:]
        if cell[NAME] not in ("", day[NAME]) or day[ROLE] not in PRESSED - CHECKED or cell[FLAGS] & ~day[FLAGS]:
            return None
        states = list(dict.fromkeys([*states_of(day), *states_of(cell)]))
        day = [*day[:STATES], states, *day[STATES + 1 :]]
    says_all = all(not text[ROLE] and text[NAME] in numbers_in(day[NAME]) for text in texts)
    is_plain = day[LOCAL] and day[NAME] and not any(day[STATES + 1 :])
    return day if says_all and is_plain else None


def _as_pressed(day: RawNode) -> RawNode:
    """Return a cell that takes presses as no more than that."""
    if day[ROLE] not in _CELLS or _CLICKABLE not in states_of(day):
        return day
    states = [state for state in day[STATES] if state != _CLICKABLE]
    return [day[DEPTH], _CLICKABLE, *day[NAME:STATES], states, *day[STATES + 1 :]]


def _run_of(days: Sequence[RawNode], depth: int) -> list[RawNode]:
    """Return days as they are told together: those that say no more than the day, by its number alone; nothing where
    they are no days one after the other."""
    names = [day[NAME] for day in days]
    place = next(
        filter(lambda place: _are_days(names, place), range(min(len(numbers_in(name)) for name in names))), None
    )
    if place is None or len({day[ROLE] for day in days}) > 1 or all(day[FLAGS] & UNSEEN for day in days):
        return []
    numbers = [numbers_in(name) for name in names]
    words = [set(_WORD.findall(NUMBER.sub(" ", name))) for name in names]
    starts = [at for at, found in enumerate(numbers) if not at or int(found[place]) == 1]
    run = list[RawNode]()
    for start, end in pairwise([*starts, len(days)]):
        for at in range(start, end):
            like = [*words[start:at], *words[at + 1 : end], *words[at % WEEK : at : WEEK], *words[at + WEEK :: WEEK]]
            others = [number for index, number in enumerate(numbers[at]) if index != place]
            known = [number for index, number in enumerate(numbers[start]) if index != place]
            is_told = at > start and others == known and words[at] <= set().union(*like)
            name = numbers[at][place] if is_told else names[at]
            run.append([depth, days[at][ROLE], name, *days[at][LOCAL:]])
    return run


def _are_days(names: Sequence[str], place: int) -> bool:
    """Return whether the numbers at this place of the names are days of months, one after the other."""
    days = [int(numbers_in(name)[place]) for name in names]
    if not all(1 <= day <= LONGEST_MONTH for day in days) or len(days) < SHORTEST_MONTH:
        return False
    return all(after == day + 1 or (after == 1 and day >= SHORTEST_MONTH) for day, after in pairwise(days))
