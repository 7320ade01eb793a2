"""From the characters of a PDF page to text in reading order, with headings and tables.

A PDF holds characters at positions, no words, lines or tables. PDFium gives them in the order in which they were
written, which is that of reading in what programs make, with line ends where they are. What is added here: cells that
stand apart on one line, rows of them as tables, larger print as headings, words that a line end cut in two,
and text that is written from right to left in the order in which it is read.
"""

from __future__ import annotations

import ctypes
import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from handrail.documents.limits import MAX_PAGE_CHARS

CELL_GAP = 1.6
"""Sizes of print between two texts of a line from which on they are cells: between words it is a third of one."""
BLANK = 0.2
"""Sizes of print between two letters of a line from which on there is a blank: PDFium leaves some out."""
NO_ROOM = 0.05
"""Sizes of print between two letters that are written from right to left, up to which they are one word."""
NON_JOINER = "\u200c"
ACCENTS = dict(
    zip(
        "`´^ˆ~˜¯˘˙¨˚˝ˇ¸˛",
        "\u0300\u0301\u0302\u0302\u0303\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327\u0328",
        strict=True,
    )
)
"""What TeX prints over and under letters as characters of their own, and the accents that they are."""
DOTLESS = {"ı": "i", "ȷ": "j"}
HEADINGS = ((1.7, "# "), (1.35, "## "), (1.15, "### "))
"""From how many times the size of the page's common print on a line is a heading, and its mark."""
MAX_HEADING = 200
COLUMN_CHARS = 30
"""Characters in the cells of two columns of prose, on average; those of a table are shorter."""
MIN_COLUMN_ROWS = 5
LINE_ENDS = (0, 10, 13)
HYPHENS = (2, 0xFFFE)
"""What PDFium gives for a hyphen at which a line end cut a word."""
Place = tuple[str, float, float]
"""A character, its left and its right edge."""

WORD_GAP = 0.15
"""Sizes of print between two letters from which on they belong to two words."""
_LETTERS = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_RIGHT_TO_LEFT = re.compile(f"[{_LETTERS}]")
_LEFT_TO_RIGHT = re.compile(rf"[^\W{_LETTERS}](?:[^{_LETTERS}]*[^\W{_LETTERS}])?|[\u0660-\u0669\u06f0-\u06f9]+")


@dataclass(slots=True)
class Cell:
    """A text that stands apart: its box in points from the lower left, and the size of its print."""

    text: str
    left: float
    right: float
    bottom: float
    top: float
    size: float
    cut_word: bool = False
    places: list[tuple[str, float, float]] = field(default_factory=list)
    """Of text with letters that are written from right to left: each character, its left and its right edge."""

    @property
    def middle(self) -> float:
        return (self.left + self.right) / 2


@dataclass(slots=True)
class Row:
    """The cells of one line."""

    cells: list[Cell] = field(default_factory=list)

    @property
    def is_multiple(self) -> bool:
        return len(self.cells) > 1


def page_text(textpage: Any) -> str:
    """Return the text of a page as Markdown, in reading order. ``textpage``: a ``pypdfium2.PdfTextPage``."""
    rows = _rows(_cells(textpage))
    body = _common_size(rows)
    parts, at = list[str](), 0
    while at < len(rows):
        end = _end_of_run(rows, at)
        block = rows[at:end]
        if _is_prose_in_columns(block):
            for side in (0, 1):
                parts += _lines([Row([row.cells[side]]) for row in block if len(row.cells) > side], body)
        elif _is_table(block):
            parts += ["", *_table(block), ""]
        else:
            end = at + 1 if rows[at].is_multiple else _end_of_lines(rows, at)
            parts += _lines(rows[at:end], body)
        at = end
    return "\n".join(_single_blanks(parts)).strip()


def _cells(textpage: Any) -> Iterator[Cell]:
    """Yield the page's texts, cut at line ends and at wide gaps, as they were written."""
    import pypdfium2.raw as pdfium

    box = pdfium.FS_RECTF()
    raw, blanks = textpage.raw, ""
    cell: Cell | None = None
    for index in range(min(textpage.count_chars(), MAX_PAGE_CHARS)):
        code = pdfium.FPDFText_GetUnicode(raw, index)
        if code in LINE_ENDS or code in HYPHENS:
            if cell is not None:
                cell.cut_word = code in HYPHENS or (cell.cut_word and code != 0)
                if code not in HYPHENS:
                    yield _complete(cell)
                    cell, blanks = None, ""
            continue
        char = chr(code)
        if char.isspace():
            blanks = " "
            continue
        if not pdfium.FPDFText_GetLooseCharBox(raw, index, ctypes.byref(box)):
            continue
        size = max(abs(box.top - box.bottom), 1.0)
        if cell is not None and _gap(cell, box) > CELL_GAP * min(size, cell.size):
            yield _complete(cell)
            cell, blanks = None, ""
        if cell is None:
            cell, blanks = Cell("", box.left, box.right, box.bottom, box.top, size), ""
        accented = _compose_accent(cell, char, box)
        if accented:
            cell.text = cell.text[:-1] + accented
        else:
            cell.text += _between(cell, char, box, blanks) + char
        cell.places.append((char, box.left, box.right))
        cell.left, cell.right = min(cell.left, box.left), max(cell.right, box.right)
        cell.bottom, cell.top = min(cell.bottom, box.bottom), max(cell.top, box.top)
        cell.cut_word, blanks = False, ""
    if cell is not None:
        yield _complete(cell)


def _complete(cell: Cell) -> Cell:
    if is_right_to_left(cell.text):
        cell.text = in_reading_order(cell.places, cell.size) or cell.text
    return cell


def _between(cell: Cell, char: str, box: Any, blanks: str) -> str:
    """Return what stands between a text and its next character: a blank that PDFium left out; or in place of one
    without any room the sign for it, since Persian and Urdu write endings apart without a blank."""
    size = max(abs(box.top - box.bottom), 1.0)
    if not is_right_to_left(char):
        return blanks or (" " if _gap(cell, box) > BLANK * size else "")
    if blanks and cell.places and is_right_to_left(cell.places[-1][0]):
        room = cell.places[-1][1] - float(box.right)
        return NON_JOINER if -0.5 * size < room < NO_ROOM * size else blanks
    return blanks


def _compose_accent(cell: Cell, char: str, box: Any) -> str:
    """Return the letter that a character and the last one of a text make together, where one is an accent printed over
    the other; "" for any others."""
    if not cell.places or not (char in ACCENTS or cell.places[-1][0] in ACCENTS):
        return ""
    before, left, right = cell.places[-1]
    letter, accent = (char, before) if before in ACCENTS else (before, char)
    shared = min(right, box.right) - max(left, box.left)
    if not letter.isalpha() or shared < 0.5 * min(right - left, box.right - box.left):
        return ""
    return unicodedata.normalize("NFC", DOTLESS.get(letter, letter) + ACCENTS[accent])


def _gap(cell: Cell, box: Any) -> float:
    """Return the blank between a text and the next character on its line, in either direction of writing."""
    if box.bottom > cell.top or box.top < cell.bottom:
        return 0.0
    return max(float(box.left) - cell.right, cell.left - float(box.right))


def _rows(cells: Iterator[Cell]) -> list[Row]:
    """Return cells that follow each other on one line as rows."""
    rows = list[Row]()
    for cell in cells:
        if rows and _is_beside(rows[-1].cells[-1], cell):
            rows[-1].cells.append(cell)
        else:
            rows.append(Row([cell]))
    return rows


def _is_beside(one: Cell, other: Cell) -> bool:
    overlap = min(one.top, other.top) - max(one.bottom, other.bottom)
    apart = other.left >= one.right or other.right <= one.left
    return apart and overlap > 0.5 * min(one.top - one.bottom, other.top - other.bottom)


def _common_size(rows: Sequence[Row]) -> float:
    sizes = Counter[float]()
    for row in rows:
        for cell in row.cells:
            sizes[round(cell.size, 1)] += len(cell.text)
    return sizes.most_common(1)[0][0] if sizes else 1.0


def _end_of_run(rows: Sequence[Row], at: int) -> int:
    """Return where rows of several cells end that begin here; a single cell between two such rows belongs to them."""
    end = at
    while end < len(rows) and (rows[end].is_multiple or (at < end < len(rows) - 1 and rows[end + 1].is_multiple)):
        end += 1
    return end


def _end_of_lines(rows: Sequence[Row], at: int) -> int:
    return next((end for end in range(at + 1, len(rows)) if rows[end].is_multiple), len(rows))


def _is_prose_in_columns(block: Sequence[Row]) -> bool:
    pairs = [row for row in block if len(row.cells) == 2]
    if len(pairs) < MIN_COLUMN_ROWS or len(pairs) < 0.8 * len(block):
        return False
    chars = [sum(len(row.cells[side].text) for row in pairs) / len(pairs) for side in (0, 1)]
    return min(chars) > COLUMN_CHARS


def _is_table(block: Sequence[Row]) -> bool:
    full = [row for row in block if row.is_multiple]
    return len(full) > 2 or (len(full) == 2 and all(len(row.cells) > 2 for row in full))


def _table(block: Sequence[Row]) -> list[str]:
    """Return rows as a Markdown table, in the columns of the row that has most cells."""
    pattern = sorted(max(block, key=lambda row: len(row.cells)).cells, key=lambda cell: cell.left)
    edges = [(before.right + after.left) / 2 for before, after in itertools.pairwise(pattern)]
    lines = list[str]()
    for row in block:
        columns = [""] * len(pattern)
        for cell in sorted(row.cells, key=lambda cell: cell.left):
            at = sum(edge < cell.middle for edge in edges)
            columns[at] = f"{columns[at]} {cell.text}".strip().replace("|", "\\|")
        lines.append(f"| {' | '.join(columns)} |")
        if len(lines) == 1:
            lines.append("|" + " --- |" * len(pattern))
    return lines


def _lines(rows: Sequence[Row], body: float) -> list[str]:
    """Return lines of text, a blank one where there is more room, words put together that a line end cut."""
    parts, before = list[str](), None
    for row in rows:
        last, text = row.cells[-1], "  ".join(cell.text for cell in row.cells)
        mark = next((mark for ratio, mark in HEADINGS if last.size >= ratio * body), "")
        is_heading = bool(mark) and len(text) <= MAX_HEADING and any(map(str.isalpha, text))
        new = before is None or _is_apart(before, row.cells[0], body) or is_heading
        if new:
            parts.append("")
        if not new and before is not None and before.cut_word and parts:
            parts[-1] += text
        else:
            parts.append(f"{mark}{text}" if is_heading else text)
        before = last
    return parts


def _is_apart(before: Cell, after: Cell, body: float) -> bool:
    other_print = abs(before.size - after.size) > 0.15 * body
    return other_print or not -0.5 * body < before.bottom - after.top < 0.7 * body


def _single_blanks(parts: Sequence[str]) -> Iterator[str]:
    before = ""
    for part in parts:
        if part or before:
            yield part
        before = part


def is_right_to_left(text: str) -> bool:
    """Return whether a text has letters that are written from right to left."""
    return _RIGHT_TO_LEFT.search(text) is not None


def in_reading_order(places: Sequence[Place], size: float) -> str | None:
    """Return the text of characters that a file holds in the order in which they stand on the page, from left to right.
    None for a text that is in the order of reading already.

    Args:
        places: of the characters of one line.
        size: of the print.
    """
    letters = [place for place in places if is_right_to_left(place[0]) and not unicodedata.combining(place[0])]
    rising = sum(after[1] > before[1] for before, after in itertools.pairwise(letters))
    if len(letters) < 2 or rising * 2 <= len(letters) - 1:
        return None
    text, before = "", None
    for char, left, right in reversed(places):
        if before is not None and max(before - right, 0) > WORD_GAP * size:
            text += " "
        text += char
        before = left
    return _LEFT_TO_RIGHT.sub(lambda run: run[0][::-1], text)
