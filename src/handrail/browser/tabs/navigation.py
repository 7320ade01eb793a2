"""Going to another page: by address, along the history, again. It ends with a page, a dialog or one clear error."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from handrail.browser.clock import loop_time
from handrail.browser.network.proxy.connector import Refused
from handrail.browser.page import navigation_errors
from handrail.browser.page.hang_guard import LONG, MISSES
from handrail.browser.types.addresses import web_address
from handrail.browser.types.errors import BrowserError, DeadlineHit, DialogOpen, NavigationFailed

if TYPE_CHECKING:
    from playwright.async_api import Response

    from handrail.browser.network.proxy import FilteringProxy
    from handrail.browser.page.hang_guard import GuardedPageContext
    from handrail.browser.tabs.downloads import Downloads
    from handrail.browser.tabs.settle import Settler

HISTORY = 15.0
"""Seconds that going back, forward or reloading may take."""
ERROR_PAGE = 1.0
"""Seconds until a browser shows its own error page; leaving before that stops the next navigation instead."""
TRIES = 3
BETWEEN = "Not attached to an active page"
"""What Chromium says to every wish while it puts its own error page in the place of one that did not come."""
SWAP, POLL = 5.0, 0.02
"""Seconds that this may take on a busy machine, and between two tries."""
UNSEEN = 0.3
"""Seconds after which a step along the history that nothing is heard of is looked for."""

Move = Callable[[float], Coroutine[Any, Any, "Response | None"]]
"""Sets off a navigation that may take some milliseconds."""


class Navigator:
    """Takes one tab from page to page."""

    def __init__(
        self, core: GuardedPageContext, settler: Settler, downloads: Downloads, proxy: FilteringProxy | None = None
    ) -> None:
        self._core = core
        self._traffic = core.traffic
        self._settler = settler
        self._downloads = downloads
        self._proxy = proxy

    async def goto(self, url: str, timeout: float) -> int | None:
        address = web_address(url)
        page = self._core.page
        try:
            await self._travel(lambda ms: page.goto(address, timeout=ms, wait_until="commit"), timeout, address)
        except NavigationFailed as error:
            raise self._stopped(address) or error from None
        if stopped := self._stopped(self._core.url):
            raise stopped
        return self._core.status

    def _stopped(self, address: str) -> NavigationFailed | None:
        """Why the proxy did not let a request through, or did not reach its host; browsers tell no more than that."""
        failure = self._proxy.last_failure_at(address) if self._proxy is not None else None
        if failure is None:
            return None
        if isinstance(failure, Refused):
            return NavigationFailed(f"The network rules do not let requests go there: it is {failure}.")
        return NavigationFailed(
            str(failure), hint="Check the address; if it is right, the site or the network is down."
        )

    async def reload(self) -> int | None:
        page = self._core.page
        await self._travel(lambda ms: page.reload(timeout=ms, wait_until="commit"), HISTORY)
        return self._core.status

    async def back(self) -> bool:
        page = self._core.page
        return await self._travel(self._or_unseen(lambda ms: page.go_back(timeout=ms, wait_until="commit")), HISTORY)

    async def forward(self) -> bool:
        page = self._core.page
        return await self._travel(self._or_unseen(lambda ms: page.go_forward(timeout=ms, wait_until="commit")), HISTORY)

    def _or_unseen(self, move: Move) -> Move:
        """``move``, or less of it: Firefox never tells of a step to the same address without its fragment."""

        async def either(ms: float) -> Response | None:
            told = asyncio.ensure_future(move(ms))
            unseen = asyncio.ensure_future(self._unseen_step(self._core.url))
            try:
                await asyncio.wait({told, unseen}, return_when=asyncio.FIRST_COMPLETED)
                if not told.done() and unseen.result():
                    return None
                return await told
            finally:
                told.cancel()
                unseen.cancel()

        return either

    async def _unseen_step(self, was: str) -> bool:
        """True as soon as the document says that it is at another address, False when it says nothing."""
        main = self._core.page.main_frame
        while self._core.url == was:
            await asyncio.sleep(UNSEEN)
            try:
                await self._core.ask(main, "quiet")
            except BrowserError:
                return False
        self._traffic.moved_unseen()
        await self._core.ask(main, "quiet")
        return True

    async def _travel(self, move: Move, timeout: float, address: str = "") -> bool:
        """Move, and wait until the new document is parsed or a dialog holds it up; False where nothing moved.

        An entry made by pushState has no response of its own, so what moved is read from the page's events.
        """
        end = loop_time() + timeout
        before = self._traffic.navigations
        try:
            response = await self._set_off(move, timeout, address)
        except DialogOpen:
            if self._traffic.navigations == before:
                raise
            return True
        await self._settler.arrived(max(0.0, end - loop_time()))
        return response is not None or self._traffic.navigations > before

    async def _set_off(self, move: Move, timeout: float, address: str) -> Response | None:
        traffic = self._traffic
        downloads, pages, error_pages = self._downloads.count, traffic.navigations, traffic.error_pages
        try:
            return await self._unless_interrupted(move, timeout, address)
        except (PlaywrightTimeout, TimeoutError):
            if traffic.navigations > pages:
                return None
            await self._stop()
            raise navigation_errors.no_answer(timeout) from None
        except PlaywrightError as error:
            if self._core.gone:
                raise await self._core.lost() from None
            if self._downloads.count > downloads or "Download is starting" in error.message:
                raise await self._is_a_file(downloads) from None
            await self._error_page(error.message, error_pages)
            raise navigation_errors.failure(error.message, traffic.last_status) from None

    async def _unless_interrupted(self, move: Move, timeout: float, address: str) -> Response | None:
        """A page that was still on its way (a redirect by script, a late error page) can cross a navigation. Playwright
        then gives up on it, but the browser may not have: it is asked for again only when it did not come after all."""
        for _ in range(TRIES - 1):
            before = self._traffic.navigations
            try:
                return await self._within(timeout, move)
            except PlaywrightError as error:
                if "interrupted by another navigation" not in error.message:
                    raise
            await self._settler.arrived(timeout)
            here = self._core.page.url.partition("#")[0]
            if self._traffic.navigations > before and address.partition("#")[0] in ("", here):
                return None
        return await self._within(timeout, move)

    async def _within(self, seconds: float, move: Move) -> Response | None:
        patience = loop_time() + SWAP
        while True:
            try:
                # Playwright's own limit comes first, so that the navigation is given up in the browser too.
                async with asyncio.timeout(seconds + 1):
                    return await self._core.race(move(seconds * 1000))
            except PlaywrightError as error:
                if BETWEEN not in error.message or loop_time() >= patience:
                    raise
            await asyncio.sleep(POLL)

    async def _stop(self) -> None:
        """Give up a navigation in the browser too, so that the page that is open answers again.

        What still does not answer hangs by itself: asking it counts the misses, and the last one replaces the tab.
        """
        self._traffic.nothing_arrives()
        page = self._core.page
        with contextlib.suppress(PlaywrightError, TimeoutError):
            # Chromium holds back every question to a page while the next one is on its way. Firefox does not, and has
            # no public way to stop loading.
            async with asyncio.timeout(1):
                devtools = await page.context.new_cdp_session(page)
                await devtools.send("Page.stopLoading")
                await devtools.detach()
        for _ in range(MISSES):
            try:
                await self._core.ask(page.main_frame, "quiet", timeout=LONG)
            except DeadlineHit:
                continue
            except DialogOpen:
                pass
            return

    async def _is_a_file(self, before: int) -> NavigationFailed:
        arrivals = await self._downloads.expected(before, 1.0)
        return NavigationFailed(
            "The address is a file to download, not a page.",
            hint="The page that was open before is still there.",
            details={"downloads": [arrival.told() for arrival in arrivals]},
        )

    async def _error_page(self, said: str, before: int) -> None:
        if not navigation_errors.shows_error_page(said):
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ERROR_PAGE):
                await self._traffic.error_page_after(before)
