"""Reads tables: sheets of workbooks (python-calamine, which is written in Rust and expands no XML entities) and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from datetime import date, datetime, time
from itertools import islice
from pathlib import Path
from typing import Any

from handrail.documents.archives import open_zip
from handrail.documents.errors import DocumentError
from handrail.documents.limits import MAX_CELLS, MAX_TEXT


def read_workbook(path: Path, kind: str, sheet: str | None) -> dict[str, Any]:
    """Return one sheet of a workbook as CSV, or all of them one after the other.

    Returns:
        ``text``, and ``sheets``: name, rows and columns of each.

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
        sheets, parts, size = list[dict[str, Any]](), list[str](), 0
        for name in [sheet] if sheet is not None else names:
            try:
                found = workbook.get_sheet_by_name(name)
            except CalamineError:
                sheets.append({"name": name, "broken": True})
                continue
            sheets.append({"name": name, "rows": found.height, "columns": found.width})
            if size > MAX_TEXT or found.height * found.width > MAX_CELLS * 50:
                continue
            most = max(1, MAX_CELLS // max(found.width, 1))
            parts.append(csv_text(islice(found.iter_rows(), most)))
            size += len(parts[-1])
            if len(names) > 1 and sheet is None:
                parts[-1] = f"## {name}\n\n{parts[-1]}"
    except CalamineError:
        raise DocumentError(
            "broken_document", "The file is not a workbook that can be read; it may be broken."
        ) from None
    return {"text": "\n\n".join(parts), "sheets": sheets}


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
