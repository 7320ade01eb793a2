"""Counting and listing by structure: which things of a page a noun means, and what they are called.

Pure functions on an outline. Each answer names what it counted; what cannot be told apart is not counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from handrail.models.offline.grammar.nouns import KINDS, LONGEST
from handrail.models.offline.grammar.numbers import ordinal, whole_number
from handrail.models.offline.grammar.steps import Where
from handrail.models.offline.grammar.words import content, fold, listed, singular, stems, words
from handrail.models.offline.outline import OutlineTree, is_header_row
from handrail.models.offline.page.conditions import holds, in_words
from handrail.models.offline.page.places import regions
from handrail.models.offline.page.tables import TABLES, table_at, tables

_ITEM_NOUNS = frozenset(listed("item entry element bullet point step thing result record bullet-point child", " "))
_HEADING_LEVEL = re.compile(r"h([1-6])")
_SKIPPED = frozenset(("not-visible",))


@dataclass(slots=True)
class Counted:
    """Things that were found: what they are, in words, and their names, as many as there are things."""

    what: str
    names: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)

    @property
    def total(self) -> int:
        return len(self.names)


def counted(outline: OutlineTree, noun: str, span: range, where: Sequence[Where] = ()) -> Counted | None:
    """The things that a noun means within a span; None where the page does not say what they are."""
    found = (
        by_role(outline, noun, span)
        or by_name(outline, noun, span)
        or by_leading_word(outline, noun, span)
        or by_section(outline, noun, span)
    )
    if found is None:
        return None
    return _filtered(outline, found, where)


def by_role(outline: OutlineTree, noun: str, span: range) -> Counted | None:
    """Kinds that have a role: links, level 2 headings, footer links, rows of the Users table."""
    level, rest = _level(noun)
    kind = kind_of(rest)
    if kind is None and level is None:
        return None
    roles, modifier = kind if kind is not None else (frozenset(("heading",)), "")
    if level is not None:
        roles, modifier = frozenset(("heading",)), ""
    places = list(_of_role(outline, roles, span, level))
    if modifier:
        places = _narrow_by_modifiers(outline, places, roles, modifier, span)
    if not places and (modifier or (level is None and not roles <= _PLAIN_KINDS)):
        return None
    what = fold(noun)
    return Counted(what, [_name(outline, place) for place in places], places)


_PLAIN_KINDS = frozenset(
    listed(
        "button link heading table grid treegrid checkbox switch menuitemcheckbox radio menuitemradio textbox "
        "searchbox spinbutton slider combobox listbox list row frame tab dialog alertdialog",
        " ",
    )
)
"""Kinds whose absence is an answer. "Options" or "files" may be on a page without having a role."""


def kind_of(noun: str) -> tuple[frozenset[str], str] | None:
    """The roles of the noun's head and the words before it."""
    tokens = noun.split()
    for size in range(min(LONGEST, len(tokens)), 0, -1):
        roles = KINDS.get(stems(" ".join(tokens[len(tokens) - size :])))
        if roles:
            return roles, " ".join(tokens[: len(tokens) - size])
    return None


def _level(noun: str) -> tuple[int | None, str]:
    """ "h2 headings", "second level headings", "headings of level 2"."""
    tokens = stems(noun)
    for at, word in enumerate(tokens):
        if found := _HEADING_LEVEL.fullmatch(word):
            return int(found[1]), noun
        if word in ("level", "tier") or word.startswith("level-"):
            around = [*tokens[at + 1 : at + 2], *tokens[max(0, at - 1) : at]]
            for other in around:
                number = whole_number(other) or ordinal(other)
                if number and "heading" in tokens:
                    return number, noun
    return None, noun


def _of_role(outline: OutlineTree, roles: frozenset[str], span: range, level: int | None) -> Iterator[int]:
    for place in span:
        node = outline[place]
        if level is not None and outline.level(place) != level:
            continue
        if node.role in roles and not (node.role == "row" and is_header_row(outline, place)):
            if node.role in ("button", "menu") and "combobox" in roles:
                continue  # a person may call a menu button a dropdown, but not every button is one
            yield place
        elif "listitem" in roles and outline.parent[place] >= 0 and outline[outline.parent[place]].role == "list":
            # An item with nothing but a link in it is folded into that link.
            yield place


def _narrow_by_modifiers(
    outline: OutlineTree, places: list[int], roles: frozenset[str], modifier: str, span: range
) -> list[int]:
    """Those that the words before the kind single out: by the part of the page, else by their names."""
    for part in regions(outline, modifier):
        inside = [place for place in places if place in part and part.start in span]
        if inside:
            return inside
    wanted = set(content(modifier))
    named = [place for place in places if wanted <= set(content(outline.label(place)))]
    if named or roles != frozenset(("img",)):
        return named
    return []


def by_name(outline: OutlineTree, noun: str, span: range) -> Counted | None:
    """What stands in a list or group that is called exactly by the noun."""
    for place in span:
        if outline[place].role not in _GROUPS or content(outline.label(place)) != content(noun):
            continue
        if (found := items_of(outline, range(place, outline.end[place]))) is not None:
            return Counted(f"{found.what} of “{outline.label(place)}”", found.names, found.places)
    return None


_GROUPS = frozenset(("list", "listbox", "radiogroup", "group", "tablist", "menu", "tree", "feed", *TABLES))


def by_section(outline: OutlineTree, noun: str, span: range) -> Counted | None:
    """What stands in a list, table or section that is called by the noun; or in a scope that is one list."""
    wanted = content(noun)
    for place in span:
        name = outline.label(place)
        if outline[place].role not in (*_GROUPS, "region") or not name or not _covers(noun, name):
            continue
        if (found := items_of(outline, range(place, outline.end[place]))) is not None:
            return Counted(f"{found.what} of “{name}”", found.names, found.places)
    for place in span:
        if outline[place].role == "heading" and _covers(noun, outline.name(place)):
            found = items_of(outline, outline.section(place))
            if found is not None:
                return Counted(f"{found.what} under “{outline.name(place)}”", found.names, found.places)
    if wanted == ("section",):
        return _top_headings(outline, span)
    if wanted and wanted[-1] in _ITEM_NOUNS and len(wanted) == 1:
        return items_of(outline, span)
    return None


def _top_headings(outline: OutlineTree, span: range) -> Counted | None:
    """Sections are what the headings below the page's title begin."""
    headings = [place for place in span if outline.level(place)]
    for level in sorted({outline.level(place) for place in headings}):
        of_level = [place for place in headings if outline.level(place) == level]
        if len(of_level) > 1:
            return Counted(f"sections (level {level} headings)", [outline.name(place) for place in of_level], of_level)
    return None


def _covers(noun: str, name: str) -> bool:
    """Whether the name is the noun, or the noun in the plural with a few more words ("Our pricing plans")."""
    wanted, said = content(noun), content(name)
    if not wanted or not set(wanted) <= set(said) or len(said) > len(wanted) + 3:
        return False
    heads = [word for word in words(name) if content(word)[-1:] == wanted[-1:]]
    if wanted == said:
        return True
    joined = {"and", "or", "&", "with", "for", "from"} & set(words(name))
    return not joined and any(singular(word) != word for word in heads)


def items_of(outline: OutlineTree, span: range) -> Counted | None:
    """The repeated units of a span, if it has one kind of them: entries of a list, rows, articles, headings."""
    lists = [
        place for place in span if outline[place].role in ("list", "listbox", "tablist", "menu", "tree", "radiogroup")
    ]
    lists = [place for place in lists if not any(above in lists for above in outline.ancestors(place))]
    if len(lists) == 1:
        children = list(outline.children(lists[0]))
        return Counted("entries of the list", [_name(outline, place) for place in children], children)
    found = list(tables(outline, span))
    if len(found) == 1 and not lists:
        rows = [row.place for row in found[0].body]
        return Counted("rows of the table", [_row_name(row.cells) for row in found[0].body], rows)
    for role in ("article", "term", "radio", "checkbox", "tab"):
        places = [place for place in span if outline[place].role == role]
        if len(places) > 1 and not lists and not found:
            return Counted(
                f"{role}s",
                [_name(outline, at) for at in places],
                places,
            )
    if lists or found:
        return None
    headings = [place for place in span if outline[place].role == "heading"]
    top = min((outline.level(place) for place in headings), default=0)
    highest = [place for place in headings if outline.level(place) == top]
    if len(highest) > 1:
        return Counted("headings", [outline.name(place) for place in highest], highest)
    return None


def by_leading_word(outline: OutlineTree, noun: str, span: range) -> Counted | None:
    """Headings or entries that say what they are: "Event: 'close'", "Step 2", "Chapter 7: Rivers"."""
    wanted = stems(noun)
    for role in ("heading", "listitem", "link", "text"):
        found = []
        for place in span:
            if outline[place].role != role:
                continue
            said = words(outline.name(place))
            if tuple(map(singular, said[: len(wanted)])) == wanted and _numbered_or_titled(
                outline.name(place), len(wanted), said
            ):
                found.append(place)
        if len(found) > 1:
            kind = {"heading": "headings", "listitem": "entries", "link": "links", "text": "lines"}[role]
            return Counted(
                f"{kind} that begin with “{singular(fold(noun))}”", [outline.name(at) for at in found], found
            )
    return None


def _numbered_or_titled(name: str, width: int, said: Sequence[str]) -> bool:
    rest = said[width:]
    return bool(rest) and (
        rest[0].isdigit() or ":" in " ".join(name.split()[: width + 1]) or bool(re.match(r"#?\d", rest[0]))
    )


def _name(outline: OutlineTree, place: int) -> str:
    """What a thing is called: its label, its first heading, the beginning of its text."""
    if outline[place].role in TABLES:
        table = table_at(outline, place)
        columns = ", ".join(table.header)
        return (
            f"{table.name} ({columns})" if table.name and columns else table.name or columns or outline.text(place)[:80]
        )
    if outline[place].role == "row":
        return _row_name(tuple(outline.text(cell) for cell in outline.children(place)))
    if label := outline.label(place):
        return label
    heading = next((at for at in outline.under(place) if outline[at].role == "heading"), None)
    if heading is not None:
        return outline.name(heading)
    text = outline.text(place)
    return text if len(text) <= 120 else text[:118] + " …"


def _row_name(cells: Sequence[str]) -> str:
    return " · ".join(cell for cell in cells if cell)


def _filtered(outline: OutlineTree, found: Counted, where: Sequence[Where]) -> Counted:
    kept = [
        (name, place)
        for name, place in zip(found.names, found.places, strict=True)
        if all(holds(outline, condition, name, place) for condition in where)
    ]
    what = " ".join([found.what, *(in_words(condition) for condition in where)])
    return Counted(what, [name for name, _ in kept], [place for _, place in kept])


def stated(outline: OutlineTree, noun: str) -> list[tuple[str, str]]:
    """Numbers that the page itself gives for a noun ("128 results"), with the words around them."""
    forms = "|".join(re.escape(form) for form in {fold(noun), *(" ".join(stems(noun)),)})
    pattern = re.compile(
        rf"(?<![\w.,$€£/#:-])(\d{{1,3}}(?:[,.]\d{{3}})+|\d+)\+? (?:[a-z]+ )?(?:{forms})s?\b", re.IGNORECASE
    )
    found: dict[str, str] = {}
    for line in outline.lines(range(len(outline))):
        if len(line) <= 100 and (said := pattern.search(line)) and "version" not in line[: said.start()].casefold():
            found.setdefault(said[1], line)
    return list(found.items())
