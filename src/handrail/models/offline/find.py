"""Finds what a noun phrase names: exactly one thing on the page, or an error that says what there is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from handrail.models.offline.language import Item, Phrase, Thing
from handrail.models.offline.names import Fits, matches, once
from handrail.models.offline.outline import FIELDS, TABLES, OutlineTree
from handrail.models.offline.tables import table_at
from handrail.models.offline.words import (
    data,
    fold,
    meaning,
    phrases,
    plain_edges,
    roles,
    same_but_number,
    without_article,
)

BOXES, ENTRIES, CHOICES, PRESSED = roles("boxes"), roles("entries"), roles("choices"), roles("pressed")
NEAREST = 3
SEVERAL = 2
"""How much it helps to know that more than one thing has a name, beside that nothing has another one."""


class NotFound(Exception):
    """Nothing, or more than one thing, has a name; the sentence is for the user. ``tells`` is how much it helps."""

    def __init__(self, reason: str, tells: int = 0) -> None:
        super().__init__(reason)
        self.tells = tells


def operable(*names: str) -> Fits:
    """Return a test: whether something can be operated and has a role of these lists; any role where none is named."""
    wanted = roles(*names)
    return lambda outline, at: outline[at].ref is not None and (not wanted or outline[at].role in wanted)


def folds(outline: OutlineTree, place: int) -> bool:
    """Return whether something can be expanded and collapsed."""
    return outline[place].ref is not None and bool({"expanded", "collapsed"} & set(outline[place].states))


def is_anything(_: OutlineTree, __: int) -> bool:
    return True


def find(outline: OutlineTree, thing: Thing, fits: Fits, *, first: frozenset[str] = frozenset()) -> int:
    """Return the place of the one thing that is named; raises `NotFound`. Roles of ``first`` go before others."""
    found = _matches_in_place(outline, thing, fits)
    if len(found) != 1 and thing.beside and not _matches_in_place(outline, _quoted(thing), fits):
        found = _counted_over_entries(outline, thing, fits) or found
    preferred = [at for at in found if outline[at].role in first]
    found = once(outline, preferred or found)
    if len(found) == 1:
        return found[0]
    raise _several(outline, thing, found) if found else _nothing(outline, thing, fits)


def the(rule: str, thing: Thing | None, outline: OutlineTree) -> int:
    """Return the place of the thing that an instruction names; raises `NotFound`."""
    assert thing is not None
    if rule == "scroll_to":
        return find(outline, thing, is_anything, first=frozenset(("heading",)))
    fits = folds if rule in ("expand", "collapse") else operable(*data()["things"].get(rule, ()))
    # A field and a button of one name: the button is pressed.
    others = frozenset(node.role for node in outline.nodes) - FIELDS
    first = roles(*data()["things_first"][rule]) if rule in data()["things_first"] else others
    return find(outline, thing, fits, first=first)


def one_named(outline: OutlineTree, names: str, fits: Fits) -> int:
    """Return the place of the one thing with a name of a list in words.toml; raises `NotFound`. A link of the same name
    only leads to the form that a button sends."""
    named = {at for name in phrases(names) for at in matches(outline, Phrase(name, quoted=True), fits)}
    found = {at for at in named if outline[at].role == "button"} or named
    if len(found) != 1:
        raise NotFound(f"I find {len(found)} {names.replace('_', ' ')} on this page; say what to type where.")
    return found.pop()


def value_in_group(outline: OutlineTree, item: Item) -> int | None:
    """Return the place of the radio button of a value, in the group with the name of the item's thing."""
    if item.thing is None:
        return None
    groups = matches(outline, item.thing.name, lambda tree, at: tree[at].role in roles("groups"))
    said = Phrase(item.value, item.quoted)
    found = [at for group in groups for at in matches(outline, said, operable("radios"), outline.under(group))]
    return found[0] if len(found) == 1 else None


def search_field(outline: OutlineTree, thing: Thing | None) -> int:
    """Return the place of the field to search in: the one named, or the only one on the page; raises `NotFound`."""
    if thing is not None:
        return the("search_in", thing, outline)
    fields = [at for at in outline.with_role("searchbox") if outline[at].ref] or [
        at
        for at in outline.with_role("textbox", "combobox")
        if outline[at].ref and set(re.findall(r"\w+", fold(outline.label(at)))) & set(phrases("search"))
    ]
    fields = once(outline, fields)
    # One that is called "Search" alone is what the request says.
    bare = [at for at in fields if plain_edges(fold(outline.label(at))) in phrases("search")]
    if len(only := bare if len(bare) == 1 else fields) == 1:
        return only[0]
    names = ", ".join(f"“{outline.label(at)}”" for at in fields) or "none"
    how = f"Say “search for X in NAME”{', or “in the first NAME”' if len(bare) > 1 else ''}."
    raise NotFound(f"There is not one search field on this page ({names}). {how}", SEVERAL * bool(fields))


def _matches_in_place(outline: OutlineTree, thing: Thing, fits: Fits) -> list[int]:
    return sorted({at for span in _spans(outline, thing, fits) for at in matches(outline, thing.name, fits, span)})


def _counted_over_entries(outline: OutlineTree, thing: Thing, fits: Fits) -> list[int]:
    """Return the thing that an ordinal picks of those in several entries, of which each has one: "the second Edit next
    to Ada"."""
    first, _, rest = without_article(thing.name.text).partition(" ")
    number = int(meaning("ordinals", first) or 0)
    if thing.name.quoted or not (rest and number):
        return []
    name = Phrase(rest, quoted=False)
    entries = [matches(outline, name, fits, span) for span in _spans(outline, thing, fits)]
    ours = sorted({at for entry in entries for at in entry})
    if len(entries) > 1 and any(len(entry) > 1 for entry in entries):
        return []
    return ours[number - 1 :][:1] if number > 0 else ours[number:][:1]


def _quoted(thing: Thing) -> Thing:
    return replace(thing, name=replace(thing.name, quoted=True))


def _spans(outline: OutlineTree, thing: Thing, fits: Fits) -> Iterator[Sequence[int]]:
    if thing.place is None:
        yield range(len(outline))
    else:
        yield from () if thing.beside else places(outline, thing.place)
        yield from _beside(outline, thing, thing.place, fits)


def parts(outline: OutlineTree, place: Phrase) -> list[range]:
    """Return the parts of the page with a name: boxes, landmarks, and what stands under headings."""
    boxes = matches(outline, place, lambda tree, at: tree[at].role in BOXES)
    heads = matches(outline, place, lambda tree, at: tree[at].role == "heading")
    return [outline.under(at) for at in boxes] + [outline.section(at) for at in heads]


def texts_under(outline: OutlineTree, name: Phrase) -> list[str]:
    """Return what stands under each heading of this name, if that is nothing but text."""
    heads = matches(outline, name, lambda tree, at: tree[at].role == "heading")
    spans = [outline.section(at) for at in heads]
    texts = [[outline.name(at) for at in span] for span in spans if all(outline[at].role == "text" for at in span)]
    return ["; ".join(filter(None, said)) for said in texts]


def places(outline: OutlineTree, place: Phrase) -> list[range]:
    """Return the parts of the page with a name; all of the page where that is its name and no part has it."""
    is_page = not place.quoted and fold(without_article(place.text)) in phrases("page")
    return parts(outline, place) or ([range(len(outline))] if is_page else [])


def _beside(outline: OutlineTree, thing: Thing, place: Phrase, fits: Fits) -> Iterator[range]:
    """Yield the smallest entries (a row, an item, a card) that hold both the thing and what it stands beside."""
    for at in matches(outline, place, is_anything):
        for above in (at, *outline.ancestors(at)):
            if outline[above].role in ENTRIES and matches(outline, thing.name, fits, outline.under(above)):
                yield outline.under(above)
                break


def entries(outline: OutlineTree, owner: Phrase) -> list[range]:
    """Return the smallest entries that hold something of this name."""
    above = ([at, *outline.ancestors(at)] for at in matches(outline, owner, is_anything))
    found = [next((up for up in ups if outline[up].role in ENTRIES - {"cell", "gridcell"}), -1) for ups in above]
    return [range(at, outline.end[at]) for at in found if at >= 0]


def items_of(outline: OutlineTree, name: Phrase) -> list[list[int]]:
    """Return the entries of each list, table or group with a name; else of the only one right under such a heading."""
    boxes = [at for at in range(len(outline)) if outline[at].role in BOXES and is_same_name(name, outline.label(at))]
    heads = [at for at in outline.with_role("heading") if is_same_name(name, outline.name(at))]
    found = [_items(outline, at) for at in once(outline, boxes)]
    return [one for one in found if one] or [one for at in heads if (one := _only_items(outline, outline.section(at)))]


def no_such_list(outline: OutlineTree, said: str) -> NotFound:
    """Return the error for a name by which nothing can be counted, with the names by which something can."""
    labels = [outline.label(at) for at in range(len(outline)) if outline[at].role in BOXES | {"heading"}]
    names = [
        label
        for label in {fold(label): label for label in labels if label}.values()
        if any(items_of(outline, Phrase(label, True)))
    ]
    hint = nearest(said, names)
    if names and not hint:
        hint = f" Those here are: {', '.join(f'“{name[:60]}”' for name in names[:10])}."
    why = f"No list, table or group on this page is called “{said}”, and it is no kind of thing that I can count."
    return NotFound(f"{why}{hint}")


def is_same_name(name: Phrase, label: str) -> bool:
    """Return whether it is the same name, but for the number of its last word: "tiers" and "tier"."""
    said = plain_edges(fold(without_article(name.text)))
    return bool(label) and same_but_number(said, plain_edges(fold(label)))


def _items(outline: OutlineTree, box: int) -> list[int]:
    """Return the entries of a box, where it holds entries of one kind and nothing else that could be counted."""
    if outline[box].role in TABLES:
        return [row.place for row in table_at(outline, box).members]
    if outline[box].role == "list":
        return list(outline.children(box))
    inside = [at for at in outline.children(box) if outline[at].role not in ("text", "heading", "separator")]
    roles = {outline[at].role for at in inside}
    if len(roles) == 1 and roles <= ENTRIES | CHOICES:
        return inside
    return _items(outline, inside[0]) if len(inside) == 1 else []


def _only_items(outline: OutlineTree, span: range) -> list[int]:
    """Return the entries of the list or table right behind a heading, if the section has no other."""
    first = next((at for at in span if outline[at].role != "text"), -1)
    boxes = outline.with_role("list", *TABLES, span=span)
    outer = [at for at in boxes if not any(up in boxes for up in outline.ancestors(at))]
    return _items(outline, first) if outer == [first] else []


def _several(outline: OutlineTree, thing: Thing, found: Sequence[int]) -> NotFound:
    listed = "; ".join(
        f"{outline[at].role} “{outline.label(at)[:60]}”"
        + (f" at “{under}”" if (under := outline.stands_under(at)) else "")
        for at in found[:6]
    )
    how = "Say which: add its kind or place, or “the first”."
    return NotFound(f"{len(found)} things on this page are called {thing}: {listed}. {how}", SEVERAL)


def _nothing(outline: OutlineTree, thing: Thing, fits: Fits) -> NotFound:
    labels = {outline.label(at) for at in range(len(outline)) if fits(outline, at)} - {""}
    hint = nearest(thing.name.text, labels)
    return NotFound(f"Nothing of this kind on this page is called {thing}.{hint}", int(bool(hint)))


def nearest(name: str, labels: Iterable[str]) -> str:
    """Return the labels most like a name, as a sentence; nothing where none is like it."""
    from rapidfuzz import fuzz, process

    near = process.extract(name, sorted(labels), scorer=fuzz.WRatio, limit=NEAREST, score_cutoff=75)
    return f" The nearest are: {', '.join(f'“{label[:60]}”' for label, *_ in near)}." if near else ""
