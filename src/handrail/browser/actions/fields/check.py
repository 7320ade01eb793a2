"""Checks and unchecks checkboxes, switches and radio buttons, native and custom."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from handrail.browser.actions.actionability import ActionAttempt
from handrail.browser.actions.obstacles import not_actionable
from handrail.browser.actions.press import Meant, click
from handrail.browser.clock import loop_time
from handrail.browser.page.refs import RefTarget
from handrail.browser.types.errors import PAGE_CHANGE_ERRORS, NotActionable, WrongElement

REACTION = 1.0
"""Seconds that a box may take to show its new state."""
HOLDING = 0.15
"""Seconds after which a page that took a box back would have done it."""
PRESSES = 2
"""A mixed box may need two: mixed, checked, unchecked."""


async def set_checked(attempt: ActionAttempt, ref: str, checked: bool) -> bool:
    """Check or uncheck a box and return whether anything had to change. Raises `WrongElement`: nothing that can be
    checked, or a radio button that should be unchecked; `NotActionable`: disabled, or the page did not react."""
    target = attempt.core.target(ref)
    attempt.core.typed_at = loop_time()
    box = await _enabled_box(attempt, target)
    wanted = "true" if checked else "false"
    if box["state"] == wanted:
        return False
    if box["kind"] == "radio" and not checked:
        raise WrongElement(f"{ref} is a radio button and cannot be unchecked.", hint="Check another of its group.")
    place, state = replace(target, local=box["local"]), box["state"]
    message, reason = f"The page did not change {ref} when it was pressed.", "no_reaction"
    for _ in range(PRESSES):
        await _press(attempt, target, box)
        before, state = state, await _state_after(attempt, place, box, state, wanted)
        if state == wanted and not await _keeps(attempt, place, wanted):
            message, reason = f"The page set {ref} back after it was pressed.", "set_back"
            break
        if state in (wanted, None):
            return True
        if state == before:
            break
    hint = "Take a snapshot; the page may ask for something else first."
    raise NotActionable(message, hint=hint, details={"reason": reason})


async def _enabled_box(attempt: ActionAttempt, target: RefTarget) -> dict[str, Any]:
    """Return the box behind a ref, once it is enabled."""
    answer = await attempt.ask_until(target, "checkbox", lambda now: not now.data["found"] or not now.data["disabled"])
    box: dict[str, Any] = answer.data
    if not box["found"]:
        wrong = WrongElement(f"{target.ref} cannot be checked.", hint="Use `click`, or take a snapshot.")
        raise await attempt.with_nearest(target, wrong, "box")
    if box["disabled"]:
        raise not_actionable(target.ref, "disabled")
    return box


async def _press(attempt: ActionAttempt, target: RefTarget, box: dict[str, Any]) -> None:
    handle = replace(target, local=box["handle"])
    spot = None
    if box["label"]:
        await attempt.aim(handle)
        spot = (await attempt.ask(handle, "label_spot")).data["spot"]
    await click(attempt, handle, position=spot, meant=Meant(target, "box"))


async def _state_after(
    attempt: ActionAttempt, place: RefTarget, box: dict[str, Any], before: str, wanted: str
) -> str | None:
    """Its state once that is another one, or as it was when time is up. None where it can no longer be asked: then the
    press had an effect all the same."""

    def took(now: dict[str, Any]) -> bool:
        # A box that a page draws over an input may say by a style alone that the input is checked.
        return bool(now["native"] == wanted != box["native"])

    try:
        answer = await attempt.ask_until(
            place, "checkbox", lambda now: now.data["state"] != before or took(now.data), REACTION
        )
    except PAGE_CHANGE_ERRORS:
        return None
    return wanted if took(answer.data) else str(answer.data["state"])


async def _keeps(attempt: ActionAttempt, place: RefTarget, wanted: str) -> bool:
    """Return whether a box that shows its new state still does a moment later, as far as it can be asked."""

    def is_back(now: dict[str, Any]) -> bool:
        return wanted not in (now["state"], now["native"])

    try:
        return not is_back((await attempt.ask_until(place, "checkbox", lambda now: is_back(now.data), HOLDING)).data)
    except PAGE_CHANGE_ERRORS:
        return True
