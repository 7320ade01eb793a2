"""Takes out of a field of several what it shows in itself, as its own key does: nothing beside it can be met so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from handrail.browser.actions.actionability import ActionAttempt
from handrail.browser.actions.fields.open_lists import open_list
from handrail.browser.actions.fields.select_options import REACTION, Item, held_of, match
from handrail.browser.page.kit_client import KitAnswer
from handrail.browser.page.refs import RefTarget

MOST_TAKEN_OUT = 50


async def without_others(
    attempt: ActionAttempt, target: RefTarget, answer: KitAnswer, values: Sequence[str]
) -> KitAnswer:
    """Return the list of a field of several once that holds nothing but these values, of what has left its list.

    Backspace in the empty field takes the last one out. Nothing is taken out where a value is neither held nor offered,
    since it may not become chosen then; nor any more once that took out nothing.
    """
    known = held_of(answer.data, values)
    if not all(value in known or match(answer.data["options"], value) for value in values):
        return answer
    for _ in range(MOST_TAKEN_OUT):
        held: list[str] = answer.data["held"]
        field = answer.data.get("erases")
        if field is None or set(held) <= set(held_of(answer.data, values).values()):
            break
        answer = await _without_last(attempt, target, replace(target, local=field), held)
        if not is_shorter(answer.data, held):
            break
    return answer if answer.data["open"] else await open_list(attempt, target, answer)


async def _without_last(attempt: ActionAttempt, target: RefTarget, field: RefTarget, held: Sequence[str]) -> KitAnswer:
    """Return the list once the last one was taken out, or time is up."""
    await attempt.keep_focus(field)
    await attempt.press_key("Backspace", to=field)
    return await attempt.ask_until(target, "listbox", lambda now: is_shorter(now.data, held), REACTION, open=True)


def is_shorter(now: Item, held: Sequence[str]) -> bool:
    """Return whether less is held than before. A closed list does not say."""
    return bool(now["open"]) and len(now["held"]) < len(held)
