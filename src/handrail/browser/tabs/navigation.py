"""Takes a tab to another page (by address, history or reload). That ends with a page, a dialog or an error."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Response
from playwright.async_api import TimeoutError as PlaywrightTimeout

from handrail.browser.clock import loop_time
from handrail.browser.network.filtering_proxy import FilteringProxy
from handrail.browser.network.proxy_failures import proxy_failure
from handrail.browser.page import navigation_errors
from handrail.browser.page.hang_guard import MAX_MISSES, MISS_TIMEOUT, GuardedPageContext
from handrail.browser.page.page_context import note_time
from handrail.browser.tabs.downloads import Downloads
from handrail.browser.tabs.settle import Settler
from handrail.browser.types.errors import BrowserError, DeadlineHit, DialogOpen, FileArrived, NavigationFailed
from handrail.browser.types.network.addresses import web_address

HISTORY_TIMEOUT = 15.0
"""Seconds that going back, forward or reloading may take."""
ERROR_PAGE_TIMEOUT = 1.0
"""Seconds until a browser shows its own error page; leaving before that stops the next navigation instead."""
MAX_TRIES = 3
SWAPPING_PAGES = "Not attached to an active page"
"""Chromium's answer to every request while it replaces a page that did not come with its own error page."""
SWAP_TIMEOUT, POLL = 5.0, 0.02
"""Seconds that the replacement may take on a busy machine, and between two tries."""
SILENT_STEP_DELAY = 0.3
"""Seconds after which to look for a step along the history that the browser does not report."""

Move = Callable[[float], Coroutine[Any, Any, "Response | None"]]
"""Starts a navigation that may take some milliseconds."""


class Navigator:
    """Takes one tab from page to page."""

    def __init__(
        self, core: GuardedPageContext, settler: Settler, downloads: Downloads, proxy: FilteringProxy | None
    ) -> None:
        self._core = core
        self._page = core.page
        self._traffic = core.traffic
        self._settler = settler
        self._downloads = downloads
        self._proxy = proxy

    @note_time
    async def goto(self, url: str, *, timeout: float = 30.0) -> int | None:
        """Navigate and return the HTTP status once the document is parsed, or a dialog opens in it. Raises
        `NavigationFailed`, and `DialogOpen` where the page that is being left asks first."""
        address = web_address(url)
        try:
            await self._navigate(lambda ms: self._page.goto(address, timeout=ms, wait_until="commit"), timeout, address)
        except NavigationFailed as error:
            raise proxy_failure(self._proxy, address) or error from None
        if failure := proxy_failure(self._proxy, self._core.url):
            raise failure
        return self._core.status

    @note_time
    async def reload(self) -> int | None:
        """Load the page again and return its HTTP status."""
        await self._navigate(lambda ms: self._page.reload(timeout=ms, wait_until="commit"), HISTORY_TIMEOUT)
        return self._core.status

    @note_time
    async def back(self) -> bool:
        """Go back; return False if there is no earlier page."""
        return await self._step(lambda ms: self._page.go_back(timeout=ms, wait_until="commit"))

    @note_time
    async def forward(self) -> bool:
        """Go forward; return False if there is no later page."""
        return await self._step(lambda ms: self._page.go_forward(timeout=ms, wait_until="commit"))

    async def _step(self, move: Move) -> bool:
        """Move along the history. Firefox does not report a step to the same address without its fragment, so ``move``
        is given up once the document is seen to be there."""
        # It belongs to the history, and Playwright would take it for the page that the step leads to.
        while self._traffic.error_page_due:
            await self._traffic.wait_for_change(POLL)

        async def either(ms: float) -> Response | None:
            reported = asyncio.ensure_future(move(ms))
            silent = asyncio.ensure_future(self._silent_step())
            try:
                await asyncio.wait({reported, silent}, return_when=asyncio.FIRST_COMPLETED)
                if not reported.done() and silent.result():
                    return None
                return await reported
            finally:
                reported.cancel()
                silent.cancel()

        return await self._navigate(either, HISTORY_TIMEOUT)

    async def _silent_step(self) -> bool:
        """Wait until the document says that it is at another address. Return False if it does not answer, or if the
        browser reports that another page came: then the step itself ends, or an earlier page arrived late."""
        main = self._page.main_frame
        url, moves = self._core.url, self._traffic.moves
        while self._core.url == url:
            await asyncio.sleep(SILENT_STEP_DELAY)
            try:
                await self._core.ask(main, "activity")
            except BrowserError:
                return False
            if self._traffic.moves != moves:
                return False
        self._traffic.count_silent_step()
        await self._core.ask(main, "activity")
        return True

    async def _navigate(self, move: Move, timeout: float, address: str = "") -> bool:
        """Move, and wait until the new document is parsed or a dialog blocks it; return False if nothing moved.

        An entry made by pushState has no response of its own, so what moved is read from the page's events.
        """
        end = loop_time() + timeout
        before = self._traffic.navigations
        try:
            response = await self._start(move, timeout, address)
        except DialogOpen:
            if self._traffic.navigations == before:
                raise
            return True
        await self._settler.wait_until_parsed(max(0.0, end - loop_time()))
        return response is not None or self._traffic.navigations > before

    async def _start(self, move: Move, timeout: float, address: str) -> Response | None:
        """Start the move; raise the error that explains why it failed."""
        traffic = self._traffic
        downloads, navigations, error_pages = self._downloads.count, traffic.navigations, traffic.error_pages
        try:
            return await self._unless_interrupted(move, timeout, address)
        except (PlaywrightTimeout, TimeoutError):
            if traffic.navigations > navigations:
                return None
            await self._stop()
            raise navigation_errors.no_answer(timeout) from None
        except PlaywrightError as error:
            if self._core.gone:
                raise await self._core.replace_tab() from None
            if self._downloads.count > downloads or "Download is starting" in error.message:
                raise await self._file_error(downloads) from None
            if navigation_errors.shows_error_page(error.message):
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(ERROR_PAGE_TIMEOUT):
                        await traffic.wait_for_error_page(error_pages)
            raise navigation_errors.failure(error.message, traffic.last_status) from None

    async def _unless_interrupted(self, move: Move, timeout: float, address: str) -> Response | None:
        """Navigate, and once more after an interruption: a page that was still on its way (a redirect by script, a late
        error page) can cross a navigation. Playwright then gives up on it, but the browser may not have: it is asked
        for again only when it did not come after all."""
        for _ in range(MAX_TRIES - 1):
            before = self._traffic.navigations
            try:
                return await self._unless_swapping(move, timeout)
            except PlaywrightError as error:
                if "interrupted by another navigation" not in error.message:
                    raise
            await self._settler.wait_until_parsed(timeout)
            here = self._page.url.partition("#")[0]
            if self._traffic.navigations > before and address.partition("#")[0] in ("", here):
                return None
        return await self._unless_swapping(move, timeout)

    async def _unless_swapping(self, move: Move, timeout: float) -> Response | None:
        """Move, once Chromium has replaced a page that did not come with its own error page."""
        end = loop_time() + SWAP_TIMEOUT
        while True:
            try:
                # Playwright's own limit comes first, so that the navigation is given up in the browser too.
                async with asyncio.timeout(timeout + 1):
                    return await self._core.race(move(timeout * 1000))
            except PlaywrightError as error:
                if SWAPPING_PAGES not in error.message or loop_time() >= end:
                    raise
            await asyncio.sleep(POLL)

    async def _stop(self) -> None:
        """Stop a navigation in the browser too, so that the open page answers again.

        What still does not answer hangs by itself: asking it counts the misses, and the last one replaces the tab.
        """
        self._traffic.end_waiting()
        with contextlib.suppress(PlaywrightError, TimeoutError):
            # Chromium holds back every question to a page while the next one is on its way. Firefox does not, and has
            # no public way to stop loading.
            async with asyncio.timeout(1):
                devtools = await self._page.context.new_cdp_session(self._page)
                await devtools.send("Page.stopLoading")
                await devtools.detach()
        for _ in range(MAX_MISSES):
            try:
                await self._core.ask(self._page.main_frame, "activity", timeout=MISS_TIMEOUT)
            except DeadlineHit:
                continue
            except DialogOpen:
                pass
            return

    async def _file_error(self, before: int) -> FileArrived:
        files = await self._downloads.wait_for_new(before, 1.0)
        return FileArrived(
            "The address is a file to download, not a page.",
            hint="The page that was open before is still there.",
            details={"downloads": [file.to_dict() for file in files]},
        )
