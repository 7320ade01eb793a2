"""Closes pages, so that what they send meanwhile is held."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from playwright.async_api import Dialog, Page
from playwright.async_api import Error as PlaywrightError

from handrail.browser.background import run_in_background

CLOSE_TIMEOUT = 10.0
"""Seconds that a page may take to close before nobody waits for it any more."""


async def close_page(page: Page) -> None:
    """Close a page. One that hangs is closed once it does not any more."""
    await asyncio.wait({run_in_background(_leave_and_close(page))}, timeout=CLOSE_TIMEOUT)


async def _leave_and_close(page: Page) -> None:
    browser = page.context.browser
    with suppress(PlaywrightError):
        if browser is not None and browser.browser_type.name == "firefox":
            # Firefox 153 tells nobody of what a page sends as it is closed; what it sends as it is left is held.
            page.on("dialog", _agree_to_leave)
            await page.goto("about:blank", timeout=0)
        await page.close()


async def _agree_to_leave(dialog: Dialog) -> None:
    with suppress(PlaywrightError):
        if dialog.type == "beforeunload":
            await dialog.accept()
