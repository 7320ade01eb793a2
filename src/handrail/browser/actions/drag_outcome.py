"""Tells what came of a drag: where in its list an item stands then, or how far moved what stands in none."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from handrail.browser.actions.actionability import POLL, ActionAttempt
from handrail.browser.actions.drag import box_in_frame
from handrail.browser.clock import loop_time
from handrail.browser.page.refs import RefTarget
from handrail.browser.reading import element_facts
from handrail.browser.types.acts import Point
from handrail.browser.types.dropped import Dragged, ListPlace
from handrail.browser.types.errors import BrowserError, PageChanged

SHOWN = 0.6
"""Seconds that a page may take to show where in its list something was dropped."""
LEAST = 2
"""Pixels: what is only drawn a little larger once it is chosen was not moved."""

_MOVED_ALL_THE_SAME = "It was let go where it was taken, but the page has it at another place of its list now."


async def outcome(
    attempt: ActionAttempt, item: RefTarget, to: RefTarget | Point | None, drag: Callable[[], Awaitable[None]]
) -> Dragged:
    """Carry out the drag of an item to a place, and return what came of it."""
    before = await _place_in_list(attempt, item.ref)
    if before is None:
        was = await _middle_at_rest(attempt, item)
        await drag()
        return Dragged(None, moved=False, by=_distance(was, await _middle_at_rest(attempt, item)))
    box, there = await box_in_frame(attempt, item), await _text_at(attempt, to)
    try:
        await drag()
    except PageChanged as refused:
        if (now := await _place_in_list(attempt, item.ref, unlike=before)) not in (None, before):
            raise PageChanged(f"{refused.message} {_MOVED_ALL_THE_SAME}", hint=refused.hint) from None
        raise
    now = await _place_in_list(attempt, item.ref, unlike=before)
    box_now = await box_in_frame(attempt, item) if box else None
    # Alone in its list, it has the same place in another one.
    aside = round(box_now[0] - box[0]) if box and box_now and now == before else 0
    moved = now != before or aside != 0
    # What is copied stays in its list; a page that asks first may still move it.
    if not moved and (await _text_at(attempt, to) != there or await _is_covered(attempt, item)):
        return Dragged(None, moved=False)
    return Dragged(now, moved, round(now.inset - before.inset) if aside and now else 0)


async def _place_in_list(attempt: ActionAttempt, ref: str, *, unlike: ListPlace | None = None) -> ListPlace | None:
    """Return where an element stands in its list; None where it is in none, or is gone. ``unlike``: where it stood
    before a drag. A page may take a moment to show that it stands elsewhere."""
    end = loop_time() + SHOWN
    with suppress(BrowserError):
        while True:
            _, answer = await attempt.ask_anew(ref, "list_place", levels=unlike and unlike.levels)
            now = None
            if (found := answer.data["found"]) is not None:
                after, before = (answer.external(found[name]) for name in ("after", "before"))
                now = ListPlace(found["levels"], found["place"], found["of"], after, before, found["inset"])
            # While it moves to its place, another part of the list may stand for it.
            is_there = unlike is None or (now is not None and now != unlike and now.of == unlike.of)
            if is_there or loop_time() >= end:
                return now
            await asyncio.sleep(POLL)
    return None


async def _text_at(attempt: ActionAttempt, to: RefTarget | Point | None) -> str | None:
    """Return all text of what something is dropped on, for comparing alone; None where that is gone or not known."""
    with suppress(BrowserError):
        if isinstance(to, tuple):
            found = await element_facts.at(attempt.core, *to)
            to = None if found is None else attempt.core.target(found.ref)
        if to is not None:
            return str((await attempt.ask(to, "all_text")).data["text"])
    return None


async def _is_covered(attempt: ActionAttempt, target: RefTarget) -> bool:
    """Return whether something lies over an element, as a question of the page's does."""
    with suppress(BrowserError):
        return bool((await attempt.ask(target, "cover")).data["covered"])
    return False


async def _middle_at_rest(attempt: ActionAttempt, target: RefTarget) -> tuple[float, float, object] | None:
    """Return where in the window the middle of an element is, and how far all around is scrolled; None where it is
    gone, or something on the page is on its way."""
    with suppress(BrowserError):
        look = (await attempt.ask(target, "box")).data
        scrolled = (await attempt.ask(target, "scrolled_to", bring=None)).data["scrolled"]
        if look["box"] is not None and not look["moves"]:
            left, top, width, height = look["box"]
            return left + width / 2, top + height / 2, scrolled
    return None


def _distance(
    was: tuple[float, float, object] | None, now: tuple[float, float, object] | None
) -> tuple[int, int] | None:
    """Return how many pixels something moved to the right and down; None where it did not, or nobody knows."""
    if was is None or now is None or was[2] != now[2]:
        return None
    by = round(now[0] - was[0]), round(now[1] - was[1])
    return by if max(map(abs, by)) >= LEAST else None
