"""One page of a browser that tests use one after the other, emptied in between.

A page costs Firefox 0.75 s of a core to open and close, and 0.2 s to empty (Chromium: 0.17 s and 0.06 s).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakKeyDictionary

from playwright.async_api import Browser, Page
from playwright.async_api import Error as PlaywrightError

USUAL = {"width": 1280, "height": 720}
KEPT: WeakKeyDictionary[Browser, dict[bool, Page]] = WeakKeyDictionary()


@asynccontextmanager
async def lent(browser: Browser, *, served: bool = False, viewport: Any = USUAL) -> AsyncIterator[Page]:
    """A page alone in its context. What a test does to storage stays: take a context of your own for that.

    Args:
        served: the test begins by opening an address; otherwise the document is empty, as in a new tab.
    """
    kept = KEPT.setdefault(browser, {})
    page = kept.pop(served, None) or await (await browser.new_context()).new_page()
    if page.viewport_size != viewport:
        await page.set_viewport_size(viewport)
    # Tabs that other tests have opened since then would leave it in the background.
    await page.bring_to_front()
    try:
        yield page
    finally:
        if await _emptied(page, served):
            kept[served] = page
        else:
            await page.context.close()


async def _emptied(page: Page, served: bool) -> bool:
    """False where the page is not worth keeping: it hangs or is gone, or opened others."""
    if page.is_closed() or page.context.pages != [page]:
        return False
    # Firefox's about:blank has the base address of the page before it.
    if not served and page.url != "about:blank":
        return False
    try:
        async with asyncio.timeout(2):
            await page.goto("about:blank", timeout=2_000)
            await page.mouse.move(0, 0)
    except (PlaywrightError, TimeoutError):
        return False
    return True
