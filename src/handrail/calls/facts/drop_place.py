"""Finds what a drag drops on, and what that does: it tells what is done."""

from __future__ import annotations

from handrail.browser.types.acts import Point
from handrail.browser.types.errors import WrongElement
from handrail.browser.types.facts import ElementFacts
from handrail.calls.facts.press_labels import labels_of_press
from handrail.calls.facts.text_facts import dropped_into
from handrail.calls.state import SessionState
from handrail.policy import TextFacts
from handrail.policy.rules.pressed import heading_of
from handrail.policy.words.consequences import Evidence, verbs
from handrail.tools.core.table import Params


async def drop_place(state: SessionState, params: Params, dragged: ElementFacts) -> ElementFacts | None:
    """Return what a drag of an element drops on; None where nothing lies there. Raise `WrongElement` for an element of
    another origin, to whose frames browsers deliver no drop, and say nothing of it, and where that lies so far from the
    place that is named that it cannot be seen."""
    reader, to_ref = state.tab.reader, getattr(params, "to_ref", None)
    place, by = getattr(params, "to_place", None), getattr(params, "by", None)
    named = _of_one_site(await reader.facts(to_ref), dragged) if to_ref is not None else dragged
    if by is None and to_ref is not None:
        return named
    if by is not None and to_ref is None and dragged.disabled:
        raise WrongElement("What is disabled is not dragged by a distance.", hint="Drag its row.")
    if by is not None:
        place = _place_beside(named, place, by)
    there = await reader.at(*place) if place is not None else None
    if by is not None and there is None:
        raise WrongElement("Nothing stands in the window so far from there.", hint="`scroll` to it first.")
    return _of_one_site(await reader.facts(there.ref), dragged) if there is not None else None


def _of_one_site(place: ElementFacts, dragged: ElementFacts) -> ElementFacts:
    if place.origin != dragged.origin:
        raise WrongElement("Nothing can be dropped on a frame of another site.", hint="Type it there.")
    return place


def _place_beside(element: ElementFacts, place: Point | None, by: Point) -> Point:
    """Return the place that is so far from another one of the window, by default from the middle of an element."""
    if place is None and element.box is None:
        raise WrongElement("Nothing in a frame is dragged by a distance.", hint="Give to_x and to_y.")
    left, top, width, height = element.box or (0, 0, 0, 0)
    x, y = place or (left + width / 2, top + height / 2)
    return x + by[0], y + by[1]


def drop_facts(place: ElementFacts, dragged: ElementFacts) -> tuple[tuple[str, ...], TextFacts | None]:
    """Return the labels that a drop on a place chooses, and the text that it types there."""
    labels = tuple(dict.fromkeys(label.raw for label in labels_of_press(place) if label))
    return labels or ("",), dropped_into(place, dragged)


def place_for_question(place: ElementFacts, before: ElementFacts | None) -> ElementFacts:
    """Return what a question tells of the place of a drop: as it was ``before`` the drag, if it is where that was and
    under the same heading, since its own words may say by now that it takes what is held. A place that names an act of
    consequence is told as it is."""
    if before is None or (before.box, heading_of(before)) != (place.box, heading_of(place)):
        return place
    return place if verbs(Evidence(tuple(label.raw for label in labels_of_press(place) if label))) else before
