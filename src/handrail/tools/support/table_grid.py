"""Puts the cells of a table where they stand: spans filled, heads of several rows joined."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from handrail.browser.types.reading import TableCell, TableRow

MAX_COLUMNS = 500
MAX_CELLS = 200_000


@dataclass(frozen=True, slots=True)
class TableGrid:
    """A table as columns and rows of texts; every row has a cell for each column."""

    columns: list[str]
    rows: list[list[str]]


def table_grid(rows: Sequence[TableRow]) -> TableGrid:
    """Return the grid of a table. A cell that spans several columns or rows stands in each of them. The rows at the
    start that hold heads alone name the columns; of several, the name is put together: ``Price / net``."""
    grid, heads = _fill_spans(rows)
    width = max(map(len, grid), default=0)
    for row in grid:
        row += [""] * (width - len(row))
    count = 0
    while count < len(grid) and heads[count]:
        count += 1
    # A table of heads alone is one of rows.
    count = 0 if count == len(grid) and not any(row.head for row in rows) else count
    columns = [" / ".join(dict.fromkeys(row[at] for row in grid[:count] if row[at])) for at in range(width)]
    return TableGrid(_distinct(columns) if count else [], grid[count:])


def _fill_spans(rows: Sequence[TableRow]) -> tuple[list[list[str]], list[bool]]:
    """Return the texts by place, and of each row whether it holds heads alone."""
    grid, heads = list[list[str]](), list[bool]()
    below: dict[int, tuple[int, str]] = {}
    """Cells that reach down: how many rows more, and their text, by column."""
    cells = 0
    places = _places(rows)

    def span(cell: TableCell) -> int:
        reached = bisect_left(places, cell.at + cell.columns) - bisect_left(places, cell.at)
        return min(reached if places and cell.at else cell.columns, MAX_COLUMNS - len(line))

    for row in rows:
        line = list[str]()

        def take_over(line: list[str] = line) -> None:
            while (held := below.get(len(line))) is not None and len(line) < MAX_COLUMNS:
                left, text = held
                if left == 1:
                    del below[len(line)]
                else:
                    below[len(line)] = left - 1, text
                line.append(text)

        for cell in row.cells:
            take_over()
            while len(line) < min(bisect_left(places, cell.at), MAX_COLUMNS):
                line.append("")
                take_over()
            for _ in range(span(cell)):
                if cell.rows > 1:
                    below[len(line)] = cell.rows - 1, cell.text
                line.append(cell.text)
        # A cell may reach down beside cells that its row leaves out.
        while len(line) <= max(below, default=-1):
            line += [] if len(line) in below else [""]
            take_over()
        cells += len(line)
        if cells > MAX_CELLS:
            break
        grid.append(line)
        heads.append(row.head or (bool(row.cells) and all(cell.head for cell in row.cells)))
    return grid, heads


def _places(rows: Sequence[TableRow]) -> list[int]:
    """Return the numbers of the columns that a grid holds, where its cells say in which one they stand. A row of which
    none does, such as one across all columns, starts with the first."""
    written = [[cell.at for cell in row.cells] for row in rows if any(cell.at for cell in row.cells)]
    if any(0 in row or row != sorted(set(row)) for row in written):
        return []
    return sorted({at for row in written for at in row})


def _distinct(names: Sequence[str]) -> list[str]:
    """Return the names, those that are empty or come twice with a number: a record has one value under each."""
    given = list[str]()
    for at, name in enumerate(names, start=1):
        named, number = name or f"column {at}", 2
        while named in given:
            named, number = f"{name or f'column {at}'} ({number})", number + 1
        given.append(named)
    return given
