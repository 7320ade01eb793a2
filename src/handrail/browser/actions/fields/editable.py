"""Whether a field can be given a value, and how it takes that."""

from __future__ import annotations

from typing import Any

from handrail.browser.actions.actionability import ActionAttempt
from handrail.browser.actions.fields.date_forms import in_form_of_field, is_moment
from handrail.browser.actions.obstacles import not_actionable
from handrail.browser.page.kit_client import KitAnswer
from handrail.browser.page.refs import RefTarget
from handrail.browser.types.errors import BrowserError, NotActionable, WrongElement

LOADING = 2.0
"""Seconds that a page may take to let a field be edited that looks like one of a picker."""

INSTEAD = {
    "link": "Use `click`.",
    "button": "Use `click`.",
    "submit": "Use `click`.",
    "checkbox": "Use `check` or `uncheck`.",
    "radio": "Use `check`.",
    "select": "Use `select`.",
    "file": "Use `upload_file`.",
    "gridcell": "A double click (`click` with count 2) may open its field, which the next snapshot shows.",
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

    def is_settled(now: KitAnswer) -> bool:
        return not now.data["how"] or not now.data["why"]

    answer = await attempt.ask_until(target, "field", is_settled, LOADING, value=value)
    if not is_settled(answer) and not _opens_picker(answer.data, value):
        answer = await attempt.ask_until(target, "field", is_settled, value=value)
    field: dict[str, Any] = answer.data
    if _opens_picker(field, value):
        hint = f"It may open a picker: `click` {target.ref}, then choose in what opens."
        if not field["how"]:
            # `fill_form` goes on with `select`.
            raise WrongElement(f"{target.ref} is not a field for text.", hint=hint)
        raise NotActionable(f"{target.ref} is read-only.", hint=hint, details={"reason": "readonly"})
    if not field["how"]:
        error = not_a_text_field(target.ref, field["kind"])
        raise error if field["kind"] == "gridcell" else await attempt.with_nearest(target, error, "text")
    if field["why"]:
        raise not_actionable(target.ref, field["why"])
    if field["fitted"] is None:
        raise InvalidValue(
            f"{target.ref} is a {field['type']} field and does not take this value.",
            hint=FORMS.get(field["type"], ""),
            details={"type": field["type"]},
        )
    return answer


def _opens_picker(field: dict[str, Any], value: str) -> bool:
    """Return whether a field that nobody types into takes a value from what it opens: it says so, or it is to have a
    date or time and opens a list or names a form of dates."""
    if field["why"] != "readonly" or field["picker"] != "perhaps":
        return bool(field["why"] == "readonly" and field["picker"] == "surely")
    return is_moment(value) and (not field["how"] or in_form_of_field(value, field) is not None)


def not_a_text_field(ref: str, kind: str) -> WrongElement:
    """Return the error for an element of another kind, with the tool that it needs."""
    return WrongElement(f"{ref} is not a field for text.", hint=INSTEAD.get(kind, "Take a snapshot."))
