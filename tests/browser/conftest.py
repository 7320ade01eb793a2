"""Pages and readers for tests below the session: `stage` in Chromium, `both` in Chromium and Firefox."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import Browser, Playwright

from handrail.browser import BrowserOptions, open_browser
from handrail.browser.page.page_context import PageContext
from handrail.browser.page.refs import Refs
from handrail.browser.playwright_browser import PlaywrightBrowser
from handrail.browser.reading.page_reader import PlaywrightReader
from handrail.browser.tabs.tabs import PlaywrightTabs
from tests.browser.lending import lent
from tests.browser.openings import isolated_browser, opened
from tests.browser.stage import Stage

Open = Callable[..., Awaitable[PlaywrightBrowser]]
Read = Callable[[str], Awaitable[PlaywrightReader]]


@pytest.fixture
async def stage(chromium: Browser) -> AsyncIterator[Stage]:
    """A stage in Chromium."""
    async with _staged(chromium) as stage:
        yield stage


@pytest.fixture
async def isolated(playwright_: Playwright) -> AsyncIterator[Stage]:
    """A stage in a Chromium that gives each site a process, as the desktop one does."""
    async with isolated_browser(playwright_) as browser:
        yield Stage(await browser.new_page())


@pytest.fixture
async def both(any_browser: Browser) -> AsyncIterator[Stage]:
    """A stage in Chromium and, once more, in Firefox."""
    async with _staged(any_browser) as stage:
        yield stage


@asynccontextmanager
async def _staged(browser: Browser) -> AsyncIterator[Stage]:
    async with lent(browser) as page:
        stage = Stage(page)
        yield stage
        stage.leave()


@pytest.fixture
async def tabs(chromium: Browser) -> AsyncIterator[PlaywrightTabs]:
    async with opened(chromium) as tabs:
        yield tabs


@pytest.fixture
async def both_tabs(any_browser: Browser) -> AsyncIterator[PlaywrightTabs]:
    """The same in Chromium and in Firefox."""
    async with opened(any_browser) as tabs:
        yield tabs


@pytest.fixture(name="opened")
async def open_browsers() -> AsyncIterator[Open]:
    """Opens browsers of their own, as a session does, and closes them after the test."""
    browsers: list[PlaywrightBrowser] = []

    async def open_(**options: Any) -> PlaywrightBrowser:
        browsers.append(await open_browser(BrowserOptions(headless=True, **options)))
        return browsers[-1]

    yield open_
    for browser in browsers:
        await browser.close()


@pytest.fixture
async def read(any_browser: Browser) -> AsyncIterator[Read]:
    """Open an address and read it, in each browser."""
    async with lent(any_browser, served=True, viewport={"width": 1000, "height": 800}) as page:

        async def opened(url: str) -> PlaywrightReader:
            await page.goto(url, wait_until="domcontentloaded")
            return PlaywrightReader(PageContext("t1", page, Refs()))

        yield opened


SHOP = """<!doctype html><h1>Shop</h1><button id=top>Top</button>
<ul id=list></ul><div style="height:2000px"></div><h2>Help</h2><button id=below>Below</button><p>Fine print</p>
<script>list.innerHTML = Array.from({length: 40}, (_, i) => `<li><a href="/p/${i}">Thing ${i}</a> cost ${i}`).join('')
</script>"""


@pytest.fixture
async def reader(both: Stage) -> PlaywrightReader:
    """A reader of a page with a long list and more than the window shows."""
    await both.page.set_content(SHOP)
    return PlaywrightReader(both.core)
