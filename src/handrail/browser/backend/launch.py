"""Starting a browser, or connecting to one, with Playwright."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import async_playwright

from handrail.browser.backend import bridge
from handrail.browser.backend.refs import Refs
from handrail.browser.find import choose
from handrail.browser.options import BrowserOptions
from handrail.errors import NoBrowser

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Playwright

    from handrail.browser.backend.tabs import PlaywrightTabs

FIREFOX_PREFS: dict[str, str | float | bool] = {
    "browser.sessionhistory.max_total_viewers": 0,
    "fission.bfcacheInParent": False,
    "fission.autostart": False,
}


class PlaywrightBrowser:
    """A browser with one context. Made by `open_browser`."""

    def __init__(self, playwright: Playwright, browser: Browser | None, context: BrowserContext, name: str) -> None:
        from handrail.browser.backend.tabs import PlaywrightTabs

        self._playwright = playwright
        self._browser = browser
        self.context = context
        self.name = name
        self.version = browser.version if browser is not None else ""
        self._tabs = PlaywrightTabs(context, Refs())

    @property
    def tabs(self) -> PlaywrightTabs:
        return self._tabs

    async def save_state(self, path: Path) -> None:
        state = await self.context.storage_state()
        await asyncio.to_thread(write_private, path, json.dumps(state))

    async def close(self) -> None:
        if self._browser is not None:
            await self._browser.close()
        await self._playwright.stop()


async def open_browser(options: BrowserOptions) -> PlaywrightBrowser:
    """Start the browser that ``options`` ask for, with the kit in it.

    Raises:
        NoBrowser: none was found, or it would not start.
    """
    found = choose(options)
    playwright = await async_playwright().start()
    try:
        await bridge.register(playwright)
        browser = await _launch(playwright, options, found.path, firefox=found.kind == "firefox")
        context = await browser.new_context(viewport={"width": options.viewport[0], "height": options.viewport[1]})
    except PlaywrightError as error:
        await playwright.stop()
        raise NoBrowser(
            f"{found.name} did not start: {str(error).splitlines()[0]}", hint="Run `handrail doctor`."
        ) from error
    opened = PlaywrightBrowser(playwright, browser, context, found.name)
    await opened.tabs.start()
    return opened


async def _launch(playwright: Playwright, options: BrowserOptions, path: Path, *, firefox: bool) -> Browser:
    common: dict[str, Any] = {
        "executable_path": path,
        "headless": options.is_headless,
        "timeout": options.timeout * 1000,
    }
    if firefox:
        return await playwright.firefox.launch(channel="moz-firefox", firefox_user_prefs=FIREFOX_PREFS, **common)
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return await playwright.chromium.launch(chromium_sandbox=not root, **common)


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner can read, from its first byte on."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
    path.chmod(0o600)
