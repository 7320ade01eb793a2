"""Ground words in a page: find the node that is meant by a name, a kind and a place. No model, no state, no browser.

`ground` is all that a caller needs: recipes replay with it what `offline` finds with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from handrail.models.offline.grammar.words import content, fold, listed, words
from handrail.models.offline.outline import FIELDS, TICKS, OutlineTree
from handrail.models.offline.page.places import regions

SURE = 90.0
"""From here on two names are the same for a person: case, punctuation, plural, synonym."""
LIKELY = 70.0
"""From here on a name may be what was meant, if nothing is more like it."""
_TIE = 1.5

CLICKABLE = frozenset(
    listed(
        "button link tab menuitem menuitemcheckbox menuitemradio checkbox radio switch option treeitem combobox "
        "clickable gridcell columnheader",
        " ",
    )
)


_CONTAINERS = frozenset(listed("scrollable dialog alertdialog table grid treegrid tree form frame", " "))
"""Boxes with a ref of their own: an act on a text in them is not an act on them."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A target element as described by one reading of the words for it.

    Args:
        name: what it is called; empty where only its kind is said.
        roles: the ARIA roles that its kind covers; None for any.
        nth: its place among those that match, from 1; -1 is the last.
        near: words of what it stands in, under or beside.
        cost: how much the reading takes away from the words as they were said.
    """

    name: str
    roles: frozenset[str] | None = None
    nth: int | None = None
    near: str = ""
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class Purpose:
    """An action on the target: the roles that can take it, best first."""

    roles: tuple[frozenset[str], ...]
    only: bool = False
    needs_ref: bool = True


def _roles(names: str) -> frozenset[str]:
    return frozenset(listed(names, " "))


_TYPED = _roles("textbox searchbox spinbutton combobox slider")
_LISTS = _roles("combobox listbox")
_BOXES = _roles("radiogroup group spinbutton slider list menu tree table grid")
_CHOICES = _roles("option radio menuitemradio checkbox switch treeitem tab menuitem")

CLICK = Purpose((CLICKABLE, _roles("heading row cell img text listitem"), FIELDS))
FILL = Purpose((_TYPED, _roles("listbox")), only=True)
CHOOSE_FROM = Purpose((_LISTS, _BOXES), only=True, needs_ref=False)
OPTION = Purpose((_CHOICES, CLICKABLE))
TICK = Purpose((TICKS, _roles("option button clickable treeitem")), only=True)
SEE = Purpose((), needs_ref=False)
LINK = Purpose((_roles("link"),), only=True)


@dataclass(frozen=True, slots=True)
class Match:
    """A node that may be meant; ``score`` of at most 100."""

    place: int
    score: float


@dataclass(frozen=True, slots=True)
class Grounded:
    """The outcome of grounding: one node, several equal matches, or none and the ``nearest`` nodes."""

    matches: tuple[Match, ...]
    nearest: tuple[int, ...] = ()

    @property
    def one(self) -> int | None:
        return self.matches[0].place if len(self.matches) == 1 else None


def likeness(said: str, name: str) -> float:
    """How similar words and a name are, 0 to 100: exact, but for case, plural, synonym or typos, or in part."""
    if not said or not name:
        return 0.0
    if said == name:
        return 100.0
    if fold(said) == fold(name):
        return 99.0
    if symbols(said) != symbols(name) and (symbols(said) or len(words(name)) <= 2):
        # "x * y" is not "x / y", and "C" is not "C#".
        return 0.9 * _alike_in_words(said, name)
    return _alike_in_words(said, name)


def symbols(text: str) -> list[str]:
    """The signs of a name that tell it from others of the same words."""
    return [character for character in text if character in "*+<>=%&|^~@#$€£\\/"]


def _alike_in_words(said: str, name: str) -> float:
    if words(said) == words(name) != ():
        return 98.0
    ours, theirs = content(said), content(name)
    if not ours or not theirs:
        return 0.0
    if ours == theirs or "".join(ours) == "".join(theirs):
        return 95.0
    return max(_parts(ours, theirs), _typos(fold(said), fold(name)))


def _parts(ours: Sequence[str], theirs: Sequence[str]) -> float:
    """One is part of the other: the larger the part, the better."""
    if _within(ours, theirs):
        return 72.0 + 18.0 * len(ours) / len(theirs) + (2.0 if tuple(theirs[: len(ours)]) == tuple(ours) else 0.0)
    if set(ours) <= set(theirs):
        return 66.0 + 20.0 * len(ours) / len(theirs)
    if _within(theirs, ours) and 2 * len(theirs) > len(ours):
        return 58.0 + 26.0 * len(theirs) / len(ours)
    return 0.0


def _within(part: Sequence[str], whole: Sequence[str]) -> bool:
    size = len(part)
    return any(tuple(whole[at : at + size]) == tuple(part) for at in range(len(whole) - size + 1))


def _typos(said: str, name: str) -> float:
    if len(said) < 4 or abs(len(said) - len(name)) > max(2, len(said) // 4):
        return 0.0
    ratio = fuzz.ratio(said, name, score_cutoff=78)
    # Numbers are not misspelt: "Item 2" is not a slip for "Item 3".
    digits = [character for character in said if character.isdigit()] == [c for c in name if c.isdigit()]
    return 0.93 * ratio if digits else 0.0


def ground(outline: OutlineTree, readings: Iterable[Wanted], purpose: Purpose, at_least: float = LIKELY) -> Grounded:
    """The node that one of the readings means, for a purpose.

    Readings are tried together: the best fit of any wins, what a reading takes away from the words counts against it.
    """
    best: list[Match] = []
    for wanted in readings:
        found = _matches(outline, wanted, purpose, at_least)
        found = _nth(found, wanted)
        if found and (not best or found[0].score > best[0].score + 0.01):
            best = found
    if not best:
        return Grounded((), nearest(outline, readings, purpose))
    top = [match for match in best if match.score >= best[0].score - _TIE]
    return Grounded(tuple(_different(outline, top)))


def _matches(outline: OutlineTree, wanted: Wanted, purpose: Purpose, at_least: float) -> list[Match]:
    """What fits one reading, best first."""
    found = [
        Match(place, score)
        for place in range(len(outline))
        if (score := _score(outline, place, wanted, purpose)) >= at_least
    ]
    if wanted.near:
        found = _near(outline, found, wanted.near)
    return sorted(found, key=lambda match: (-match.score, match.place))


def _score(outline: OutlineTree, place: int, wanted: Wanted, purpose: Purpose) -> float:
    node = outline[place]
    if purpose.needs_ref and node.ref is None and _actable(outline, place) is None:
        return 0.0
    rank = next((rank for rank, roles in enumerate(purpose.roles) if node.role in roles), len(purpose.roles))
    if purpose.only and rank == len(purpose.roles):
        return 0.0
    fits = wanted.roles is None or node.role in wanted.roles
    if not wanted.name:
        return 80.0 - wanted.cost - 4.0 * rank if wanted.roles is not None and fits else 0.0
    score = likeness(wanted.name, outline.label(place))
    if node.role in FIELDS and score < SURE and node.value is not None and purpose is CLICK:
        score = max(score, likeness(wanted.name, node.value.raw) - 8.0)
    if score == 0.0:
        return 0.0
    return score - wanted.cost - (0.0 if fits else 9.0) - 4.0 * rank - (2.0 if "disabled" in node.states else 0.0)


def _nth(found: list[Match], wanted: Wanted) -> list[Match]:
    """The one at the place that was said, among those that fit about equally well."""
    if wanted.nth is None or not found:
        return found
    alike = sorted((match for match in found if match.score >= found[0].score - 6.0), key=lambda match: match.place)
    index = wanted.nth - 1 if wanted.nth > 0 else len(alike) + wanted.nth
    return [alike[index]] if 0 <= index < len(alike) else []


def _near(outline: OutlineTree, found: list[Match], near: str) -> list[Match]:
    """Those that stand where was said: in the smallest region of these words that holds any of them."""
    for span in regions(outline, near):
        inside = [match for match in found if match.place in span]
        if inside:
            return inside
    return _beside(outline, found, near)


def _beside(outline: OutlineTree, found: list[Match], near: str) -> list[Match]:
    """Those that come right after the words, where boxes of the page left no trace in the outline."""
    anchors = [place for place in range(len(outline)) if likeness(near, outline.label(place)) >= 85.0]
    if len(anchors) != 1:
        return []
    distance: Callable[[Match], int] = lambda match: (  # noqa: E731
        match.place - anchors[0] if match.place > anchors[0] else 2 * (anchors[0] - match.place)
    )
    near_by = [match for match in found if 0 < distance(match) <= 12]
    return [min(near_by, key=distance)] if near_by else []


def _different(outline: OutlineTree, matches: list[Match]) -> list[Match]:
    """Matches that would do different things: two links to one address are one, and so are a box and what fills it."""
    kept: list[Match] = []
    for match in matches:
        if not any(_same(outline, match.place, other.place) for other in kept):
            kept.append(match)
    return kept


def _same(outline: OutlineTree, one: int, other: int) -> bool:
    left, right = outline[one], outline[other]
    if actable_ref(outline, one) == actable_ref(outline, other) is not None:
        return True
    if left.role == right.role == "link" and left.url is not None and left.url == right.url:
        return True
    return one in outline.under(other) or other in outline.under(one)


def _actable(outline: OutlineTree, place: int) -> int | None:
    """The node that an act on this one goes to: itself, the one control inside, or the nearest box with a ref."""
    if outline[place].ref is not None:
        return place
    inside = [at for at in outline.under(place) if outline[at].ref is not None]
    if len(inside) == 1:
        return inside[0]
    for above in outline.ancestors(place):
        if outline[above].ref is not None:
            return None if outline[above].role in _CONTAINERS else above
    return None


def actable_ref(outline: OutlineTree, place: int) -> str | None:
    """The ref that an act on a node goes to, or None."""
    found = _actable(outline, place)
    return outline[found].ref if found is not None else None


def nearest(outline: OutlineTree, readings: Iterable[Wanted], purpose: Purpose, most: int = 3) -> tuple[int, ...]:
    """The nodes whose names come closest to what was said, for an error message."""
    said = [fold(wanted.name) for wanted in readings if wanted.name]
    first = purpose.roles[0] if purpose.roles else CLICKABLE
    scored: dict[str, tuple[float, int]] = {}
    for place in range(len(outline)):
        label = outline.label(place)
        if outline[place].role not in first or not label:
            continue
        score = max((fuzz.WRatio(text, fold(label), score_cutoff=50) for text in said), default=0.0)
        if score > scored.get(label, (50.0, 0))[0]:
            scored[label] = (score, place)
    return tuple(place for _, place in sorted(scored.values(), reverse=True)[:most])
