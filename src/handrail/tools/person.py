"""Ask the person beside the run, or let them take the browser."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from handrail.results import Failed, Ok, Result
from handrail.results.data.run import AskUserData, HandOverData
from handrail.tools.core.context import Context, Question
from handrail.tools.core.table import Params, Security, tool
from handrail.trust import one_line

Option = Annotated[str, Field(min_length=1, max_length=200)]


class AskUser(Params):
    question: str = Field(min_length=1, max_length=1_000)
    """A choice, a preference, a missing value.

    What the user alone can say."""
    options: list[Option] = Field([], max_length=10)
    """Answers to choose from.

    The user may answer otherwise."""


@tool(
    effect="control",
    needs=("person",),
    label="Ask you[: {what}]",
    label_keys=("question",),
    example={"question": "Which size do you want?", "options": ["Small", "Large"]},
    security=Security(reads_page=False, changes_state=False, sends_data=False, takes_text=True),
)
async def ask_user(ctx: Context, p: AskUser) -> Result[AskUserData]:
    """Ask the user what only they can know; never for passwords or other secrets.

    Waits for the answer. Not for what the page or the task already says either."""
    assert ctx.person is not None, "the tool is not offered without a person"
    # A model's words may be a page's: the person is shown one line of them, as a quotation.
    asked = Question(one_line(p.question, 1_000), tuple(one_line(option, 200) for option in p.options))
    answer = await ctx.person.answer(asked)
    if answer is None:
        return Failed("not_answered", "The user did not answer.", hint="Go on without it, or abort.")
    return Ok({"answer": answer, "chosen": answer in asked.options})


class HandOver(Params):
    reason: str = Field(min_length=1, max_length=500)
    """What the user should do in the browser.

    Sign in, solve a CAPTCHA."""


@tool(
    effect="control",
    needs=("person",),
    label="Hand the browser to you[: {what}]",
    label_keys=("reason",),
    rare=True,
    example={"reason": "Please solve the CAPTCHA."},
    security=Security(reads_page=False, changes_state=False, sends_data=False, takes_text=True),
)
async def hand_over(ctx: Context, p: HandOver) -> Result[HandOverData]:
    """Let the user take the browser for what you cannot do: a CAPTCHA, a sign-in without a secret for it.

    Waits until they give it back. Refs of the page may be stale afterwards."""
    assert ctx.person is not None, "the tool is not offered without a person"
    taken = await ctx.person.take_over(one_line(p.reason, 500))
    if taken is not True:
        why = taken or "The user did not take the browser."
        return Failed("not_answered", why, hint="Go on without it, or abort.")
    return Ok({"handed_back": True}, page_changed=True)
