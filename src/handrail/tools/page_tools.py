"""Tools that the page registers itself: WebMCP."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

from pydantic import Field

from handrail.browser.types.page_tools import PageTool
from handrail.results import Failed, Ok, Result
from handrail.results.data.pages import PageToolData, PageToolListData, PageToolResultData
from handrail.tools.core.context import Context
from handrail.tools.core.paging import first_that_fit
from handrail.tools.core.table import NoParams, Params, Security, tool
from handrail.trust import External

TITLE_CHARS = 100
DESCRIPTION_CHARS = 500
SCHEMA_CHARS = 2_000
"""What is shown of each tool. Its arguments are checked by the whole schema."""
RESULT_CHARS = 6_000
ENDS = {
    "filled_in": "Its form is filled in and not sent: press its button.",
    "left_page": "The page was left meanwhile.",
    "dialog_open": "It opened a dialog: answer that with `dialog`.",
}


@tool(
    effect="read",
    needs=("page_tools",),
    label="List the page's tools",
    rare=True,
    security=Security(reads_page=True, changes_state=False, sends_data=False, takes_text=True),
)
async def list_page_tools(ctx: Context, p: NoParams) -> Result[PageToolListData]:
    """List the tools that the page offers.

    With their descriptions and JSON Schemas, all in the page's own words, of its frames too. They do what the page
    likes. Pages offer them by WebMCP; most offer none."""
    found = await ctx.tab.page_tools.tools()
    listed = first_that_fit([_describe(one) for one in found.tools])
    data: PageToolListData = {"tools": listed}
    left_out = found.left_out + len(found.tools) - len(listed)
    return Ok({**data, "left_out": left_out} if left_out else data)


def _describe(one: PageTool) -> PageToolData:
    return {
        "name": External(one.name, one.origin, "page-tool"),
        "title": one.title.shorten(TITLE_CHARS),
        "description": one.description.shorten(DESCRIPTION_CHARS),
        "schema": one.schema.shorten(SCHEMA_CHARS),
        "site": External(one.origin, one.origin, "page-tool"),
    }


class CallPageTool(Params):
    name: str = Field(min_length=1, max_length=128)
    """As listed."""
    arguments: dict[str, Any] | None = None
    """As its schema says."""


@tool(
    effect="change",
    capability="page_tool",
    needs=("page_tools",),
    label="Use a tool of the page[: {what}]",
    label_keys=("name",),
    rare=True,
    example={"name": "add_to_cart", "arguments": {"id": 3}},
    security=Security(reads_page=True, changes_state=True, sends_data=True, takes_text=True),
)
async def call_page_tool(ctx: Context, p: CallPageTool) -> Result[PageToolResultData]:
    """Call a tool of the page.

    The page's own code does what it likes with the arguments. The user is asked each time; what the page then sends is
    judged like what comes of a press that they did not name. A tool that stands for a form may only fill it in."""
    answer = await ctx.tab.page_tools.call(p.name, p.arguments or {})
    # What it says may be the model's own words, given back.
    text = answer.text.map(_words_of).map(ctx.vault.mask_text)
    said = External(text.raw, text.origin, text.label, tainted=True).shorten(RESULT_CHARS)
    if answer.end == "failed":
        return Failed("page_tool_failed", "The page's tool failed.", details={"error": said})
    data: PageToolResultData = {"result": said}
    if len(text) > RESULT_CHARS:
        data["characters"] = len(text)
    if answer.end in ENDS:
        data["end"] = ENDS[answer.end]
    return Ok(data)


def _words_of(answer: str) -> str:
    """The texts of an answer that is written like one of an MCP tool; any other as it is."""
    with suppress(ValueError, RecursionError):
        match json.loads(answer):
            case {"content": [*parts]} if parts and all(isinstance(part, dict) and "text" in part for part in parts):
                return "\n".join(str(part["text"]) for part in parts)
    return answer
