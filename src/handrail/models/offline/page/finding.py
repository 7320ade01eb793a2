"""Grounding for instructions: one node, or an error that says why there is none or more than one."""

from __future__ import annotations

from collections.abc import Sequence

from handrail.models.offline.grammar.phrases import Phrase
from handrail.models.offline.outline import FIELDS, OutlineTree
from handrail.models.offline.page.grounding import (
    CLICKABLE,
    LIKELY,
    Match,
    Purpose,
    Wanted,
    actable_ref,
    ground,
    nearest,
)
from handrail.models.offline.page.readings import readings
from handrail.models.offline.program import Later, PageView, Stop

LISTED = 8
_TEXT_FIELDS = frozenset(("textbox", "searchbox", "spinbutton", "combobox"))


def find(page: PageView, phrase: Phrase, purpose: Purpose, at_least: float = LIKELY) -> int:
    """The one node that is meant.

    Raises:
        Stop: several match equally well.
        Later: none does; it may still come.
    """
    return find_wanted(page, readings(phrase), purpose, phrase.text, at_least)


def find_wanted(page: PageView, wanted: Sequence[Wanted], purpose: Purpose, said: str, at_least: float = LIKELY) -> int:
    """As `find`, for given readings."""
    if page.dialog:
        raise Later(said)
    found = ground(page.outline, wanted, purpose, at_least)
    matches = _prefer_reachable(page, found.matches)
    if len(matches) == 1:
        return matches[0].place
    if matches:
        raise Stop(describe_ambiguous(page.outline, said, [match.place for match in matches]))
    raise Later(missing(page, said, found.nearest or nearest(page.outline, wanted, purpose)))


def find_all(page: PageView, phrase: Phrase, roles: frozenset[str]) -> list[int]:
    """Every control of these roles that a plural means ("both text fields"), in order."""
    kinds = [
        wanted.roles for wanted in readings(phrase.trim(("both", "all", "two", "three", "the"))) if not wanted.name
    ]
    covered = kinds[0] if kinds and kinds[0] else roles
    return [
        place
        for place in range(len(page.outline))
        if page.outline[place].role in covered & roles and page.outline[place].ref is not None
    ]


def ref_of(page: PageView, place: int) -> str:
    """The ref that an act on a node goes to."""
    ref = actable_ref(page.outline, place)
    if ref is None:
        raise Stop(f"“{page.outline.label(place)}” is text on the page, not something to act on.")
    return ref


def _prefer_reachable(page: PageView, matches: Sequence[Match]) -> list[Match]:
    """Of equal matches: what an open dialog does not cover, what can be seen, what belongs to the field just used."""
    left = list(matches)
    for keep in (_is_uncovered, _in_dialog, _shown, _enabled):
        kept = [match for match in left if keep(page.outline, match.place)]
        left = kept or left
    if len(left) > 1 and (used := page.place_of(page.used)) is not None and page.outline[used].role in FIELDS:
        left = _of_the_form(page.outline, used, left) or left
    return left


def _is_uncovered(outline: OutlineTree, place: int) -> bool:
    return "covered" not in outline[place].states


def _in_dialog(outline: OutlineTree, place: int) -> bool:
    return any(outline[above].role in ("dialog", "alertdialog") for above in outline.ancestors(place))


def _shown(outline: OutlineTree, place: int) -> bool:
    return "not-visible" not in outline[place].states


def _enabled(outline: OutlineTree, place: int) -> bool:
    return "disabled" not in outline[place].states


def _of_the_form(outline: OutlineTree, used: int, matches: Sequence[Match]) -> list[Match]:
    """The button that follows the field just filled, rather than a link of the same name in the page's head."""
    following = [match for match in matches if match.place > used and outline[match.place].role == "button"]
    return following[:1]


def describe_ambiguous(outline: OutlineTree, said: str, places: Sequence[int]) -> str:
    """The error for several nodes that match equally well."""
    listed = "; ".join(describe(outline, place) for place in places[:LISTED])
    more = f"; and {len(places) - LISTED} more" if len(places) > LISTED else ""
    return (
        f"{len(places)} things match “{said}” equally well: {listed}{more}. Say which one, for example "
        f"“the first {said.removeprefix('the ')}”, or what it stands under."
    )


def describe(outline: OutlineTree, place: int) -> str:
    """Describe a node to a person: its kind, its name, what it is under."""
    role = {"text": "the text", "img": "picture", "textbox": "field", "clickable": "item"}.get(
        outline[place].role, outline[place].role
    )
    under = outline.stands_under(place)
    where = f" under “{under[:60]}”" if under else " in a frame" if outline[place].frame else ""
    return f"{role} “{outline.label(place)[:60]}”{where}"


def missing(page: PageView, said: str, near: Sequence[int]) -> str:
    """The error for a name that nothing has, with the nearest names."""
    if page.read and page.is_blank:
        return f"No page is open, so there is no “{said}”. Say which address to go to, or give one with --url."
    names = ", ".join(f"“{page.outline.label(place)[:50]}”" for place in near)
    return f"I found nothing called “{said}” on this page." + (f" The nearest are {names}." if names else "")


def text_field(page: PageView) -> int:
    """The field that is meant where none was named: the one in use, the one in focus, the only one."""
    outline = page.outline
    fields = [
        place
        for place in range(len(outline))
        if outline[place].role in _TEXT_FIELDS and outline[place].ref and "covered" not in outline[place].states
    ]
    used = page.place_of(page.used)
    if used in fields:
        return used
    focused = [place for place in fields if "focused" in outline[place].states]
    open_ = [place for place in fields if not {"disabled", "readonly"} & set(outline[place].states)]
    choice = focused or open_
    if len(choice) == 1:
        return choice[0]
    if not choice:
        raise Later("There is no field to type into on this page.")
    raise Stop(describe_ambiguous(outline, "the field", choice))


__all__ = [
    "CLICKABLE",
    "describe",
    "describe_ambiguous",
    "find",
    "find_all",
    "find_wanted",
    "missing",
    "ref_of",
    "text_field",
]
