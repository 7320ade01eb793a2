"""Reads tables: sheets of workbooks (python-calamine, which is written in Rust and expands no XML entities) and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time
from itertools import count
from pathlib import Path
from typing import Any

from handrail.documents.archives import open_zip
from handrail.documents.errors import DocumentError
from handrail.documents.limits import MAX_CELLS, MAX_TEXT

MOST_EMPTY = 20
"""How many times as many cells are looked at as are read. One far from the others makes all between them empty ones."""


def read_workbook(path: Path, kind: str, sheet: str | None) -> dict[str, Any]:
    """Return one sheet of a workbook as CSV, or all of them one after the other.

    Returns:
        ``text``, and ``sheets``: name, rows and columns of each; ``cut`` where rows are left out.

    Raises:
        DocumentError: it is broken, a bomb, or has no such sheet.
    """
    from python_calamine import CalamineError, CalamineWorkbook

    if kind != "xls":
        open_zip(path).close()
    try:
        workbook = CalamineWorkbook.from_path(str(path))
        names = workbook.sheet_names
        if sheet is not None and sheet not in names:
            raise DocumentError("no_such_part", "The workbook has no sheet of this name.", "Name one of `sheets`.")
        sheets, parts, size, is_cut = list[dict[str, Any]](), list[str](), 0, False
        for name in [sheet] if sheet is not None else names:
            try:
                found = workbook.get_sheet_by_name(name)
            except CalamineError:
                sheets.append({"name": name, "broken": True})
                continue
            sheets.append({"name": name, "rows": found.height, "columns": found.width})
            if size > MAX_TEXT:
                is_cut = True
                continue
            read = count()
            parts.append(csv_text(row for row, _ in zip(_first_rows(found.iter_rows()), read, strict=False)))
            is_cut |= next(read) < found.height
            size += len(parts[-1])
            if len(names) > 1 and sheet is None:
                parts[-1] = f"## {name}\n\n{parts[-1]}"
    except CalamineError:
        raise DocumentError(
            "broken_document", "The file is not a workbook that can be read; it may be broken."
        ) from None
    return {"text": "\n\n".join(parts), "sheets": sheets, **({"cut": True} if is_cut else {})}


def _first_rows(rows: Iterable[Sequence[Any]]) -> Iterator[Sequence[Any]]:
    """Yield rows, without the empty cells at the end of each, until `MAX_CELLS` are filled."""
    seen = filled = 0
    for row in rows:
        seen, end = seen + len(row) + 1, len(row)
        while end and row[end - 1] == "":
            end -= 1
        filled += end
        if filled > MAX_CELLS or seen > MOST_EMPTY * MAX_CELLS:
            return
        yield row[:end]


def csv_text(rows: Iterable[Iterable[Any]]) -> str:
    """Return rows as CSV, without the empty cells at the end of each."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in rows:
        cells = [cell_text(cell) for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        writer.writerow(cells)
        if out.tell() > MAX_TEXT:
            break
    return out.getvalue().strip("\n")


def cell_text(value: Any) -> str:
    """Return a cell as it would be typed: dates by ISO 8601, whole numbers without a point."""
    match value:
        case bool():
            return str(value).upper()
        case float() if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        case datetime() if value.time() == time():
            return value.date().isoformat()
        case datetime():
            return value.isoformat(sep=" ")
        case date() | time():
            return value.isoformat()
        case _:
            return str(value)
