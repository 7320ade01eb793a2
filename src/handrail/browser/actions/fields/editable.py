"""Waits until a field can be edited, and says why it takes no text or not this one."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from handrail.browser.actions.actionability import ActionAttempt
from handrail.browser.actions.fields.fill_dates import parts_for
from handrail.browser.actions.nearest import with_nearest
from handrail.browser.actions.obstacles import not_actionable
from handrail.browser.actions.press import Meant, click
from handrail.browser.clock import loop_time
from handrail.browser.page.kit_client import KitAnswer
from handrail.browser.page.refs import RefTarget
from handrail.browser.types.errors import BrowserError, WrongElement

READONLY = 0.5
"""Seconds in which a field that is read-only may become editable."""

INSTEAD = {
    "link": "Use `click`.",
    "button": "Use `click`.",
    "submit": "Use `click`.",
    "checkbox": "Use `check` or `uncheck`.",
    "radio": "Use `check`.",
    "select": "Use `select`.",
    "file": "Use `upload_file`.",
}
FORMS = {
    "number": "A number is written with digits and a point, for example 12.5.",
    "date": "A date is written as 2026-01-31.",
    "time": "A time is written as 09:30.",
    "month": "A month is written as 2026-01.",
    "week": "A week is written as 2026-W05.",
    "datetime-local": "A date with its time is written as 2026-01-31T09:30.",
    "range": "Give a number between the field's min and max; a slider cannot be empty.",
    "color": "A colour is written as #1a2b3c; a colour field cannot be empty.",
}


class InvalidValue(BrowserError):
    """The field takes only values of another form."""

    code = "invalid_value"


async def editable_field(attempt: ActionAttempt, target: RefTarget, value: str) -> KitAnswer:
    """Return how a field takes a value, once it can be edited."""
    answer = await _field_once_editable(attempt, target, value)
    if answer.data["why"] == "readonly" and parts_for(answer.data, value):
        # Some fields of pickers take keys from a press on.
        with suppress(BrowserError):
            await click(attempt, replace(target, local=answer.data["local"]), meant=Meant(target, "field"))
        answer = await _field_once_editable(attempt, target, value)
    field: dict[str, Any] = answer.data
    if not field["how"]:
        raise await with_nearest(attempt, target, not_a_text_field(target.ref, field["kind"]), "text")
    if field["why"]:
        raise not_actionable(target.ref, field["why"])
    if field["fitted"] is None:
        raise InvalidValue(
            f"{target.ref} is a {field['type']} field and does not take this value.",
            hint=FORMS.get(field["type"], ""),
            details={"type": field["type"]},
        )
    return answer


async def _field_once_editable(attempt: ActionAttempt, target: RefTarget, value: str) -> KitAnswer:
    """Ask how a field takes a value until nothing is in the way; what is read-only seldom changes by itself."""
    end = loop_time() + READONLY

    def is_settled(now: KitAnswer) -> bool:
        why = now.data["why"]
        return not now.data["how"] or not why or (why == "readonly" and loop_time() >= end)

    return await attempt.ask_until(target, "field", is_settled, value=value)


def not_a_text_field(ref: str, kind: str) -> WrongElement:
    """Return the error for an element of another kind, with the tool that it needs."""
    return WrongElement(f"{ref} is not a field for text.", hint=INSTEAD.get(kind, "Take a snapshot."))
