"""Tabs below the session: a context with the tabs of the backend in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Browser

from handrail.browser.backend.refs import Refs
from handrail.browser.backend.tabs import PlaywrightTabs


@asynccontextmanager
async def opened(
    browser: Browser, run_dir: Path | None = None, **context_options: Any
) -> AsyncIterator[PlaywrightTabs]:
    """Tabs in a context of their own, with one empty tab."""
    context = await browser.new_context(**context_options)
    try:
        yield await PlaywrightTabs(context, Refs(), run_dir=run_dir).start()
    finally:
        await context.close()


async def press(tabs: PlaywrightTabs, selector: str) -> None:
    """Click as hands do: a dialog that opens does not hold the test up."""
    page = tabs.active.page
    await page.locator(selector).dispatch_event("click")


async def ref_of(tabs: PlaywrightTabs, name: str) -> str:
    """The ref of the element with an accessible name, in the active tab."""
    snapshot = await tabs.active.view.snapshot("full")
    return next(node.ref for node in snapshot.nodes if node.ref and node.name.raw == name)
