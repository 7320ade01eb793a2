"""Answers questions from the page: only what stands there under the name that was asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from handrail.models.offline.existence import exists
from handrail.models.offline.find import (
    PRESSED,
    SEVERAL,
    NotFound,
    entries,
    find,
    folds,
    is_same_name,
    items_of,
    no_such_list,
    operable,
    parts,
    places,
    texts_under,
)
from handrail.models.offline.language import Item, Phrase, Reading, Thing
from handrail.models.offline.names import level, matches, sameness, wants, without_number
from handrail.models.offline.outline import FIELDS, TABLES, TICKS, OutlineTree
from handrail.models.offline.program import Answer, PageView
from handrail.models.offline.tables import PageTable, further_pages, table_at, tables
from handrail.models.offline.words import (
    data,
    fold,
    meaning,
    number_of,
    plain_edges,
    quote_list,
    roles_of,
    without_article,
)
from handrail.texts.shortening import cut

MOST_CHARS, MOST_NAME_CHARS = 12_000, 200
_LEVEL = re.compile(r"(?:level ([1-6])|h([1-6])) headings?")


def answer(clause: Reading, page: PageView) -> Answer:
    """Return the answer to a question; raises `NotFound` where the page gives none, or more than one."""
    found = _ANSWERS[clause.rule](clause.items[0], page)
    more = " Only a part of this page could be read in time." if page.partial else ""
    return replace(found, text=found.text + more)


class Counted(NamedTuple):
    """The names of things, what they are called, and what on the page leads to more of them, if anything."""

    names: list[str]
    said: str
    more: str = ""


def _names_to_count(item: Item, page: PageView) -> Counted:
    """Return all things of a kind or under a name, in a part of the page where one is named."""
    outline = page.outline
    said = without_article(fold(plain_edges(item.value))) if not item.quoted else item.value
    span = _part(outline, item.thing) if item.thing is not None else range(len(outline))
    if found := _LEVEL.fullmatch(said):
        heads = outline.with_role("heading", span=span)
        return Counted([outline.name(at) for at in heads if outline.level(at) == int(found[1] or found[2])], said)
    if not item.quoted and (roles := roles_of(said, counts=True)):
        return Counted([_name(outline, at) for at in _of_kind(outline, roles, span)], said)
    lists = [items for items in items_of(outline, Phrase(item.value, item.quoted)) if set(items) <= set(span)]
    if len(lists) == 1:
        more = further_pages(outline, lists[0][-1])
        return Counted([_name(outline, at) for at in lists[0]], said, more)
    if lists:
        raise NotFound(
            f"{len(lists)} lists or tables on this page are called “{said}”; say in which part of the page.", SEVERAL
        )
    raise no_such_list(outline, said)


def _of_kind(outline: OutlineTree, roles: frozenset[str], span: range) -> list[int]:
    found = [at for at in outline.with_role(*roles, span=span) if not outline.is_header_row(at)]
    if "row" in roles and any(outline.end[at] == at + 1 for at in found):
        raise NotFound("The page does not show the cells of some rows, so I cannot tell which are headers.")
    return [at for at in found if outline[at].role not in TABLES or table_at(outline, at).rows]


def _part(outline: OutlineTree, thing: Thing) -> range:
    """Return the one part of the page with a name; a box and the heading in it have one name."""
    spans = list(dict.fromkeys(places(outline, thing.name)))
    found = [one for one in spans if not any(one != other and set(one) <= set(other) for other in spans)]
    if len(found) != 1:
        raise NotFound(f"{len(found) or 'No'} parts of this page are called {thing.name}.", SEVERAL * bool(found))
    return found[0]


def _name(outline: OutlineTree, place: int) -> str:
    """Return what an entry is called: its label, its heading, or what stands in it."""
    if label := outline.label(place):
        return label
    heads = outline.with_role("heading", "rowheader", span=outline.under(place))
    return outline.name(heads[0]) if heads else outline.text(place)


def _count(item: Item, page: PageView) -> Answer:
    names, said, further = _names_to_count(item, page)
    if further:
        raise NotFound(f"The page shows {number_of(len(names), said)}. {_others(further)}")
    shown = quote_list([_short(name) for name in names if name])
    more = f": {shown}" if shown and len(shown) < 1_000 else ""
    outline, thing = page.outline, item.thing
    is_part = thing is not None and len(_part(outline, thing)) < len(outline)
    where = f"in {thing.name}" if thing is not None and is_part else "on this page"
    return Answer(f"{number_of(len(names), said)} {where}{more}.", {"count": len(names), "counted": said})


def _list(item: Item, page: PageView) -> Answer:
    try:
        names, said, further = _names_to_count(item, page)
    except NotFound:
        if (column := _column(item, page)) is None:
            raise
        names, said, further = column
        many = f"{said}, {number_of(len(names), 'entries')}"
    else:
        many = number_of(len(names), said)
    if not names:
        raise NotFound(f"There are no {said} on this page.")
    lines = "\n".join(f"- {_short(name)}" for name in names)
    where = " on this page" if further else ""
    return Answer(_shortened(f"{many}{where}:\n\n{lines}"), {"items": names}, _others(further))


def _short(name: str) -> str:
    """Return what an entry is called: what has no name, such as a table, goes by all its text."""
    return name if len(name) <= MOST_NAME_CHARS else f"{name[:MOST_NAME_CHARS]}…"


def _others(further: str) -> str:
    """Return that there may be more than the page shows, as a sentence: “Next” may lead to another chapter, too."""
    return f"There may be more, on further pages: “{further}” stands behind these." if further else ""


def _column(item: Item, page: PageView) -> Counted | None:
    """Return the cells of the one column with a name; None where there is none, or a row has no cell in it."""
    outline, name = page.outline, Phrase(item.value, item.quoted)
    span = _part(outline, item.thing) if item.thing is not None else range(len(outline))
    found = [
        (table, number, head)
        for table in tables(outline, span)
        for number, head in enumerate(table.header)
        if is_same_name(name, head)
    ]
    if len(found) != 1:
        return None
    table, number, head = found[0]
    if any(len(row.cells) != len(table.header) for row in table.members):
        return None
    further = further_pages(outline, table.rows[-1].place)
    return Counted([row.cells[number] for row in table.members], head, further)


def _values(outline: OutlineTree, label: Phrase, span: range) -> list[str]:
    """Return what stands under a label: in a field, behind a term, in a row of two cells; else behind a colon."""
    found: list[str] = []
    for at in matches(outline, label, lambda tree, at: tree[at].role in FIELDS | TICKS | {"term"}, span):
        if outline[at].role in TICKS:
            found.append("checked" if "checked" in outline[at].states else "unchecked")
        else:
            found.append(_definition(outline, at) if outline[at].role == "term" else outline.value(at))
    found += [value for table in tables(outline, span) for value in _pairs(table, label)]
    if not any(found):
        texts = (outline.name(at).partition(":") for at in outline.with_role("text", span=span))
        found = [after.strip() for before, colon, after in texts if colon and level(label, before) > 1]
    return [value for value in dict.fromkeys(found) if value]


def _definition(outline: OutlineTree, term: int) -> str:
    """Return the text behind a term, up to the next one; without what only holds links and buttons."""
    said: list[str] = []
    for at in (one for one in outline.children(outline.parent[term]) if one > term):
        if outline[at].role != "definition" and (said or outline[at].role != "term"):
            break
        leaves = [one for one in range(at, outline.end[at]) if outline.end[one] == one + 1]
        if outline[at].role != "term" and any(outline[one].role not in PRESSED for one in leaves):
            said.append(outline.text(at))
    return " ".join(said)


def _pairs(table: PageTable, label: Phrase) -> list[str]:
    """Return the second of two cells, in rows of a table without column headers whose first cell is the label."""
    rows = [] if table.header else [[cell for cell in row.cells if cell] for row in table.body]
    found = [(level(label, cells[0]), cells[1]) for cells in rows if len(cells) == 2]
    return _best(found)


def _best(levels: Sequence[tuple[int, Any]]) -> list[Any]:
    best = max((one for one, _ in levels), default=0)
    return [what for one, what in levels if one == best and one]


def _crossings(outline: OutlineTree, label: Phrase, owner: Phrase) -> list[str]:
    """Return where a column and a row of a table with these names meet; of rows with a cell in every column."""
    found: list[str] = []

    def is_said(tree: OutlineTree, place: int) -> bool:
        return tree[place].role not in FIELDS

    for table in tables(outline):
        whole = [row for row in table.body if len(row.cells) == len(table.header)]
        rows = [row for row in whole if matches(outline, owner, is_said, outline.under(row.place))]
        found += [row.cells[number] for row in rows for number in _columns(table, label)]
        rows = _best([(level(label, row.cells[0]), row) for row in whole])
        found += [row.cells[number] for row in rows for number in _columns(table, owner) if number]
    return found


def _columns(table: PageTable, name: Phrase) -> list[int]:
    return _best([(level(name, head), number) for number, head in enumerate(table.header)])


def _value(item: Item, page: PageView) -> Answer:
    outline, label = page.outline, Phrase(item.value, item.quoted)
    if item.thing is None:
        found, called = _values(outline, label, range(len(outline))), str(label)
        if not found and (short := without_number(label)) is not None:
            found = _values(outline, short, range(len(outline)))
        found = found or texts_under(outline, label)
        if not item.quoted and (fact := meaning("facts", without_article(plain_edges(item.value)))):
            if not found:
                return _fact(fact, page)
            # Beside a value of that name the page may have no one fact: then the value is meant.
            with suppress(NotFound):
                found.append(_fact(fact, page).text)
    else:
        owner, called = item.thing.name, f"{label} of {item.thing}"
        spans = [*entries(outline, owner), *parts(outline, owner)]
        within = (value for span in spans for value in _values(outline, label, span))
        found = _crossings(outline, label, owner) or list(within)
    found = [value for value in dict.fromkeys(found) if value]
    if len(found) == 1:
        return Answer(_shortened(f"{called}: {found[0]}"), {"value": found[0]})
    if found:
        shown = ", ".join(found[:10])[:1_000]
        raise NotFound(f"The page has {len(found)} values for {called}: {shown}. Say of what.", SEVERAL)
    raise NotFound(f"The page has nothing under the name {called}.")


def _fact(fact: str, page: PageView) -> Answer:
    heads = [(page.outline.level(at), page.outline.name(at)) for at in page.outline.with_role("heading")]
    top = [name for one, name in heads if one == min(heads)[0]]
    if fact == "heading" and len(top) != 1:
        raise NotFound(f"This page has {len(top) or 'no'} main headings.")
    value = top[0] if fact == "heading" else page.title if fact == "title" else page.url
    return Answer(f"The {fact} of this page: {value}", {"value": value})


def _leads(item: Item, page: PageView) -> Answer:
    assert item.thing is not None
    node = page.outline[find(page.outline, item.thing, lambda tree, at: tree[at].role == "link" and bool(tree[at].url))]
    return Answer(f"The link “{node.name.raw.strip()}” leads to {node.url.raw}", {"value": node.url.raw})


def _state(item: Item, page: PageView) -> Answer:
    assert item.thing is not None
    state = next(name for name, said in data()["states"].items() if fold(plain_edges(item.value)) in said)
    asked, wanted = _STATES.get(state, (state, True))
    place = find(page.outline, item.thing, _HAS_STATE.get(asked, operable()))
    states = {"checked" if one == "selected" else one for one in page.outline[place].states}
    value = not page.outline.value(place) if asked == "empty" else (asked in states) == wanted
    words = f"{page.outline[place].role} “{page.outline.label(place)}”"
    return Answer(f"{'Yes' if value else 'No'}: {words} is {'' if value else 'not '}{state}.", {"value": value})


_STATES = {"unchecked": ("checked", False), "enabled": ("disabled", False), "collapsed": ("expanded", False)}
_HAS_STATE = {"checked": operable("choices"), "expanded": folds, "empty": operable("fields")}


def _read(item: Item, page: PageView) -> Answer:
    assert item.thing is not None
    outline = page.outline
    found = [at for at in _tables_called(outline, item.thing) if table_at(outline, at).rows]
    if len(found) == 1:
        table = table_at(outline, found[0])
        rows = [list(row.cells) for row in table.body]
        data = {"header": list(table.header), "rows": rows}
        return Answer(table.markdown(MOST_CHARS), data, _others(further_pages(outline, table.rows[-1].place)))
    if found:
        names = "; ".join(f"“{outline.label(at) or outline.stands_under(at)}”" for at in found[:8])
        raise NotFound(f"There are {len(found)} tables: {names}. Say which.", SEVERAL)
    span = _part(outline, item.thing)
    text = "\n".join(outline.lines(span))
    rest = "" if len(text) <= MOST_CHARS else f"{item.thing} is longer than I can repeat."
    return Answer(_shortened(text), missing=rest)


def _shortened(text: str) -> str:
    return text if len(text) <= MOST_CHARS else cut(text, MOST_CHARS)


def _tables_called(outline: OutlineTree, thing: Thing) -> list[int]:
    """Return the tables of this name; also those under a heading of this name."""
    found = matches(outline, thing.name, lambda tree, at: tree[at].role in TABLES)
    named = [want.name for want in wants(thing.name) if want.name and want.roles & TABLES]
    heads = [at for at in outline.with_role("heading") if any(sameness(name, outline.name(at)) for name in named)]
    return found or [table.place for head in heads for table in tables(outline, outline.section(head))]


_ANSWERS: dict[str, Callable[[Item, PageView], Answer]] = {
    "count": _count, "list": _list, "exists": exists, "value": _value, "leads": _leads, "state": _state, "read": _read
}  # fmt: skip
