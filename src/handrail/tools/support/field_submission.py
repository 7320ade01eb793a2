"""Submits a field that was filled in."""

from __future__ import annotations

from typing import Any

from handrail.browser.types.acts import Filled
from handrail.browser.types.errors import StaleRef
from handrail.results import Result
from handrail.results.data.elements import SubmissionData
from handrail.tools.core.context import Context
from handrail.tools.core.element_params import named_element


async def submit_field(ctx: Context, ref: str, filled: Filled) -> SubmissionData:
    """Submit a field that holds what was asked for, unless a dialog hides it; return what came of it."""
    if not filled.kept or filled.value is None:
        return {"submitted": False}
    if filled.replaced_by:
        return {"submitted": False, "why": "The page put other fields in the place of this one."}
    came = await ctx.tab.actions.submit(ref)
    if came.sent:
        return {"submitted": True}
    data: SubmissionData = {"submitted": False, "why": "The page shows nothing that came of Enter."}
    if came.button is not None:
        data["button"] = named_element(came.button)
    return data


async def press_send_button(ctx: Context, ref: str) -> tuple[SubmissionData, Result[Any] | None]:
    """Press the button that sends the form of a field which takes no Enter, by a call that is judged like any; return
    what came of it. Where several send it, the next one is only named."""
    data: SubmissionData = {"submitted": False, "why": "The last field takes no Enter: press the form's button."}
    try:
        button, is_sole = await ctx.tab.actions.send_button(ref)
    except StaleRef:
        return data, None
    if button is None:
        return data, None
    data["button"] = named_element(button)
    if not is_sole:
        return data, None
    pressed = await ctx.perform("click", ref=button.ref)
    if not pressed.ok:
        return {**data, "why": str(pressed.error)}, pressed
    if (await ctx.tab.actions.submission(ref)).sent:
        return {"submitted": True, "button": data["button"]}, pressed
    return {**data, "why": "The page shows nothing that came of pressing the button."}, pressed
