"""Pages for tests below the session: `stage` in Chromium, `both` in Chromium and Firefox."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import Browser

from handrail.browser import BrowserOptions, open_browser
from handrail.browser.playwright_browser import PlaywrightBrowser
from handrail.browser.tabs.tabs import PlaywrightTabs
from tests.browser.lending import lent
from tests.browser.openings import opened
from tests.browser.stage import Stage

Open = Callable[..., Awaitable[PlaywrightBrowser]]


@pytest.fixture
async def stage(chromium: Browser) -> AsyncIterator[Stage]:
    """A stage in Chromium."""
    async with _staged(chromium) as stage:
        yield stage


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
