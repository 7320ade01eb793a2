"""Opens and closes the lists of triggers that a page's own script draws, and waits for what they show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from handrail.browser.actions.actionability import ActionAttempt
from handrail.browser.actions.fields.select_options import Item
from handrail.browser.actions.obstacles import not_actionable
from handrail.browser.actions.press import Meant, click
from handrail.browser.page.kit_client import KitAnswer
from handrail.browser.page.refs import RefTarget
from handrail.browser.types.errors import WrongElement

OPENING = 2.0
"""Seconds that a list may take to open, or to fill after something was typed."""
ESCAPES = 2
"""The first may only let go of an option that has the focus."""
NUDGE = 0.6
"""Seconds after which a list that did not open to a click is asked for with a key."""


async def open_list(attempt: ActionAttempt, target: RefTarget, answer: KitAnswer) -> KitAnswer:
    """Open the list of a trigger: with a click, else with the key that opens lists. Raises `WrongElement`: it opens
    none."""
    if not answer.data["opens"]:
        wrong = WrongElement(f"{target.ref} has no list to choose from.", hint="Use `click`, or `fill` for a field.")
        raise await attempt.with_nearest(target, wrong, "list")
    trigger = replace(target, local=answer.data["trigger"])
    if answer.data["why"] in ("disabled", "inert"):
        raise not_actionable(target.ref, answer.data["why"])
    found = None
    # A press there would take out what is chosen.
    if not answer.data["over_remover"]:
        await _press_trigger(attempt, trigger, answer)
        found = await list_once(attempt, target, lambda now: _is_open(now) or now["expanded"], NUDGE)
    if found is None:
        await attempt.focus(trigger)
        # An arrow alone chooses the next option of a closed list that nobody can type into.
        key = "ArrowDown" if answer.data["typed"] else "Alt+ArrowDown"
        await attempt.press_key(key)
    if found is None or not _is_open(found.data):
        found = await list_once(attempt, target, _is_open, OPENING)
    if found is None:
        raise await _not_opened(attempt, target, answer)
    if not _is_filled(found.data):
        # "Searching…"
        found = await list_once(attempt, target, _is_filled, OPENING) or found
    return found


async def _press_trigger(attempt: ActionAttempt, trigger: RefTarget, answer: KitAnswer) -> None:
    """Press what opens a list: its trigger, or the box around one that nobody sees."""
    await click(attempt, replace(trigger, local=answer.data["pressed"]), meant=Meant(trigger, through="list"))


async def _not_opened(attempt: ActionAttempt, target: RefTarget, before: KitAnswer) -> WrongElement:
    """Return the error for a trigger whose list nobody found, which says what it holds where that changed."""
    now = await attempt.ask(target, "listbox", open=True)
    if now.data["expanded"]:
        await attempt.press_key("Escape")
        now = await attempt.ask(target, "listbox", open=True)
    changed = now.data["shows"] != before.data["shows"]
    return WrongElement(
        f"{target.ref} did not open a list{', and what it holds has changed' if changed else ''}.",
        hint="Take a snapshot; type into it with `fill` if it is a field.",
        details={"holds": now.external(now.data["shows"])} if changed else {},
    )


async def close_list(attempt: ActionAttempt, target: RefTarget) -> None:
    """Close an open list as it was opened: a button with a click, a field with Escape."""
    answer = await attempt.ask(target, "listbox", open=True)
    if answer.data["collapsed"]:
        # It closes by itself, and still fades out.
        answer = await attempt.ask_until(target, "listbox", lambda now: not now.data["open"], NUDGE, open=True)
    if not (answer.data["open"] or answer.data["expanded"]) or answer.data["own"]:
        return
    trigger = replace(target, local=answer.data["trigger"])
    pressed = replace(target, local=answer.data["pressed"])
    by_key = answer.data["typed"] or answer.data["over_remover"]
    if not by_key and not (await attempt.ask(pressed, "cover")).data["covered"]:
        await _press_trigger(attempt, trigger, answer)
        if await list_once(attempt, target, lambda now: not now["open"], NUDGE):
            return
    if by_key and not await attempt.has_focus(trigger):
        await attempt.focus(trigger)
    for _ in range(ESCAPES):
        await attempt.press_key("Escape")
        if await list_once(attempt, target, lambda now: not now["open"], NUDGE):
            return


async def list_once(
    attempt: ActionAttempt, target: RefTarget, holds: Callable[[Item], bool], seconds: float
) -> KitAnswer | None:
    """Return the list once something holds of it, None where that does not come about in time."""
    answer = await attempt.ask_until(target, "listbox", lambda now: holds(now.data), seconds, open=True)
    return answer if holds(answer.data) else None


def _is_open(now: Item) -> bool:
    return bool(now["open"] and now["options"])


def _is_filled(now: Item) -> bool:
    return _is_open(now) and not all(option["disabled"] for option in now["options"])
