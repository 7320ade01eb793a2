"""Reading a page that is served, in each browser."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from playwright.async_api import Browser

from handrail.browser.page.page_context import PageContext
from handrail.browser.page.refs import Refs
from handrail.browser.reading.page_reader import PlaywrightReader
from tests.browser.lending import lent

Open = Callable[[str], Awaitable[PlaywrightReader]]


@pytest.fixture
async def read(any_browser: Browser) -> AsyncIterator[Open]:
    """Open an address and read it, in each browser."""
    async with lent(any_browser, served=True, viewport={"width": 1000, "height": 800}) as page:

        async def opened(url: str) -> PlaywrightReader:
            await page.goto(url, wait_until="domcontentloaded")
            return PlaywrightReader(PageContext("t1", page, Refs()))

        yield opened
