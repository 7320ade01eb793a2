"""One tab, over Playwright."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from handrail.browser.backend import navigation
from handrail.browser.backend.dialogs import Dialogs
from handrail.browser.backend.settle import Settler, Traffic
from handrail.browser.errors import BrowserError, DialogOpen, NavigationFailed
from handrail.browser.types import DialogInfo, TabInfo
from handrail.trust import External

if TYPE_CHECKING:
    from playwright.async_api import Response

    from handrail.browser.backend.downloads import Downloads
    from handrail.browser.backend.guard import GuardedCore
    from handrail.browser.interface import Hands, View
    from handrail.media import Attachment

T = TypeVar("T")
HISTORY = 15.0
"""Seconds that going back, forward or reloading may take."""
TITLE = 1.0
"""Seconds that a tab may take to say its title for the list of tabs."""


class PlaywrightTab:
    """A tab of a `PlaywrightTabs`. Each method has a deadline and gives way to a dialog.

    Args:
        core: its page and the way to the kit.
        downloads: where files go that its page hands over.
    """

    view: View
    hands: Hands

    def __init__(self, core: GuardedCore, downloads: Downloads) -> None:
        self.core = core
        self.id = core.id
        self.page = core.page
        self._parts()
        self.dialogs = Dialogs(core)
        self.traffic = Traffic(core)
        self._settler = Settler(core, self.traffic)
        self._downloads = downloads

    def _parts(self) -> None:
        try:
            from handrail.browser.backend.view import PageView  # type: ignore

            self.view = PageView(self.core)
            from handrail.browser.backend.hands import PageHands  # type: ignore

            self.hands = PageHands(self.core, self.view)
        except ImportError:
            return

    @property
    def url(self) -> External:
        return External(self.page.url, self.origin, "page-info")

    @property
    def origin(self) -> str:
        return self.core.origin

    @property
    def dialog(self) -> DialogInfo | None:
        return self.core.dialog

    async def goto(self, url: str, *, timeout: float = 30.0) -> int | None:
        """Navigate and return the HTTP status once the document is parsed, or a dialog opens in it.

        Raises:
            NavigationFailed: no page came, in one sentence.
            DialogOpen: the page that is being left asks first.
        """
        address = navigation.web_address(url)
        return await self._travel(self.page.goto(address, timeout=timeout * 1000, wait_until="commit"), timeout)

    async def reload(self) -> int | None:
        """Load the page again and return the HTTP status."""
        return await self._travel(self.page.reload(timeout=HISTORY * 1000, wait_until="commit"), HISTORY)

    async def back(self) -> bool:
        """False where there is no earlier page."""
        return await self._along_history(self.page.go_back(timeout=HISTORY * 1000, wait_until="commit"))

    async def forward(self) -> bool:
        """False where there is no later page."""
        return await self._along_history(self.page.go_forward(timeout=HISTORY * 1000, wait_until="commit"))

    async def answer_dialog(self, accept: bool, text: str | None = None) -> DialogInfo:
        """Close the open dialog and return what it was."""
        return await self.dialogs.answer(accept, text)

    async def screenshot(self, *, full_page: bool = False, ref: str | None = None, marks: bool = False) -> Attachment:
        raise BrowserError("Screenshots are not available yet.")

    async def wait_for(
        self,
        *,
        text: str | None = None,
        ref: str | None = None,
        selector: str | None = None,
        url: str | None = None,
        state: Literal["stable", "load"] | None = None,
        gone: bool = False,
        timeout: float = 10.0,
    ) -> bool:
        raise BrowserError("Waiting is not available yet.")

    async def pin(self) -> str:
        """The nonce of the main document now."""
        return (await self.core.ask(self.page.main_frame, "title")).nonce

    async def title(self) -> External:
        """Empty where the page does not say it in time."""
        try:
            answer = await self.core.ask(self.page.main_frame, "title", timeout=TITLE)
        except BrowserError:
            return External("", self.origin, "page-info")
        return External(answer.data["title"], answer.origin, "page-info")

    async def info(self, *, active: bool) -> TabInfo:
        """Its line in the list of tabs."""
        title = await self.title()
        return TabInfo(self.id, self.url, title, active)

    async def settle(self, since: float) -> bool:
        """Wait until what began after ``since`` (loop time) has come to rest; False where that took too long."""
        return await self._settler.settle(since)

    async def _along_history(self, move: Coroutine[Any, Any, Response | None]) -> bool:
        """An entry made by pushState has no response of its own, so what moved is read from the page's events."""
        before = self.traffic.navigations
        try:
            response = await self._travel_to_response(move, HISTORY)
        except NavigationFailed:
            if self.traffic.navigations == before:
                raise
            return True
        return response is not None or self.traffic.navigations > before

    async def _travel(self, move: Coroutine[Any, Any, Response | None], timeout: float) -> int | None:
        response = await self._travel_to_response(move, timeout)
        if response is not None:
            self.core.status = response.status
        return response.status if response is not None else None

    async def _travel_to_response(self, move: Coroutine[Any, Any, Response | None], timeout: float) -> Response | None:
        """The response of a navigation, once its document is parsed or a dialog holds it up."""
        loop = asyncio.get_running_loop()
        end = loop.time() + timeout
        response = await self._commit(move, timeout)
        try:
            left = max(0.1, end - loop.time())
            await self._within(left, self.page.wait_for_load_state("domcontentloaded", timeout=left * 1000))
        except (DialogOpen, TimeoutError, PlaywrightTimeout):
            # The page is there, and only slow or held up: what there is of it can be read.
            return response
        return response

    async def _commit(self, move: Coroutine[Any, Any, Response | None], timeout: float) -> Response | None:
        downloads = self._downloads.count
        try:
            return await self._within(timeout + 1, move)
        except (PlaywrightTimeout, TimeoutError):
            raise navigation.no_answer(timeout) from None
        except PlaywrightError as error:
            if self.core.gone:
                raise await self.core.lost() from None
            if self._downloads.count > downloads or "Download is starting" in error.message:
                raise await self._is_a_download() from None
            raise navigation.failure(error.message) from None

    async def _is_a_download(self) -> NavigationFailed:
        return NavigationFailed(
            "The address is a file to download, not a page.", hint="The page that was open is still there."
        )

    async def _within(self, seconds: float, work: Coroutine[Any, Any, T]) -> T:
        async with asyncio.timeout(seconds):
            return await self.core.race(work)
