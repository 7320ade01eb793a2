"""Steer: how a run ends."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from handrail.tools.context import Context
from handrail.tools.result import Failed, Ok
from handrail.tools.table import Params, tool
from handrail.trust import External


class Done(Params):
    result: str = Field(min_length=1)
    """The answer for the user, in Markdown: complete, and only what was seen."""
    data: dict[str, Any] | list[Any] | None = None
    """The answer as data, when the user asked for data."""


@tool(
    effect="control",
    example={"result": "There are **4** pricing tiers: Free, Solo, Team and Company."},
    reads_page=False,
    changes_state=False,
    sends_data=False,
    takes_text=True,
)
async def done(ctx: Context, p: Done) -> Ok | Failed:
    """End the run with its answer. Call it once, when everything the user asked for is done and was seen to be done."""
    return Ok({"result": _said(ctx, p.result), "data": p.data}, terminal=True)


class Abort(Params):
    reason: str = Field(min_length=1)
    """Why it cannot be done, and what was tried."""


@tool(
    effect="control",
    example={"reason": "The page asks for a sign-in and no account was given."},
    reads_page=False,
    changes_state=False,
    sends_data=False,
    takes_text=True,
)
async def abort(ctx: Context, p: Abort) -> Ok | Failed:
    """Give up, with the reason. Prefer it to guessing: an honest end is worth more than an invented answer."""
    return Ok({"reason": _said(ctx, p.reason)}, terminal=True)


def _said(ctx: Context, text: str) -> External | str:
    """A model has read pages by the time it ends a run: its words carry theirs."""
    return External(text, "model", "notes") if ctx.asker == "model" else text
