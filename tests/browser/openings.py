"""Tabs below the session: a context with the tabs of the backend in it."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Playwright

from handrail.browser.page.refs import Refs
from handrail.browser.tabs.tabs import PlaywrightTabs
from handrail.browser.types.acts import ActionEffects
from tests.lending import lend, new, take_back


@asynccontextmanager
async def opened(
    browser: Browser, run_dir: Path | None = None, *, own: bool = False, **options: Any
) -> AsyncIterator[PlaywrightTabs]:
    """Tabs in a context to themselves, with one empty tab.

    Args:
        own: in one that nobody had before, and that is closed afterwards.
    """
    lent = await (new(browser) if own else lend(browser))
    try:
        yield await PlaywrightTabs(lent.context, Refs(), run_dir=run_dir, **options).start()
    finally:
        await (lent.context.close() if own else take_back(lent))


@asynccontextmanager
async def isolated(playwright: Playwright) -> AsyncIterator[PlaywrightTabs]:
    """Tabs in a Chromium of their own that gives each site a process."""
    async with isolated_browser(playwright) as browser, opened(browser) as tabs:
        yield tabs


@asynccontextmanager
async def isolated_browser(playwright: Playwright) -> AsyncIterator[Browser]:
    """A Chromium that gives each site a process: the headless shell does not by itself."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    browser = await playwright.chromium.launch(
        executable_path=path, chromium_sandbox=False, args=["--site-per-process"]
    )
    try:
        yield browser
    finally:
        await browser.close()


async def ref_of(tabs: PlaywrightTabs, name: str) -> str:
    """The ref of the element with an accessible name, in the active tab."""
    snapshot = await tabs.active.reader.snapshot("full")
    return next(node.ref for node in snapshot.nodes if node.ref and node.name.raw == name)


async def visit(tabs: PlaywrightTabs, url: str) -> ActionEffects:
    """Open an address in the active tab, and what came of it."""
    async with tabs.watch(settle=True) as after:
        await tabs.active.goto(url)
    return after


async def click(tabs: PlaywrightTabs, name: str) -> ActionEffects:
    """Click the element with an accessible name, and what came of it."""
    ref = await ref_of(tabs, name)
    async with tabs.watch(settle=True) as after:
        await tabs.active.actions.click(ref)
    return after
