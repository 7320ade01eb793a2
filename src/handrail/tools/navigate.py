"""Navigate: addresses, history, tabs, waiting, and dialogs."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from pydantic import Field, model_validator

from handrail.browser.types.errors import FileArrived
from handrail.results import Failed, Ok, Result
from handrail.results.data.tabs import (
    CloseTabData,
    DialogData,
    DownloadData,
    LocationData,
    TabData,
    WaitData,
    WaitForData,
)
from handrail.tools.core.context import Context
from handrail.tools.core.element_params import AwaitedRef
from handrail.tools.core.table import NoParams, Params, Security, tool

TabId = Field(pattern=r"^t[0-9]{1,6}$", description="Such as t2.\n\nA tab's id from the tab list.")


class Goto(Params):
    url: str = Field(
        min_length=1,
        max_length=4000,
        description="The whole address.\n\nhttp or https; example.org means https://example.org.",
    )


class NewTab(Params):
    url: str | None = Field(
        None, min_length=1, max_length=4000, description="Where to go; without it the tab is empty."
    )


class SwitchTab(Params):
    tab: str = TabId


class CloseTab(Params):
    tab: str | None = Field(None, pattern=r"^t[0-9]{1,6}$", description="The active tab by default.")


class Wait(Params):
    seconds: float = Field(ge=0, le=30, description="How long.")


class WaitFor(Params):
    text: str | None = Field(None, min_length=1, max_length=500)
    """Text that can be seen, perhaps by scrolling.

    In any case."""
    ref: AwaitedRef | None = Field(None, description="An element that is to be seen.")
    selector: str | None = Field(None, min_length=1, max_length=500, description="CSS.\n\nA match is to be seen.")
    url: str | None = Field(None, min_length=1, max_length=2000, description="A part of it, or a pattern with *.")
    state: Literal["stable", "load"] | None = Field(
        None, description="stable: nothing changes any more.\n\nload: pictures and styles are there too."
    )
    timeout: float = Field(10.0, ge=0, le=60, description="Seconds.")
    gone: bool = Field(False, description="Until it no longer holds.\n\nThat is text, ref, selector and url.")

    @model_validator(mode="after")
    def _something_to_wait_for(self) -> WaitFor:
        if all(value is None for value in (self.text, self.ref, self.selector, self.url, self.state)):
            raise ValueError("say what to wait for: text, ref, selector, url or state")
        return self


class Dialog(Params):
    accept: bool = Field(description="true: OK, Leave; false: Cancel, Stay.")
    text: str | None = Field(None, max_length=10_000, description="For a prompt.\n\nWhat to enter into it.")


@tool(
    effect="navigate",
    value_field="url",
    label="Open[ {what}]",
    screenshot=True,
    example={"url": "https://example.org/"},
    security=Security(reads_page=False, changes_state=True, sends_data=True, takes_text=True),
)
async def goto(ctx: Context, p: Goto) -> Result[LocationData]:
    """Open an address.

    In the active tab; waits until the page is quiet. A page that answers with an error status is still a
    page: see `status`. If the address is a document, the result says what reads it, and the earlier page stays open.
    Fails when no page comes (unknown name, refused connection, time-out, certificate) or the address is a file to
    download.
    """
    try:
        status = await ctx.tab.goto(p.url)
    except FileArrived as arrived:
        return Ok({**await _location(ctx), "document": _arrived_document(arrived)})
    return Ok(await _location(ctx, status))


def _arrived_document(arrived: FileArrived) -> DownloadData:
    """What came in place of a page, where it is a document that can be read. Raises `FileArrived`: it is not."""
    readable: list[DownloadData] = [file for file in arrived.details["downloads"] if "read_with" in file]
    if not readable:
        raise arrived
    return readable[-1]


@tool(
    effect="navigate",
    screenshot=True,
    rare=True,
    security=Security(reads_page=False, changes_state=True, sends_data=True, takes_text=True),
    label="Go back",
)
async def back(ctx: Context, _: NoParams) -> Result[LocationData]:
    """Go one page back.

    In the active tab's history. Fails if there is no earlier page."""
    if not await ctx.tab.back():
        return Failed("no_history", "There is no earlier page in this tab.", hint="Use goto with an address.")
    return Ok(await _location(ctx))


@tool(
    effect="navigate",
    screenshot=True,
    rare=True,
    security=Security(reads_page=False, changes_state=True, sends_data=True, takes_text=True),
    label="Go forward",
)
async def forward(ctx: Context, _: NoParams) -> Result[LocationData]:
    """Go one page forward.

    In the active tab's history. Fails if there is no later page."""
    if not await ctx.tab.forward():
        return Failed("no_history", "There is no later page in this tab.", hint="Use goto with an address.")
    return Ok(await _location(ctx))


@tool(
    effect="navigate",
    screenshot=True,
    rare=True,
    security=Security(reads_page=False, changes_state=True, sends_data=True, takes_text=True),
    label="Reload the page",
)
async def reload(ctx: Context, _: NoParams) -> Result[LocationData]:
    """Load the page again.

    In the active tab. What was typed into it is lost."""
    status = await ctx.tab.reload()
    return Ok(await _location(ctx, status))


@tool(
    effect="navigate",
    capability="goto",
    value_field="url",
    label="Open a new tab[: {what}]",
    screenshot=True,
    rare=True,
    opens_tab=True,
    example={"url": "https://example.org/"},
    security=Security(reads_page=False, changes_state=True, sends_data=True, takes_text=True),
)
async def new_tab(ctx: Context, p: NewTab) -> Result[TabData]:
    """Open a tab, and keep this page as it is.

    It becomes the active one and goes to `url`."""
    try:
        tab = await ctx.tabs.new(p.url)
    except FileArrived as arrived:
        document = _arrived_document(arrived)
        return Ok({"tab": ctx.tab.id, **await _location(ctx), "document": document})
    return Ok({"tab": tab.id, **await _location(ctx)})


@tool(
    effect="navigate",
    label="Switch tabs[: {what}]",
    label_keys=("tab",),
    screenshot=True,
    rare=True,
    example={"tab": "t2"},
    security=Security(reads_page=False, changes_state=True, sends_data=False, takes_text=True),
)
async def switch_tab(ctx: Context, p: SwitchTab) -> Result[TabData]:
    """Make another tab the active one; a page may have opened it.

    Refs belong to their tab."""
    tab = await ctx.tabs.switch(p.tab)
    return Ok({"tab": tab.id, **await _location(ctx)})


@tool(
    effect="navigate",
    label="Close a tab[: {what}]",
    label_keys=("tab",),
    rare=True,
    example={"tab": "t2"},
    security=Security(reads_page=False, changes_state=True, sends_data=False, takes_text=True),
)
async def close_tab(ctx: Context, p: CloseTab) -> Result[CloseTabData]:
    """Close a tab.

    By default the active one. The one that was active before it becomes active; closing the last one leaves an empty
    tab."""
    now = await ctx.tabs.close(p.tab)
    return Ok({"active": {"tab": now.id, "url": now.url, "title": now.title}} if now is not None else {})


@tool(
    effect="navigate",
    ask=True,
    label="Wait[ {what} s]",
    label_keys=("seconds",),
    rare=True,
    example={"seconds": 2},
    security=Security(reads_page=False, changes_state=False, sends_data=False, takes_text=False),
)
async def wait(ctx: Context, p: Wait) -> Result[WaitData]:
    """Let time pass, at most 30 seconds.

    Prefer wait_for, which ends as soon as what you wait for is there."""
    await asyncio.sleep(p.seconds)
    return Ok({"waited": p.seconds})


@tool(
    effect="read",
    label="Wait for the page[: {what}]",
    label_keys=("text", "selector", "url", "ref", "state"),
    rare=True,
    shows_page=True,
    example={"text": "Thank you", "timeout": 10},
    security=Security(reads_page=True, changes_state=False, sends_data=False, takes_text=False),
)
async def wait_for(ctx: Context, p: WaitFor) -> Result[WaitForData]:
    """Wait until all that is named holds.

    A text, element, address or state is there, or with `gone` it is not. Fails with `timeout` when that did not come
    about in time.
    """
    wanted: dict[str, Any] = p.model_dump()
    if await ctx.tab.wait_for(**wanted):
        return Ok({"held": True})
    return Failed(
        "timeout",
        f"What was waited for did not come about within {p.timeout:g} s.",
        hint="Take a snapshot to see what is there.",
    )


@tool(
    effect="change",
    label="Answer the dialog[: {what}]",
    label_keys=("accept",),
    value_field="text",
    screenshot=True,
    rare=True,
    example={"accept": True},
    security=Security(reads_page=False, changes_state=True, sends_data=True, takes_text=True),
)
async def dialog(ctx: Context, p: Dialog) -> Result[DialogData]:
    """Answer the open dialog; `text` is for a prompt.

    An alert, confirm, prompt or question whether to leave the page. While one is open the page is blocked. Fails with
    `no_dialog` when none is open.
    """
    open_now = ctx.tab.dialog
    if open_now is not None and p.text is not None and (open_now.kind != "prompt" or not p.accept):
        return Failed(
            "wrong_dialog",
            f"Only a prompt that is accepted takes a text; this is {_with_article(open_now.kind)}.",
            "Leave text out.",
        )
    answered = await ctx.tab.answer_dialog(p.accept, p.text)
    return Ok({"kind": answered.kind, "message": answered.message, "accepted": p.accept})


async def _location(ctx: Context, status: int | None = None) -> LocationData:
    """Address and title of the active tab. While a dialog is open only the address is known."""
    tab = ctx.tab
    location: LocationData = {"url": tab.url}
    if tab.dialog is None:
        location["title"] = await tab.title()
    if status is not None:
        location["status"] = status
    return location


def _with_article(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"
