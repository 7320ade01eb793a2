"""Names the element that was probably meant where an act does not fit the one that it was given."""

from __future__ import annotations

from typing import Literal

from handrail.browser.actions.actionability import ActionAttempt
from handrail.browser.page.refs import RefTarget
from handrail.browser.types.errors import BrowserError, WrongElement

Kind = Literal["text", "list", "box"]


async def with_nearest(attempt: ActionAttempt, target: RefTarget, error: WrongElement, kind: Kind) -> WrongElement:
    """Return the error, with the nearest element that takes such an act in its hint and in ``details["nearest"]``."""
    try:
        answer = await attempt.ask(target, "nearest", kind=kind)
    except BrowserError:
        return error
    if (found := answer.data["found"]) is None:
        return error
    nearest = attempt.core.named(target.frame, answer, found)
    hint = f"{error.hint} The nearest that takes it is {nearest.ref}."
    return WrongElement(error.message, hint=hint, details={**error.details, "nearest": nearest._asdict()})
