"""Tables of an outline: header, rows, cells as text; and what stands behind one and leads to more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from handrail.models.offline.outline import TABLES, OutlineTree
from handrail.models.offline.words import fold, phrases, plain_edges, roles


class OutlineRow(NamedTuple):
    """A row: where it stands, the text of its cells, whether they are the names of columns, whether it has a name."""

    place: int
    cells: tuple[str, ...]
    header: bool
    named: bool


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table: where it stands, and its rows."""

    place: int
    rows: tuple[OutlineRow, ...]

    @property
    def header(self) -> tuple[str, ...]:
        return self.rows[0].cells if self.rows and self.rows[0].header else ()

    @property
    def body(self) -> tuple[OutlineRow, ...]:
        return tuple(row for row in self.rows if not row.header)

    @property
    def members(self) -> tuple[OutlineRow, ...]:
        """The body without the rows at its end that only sum it up."""
        body = self.body
        while len(body) > 1 and self._sums_up(body[-1], unlike=body[0]):
            body = body[:-1]
        return body

    def _sums_up(self, row: OutlineRow, *, unlike: OutlineRow) -> bool:
        """Return whether a row is called "Total" or so, and not made as others: a company may be called that too."""
        first = next((cell for cell in row.cells if cell), "")
        other = not all(row.cells) or len(row.cells) < len(unlike.cells) or (row.named and not unlike.named)
        return other and plain_edges(fold(first)) in phrases("sums")

    def markdown(self, most_chars: int) -> str:
        """Return it as Markdown, cut at a row where it grows too long, and saying so."""
        width = max((len(row.cells) for row in self.rows), default=0)
        lines = [_line(self.header or ("",) * width, width), "|" + " --- |" * width]
        for number, row in enumerate(self.body):
            line = _line(row.cells, width)
            if sum(map(len, lines)) + len(line) > most_chars:
                return "\n".join([*lines, "", f"({len(self.body) - number} more rows are not shown)"])
            lines.append(line)
        return "\n".join(lines)


def table_at(outline: OutlineTree, place: int) -> PageTable:
    """Return the table at a place."""
    rows = [_row(outline, at) for at in _rows(outline, place)]
    return PageTable(place, tuple(row for row in rows if row.cells))


def tables(outline: OutlineTree, span: range | None = None) -> list[PageTable]:
    """Return the tables of a span that hold rows of cells; a table inside another comes after it."""
    return [table for at in outline.with_role(*TABLES, span=span) if (table := table_at(outline, at)).rows]


def _rows(outline: OutlineTree, place: int) -> Iterator[int]:
    """Yield the rows of this table, not those of tables inside it."""
    for at in outline.children(place):
        yield from [at] if outline[at].role == "row" else () if outline[at].role in TABLES else _rows(outline, at)


def _row(outline: OutlineTree, place: int) -> OutlineRow:
    cells = tuple(_cell_text(outline, cell) for cell in outline.children(place))
    named = any(outline[cell].role == "rowheader" for cell in outline.children(place))
    return OutlineRow(place, cells, outline.is_header_row(place), named)


def _cell_text(outline: OutlineTree, cell: int) -> str:
    """Return what a cell says; of a column header, without the buttons in it that sort and filter."""
    if outline[cell].role != "columnheader":
        return outline.text(cell)
    controls = outline.with_role("button", "combobox", "img", span=outline.under(cell))
    own = outline.name(cell)
    for place in controls:
        own = own.replace(outline.name(place), "") if outline.name(place) else own
    inside = {at for place in controls for at in range(place, outline.end[place])}
    texts = [outline.name(at) for at in outline.under(cell) if at not in inside and not outline[at].ref]
    return " ".join(own.split()) or " ".join(filter(None, texts)) or outline.text(cell)


def _line(cells: tuple[str, ...], width: int) -> str:
    padded = [cell.replace("|", "\\|") for cell in cells] + [""] * (width - len(cells))
    return "| " + " | ".join(padded) + " |"


def further_pages(outline: OutlineTree, last: int) -> str:
    """Return the name of what leads to further pages of a list or table, whose last entry this is: it stands behind it,
    under the same heading, and can be pressed. "" where nothing does."""
    boxes = [up for up in outline.ancestors(last) if outline[up].role in ("list", *TABLES)]
    end = outline.end[boxes[-1]] if boxes else last
    stop = outline.section(outline.heading[last]).stop if last in outline.heading else len(outline)
    pressed = (at for at in range(end, stop) if outline[at].role in roles("pressed"))
    shown = (outline.label(at) for at in pressed if "disabled" not in outline[at].states)
    return next((label for label in shown if plain_edges(fold(label)) in phrases("paging")), "")
