"""A tool of a program, without a package, goes the way of all others: facts, policy, log, masking, fences."""

from __future__ import annotations

from playwright.async_api import Browser

from handrail import Failed, Ok, Result, ToolFailed
from handrail.tools import Context, Params, Ref, Table, tool
from tests.conftest import OpenSession
from tests.pages import PageServer


class Twice(Params):
    ref: Ref
    """What to press."""


@tool()
async def press_twice(ctx: Context, p: Twice) -> Result:
    """Press an element twice."""
    for _ in range(2):
        await ctx.tab.actions.click(p.ref)
    return Ok({"pressed": p.ref})


@tool()
async def leave_and_press(ctx: Context, p: Twice) -> Result:
    """Press an element of a page that was left."""
    await ctx.tab.reload()
    await ctx.tab.actions.click(p.ref)
    return Ok({})


class Nothing(Params):
    pass


@tool(effect="read")
async def shout(ctx: Context, p: Nothing) -> Ok | Failed:
    """Return the title in capital letters."""
    return Ok({"title": (await ctx.tab.title()).raw.upper()})


async def _read_upside_down(ctx: Context) -> str:
    title = await ctx.tab.title()
    raise ToolFailed(Failed("wrong_way_up", "The title stands on its head.", details={"title": title.raw}))


@tool(effect="read")
async def turn(ctx: Context, p: Nothing) -> Ok | Failed:
    """Return the title upside down."""
    return Ok({"title": await _read_upside_down(ctx)})


async def test_a_tool_of_a_program_is_called_judged_and_named_elements(
    open_session: OpenSession, chromium: Browser, tmp_path, serve: PageServer
):
    table = Table.load(press_twice, shout, turn)
    session = await open_session(chromium, tmp_path / "run", table=table)
    page = serve("<title>Quiet</title><button onclick='document.title += 1'>Go</button>")
    await session.tab.page.goto(page)
    assert (await session.call_as("model", "press_twice", ref="Go")).code == "not_permitted"
    await session.goto(page)
    assert (await session.call("press_twice", ref="Go")).ok
    assert (await session.call("shout")).data == {"title": "QUIET11"}
    assert (await session.call_as("model", "shout")).data["title"].raw == "QUIET11"
    assert (await session.call("press_twice")).code == "invalid_params"
    raised = await session.call_as("model", "turn")
    assert (raised.code, raised.details["title"].raw) == ("wrong_way_up", "Quiet11"), "what it raised is its result"


async def test_a_tool_that_acted_before_it_failed_says_what_came_of_that(
    open_session: OpenSession, chromium: Browser, tmp_path, serve: PageServer
):
    session = await open_session(chromium, tmp_path / "run", table=Table.load(press_twice))
    there = serve("<title>There</title>")
    await session.goto(serve(f"<button onclick='location.href = \"{there}\"'>Go</button>"))
    result = await session.call("press_twice", ref="Go")
    assert not result.ok
    assert "nothing was done" not in result.error
    assert result.page_changed
    assert result.followed["navigated_to"].raw == there
    # Of one that failed at its first act there is nothing to say.
    await session.goto(serve("<button disabled>Go</button>"))
    result = await session.call("press_twice", ref="Go")
    assert (result.code, result.page_changed, result.followed) == ("not_actionable", False, {})


async def test_a_tool_that_left_the_page_of_its_element_says_so(
    open_session: OpenSession, chromium: Browser, tmp_path, serve: PageServer
):
    session = await open_session(chromium, tmp_path / "run", table=Table.load(leave_and_press))
    await session.goto(serve("<button>Go</button>"))
    result = await session.call("leave_and_press", ref="Go")
    assert (result.code, result.page_changed) == ("document_changed", True)
    assert "nothing was done" not in result.error
