"""Names the element that was probably meant where an act does not fit the one that it was given."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
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


async def with_items(
    attempt: ActionAttempt, target: RefTarget, values: Sequence[str], error: WrongElement
) -> WrongElement:
    """Return the error of a list that does not open, with what is to be chosen where that stands beside it as controls,
    in its hint and in ``details["items"]``."""
    with suppress(BrowserError):
        answer = await attempt.ask(target, "items_beside", values=list(values))
        if items := [attempt.core.named(target.frame, answer, item) for item in answer.data["items"]]:
            hint = (
                f"Its items stand in the page: `click` each that should change ({', '.join(one.ref for one in items)})."
            )
            details = {**error.details, "items": [one._asdict() for one in items]}
            details.pop("nearest", None)
            return WrongElement(error.message, hint=hint, details=details)
    return error
