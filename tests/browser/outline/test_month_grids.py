"""The days of a calendar are one line where their names say which days they are, else one for each week."""

from __future__ import annotations

import datetime

from tests.browser.reading.test_snapshot import outline
from tests.browser.stage import Stage

START = datetime.date(2026, 3, 29)
DAYS = [START + datetime.timedelta(at) for at in range(42)]


async def lines_of(stage: Stage, cells: list[str]) -> list[str]:
    return (await outline(stage, grid(cells))).split("\n")


def said(day: datetime.date) -> str:
    return f"{day:%A}, {day:%B} {day.day}th, {day.year}"


def grid(cells: list[str]) -> str:
    rows = "".join(f"<tr role=row>{''.join(cells[at : at + 7])}</tr>" for at in range(0, len(cells), 7))
    return f"<table role=grid>{rows}</table>"


def told(days: list[datetime.date], first: int, whole: tuple[int, ...] = ()) -> str:
    names = [said(day) if not at or day.day == 1 or at in whole else str(day.day) for at, day in enumerate(days)]
    return " + ".join(f'"{name}" [e{first + at}]' for at, name in enumerate(names))


CELL = '<td role=gridcell tabindex=-1 aria-label="{name}">{day}</td>'
BUTTON = '<td role=gridcell aria-label="{name}"><button aria-label="{name}">{day}</button></td>'


async def test_the_days_of_a_grid_are_one_line(both: Stage) -> None:
    for cell, role in [(CELL, "gridcell"), (BUTTON, "button")]:
        lines = await lines_of(both, [cell.format(name=said(day), day=day.day) for day in DAYS])
        assert [line.split('"')[0] for line in lines[1:]] == [f" {role} "]
        names = [part.split(" [")[0].strip('"') for part in lines[1].removeprefix(f" {role} ").split(" + ")]
        assert names == [part.split(" [")[0].strip('"') for part in told(DAYS, 1).split(" + ")]


async def test_a_day_that_says_more_than_which_day_it_is_keeps_its_name_and_states(stage: Stage) -> None:
    cells = [CELL.format(name=said(day), day=day.day) for day in DAYS]
    cells[10] = cells[10].replace('aria-label="', 'aria-selected=true aria-label="Today, ')
    cells[20] = cells[20].replace(', 2026"', ', 2026, 129 euros"')
    line = (await lines_of(stage, cells))[1]
    assert f'"Today, {said(DAYS[10])}" [e12] selected + "9" [e13]' in line
    assert f'"{said(DAYS[20])}, 129 euros" [e22] + "19" [e23]' in line


async def test_days_that_are_only_numbers_stay_in_their_weeks(stage: Stage) -> None:
    lines = await lines_of(stage, [f"<td><button>{day.day}</button></td>" for day in DAYS])
    assert lines[1] == ' row > button "29" [e2] + "30" [e3] + "31" [e4] + "1" [e5] + "2" [e6] + "3" [e7] + "4" [e8]'
    assert len(lines) == 7


OTHERS = {
    "seats": [
        f'<td><button aria-label="Row {at // 7 + 1} seat {at % 7 + 1}">{at % 7 + 1}</button></td>' for at in range(42)
    ],
    "a month of events": [f'<td>{day.day}<a href="#{day}">Event {day.day}</a></td>' for day in DAYS],
    "a row of numbers": [f"<td>{at}</td>" for at in range(42)],
    "boxes to check": [f'<td><input type=checkbox aria-label="{said(day)}"></td>' for day in DAYS],
}


async def test_other_grids_of_seven_columns_stay_rows(stage: Stage) -> None:
    for cells in OTHERS.values():
        lines = await lines_of(stage, cells)
        assert sum(line.startswith(" row") for line in lines) == 6
        assert not any(" + " in line for line in lines if "Event" not in line)


async def test_days_that_cannot_be_pressed_leave_a_grid_as_it_was(stage: Stage) -> None:
    cells = [
        BUTTON.format(name=said(day), day=day.day) if at % 5 else f"<td>{day.day}</td>" for at, day in enumerate(DAYS)
    ]
    lines = await lines_of(stage, cells)
    assert sum(line.startswith(" row") for line in lines) == 6
