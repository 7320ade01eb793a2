"""What a test leaves in a context is not there for the next one, or the context is not lent again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Browser, Page

from tests.lending import VIEWPORT, lend, take_back
from tests.pages import PageServer

pytestmark = pytest.mark.browser

Leave = Callable[[Page], Awaitable[object]]


async def test_a_context_is_lent_again_as_a_new_one(chromium: Browser, serve: PageServer) -> None:
    lent = await lend(chromium)
    page, heard = lent.context.pages[0], list[str]()
    page.on("request", lambda request: heard.append(request.url))
    lent.context.on("close", lambda _: heard.append("closed"))
    await lent.context.add_init_script("window.left = 1")
    await page.set_viewport_size({"width": 500, "height": 400})
    await lent.context.route("**/routed", lambda route: route.fulfill(body="routed"))
    await page.goto(serve("<script>document.cookie = 'left=1'; localStorage.left = 1</script>"))
    devtools = await lent.context.new_cdp_session(page)
    await devtools.send("Emulation.setScriptExecutionDisabled", {"value": True})
    await take_back(lent)
    assert heard == [serve.origin + "/1", "closed"]
    serve.stop()

    again = await lend(chromium)
    assert again is lent
    assert page.viewport_size == VIEWPORT
    assert not await lent.context.cookies()
    assert await page.go_back() is None
    with PageServer() as other:
        await page.goto(other("<title>Next</title><script>document.title += window.left</script>"))
        assert await page.title() == "Nextundefined"
        assert await page.evaluate("history.length + localStorage.length") == 2
        assert (await page.request.get(other.origin + "/routed")).status == 404
    assert len(heard) == 2
    await take_back(again)


@pytest.mark.parametrize(
    "leave",
    [
        pytest.param(lambda page: page.context.new_page(), id="another tab"),
        pytest.param(lambda page: page.close(), id="no tab"),
        pytest.param(lambda page: page.expose_function("left", lambda: None), id="a function that pages can call"),
        pytest.param(lambda page: page.route("**/*", lambda route: route.abort()), id="a route of the page"),
        pytest.param(lambda page: page.evaluate("setTimeout(alert)"), id="an open dialog"),
    ],
)
async def test_a_context_in_which_something_is_left_is_closed(chromium: Browser, leave: Leave) -> None:
    lent = await lend(chromium)
    lent.context.on("dialog", lambda _: None)
    await leave(lent.context.pages[0])
    await take_back(lent)
    again = await lend(chromium)
    assert again is not lent
    assert lent.context not in chromium.contexts
    await take_back(again)


async def test_a_context_whose_server_may_be_asked_again_is_closed(chromium: Browser, serve: PageServer) -> None:
    lent = await lend(chromium)
    await lent.context.pages[0].goto(serve("<p>Here"))
    await take_back(lent)
    again = await lend(chromium)
    assert again is not lent
    await take_back(again)
