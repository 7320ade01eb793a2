"""Compares noun phrases with the labels of a page.

A phrase names a thing by its label (accessible name, or the text beside a field), by its kind ("the link Docs", "the
second tab"), or both. Labels are compared in steps, and the first step at which any label is the same decides: letter
by letter; without regard to case and space; without the signs at their ends; without what stands behind a comma, a
colon, a bracket or a dash, or a number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from handrail.models.offline.language import Phrase
from handrail.models.offline.outline import OutlineTree
from handrail.models.offline.words import fold, meaning, phrases, plain_edges, roles_of, without_article

_HEAD = re.compile(r"(?<!\s)\s*[,(:–—|]|(?<!\s)\s+[-·›»]\s|(?<!\s)\s+[#№]?\d+\s*$")
_QUOTES = "\"“”'"
Fits = Callable[[OutlineTree, int], bool]


@dataclass(frozen=True, slots=True)
class Want:
    """One way to understand a noun phrase: a name, a kind, which one of several. All may be missing but one."""

    name: str = ""
    roles: frozenset[str] = frozenset()
    number: int = 0


def sameness(said: str, label: str) -> int:
    """Return how surely a label is what was said: 4 letter by letter, 1 without what stands behind it, 0 not at all."""
    if said == label:
        return 4
    if (low := fold(said)) == (folded := fold(label)):
        return 3
    if (plain := plain_edges(low)) == plain_edges(folded):
        return 2
    return 1 if plain and plain == plain_edges(_HEAD.split(folded)[0]) else 0


def wants(phrase: Phrase) -> Iterator[Want]:
    """Yield the ways to understand a noun phrase."""
    yield Want(phrase.text)
    if phrase.quoted:
        return
    bare = without_article(phrase.text)
    if bare != phrase.text:
        yield Want(bare)
    yield from _with_kind(bare, 0)
    first, _, rest = bare.partition(" ")
    if rest and (number := meaning("ordinals", first)):
        yield from _with_kind(rest, int(number))
        yield Want(rest, number=int(number))


def _with_kind(said: str, number: int) -> Iterator[Want]:
    words = said.split()
    for size in range(1, min(2, len(words)) + 1):
        if roles := roles_of(plain_edges(" ".join(words[-size:]))):
            yield Want(" ".join(words[:-size]).strip(_QUOTES), roles, number)
        if size < len(words) and (roles := roles_of(" ".join(words[:size]))):
            named = words[size + (words[size] in phrases("called")) :]
            yield Want(" ".join(named).strip(_QUOTES), roles, number)


def matches(outline: OutlineTree, phrase: Phrase, fits: Fits, span: Sequence[int] | None = None) -> list[int]:
    """Return the places of all that a phrase names."""
    found: list[tuple[int, int]] = []
    places = range(len(outline)) if span is None else span
    for want in wants(phrase):
        kind = [at for at in places if fits(outline, at) and (not want.roles or outline[at].role in want.roles)]
        ours = [(_level(outline, want, at), at) for at in kind]
        best = max((level for level, _ in ours), default=0)
        ours = [(level, at) for level, at in ours if level == best and level]
        if want.number:
            chosen = once(outline, [at for _, at in ours])
            index = want.number - 1 if want.number > 0 else len(chosen) + want.number
            ours = [(best, chosen[index])] if 0 <= index < len(chosen) else []
        found += ours
    best = max((level for level, _ in found), default=0)
    return once(outline, sorted({at for level, at in found if level == best}))


def _level(outline: OutlineTree, want: Want, place: int) -> int:
    return sameness(want.name, outline.label(place)) if want.name else 3 * (not outline.is_header_row(place))


def level(phrase: Phrase, label: str) -> int:
    """Return how surely a text is called by a phrase, without regard to kinds."""
    return max(sameness(want.name, label) for want in wants(phrase) if not want.roles and not want.number)


def once(outline: OutlineTree, places: Sequence[int]) -> list[int]:
    """Return each thing once: not the box around it, what a dialog covers, or a second link to the same address."""
    seen = [at for at in places if not {"covered", "not-visible"} & set(outline[at].states)] or list(places)
    names = {at: fold(outline.label(at)) for at in seen}
    urls: set[str] = set()
    found = []
    for at in seen:
        url = outline[at].url if outline[at].role == "link" else None
        again = url is not None and url.raw in urls
        if not again and not any(at < other < outline.end[at] and names[at] == names[other] for other in seen):
            found.append(at)
            urls.add(url.raw if url is not None else "")
    return found


def without_number(label: Phrase) -> Phrase | None:
    """Return "phone" for "phone number", which pages call both; None for another label."""
    said = fold(plain_edges(without_article(label.text)))
    short = next((one for one in phrases("numbers") if not label.quoted and said == f"{one} number"), None)
    return Phrase(short, quoted=False) if short is not None else None
