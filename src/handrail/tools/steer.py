"""Steer: where a run goes, and how it ends."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from handrail.results import Failed, Ok, Result
from handrail.results.data.run import AbortData, DoneData, RevisePlanData
from handrail.tools.core.context import Context
from handrail.tools.core.plan import MOST_REVISIONS
from handrail.tools.core.table import Params, Security, tool
from handrail.trust import External


class RevisePlan(Params):
    plan: list[Annotated[str, Field(min_length=1, max_length=500)]] = Field(min_length=1, max_length=20)
    """The steps from here on."""
    reason: str = Field(min_length=1, max_length=500)
    """What turned out otherwise than the plan expected."""


@tool(
    effect="control",
    needs=("plan",),
    label="Revise the plan[: {what}]",
    label_keys=("reason",),
    example={"plan": ["Search for the product by its number"], "reason": "The category page does not exist."},
    rare=True,
    security=Security(reads_page=False, changes_state=False, sends_data=False, takes_text=True),
)
async def revise_plan(ctx: Context, p: RevisePlan) -> Result[RevisePlanData]:
    """Replace the plan's steps when they turn out wrong.

    At most three times. The criteria of success stay as they are."""
    current = ctx.plan.current
    if current is None or current.revision >= MOST_REVISIONS:
        return Failed(
            "no_more_revisions",
            f"The plan was revised {MOST_REVISIONS} times already.",
            hint="Go on with the plan as it is, or abort with the reason.",
        )
    revised = ctx.plan.revise(tuple(p.plan))
    return Ok({"revision": revised.revision, "revisions_left": MOST_REVISIONS - revised.revision})


class Done(Params):
    result: str = Field(min_length=1)
    """In Markdown."""
    data: dict[str, Any] | list[Any] | None = None
    """If the user asked for data."""
    missing: str | None = None
    """What could not be done, and why."""
    unconfirmed: bool = False
    """It was sent, and no page says it was taken."""


@tool(
    effect="control",
    example={"result": "There are **4** pricing tiers: Free, Solo, Team and Company."},
    security=Security(reads_page=False, changes_state=False, sends_data=False, takes_text=True),
    label="Finish",
)
async def done(ctx: Context, p: Done) -> Result[DoneData]:
    """End the run with its answer."""
    missing = _external(ctx, p.missing) if p.missing else None
    answer: DoneData = {
        "result": _external(ctx, p.result),
        "data": p.data,
        "missing": missing,
        "unconfirmed": p.unconfirmed,
    }
    return Ok(answer, terminal=True)


class Abort(Params):
    reason: str = Field(min_length=1)
    """Why it cannot be done, and what was tried."""
    not_permitted: bool = False
    """The task takes an act that was refused as not permitted, or a request that was stopped."""


@tool(
    effect="control",
    example={"reason": "The page asks for a sign-in and no account was given."},
    security=Security(reads_page=False, changes_state=False, sends_data=False, takes_text=True),
    label="Give up",
)
async def abort(ctx: Context, p: Abort) -> Result[AbortData]:
    """Give up: better than an invented answer."""
    # Models also give the parameter's name as the reason.
    is_refused = p.not_permitted or p.reason.strip("`. ") == "not_permitted"
    return Ok({"reason": _external(ctx, p.reason), "not_permitted": is_refused}, terminal=True)


def _external(ctx: Context, text: str) -> External | str:
    """The words of a caller; a model's are External, since it has read pages by the time it ends a run."""
    return External(text, "model", "notes") if ctx.caller == "model" else text
