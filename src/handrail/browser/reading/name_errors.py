"""Errors for names that stand for no element, or for several, with the candidates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from rapidfuzz import fuzz, process

from handrail.browser.outline.roles import LANDMARKS
from handrail.browser.reading.name_ways import FoundElement, name_key, shares_word
from handrail.browser.types.element_names import ElementName
from handrail.browser.types.errors import NoSuchElement, SeveralElements

CANDIDATES = 10
"""Elements that an error lists."""
LIKE = 60
"""Likeness of names, of 100, from which one is proposed for another."""


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
    *,
    in_part: bool = False,
    closed: bool = False,
) -> NoReturn:
    """Raise `NoSuchElement` with the elements that may be meant.

    Args:
        in_part: some of the page was not read.
        closed: the element is there, in a closed part of the page.
    """
    candidates = _called_like(name, among)
    details = {"candidates": candidates} if candidates else {}
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


def _called_like(name: ElementName, among: Sequence[FoundElement]) -> list[dict[str, Any]]:
    """Return the elements that are called much like a name."""
    alike = [one for one in among if one.role == name.role or not (name.role or one.role in LANDMARKS)]
    alike = [one for one in alike if shares_word(one.key, name_key(name.name))]
    keys = [one.key for one in alike]
    near = process.extract(name_key(name.name), keys, scorer=fuzz.WRatio, limit=CANDIDATES, score_cutoff=LIKE)
    return [alike[at].to_dict() for _, _, at in near] if name.name else []
