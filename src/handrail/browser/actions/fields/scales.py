"""Sets what takes a number without a field for it: sliders of ARIA's by keys, rows of stars by a press."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from handrail.browser.actions.actionability import ActionAttempt
from handrail.browser.actions.press import click
from handrail.browser.page.refs import RefTarget
from handrail.browser.types.errors import DialogOpen, DocumentChanged, StaleRef

REACTION = 0.4
"""Seconds that a scale may take to show a step."""
MOST_STEPS = 200


async def set_scale(attempt: ActionAttempt, target: RefTarget, value: str) -> None:
    """Bring a scale to a number, as near as its steps go."""
    wanted = float(value)
    answer = await attempt.ask(target, "scale", value=wanted)
    now = answer.data["now"]
    if now == wanted:
        return
    if (part := answer.data["part"]) is not None:
        await click(attempt, replace(target, local=part))
        with suppress(DialogOpen, DocumentChanged, StaleRef):
            await attempt.ask_until(target, "scale", lambda it: it.data["now"] == wanted, REACTION, value=wanted)
        return
    await attempt.focus(target)
    key = "ArrowRight" if now < wanted else "ArrowLeft"
    for _ in range(MOST_STEPS):
        before, now = now, await _after_step(attempt, target, key, now)
        if now == before or (now >= wanted if key == "ArrowRight" else now <= wanted):
            return


async def _after_step(attempt: ActionAttempt, target: RefTarget, key: str, before: float) -> float:
    """Press a key and return what a slider shows then."""
    await attempt.give_keys_to(target, lambda: attempt.core.page.keyboard.press(key))
    answer = await attempt.ask_until(target, "scale", lambda now: now.data["now"] != before, REACTION, value=before)
    return float(answer.data["now"])
