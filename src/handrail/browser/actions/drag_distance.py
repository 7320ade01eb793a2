"""How far a drag moved what stands in no list, such as a part of a drawing."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from handrail.browser.actions.actionability import ActionAttempt
from handrail.browser.page.refs import RefTarget
from handrail.browser.types.errors import BrowserError

LEAST = 2
"""Pixels: what is only drawn a little larger once it is chosen was not moved."""
Middle = tuple[float, float, object]
"""A place in the window, and how far all around was scrolled."""


async def middle_at_rest(attempt: ActionAttempt, target: RefTarget) -> Middle | None:
    """Return where the middle of an element is; None where that is gone, or something on the page is on its way."""
    with suppress(BrowserError):
        look: dict[str, Any] = (await attempt.ask(target, "box")).data
        scrolled = (await attempt.ask(target, "scrolled_to", bring=None)).data["scrolled"]
        if look["box"] is not None and not look["moves"]:
            left, top, width, height = look["box"]
            return left + width / 2, top + height / 2, scrolled
    return None


async def moved_since(attempt: ActionAttempt, target: RefTarget, before: Middle) -> tuple[int, int] | None:
    """Return how many pixels an element moved to the right and down; None where it did not, or nobody knows."""
    now = await middle_at_rest(attempt, target)
    if now is None or before[2] != now[2]:
        return None
    by = round(now[0] - before[0]), round(now[1] - before[1])
    return by if max(map(abs, by)) >= LEAST else None
