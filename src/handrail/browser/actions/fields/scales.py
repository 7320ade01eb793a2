"""Sets what takes a number without a field for it: sliders of ARIA's by a press on their track
and by keys, rows of stars by a press."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from handrail.browser.actions.actionability import POLL, ActionAttempt
from handrail.browser.actions.press import click
from handrail.browser.clock import loop_time
from handrail.browser.page.refs import RefTarget
from handrail.browser.types.errors import DialogOpen, DocumentChanged, StaleRef

REACTION = 0.4
"""Seconds that a scale may take to show a step."""
LONGEST = 8.0
"""Seconds in which steps are begun."""
STEPS_AT_ONCE = 50
"""Keys after which it is looked whether they still go to the slider."""
TINY = 1e-6
"""By how much a number may be missed that a page adds up of steps."""


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
        except (DialogOpen, DocumentChanged, StaleRef):
            return
        now = answer.data["now"]
    if part is not None or now is None or now == wanted:
        return
    await attempt.focus(target)
    if not await _step_to(attempt, target, now, wanted):
        # It takes no such number, or its keys do something else: what it held stands there again.
        shown = (await attempt.ask(target, "scale", value=wanted)).data["now"]
        if shown is not None and shown != now:
            await _step_to(attempt, target, shown, now)


async def _step_to(attempt: ActionAttempt, target: RefTarget, now: float, wanted: float) -> bool:
    """Bring a slider to a number by arrow keys, and return whether it went there or past it, to the nearest step."""
    key, back = ("ArrowRight", "ArrowLeft") if now < wanted else ("ArrowLeft", "ArrowRight")
    end, before = loop_time() + LONGEST, now
    now = await _after_steps(attempt, target, key, 1, before)
    step = abs(now - before)
    while step and loop_time() < end and abs(now - wanted) > step / 2 and (now < wanted) == (key == "ArrowRight"):
        before, count = now, min(round(abs(wanted - now) / step), STEPS_AT_ONCE)
        now = await _after_steps(attempt, target, key, count, before)
        if now == before:
            return False
    if step and abs(now - wanted) > step / 2 + TINY and (now < wanted) != (key == "ArrowRight"):
        now = await _after_steps(attempt, target, back, round(abs(now - wanted) / step), now)
    return abs(now - wanted) <= max(step, TINY)


async def _after_steps(attempt: ActionAttempt, target: RefTarget, key: str, count: int, before: float) -> float:
    """Press a key some times and return what a slider shows then, once it stands still."""
    keyboard = attempt.core.page.keyboard

    async def press() -> None:
        for _ in range(count):
            await keyboard.press(key)

    await attempt.give_keys_to(target, press)
    answer = await attempt.ask_until(target, "scale", lambda now: now.data["now"] != before, REACTION, value=before)
    if count > 1:
        await asyncio.sleep(POLL)
        answer = await attempt.ask(target, "scale", value=before)
    return float(answer.data["now"])
