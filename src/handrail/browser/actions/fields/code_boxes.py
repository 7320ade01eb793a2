"""Fills codes that are entered letter by letter, in boxes side by side that take one each."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from handrail.browser.actions.actionability import ActionAttempt
from handrail.browser.page.refs import RefTarget
from handrail.browser.types.acts import Filled
from handrail.browser.types.errors import PAGE_CHANGE_ERRORS

SECRET = "•••"
SHOWING = 0.3
"""Seconds that the last box may take to show its letter."""


async def fill_boxes(attempt: ActionAttempt, target: RefTarget, value: str) -> Filled | None:
    """Type each letter of a code into its box, and return what the boxes hold then; None where the target is not the
    first of as many empty boxes as the value has letters: a page may send a code that is half another."""
    if len(value) < 2 or not value.isalnum():
        return None
    boxes: list[dict[str, Any]] = (await attempt.ask(target, "code_boxes")).data["boxes"]
    if len(boxes) != len(value) or any(box["length"] for box in boxes):
        return None
    keyboard = attempt.core.page.keyboard
    try:
        for box, letter in zip(boxes, value, strict=True):
            place = replace(target, local=box["local"])
            await attempt.keep_focus(place)
            await attempt.give_keys(partial(keyboard.type, letter), to=place)
        answer = await attempt.ask_until(target, "code_boxes", lambda now: _holds(now.data, value), SHOWING)
    except PAGE_CHANGE_ERRORS:
        # Many pages send a code with its last letter.
        return Filled(None, kept=True)
    boxes = answer.data["boxes"]
    is_secret = any(box["secret"] for box in boxes)
    held = SECRET if is_secret else "".join(box["text"] for box in boxes)
    return Filled(answer.external(held), kept=_holds(answer.data, value) or not boxes, suggests="")


def _holds(now: dict[str, Any], value: str) -> bool:
    """Return whether the boxes hold a code; what a secret is stays in the page."""
    boxes = now["boxes"]
    if len(boxes) != len(value):
        return False
    return all(box["length"] == 1 if box["secret"] else box["text"] == it for box, it in zip(boxes, value, strict=True))
