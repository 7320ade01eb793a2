"""Tables of an outline: header, rows, cells as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from handrail.models.offline.outline import OutlineTree, is_header_row

TABLES = frozenset(("table", "grid", "treegrid"))


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row: where it stands, the text of its cells, where those stand."""

    place: int
    cells: tuple[str, ...]
    header: bool
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table: where it stands, what it is called, its rows."""

    place: int
    name: str
    rows: tuple[TableRow, ...]

    @property
    def header(self) -> tuple[str, ...]:
        return self.rows[0].cells if self.rows and self.rows[0].header else ()

    @property
    def holds_data(self) -> bool:
        """Whether it has columns with names and rows under them, as tables for layout do not."""
        return len(self.header) > 1 and bool(self.body)

    @property
    def body(self) -> tuple[TableRow, ...]:
        return tuple(row for row in self.rows if not row.header)

    def markdown(self, most_chars: int) -> str:
        """As Markdown, cut at a row where it grows too long, and saying so."""
        width = max((len(row.cells) for row in self.rows), default=0)
        head = self.header or ("",) * width
        lines = [_line(head, width), "|" + " --- |" * width]
        for number, row in enumerate(self.body):
            line = _line(row.cells, width)
            if sum(map(len, lines)) + len(line) > most_chars:
                lines.append(f"\n({len(self.body) - number} more rows are not shown)")
                break
            lines.append(line)
        return "\n".join(lines)


def tables(outline: OutlineTree, span: range | None = None) -> Iterator[PageTable]:
    """The tables of a span that hold rows of cells; a table inside another comes after it."""
    for place in span if span is not None else range(len(outline)):
        if outline[place].role in TABLES:
            table = table_at(outline, place)
            if table.rows:
                yield table


def table_at(outline: OutlineTree, place: int) -> PageTable:
    rows = [_row(outline, at) for at in _rows(outline, place)]
    name = outline.name(place)
    if not name and (above := outline.heading[place]) >= 0:
        name = outline.name(above)
    return PageTable(place, name, tuple(row for row in rows if row.cells))


def _rows(outline: OutlineTree, place: int) -> Iterator[int]:
    """The rows of this table, not those of tables inside it."""
    for at in outline.children(place):
        if outline[at].role == "row":
            yield at
        elif outline[at].role not in TABLES:
            yield from _rows(outline, at)


def _row(outline: OutlineTree, place: int) -> TableRow:
    cells = list(outline.children(place))
    return TableRow(
        place, tuple(_cell_text(outline, cell) for cell in cells), is_header_row(outline, place), tuple(cells)
    )


def _cell_text(outline: OutlineTree, cell: int) -> str:
    """What a cell says; of a column header, without the buttons in it that sort and filter."""
    text = outline.text(cell)
    if outline[cell].role != "columnheader":
        return text
    own = outline.name(cell)
    for place in outline.under(cell):
        if outline[place].role in ("button", "combobox", "img"):
            own = own.replace(outline.name(place), "") if outline.name(place) else own
    return " ".join(own.split()) or text


def _line(cells: tuple[str, ...], width: int) -> str:
    padded = [cell.replace("|", "\\|") for cell in cells] + [""] * (width - len(cells))
    return "| " + " | ".join(padded) + " |"
