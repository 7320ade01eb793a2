"""Errors for names that stand for no element, or for several, with the candidates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

from rapidfuzz import fuzz, process

from handrail.browser.outline.shown_parts import LANDMARKS
from handrail.browser.reading.name_ways import FoundElement, name_key, shares_word
from handrail.browser.reading.near_words import Line, end_of, lines_above
from handrail.browser.types.element_names import ElementName
from handrail.browser.types.errors import NoSuchElement, SeveralElements

CANDIDATES = 10
"""Elements that an error lists."""
LIKE = 60
"""Likeness of names, of 100, from which one is proposed for another."""
SPELLED_LIKE = 55
"""The same, letter by letter, for a name that is a text of the page: none is meant that only has words in common."""
MOST_LINES = 30
"""Lines of an outline in a holder: in a larger one, such as a canvas, a press on its middle is not one on the text."""


def only(name: ElementName, found: Sequence[FoundElement], total: int) -> str:
    """Return the ref of the one element of a name, or of the number that it gives. Raises: there are others."""
    if total == 1 and name.nth <= 1:
        return found[0].ref
    if 0 < name.nth <= len(found):
        return found[name.nth - 1].ref
    candidates = [one.to_dict() for one in found[:CANDIDATES]]
    if name.nth:
        raise NoSuchElement(
            f"There is no number {name.nth} among the elements for {name}.",
            hint="Use the ref of a candidate.",
            details={"candidates": candidates},
        )
    # A schema knows refs and labels alone; where candidates are left out, another form is the only way.
    others = ' Or give `{"label": "Edit", "near": "words beside it"}` in its place.' if total > len(candidates) else ""
    raise SeveralElements(
        f"There are {total} elements for {name}.",
        hint=f"Use the ref of one of the candidates.{others}",
        details={"candidates": candidates},
    )


def fail_behind(name: ElementName, *, curtain: bool) -> NoReturn:
    """Raise `NoSuchElement` for an element behind a dialog, or under what covers the page as a ``curtain``."""
    if curtain:
        raise NoSuchElement(
            f"The element for {name} lies under what covers the page, as while it loads.",
            hint="Try again once that is gone: `wait_for` waits for what should come.",
        )
    raise NoSuchElement(
        f"The element for {name} stands behind the open dialog.", hint="Finish or close the dialog first."
    )


def fail_to_find(
    name: ElementName,
    among: Sequence[FoundElement],
    holder: FoundElement | None = None,
    *,
    in_part: bool = False,
    closed: bool = False,
) -> NoReturn:
    """Raise `NoSuchElement` with the elements that may be meant.

    Args:
        holder: what holds the text that the name is.
        in_part: some of the page was not read.
        closed: the element is there, in a closed part of the page.
    """
    candidates = _called_like(name, among, is_text=holder is not None)
    details = {"candidates": candidates} if candidates else {}
    if holder is not None:
        raise NoSuchElement(
            f"There is no element for {name}: it is a text in {holder.ref}.",
            hint=f"If {holder.ref} is meant, use that ref.",
            details={"stands_in": holder.to_dict(), **details},
        )
    if in_part:
        raise NoSuchElement(
            f"There is no element for {name} in the part of the page that was read; the rest was not read in time.",
            hint='Use `search_page`, or name it by a selector: {"selector": "main button"}.',
            details=details,
        )
    what = f"There is no element for {name}."
    if closed:
        what = f"The element for {name} stands in a closed part of the page."
        raise NoSuchElement(what, hint="Open what holds it (a menu, a tab, a section).")
    look = "Use the ref of a candidate." if candidates else "Take a snapshot and use a ref from it."
    raise NoSuchElement(what, hint=look, details=details)


def _called_like(name: ElementName, among: Sequence[FoundElement], *, is_text: bool) -> list[dict[str, Any]]:
    """Return the elements that are called much like a name."""
    alike = [one for one in among if one.role == name.role or not (name.role or one.role in LANDMARKS)]
    alike = [one for one in alike if shares_word(one.key, name_key(name.name))]
    keys = [one.key for one in alike]
    scorer, cutoff = (fuzz.ratio, SPELLED_LIKE) if is_text else (fuzz.WRatio, LIKE)
    near = process.extract(name_key(name.name), keys, scorer=scorer, limit=CANDIDATES, score_cutoff=cutoff)
    return [alike[at].to_dict() for _, _, at in near] if name.name else []


def holder_of(text: str, lines: Sequence[tuple[str, Line]], among: Sequence[FoundElement]) -> FoundElement | None:
    """Return the one element that takes presses and holds all places of a text in an outline, if there is one.

    Args:
        lines: of the outline, with their refs.
        among: the elements that can be meant.
    """
    plain = [line for _, line in lines]
    pressed = {one.ref: one for one in among if one.pressable}
    holders = dict[str, FoundElement]()
    for place in _places(name_key(text), lines) if text else ():
        at = next((at for at in lines_above(plain, place) if lines[at][0] in pressed), None)
        if at is None or end_of(plain, at) - at > MOST_LINES:
            return None
        holders[lines[at][0]] = pressed[lines[at][0]]
    return next(iter(holders.values())) if len(holders) == 1 else None


def _places(key: str, lines: Sequence[tuple[str, Line]]) -> Iterator[int]:
    """Yield where a text begins that is one line of the outline, or several parts of a line side by side."""
    for start, (_, (depth, _, _)) in enumerate(lines):
        said = ""
        for ref, (at_depth, words, _) in lines[start:]:
            if ref or at_depth != depth or len(said) > len(key):
                break
            said = f"{said} {words}".strip()
            if said and name_key(said) == key:
                yield start
                break
