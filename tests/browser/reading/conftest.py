"""Readers of pages, in each browser."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from playwright.async_api import Browser

from handrail.browser.page.page_context import PageContext
from handrail.browser.page.refs import Refs
from handrail.browser.reading.page_reader import PlaywrightReader
from tests.browser.lending import lent
from tests.browser.stage import Stage

Open = Callable[[str], Awaitable[PlaywrightReader]]


@pytest.fixture
async def read(any_browser: Browser) -> AsyncIterator[Open]:
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
