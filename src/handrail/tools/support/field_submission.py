"""What becomes of fields that were filled in, once they are left or submitted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from handrail.browser.types.acts import Filled
from handrail.results.data.elements import SubmissionData
from handrail.results.data.input import FilledFieldData
from handrail.tools.core.context import Context
from handrail.tools.core.element_params import named_element

NOTHING_CAME = "The page shows nothing that came of Enter."
NO_ANSWER = "The page has not answered since Enter was pressed."
REPORTED = ("written_as", "invalid", "calendar_still_at", "suggestions")


async def submit_field(ctx: Context, ref: str, filled: Filled) -> SubmissionData:
    """Submit a field that holds what was asked for, unless a dialog hides it; return what came of it."""
    if not filled.kept or filled.value is None:
        return {"submitted": False}
    if filled.replaced_by:
        return {"submitted": False, "why": "The page put other fields in the place of this one."}
    came = await ctx.tab.actions.submit(ref)
    if came.sent:
        return {"submitted": True}
    why = NOTHING_CAME if came.answered else NO_ANSWER
    if came.blocked:
        why = f"The button of its form: {came.blocked} `enter` presses Enter in the field."
    data: SubmissionData = {"submitted": False, "why": why}
    if came.button is not None:
        data["button"] = named_element(came.button)
    return data


def what_closes_calendar(ref: str, filled: Filled) -> str:
    """Return what may close a calendar that stayed open. Handrail presses nothing: to rows, forms and dialogs around a
    field Escape also means that nothing is wanted."""
    beside = "press something beside it, or choose its day"
    if filled.in_dialog:
        return f"It may lie over other fields: {beside}. Escape may close what {ref} stands in, too."
    if filled.calendar_at is not None:
        return f"It may lie over other fields: {beside}. Escape may put back what {ref} held."
    return f"It may lie over other fields: `send_keys` Escape to {ref}; where that cancels what is edited, {beside}."


def describe_field(data: dict[str, Any]) -> dict[str, Any]:
    """Return what the answer about a form says of one field: also what it holds in place of what was put in."""
    came = {key: data[key] for key in REPORTED if data.get(key)}
    if data.get("mismatch"):
        came |= {"value": data["value"], "mismatch": True}
    return came


async def note_left(ctx: Context, filled: Iterable[tuple[FilledFieldData, str]]) -> None:
    """Note with each field what it holds, if it dropped its text since, and what is wrong with it: as it was left for
    the next one."""
    for field, text in filled:
        held, error = await ctx.tab.actions.after_leaving(field["ref"], text)
        if held is not None:
            field["mismatch"], field["value"] = True, held
        if error is None:
            field.pop("invalid", None)
        else:
            field["invalid"] = error
