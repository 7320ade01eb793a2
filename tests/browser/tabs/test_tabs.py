"""Tabs, below the session: ids, popups, and what is lost."""

import asyncio
import gc
import os
import shutil
import signal
import threading
import weakref

import pytest
from playwright.async_api import TimeoutError as PlaywrightTimeout
from playwright.async_api import async_playwright

from handrail.browser import background
from handrail.browser.page.kit_client import Kit
from handrail.browser.page.kits import register
from handrail.browser.tabs import effects
from handrail.browser.types.errors import BrowserLost, DeadlineHit, NavigationFailed, TabLost
from tests.browser.openings import click, opened, ref_of, visit
from tests.pages import Reply


async def test_an_id_is_never_used_again_and_a_requested_tab_not_reported_as_opened_by_a_page(tabs):
    second = await tabs.new()
    await tabs.close(second.id)
    third = await tabs.new()
    assert [tab.id for tab in await tabs.list()] == ["t1", "t3"]
    assert tabs.active is third
    async with tabs.watch(settle=True) as after:
        await tabs.new()
    assert after.opened == []


async def test_a_tab_that_a_page_opens_is_reported_but_does_not_become_active(both_tabs, serve):
    other = serve("<title>Other</title>other")
    await visit(both_tabs, serve(f"<a href='{other}' target=_blank>Open</a>"))
    async with both_tabs.watch(settle=True) as after:
        await both_tabs.active.actions.click(await ref_of(both_tabs, "Open"))
    assert [(tab.id, tab.title.raw, tab.url.raw) for tab in after.opened] == [("t2", "Other", other)]
    assert both_tabs.active.id == "t1"
    assert (await both_tabs.switch("t2")).url.raw == other


async def test_closing_goes_back_to_the_tab_that_was_active_before(tabs):
    await tabs.new()
    await tabs.new()
    await tabs.switch("t1")
    await tabs.switch("t3")
    assert (await tabs.close()).id == "t1"
    assert (await tabs.close()).id == "t2"


async def test_closing_the_last_tab_leaves_an_empty_one(tabs, serve):
    await visit(tabs, serve("here"))
    now = await tabs.close()
    assert (now.id, now.url.raw) == ("t2", "about:blank")


async def test_a_tab_that_its_page_closes_is_reported(tabs, serve):
    popup = serve("<script>setTimeout(() => window.close(), 50)</script>")
    await visit(tabs, serve(f"<button onclick=\"window.open('{popup}')\">Open</button>"))
    closed = asyncio.Event()
    tabs._context.on("page", lambda page: page.on("close", lambda _: closed.set()))
    async with tabs.watch(settle=True) as after:
        await tabs.active.actions.click(await ref_of(tabs, "Open"))
        await closed.wait()
    assert after.closed == ["t2"]
    assert [tab.id for tab in await tabs.list()] == ["t1"]


async def test_a_new_tab_for_an_address_that_does_not_open_is_closed_again(tabs):
    with pytest.raises(NavigationFailed):
        await tabs.new("file:///etc/hostname")
    assert [tab.id for tab in await tabs.list()] == ["t1"]


# What is lost


async def hang(tabs, serve):
    """Hang the page of the active tab, as an endless loop does, but without work for the machine; the ref of its
    button."""
    serve.put("/held", Reply(hold=threading.Event()))
    await visit(tabs, serve("<title>Hung</title><button>Go</button>"))
    button = await ref_of(tabs, "Go")
    ask = "const held = new XMLHttpRequest(); held.open('GET', '/held', false); held.send()"
    await tabs.active.page.evaluate(f"setTimeout(() => {{ {ask} }})")
    while True:
        try:
            await tabs.active.page.locator("html").text_content(timeout=500)
        except PlaywrightTimeout:
            return button


async def test_a_tab_that_hangs_is_replaced_after_two_deadlines_and_reported(tabs, serve, monkeypatch):
    button = await hang(tabs, serve)
    with monkeypatch.context() as shorter:
        shorter.setitem(Kit.ask.__kwdefaults__, "timeout", 1.0)
        with pytest.raises(DeadlineHit, match="did not answer in time"):
            await tabs.active.pin()
        # Not that the button is gone: that would be believed of the page.
        with pytest.raises(TabLost, match="t1 stopped answering and was replaced by the tab t2"):
            await tabs.active.actions.click(button)
    assert await tabs.active.goto(serve("<title>Fine</title>")) == 200
    assert [tab.id for tab in await tabs.list()] == ["t2"]


async def test_a_page_that_hangs_and_cannot_be_left_is_not_blamed_on_the_server_but_replaced(tabs, serve):
    await hang(tabs, serve)
    with pytest.raises(TabLost, match="t1 stopped answering and was replaced by the tab t2"):
        await tabs.active.goto(serve("<title>Fine</title>"), timeout=1)


async def test_a_tab_that_crashes_is_replaced_and_reported(tabs, serve):
    await visit(tabs, serve("<title>Here</title>"))
    page = tabs.active.page
    crashed = asyncio.Event()
    page.on("crash", lambda _: crashed.set())
    devtools = await page.context.new_cdp_session(page)
    crash = asyncio.ensure_future(devtools.send("Page.crash"))
    await crashed.wait()
    with pytest.raises(TabLost, match="t1 crashed and was replaced by the tab t2"):
        await tabs.active.reader.snapshot("full")
    assert await tabs.active.goto(serve("<title>Fine</title>")) == 200
    crash.cancel()


async def process_id(browser):
    devtools = await browser.new_browser_cdp_session()
    processes = (await devtools.send("SystemInfo.getProcessInfo"))["processInfo"]
    return next(process["id"] for process in processes if process["type"] == "browser")


@pytest.mark.browser
async def test_a_killed_browser_fails_the_running_call_and_every_later_one_at_once(serve):
    held = serve.put("/held", Reply(hold=threading.Event()))
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    async with async_playwright() as playwright:
        await register(playwright)
        browser = await playwright.chromium.launch(executable_path=path, chromium_sandbox=False)
        async with opened(browser) as tabs:
            tab = tabs.active
            under_way = asyncio.ensure_future(tab.goto(held, timeout=60))
            async with asyncio.timeout(30):
                await tab.page.wait_for_event("request")
                os.kill(await process_id(browser), signal.SIGKILL)
                with pytest.raises(BrowserLost):
                    await under_way
                for call in (tabs.list, tabs.new, tabs.close, tab.title, tab.pin, tab.reload, tab.screenshot):
                    with pytest.raises(BrowserLost):
                        await call()
                with pytest.raises(BrowserLost):
                    async with tabs.watch(settle=True):
                        pass


async def test_a_slow_tab_is_reported_once_open(tabs, serve):
    arrive = threading.Event()
    serve.put("/slow", Reply(b"<title>Slow</title>", hold=arrive))
    await visit(tabs, serve("<a href=/slow target=_blank>Open</a>"))
    loop = asyncio.get_running_loop()
    tabs._context.on("request", lambda _: loop.call_later(1, arrive.set))
    async with tabs.watch(settle=True) as after:
        await tabs.active.actions.click(await ref_of(tabs, "Open"))
    assert [tab.title.raw for tab in after.opened] == ["Slow"]


async def test_a_tab_that_begins_to_open_while_the_page_settles_is_reported(tabs, serve):
    arrive = threading.Event()
    serve.put("/slow", Reply(b"<title>Slow</title>", hold=arrive))
    await visit(tabs, serve("<button onclick=\"setTimeout(() => window.open('/slow'), 50)\">Open</button>"))
    loop = asyncio.get_running_loop()
    tabs._context.on("request", lambda _: loop.call_later(0.5, arrive.set))
    async with tabs.watch(settle=True) as after:
        await tabs.active.actions.click(await ref_of(tabs, "Open"))
    assert [tab.title.raw for tab in after.opened] == ["Slow"]


async def test_a_tab_that_never_opens_is_waited_for_once(tabs, serve, monkeypatch):
    monkeypatch.setattr(effects, "ARRIVAL_TIMEOUT", 0.5)
    serve.put("/nothing", Reply(b"", status=204))
    await visit(tabs, serve("<a href=/nothing target=_blank>Open</a><button>Other</button>"))
    settled = [(await click(tabs, name)).settled for name in ("Open", "Other")]
    assert settled == [False, True]


async def test_a_tab_that_opens_between_two_acts_is_reported_with_the_second(tabs, serve, monkeypatch):
    monkeypatch.setattr(effects, "ARRIVAL_TIMEOUT", 0.5)
    arrive = threading.Event()
    serve.put("/held", Reply(b"<title>Held</title>", hold=arrive))
    await visit(tabs, serve("<a href=/held target=_blank>Open</a>"))
    async with tabs.watch(settle=True) as after:
        await tabs.active.actions.click(await ref_of(tabs, "Open"))
    assert (after.opened, after.settled) == ([], False)
    async with tabs._context.expect_page():
        arrive.set()
    async with tabs.watch(settle=True) as after:
        pass
    assert [tab.title.raw for tab in after.opened] == ["Held"]


async def test_a_browser_that_outlives_its_contexts_holds_nothing_of_them(chromium, serve):
    before = len(chromium.contexts)

    async def used():
        async with opened(chromium, own=True) as tabs:
            await visit(tabs, serve("<p>Read me</p><button>Press</button>"))
            await tabs.active.screenshot(marks=True)
            assert len(chromium.contexts) == before + 2
        await asyncio.gather(*background._running)
        return weakref.ref(tabs)

    tabs = await used()
    assert len(chromium.contexts) == before
    gc.collect()
    assert tabs() is None
