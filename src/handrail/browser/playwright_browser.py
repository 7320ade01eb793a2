"""An open browser: its tabs, its cookies and storage, and how it is closed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import psutil
from playwright.async_api import BrowserContext
from playwright.async_api import Error as PlaywrightError

from handrail.browser.network.filtering_proxy import FilteringProxy
from handrail.browser.process.reaper import driver_ended
from handrail.browser.tabs.storage_state import LastState
from handrail.browser.tabs.tabs import PlaywrightTabs
from handrail.browser.types.errors import BrowserLost
from handrail.errors import explain_os_errors
from handrail.private_files import write_private

CLOSE_TIMEOUT = 8.0
"""Seconds that each part of a browser gets to close before its processes are ended."""
SAVE_TIMEOUT = 15.0
"""Seconds for reading cookies and the local storage of each origin."""


class PlaywrightBrowser:
    """A browser with one context, made by `handrail.browser.open_browser`.

    Args:
        name: for people: ``Chromium headless shell``.
        save_to: where `close` writes cookies and storage.
        state: its cookies and storage as last known.
    """

    def __init__(
        self,
        name: str,
        context: BrowserContext,
        tabs: PlaywrightTabs,
        *,
        save_to: Path | None = None,
        proxy: FilteringProxy | None = None,
        state: LastState | None = None,
    ) -> None:
        self.name = name
        self.version = context.browser.version if context.browser is not None else ""
        self.context = context
        self.proxy = proxy
        self.cleanup = AsyncExitStack()
        """What ends the browser, last opened first."""
        self.on_abandon: Callable[[], None] = lambda: None
        """Called when it is taken for lost, before it is closed."""
        self._tabs = tabs
        self._save_to = save_to
        self.state = state or LastState()
        self.processes: frozenset[psutil.Process] = frozenset()
        """The browser's own, where it was started here."""

    @property
    def tabs(self) -> PlaywrightTabs:
        return self._tabs

    async def cookie_header(self, url: str, *, crosses_sites: bool = False) -> str:
        """Return the ``Cookie`` header that the browser would send to an address; "" for none. ``crosses_sites``:
        another site led there, so that no cookie goes along that is for requests of its own site alone."""
        try:
            cookies = await self.context.cookies([url])
        except PlaywrightError as error:
            if "Invalid URL" not in error.message:
                raise
            return ""
        sent = [one for one in cookies if not (crosses_sites and one.get("sameSite") == "Strict")]
        return "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in sent)

    async def remember(self) -> None:
        """Remember cookies and local storage as they are now. Never raises for a browser that does not answer."""
        if self._tabs.gone or not self._tabs.places():
            return
        try:
            await self.state.remember(self.context, self._tabs.active.core)
        except Exception as error:
            if not is_gone(error):
                raise

    async def abandon(self) -> None:
        """End what is left of a browser that is lost: its state is not saved from it."""
        self._save_to = None
        self.on_abandon()
        await self.close()

    async def save_state(self, path: Path) -> None:
        """Write cookies and local storage to a file that only its owner can read.

        Raises:
            BrowserLost: the browser is gone, or does not answer.
            UsageError: the file cannot be written.
        """
        try:
            async with asyncio.timeout(SAVE_TIMEOUT):
                state = await self.context.storage_state()
        except Exception as error:
            if not is_gone(error):
                raise
            raise BrowserLost("The browser did not hand over its cookies.", hint="Open the session again.") from error
        with explain_os_errors(f"The storage state cannot be written to {path}"):
            await asyncio.to_thread(write_private, path, json.dumps(state, indent=1))

    async def close(self) -> None:
        """End the browser, and write its state first where that was asked for. Closing twice is fine. Raises
        `BrowserLost`, `UsageError`: the browser is ended, but its state could not be saved."""
        cleanup, self.cleanup = self.cleanup, AsyncExitStack()
        save_to, self._save_to = self._save_to, None
        async with cleanup:
            if save_to is not None:
                await self.save_state(save_to)


def is_gone(error: Exception) -> bool:
    """Return whether an error says that the browser, or the driver before it, is gone or does not answer."""
    return isinstance(error, PlaywrightError | TimeoutError | ConnectionError) or driver_ended(error)
