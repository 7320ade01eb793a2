"""The parts of a page that words name: the footer, the Users table, the section "Install", Alice's row."""

from __future__ import annotations

from collections.abc import Iterator

from handrail.models.offline.grammar.nouns import LANDMARKS, LONGEST, roles_of
from handrail.models.offline.grammar.numbers import ordinal
from handrail.models.offline.grammar.words import content, fold, listed, stems, words
from handrail.models.offline.outline import ITEMS, OutlineTree, is_header_row
from handrail.models.offline.page.tables import tables

_BOXES = frozenset(
    listed(
        "list table grid treegrid tree group region form dialog alertdialog navigation complementary "
        "main banner contentinfo "
        "radiogroup listbox combobox menu menubar tablist tabpanel toolbar search article figure feed frame scrollable",
        " ",
    )
)
_PART_WORDS = "section part area block box panel column chapter paragraph card entry heading page"


def regions(outline: OutlineTree, said: str) -> Iterator[range]:
    """Spans that these words name, the surest kind first and the smallest first within a kind."""
    name, roles = _name_and_roles(said)
    first, _, rest = said.partition(" ")
    if rest and (nth := ordinal(first.casefold())) is not None:
        yield from _nth(outline, rest, nth)
    yield from _landmarks(outline, name, roles)
    yield from _boxes(outline, name, roles)
    yield from _sections(outline, name)
    if name != said:
        yield from _boxes(outline, said, None)
        yield from _sections(outline, said)
    yield from _items(outline, name)
    for shorter in shorter_names(name):
        yield from _boxes(outline, shorter, None)
        yield from _sections(outline, shorter)
        yield from _items(outline, shorter)


def shorter_names(name: str) -> Iterator[str]:
    """ "Team plan" may stand under "Team", "user Bob" beside "Bob": without a common noun at one end."""
    tokens = name.split()
    if len(tokens) < 2:
        return
    for dropped, rest in ((tokens[-1], tokens[:-1]), (tokens[0], tokens[1:])):
        if dropped.islower() and dropped.isalpha() and any(not token.islower() for token in rest):
            yield " ".join(rest)


def _name_and_roles(said: str) -> tuple[str, frozenset[str] | None]:
    """ "Users table" is a table called Users; "footer" is a landmark without a name."""
    tokens = [word for word in said.split() if word.casefold() not in ("the", "a", "an", "this")]
    for size in range(min(LONGEST, len(tokens)), 0, -1):
        behind = " ".join(tokens[-size:])
        if roles := LANDMARKS.get(behind.casefold()) or roles_of(behind):
            return " ".join(tokens[:-size]), roles
    if tokens and tokens[-1].casefold() in _PART_WORDS.split() and len(tokens) > 1:
        return " ".join(tokens[:-1]), None
    if len(tokens) > 1 and (tokens[0].casefold() in _PART_WORDS.split()):
        return " ".join(tokens[1:]), None
    if len(tokens) > 1 and (roles := roles_of(tokens[0])) and roles & _BOXES | (roles & ITEMS):
        return " ".join(tokens[1:]), roles
    return " ".join(tokens), None


def _nth(outline: OutlineTree, said: str, nth: int) -> Iterator[range]:
    """ "the second table", "the last row": by kind and place."""
    name, roles = _name_and_roles(said)
    if name or roles is None:
        return
    found = [at for at in range(len(outline)) if outline[at].role in roles and not is_header_row(outline, at)]
    index = nth - 1 if nth > 0 else len(found) + nth
    if 0 <= index < len(found):
        yield range(found[index], outline.end[found[index]])


def _landmarks(outline: OutlineTree, name: str, roles: frozenset[str] | None) -> Iterator[range]:
    """By kind alone, where there is only one of the kind."""
    if name or roles is None:
        return
    found = [place for place in range(len(outline)) if outline[place].role in roles]
    if "table" in roles:
        found = [table.place for table in tables(outline) if table.holds_data] or found
    if len(found) == 1 or (found and roles & {"navigation", "banner", "contentinfo", "complementary", "main"}):
        for place in found:
            yield range(place, outline.end[place])


def _boxes(outline: OutlineTree, name: str, roles: frozenset[str] | None) -> Iterator[range]:
    if not name:
        return
    fitting = [
        (not _is_named(name, outline.label(place)), outline.end[place] - place, place)
        for place in range(len(outline))
        if outline[place].role in (roles or _BOXES) and _names(name, outline.label(place))
    ]
    for _, _, place in sorted(fitting):
        yield range(place, outline.end[place])
    if not fitting and roles is not None and roles & _BOXES:
        # A list or table has no name of its own more often than not: it is called after the heading above it.
        for place in range(len(outline)):
            above = outline.heading[place]
            if outline[place].role in roles and above >= 0 and _names(name, outline.name(above)):
                yield range(place, outline.end[place])


def _sections(outline: OutlineTree, name: str) -> Iterator[range]:
    if not name:
        return
    headings = [place for place in range(len(outline)) if outline[place].role == "heading"]
    exact = [place for place in headings if _is_named(name, outline.name(place))]
    for place in exact or [place for place in headings if _names(name, outline.name(place))]:
        yield outline.section(place)


def _items(outline: OutlineTree, name: str) -> Iterator[range]:
    """Rows, entries and cards whose text holds the words, the smallest first."""
    if not name:
        return
    found = [
        (outline.end[place] - place, place)
        for place in range(len(outline))
        if _is_item(outline, place) and _is_called(outline, place, name)
    ]
    for _, place in sorted(found):
        yield range(place, outline.end[place])


def _is_called(outline: OutlineTree, item: int, name: str) -> bool:
    """Whether something short in an item is called so: a sentence that happens to hold the words does not count."""
    wanted, said = stems(name), set[str]()
    for place in range(item, outline.end[item]):
        here = stems(outline.label(place))
        if len(here) <= 2 * len(wanted):
            said.update(here)
        elif len(wanted) > 2 and any(here[at : at + len(wanted)] == wanted for at in range(len(here))):
            return True
    return bool(wanted) and set(wanted) <= said


def _is_item(outline: OutlineTree, place: int) -> bool:
    above = outline.parent[place]
    return outline[place].role in ITEMS or (above >= 0 and outline[above].role in ("list", "row", "table"))


def _is_named(said: str, name: str) -> bool:
    return fold(said) == fold(name) or words(said) == words(name) or content(said) == content(name)


def _names(said: str, name: str) -> bool:
    """Whether all that was said is in the name, and the name is not a sentence that merely holds it."""
    ours, theirs = content(said), content(name)
    return bool(ours) and set(ours) <= set(theirs) and len(theirs) <= 3 * len(ours) + 3
