"""Whether a field can be given a value, and how it takes that."""

from __future__ import annotations

from typing import Any

from handrail.browser.actions.actionability import ActionAttempt
from handrail.browser.actions.nearest import with_nearest
from handrail.browser.actions.obstacles import not_actionable
from handrail.browser.page.kit_client import KitAnswer
from handrail.browser.page.refs import RefTarget
from handrail.browser.types.errors import BrowserError, WrongElement

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
    answer = await attempt.ask_until(
        target, "field", lambda now: not now.data["how"] or not now.data["why"], value=value
    )
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


def not_a_text_field(ref: str, kind: str) -> WrongElement:
    """Return the error for an element of another kind, with the tool that it needs."""
    return WrongElement(f"{ref} is not a field for text.", hint=INSTEAD.get(kind, "Take a snapshot."))
