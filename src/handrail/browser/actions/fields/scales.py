"""Sets what takes a number without a field for it: sliders of ARIA's by a press on their track
and by keys, rows of stars by a press."""

from __future__ import annotations

from dataclasses import replace

from handrail.browser.actions.actionability import ActionAttempt
from handrail.browser.actions.press import click
from handrail.browser.page.refs import RefTarget
from handrail.browser.types.errors import PAGE_CHANGE_ERRORS

REACTION = 0.4
"""Seconds that a scale may take to show a step."""
MOST_STEPS = 200


async def set_scale(attempt: ActionAttempt, target: RefTarget, value: str) -> None:
    """Bring a scale to a number, as near as its steps go."""
    wanted = float(value)
    answer = await attempt.ask(target, "scale", value=wanted)
    now, part, at = (answer.data[name] for name in ("now", "part", "at"))
    if now == wanted:
        return
    if part is not None or at is not None:
        await click(attempt, target if part is None else replace(target, local=part), position=at)
        try:
            answer = await attempt.ask_until(
                target, "scale", lambda it: it.data["now"] == wanted, REACTION, value=wanted
            )
        except PAGE_CHANGE_ERRORS:
            return
        now = answer.data["now"]
    if part is not None or now is None or now == wanted:
        return
    await attempt.focus(target)
    key = "ArrowRight" if now < wanted else "ArrowLeft"
    for _ in range(MOST_STEPS):
        before, now = now, await _after_step(attempt, target, key, now)
        if now == before or (now >= wanted if key == "ArrowRight" else now <= wanted):
            return


async def _after_step(attempt: ActionAttempt, target: RefTarget, key: str, before: float) -> float:
    """Press a key and return what a slider shows then."""
    await attempt.press_key(key, to=target)
    answer = await attempt.ask_until(target, "scale", lambda now: now.data["now"] != before, REACTION, value=before)
    return float(answer.data["now"])
