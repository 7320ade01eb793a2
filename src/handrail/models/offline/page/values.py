"""Label and value: "the price of Team", found in tables, definition lists, fields, "Label: value" lines, cards.

Strict on purpose: a label that merely resembles what was asked for is no answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from handrail.models.offline.grammar.words import content, fold
from handrail.models.offline.outline import FIELDS, TICKS, OutlineTree
from handrail.models.offline.page.conditions import signature_name
from handrail.models.offline.page.grounding import SURE, likeness
from handrail.models.offline.page.places import regions, shorter_names
from handrail.models.offline.page.tables import TableRow, tables

_EXACT = SURE + 2.0
_LONG = 400
_MONTHS = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*"
_AMOUNT = r"\d[\d.,]*"
_VALUE_KINDS = {
    "price": rf"(?:(?:US|CA|AU)?[$€£¥₹]\s?{_AMOUNT}(?:\s?[-–]\s?[$€£¥₹]?{_AMOUNT})?"
    rf"|{_AMOUNT}\s?(?:€|£|USD|EUR|GBP|CHF|dollars|euros))"
    r"(?:\s?(?:/|per |a )\s?(?:month|year|mo|yr|user|week|day|seat|piece|kg)\b)*",
    "email": r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
    "phone": r"\+?\(?\d[\d ()/-]{6,}\d",
    "rating": r"\d(?:[.,]\d)?\s?(?:/\s?\d+|out of \d+|stars?)",
    "date": rf"\d{{4}}-\d\d-\d\d|\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}|(?:\d{{1,2}} )?{_MONTHS} (?:\d{{1,2}},? )?\d{{4}}",
}
"""What a value of a kind looks like, where a page shows it without naming it."""


@dataclass(frozen=True, slots=True)
class Value:
    """A value and what says that it is this one."""

    text: str
    source: str
    place: int


def values(outline: OutlineTree, label: str, owner: str | None) -> list[Value]:
    """What the page gives for a label, of an owner if one is named; several where they differ."""
    whole = range(len(outline))
    if owner is None:
        return _distinct(_labelled_values(outline, label, whole, whole_page=True))
    if fold(label) in _MEANINGS:
        return _meaning(outline, owner)
    if crossed := _distinct(_cell_values(outline, label, owner)):
        return crossed
    for span in regions(outline, owner):
        found = _distinct(_labelled_values(outline, label, span, whole_page=False))
        found = found or _distinct(_of_kind(outline, label, span))
        if found:
            return found
    return _distinct(_after_owner(outline, label, owner))


_MEANINGS = ("meaning", "description", "definition", "explanation")


def _meaning(outline: OutlineTree, owner: str) -> list[Value]:
    """What a word means: its entry in a list of terms, its row in a table that says meanings, its row of two cells."""
    found = _distinct(_terms(outline, owner, range(len(outline))))
    for column in _MEANINGS:
        found = found or _distinct(_cell_values(outline, column, owner))
    return found or _distinct(_rows(outline, owner, range(len(outline)))) or values(outline, owner, None)


def held(outline: OutlineTree, label: str) -> list[Value]:
    """What a field of this name holds."""
    found = []
    for place in range(len(outline)):
        node = outline[place]
        if node.role in FIELDS and likeness(label, outline.label(place)) >= SURE:
            found.append(Value(outline.value(place), f"the field “{outline.label(place)}”", place))
        elif node.role in TICKS and likeness(label, outline.label(place)) >= SURE:
            state = "checked" if "checked" in node.states else "not checked"
            found.append(Value(state, f"the box “{outline.label(place)}”", place))
    return found


def _labelled_values(outline: OutlineTree, label: str, span: range, *, whole_page: bool) -> Iterator[Value]:
    sources: tuple[Callable[[OutlineTree, str, range], Iterator[Value]], ...] = (
        _rows,
        _terms,
        _fields,
        _lines,
        _headings,
    )
    for source in sources:
        found = list(source(outline, label, span))
        if found:
            yield from found
            return
    if not whole_page:
        yield from _columns(outline, label, span)


def _heads(label: str, head: str) -> bool:
    """Whether a column of this head is meant: "the Python type" is in the column "Python"."""
    said = label.split()
    shorter = " ".join(said[:-1]) if len(said) > 1 and said[-1].casefold() in _COLUMN_NOUNS else label
    return _is(label, head) or _is(shorter, head)


_COLUMN_NOUNS = frozenset(
    ("type", "value", "column", "name", "equivalent", "entry", "field", "version", "hours", "times")
)


def _is(label: str, name: str) -> bool:
    return likeness(label, name.rstrip(" :=*").strip()) >= _EXACT


def _cell_values(outline: OutlineTree, label: str, owner: str) -> Iterator[Value]:
    """Where the row of one and the column of the other meet. "%Y" is not "%y" where the page has both."""
    to_the_letter = any(owner in row.cells for table in tables(outline) for row in table.body)
    for table in tables(outline):
        for row in table.body:
            owns = [
                cell == owner if to_the_letter else _cell_is(outline, row, column, owner)
                for column, cell in enumerate(row.cells)
            ]
            named = _cell_is(outline, row, 0, label)
            for column, head in enumerate(table.header[: len(row.cells)]):
                if _heads(label, head) and any(owns) and not owns[column]:
                    yield Value(row.cells[column], f"row “{owner}”, column “{head}”", row.place)
                elif column > 0 and named and _is(owner, head):
                    yield Value(row.cells[column], f"row “{row.cells[0]}”, column “{head}”", row.place)


def _cell_is(outline: OutlineTree, row: TableRow, column: int, said: str) -> bool:
    """Whether a cell, or something in it, is called so: names stand beside pictures and badges."""
    if _is(said, row.cells[column]):
        return True
    return any(_is(said, outline.name(place)) for place in outline.under(row.places[column]))


def _rows(outline: OutlineTree, label: str, span: range) -> Iterator[Value]:
    """Rows of two cells: a label and its value."""
    for table in tables(outline, span):
        for row in table.rows:
            if len(row.cells) == 2 and not row.header and _is(label, row.cells[0]) and row.cells[1]:
                yield Value(row.cells[1], f"the row “{row.cells[0]}”", row.place)


def _columns(outline: OutlineTree, label: str, span: range) -> Iterator[Value]:
    """A span that is one row of a table: the cell under the column of this name."""
    row = outline[span.start] if span else None
    if row is None or row.role != "row":
        return
    for table in tables(outline):
        for candidate in table.body:
            if candidate.place == span.start:
                for column, head in enumerate(table.header[: len(candidate.cells)]):
                    if _is(label, head):
                        yield Value(candidate.cells[column], f"column “{head}”", candidate.place)


def _terms(outline: OutlineTree, label: str, span: range) -> Iterator[Value]:
    """Definition lists: all definitions that follow the term."""
    for place in span:
        if outline[place].role != "term" or not _term_is(label, outline.text(place)):
            continue
        told, at = [], outline.end[place]
        while (
            at < len(outline)
            and outline[at].role in ("definition", "term")
            and outline.parent[at] == outline.parent[place]
        ):
            if outline[at].role == "definition":
                told.append(outline.text(at))
            elif told:
                break
            at = outline.end[at]
        if text := " ".join(told):
            yield Value(_short(text), f"the entry “{outline.text(place)}”", place)


def _term_is(label: str, term: str) -> bool:
    """A term by itself, as one of the spellings of an option ("-e --echo"), or as the name in a signature."""
    if _is(label, term) or _is(label, signature_name(term)):
        return True
    return label.startswith("-") and label in term.replace(",", " ").split()


def _fields(outline: OutlineTree, label: str, span: range) -> Iterator[Value]:
    for place in span:
        node = outline[place]
        if (
            (node.role in FIELDS or node.role in ("progressbar", "meter", "status"))
            and outline.value(place)
            and _is(label, outline.label(place))
        ):
            yield Value(outline.value(place), f"the field “{outline.label(place)}”", place)


def _lines(outline: OutlineTree, label: str, span: range) -> Iterator[Value]:
    """ "Label: value" in one line, or a line "Label:" and the one after it."""
    for place in span:
        if outline[place].role in FIELDS or outline[place].role in TICKS:
            continue
        name = outline.name(place)
        head, colon, rest = name.partition(":")
        if colon and rest.strip() and not rest.startswith("//") and _is(label, head):
            yield Value(_short(rest.strip()), f"“{head.strip()}:”", place)
        elif colon and not rest.strip() and _is(label, head) and (after := _after(outline, place)):
            yield Value(_short(after), f"“{head.strip()}:”", place)
        elif (
            not colon
            and outline[place].role in ("text", "strong", "cell")
            and _is(label, name)
            and (after := _after(outline, place)).startswith(":")
        ):
            yield Value(_short(after.lstrip(": ")), f"“{name}”", place)


def _after(outline: OutlineTree, place: int) -> str:
    """The text that follows a label in the same box."""
    at = outline.end[place]
    if at >= len(outline) or outline.parent[at] != outline.parent[place] or outline[at].role == "heading":
        return ""
    return outline.text(at)


def _headings(outline: OutlineTree, label: str, span: range) -> Iterator[Value]:
    """A heading with one short text under it, as on cards that show a number."""
    for place in span:
        if outline[place].role == "heading" and _is(label, outline.name(place)):
            told = outline.lines(outline.section(place))
            if 1 <= len(told) <= 2 and len(" ".join(told)) <= 120:
                yield Value(" ".join(told), f"under the heading “{outline.name(place)}”", place)


def _of_kind(outline: OutlineTree, label: str, span: range) -> Iterator[Value]:
    """What looks like a price, where the price is asked for; the whole span is the owner's."""
    pattern = _kind(label)
    if pattern is None or len(span) > 60:
        return
    for place in span:
        for found in pattern.finditer(outline.name(place)):
            yield Value(found[0].strip(" .,"), "", place)


def _kind(label: str) -> re.Pattern[str] | None:
    words = content(label)
    return re.compile(_VALUE_KINDS[words[-1]], re.IGNORECASE) if words and words[-1] in _VALUE_KINDS else None


def _after_owner(outline: OutlineTree, label: str, owner: str) -> Iterator[Value]:
    """Boxes that left no trace in the outline: the first value of the kind right after the owner's own line."""
    pattern = _kind(label)
    said = (owner, *shorter_names(owner))
    anchors = [place for place in range(len(outline)) if any(_is(name, outline.name(place)) for name in said)]
    if pattern is None or len(anchors) != 1:
        return
    for place in range(anchors[0] + 1, min(len(outline), anchors[0] + 8)):
        if found := pattern.search(outline.name(place)):
            yield Value(found[0].strip(" .,"), f"right after “{owner}”", place)
            return


def _short(text: str) -> str:
    return text if len(text) <= _LONG else text[: _LONG - 2] + " …"


def _distinct(found: Iterator[Value] | Sequence[Value]) -> list[Value]:
    kept: dict[str, Value] = {}
    for value in found:
        if value.text:
            kept.setdefault(fold(value.text), value)
    return list(kept.values())
