"""The requests and navigations of one tab, read from its events."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from handrail.browser.clock import loop_time

if TYPE_CHECKING:
    from playwright.async_api import Frame, Page, Request, Response

MATTERS = frozenset({"document", "xhr", "fetch", "script", "stylesheet"})
"""Kinds of requests that change what a page says. Not images, media, sockets, pings, event streams."""
WITHOUT_PAGE = (204, 205)
"""HTTP statuses after which a browser stays where it is."""
ERROR_PAGES = ("chrome-error:", "about:neterror", "about:certerror")
FORGET = 1.0
"""Seconds after its last byte in which an answer must become the page, or it never will (a download)."""


class Traffic:
    """What a tab asks of the network, from its first moment on.

    Chromium tells of a new document before it tells of its response, Firefox after the response has ended; a status
    belongs to the document of its address in either order.
    """

    def __init__(self, page: Page) -> None:
        self._started: dict[Request, float] = {}
        self._arriving: Request | None = None
        self._over: float | None = None
        """When the answer that should become the page had its last byte."""
        self._last_status: tuple[str, int] | None = None
        self._committed = ""
        self.error_pages = 0
        """How often the browser put a page of its own in the place of one that failed."""
        self._error_page = asyncio.Event()
        self._news = asyncio.Event()
        self.parsing = False
        """A new main document is here and not yet parsed."""
        self.parsed_at = 0.0
        """Loop time at which the last main document was parsed."""
        self.status: int | None = None
        """HTTP status of the main document, None where there was no response."""
        self.navigations = 0
        """Navigations of the main frame that came through, those within a document too."""
        self.ended = 0.0
        """Loop time at which the last request that matters ended."""
        page.on("request", self._on_request)
        page.on("response", self._on_response)
        page.on("requestfinished", self._on_finished)
        page.on("requestfailed", self._on_failed)
        page.on("framenavigated", self._on_navigated)
        page.on("domcontentloaded", lambda _: self.parsed())
        page.on("download", lambda _: self.nothing_arrives())

    @property
    def navigating(self) -> bool:
        """A new main document was asked for, or is here and not yet parsed."""
        return self.awaiting or self.parsing

    @property
    def awaiting(self) -> bool:
        """A new main document was asked for and is not here."""
        return self._arriving is not None and (self._over is None or loop_time() - self._over < FORGET)

    @property
    def last_status(self) -> int | None:
        """HTTP status of the last answer to a navigation, whether or not it became the page."""
        return self._last_status[1] if self._last_status is not None else None

    def open_since(self, moment: float) -> bool:
        """Whether a request that matters, begun after ``moment``, has no answer yet."""
        return any(started >= moment for started in self._started.values())

    def parsed(self, *, late: bool = False) -> None:
        """The document that came is parsed; ``late``: which may have been told before."""
        if self.parsing or not late:
            self.parsing, self.parsed_at = False, loop_time()
            self._news.set()

    def nothing_arrives(self) -> None:
        """The document that was asked for will not come, or is here."""
        self._arriving = self._over = None
        self._news.set()

    async def news(self, seconds: float) -> None:
        """Wait until a document has come, is parsed, or will not come; no longer than ``seconds``."""
        self._news.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._news.wait()

    @property
    def moves(self) -> int:
        """Changes of what the tab shows: navigations, and error pages of the browser."""
        return self.navigations + self.error_pages

    async def error_page_after(self, count: int) -> None:
        """Wait until the browser has shown more than ``count`` error pages."""
        while self.error_pages <= count:
            self._error_page.clear()
            await self._error_page.wait()

    def moved_unseen(self) -> None:
        """Count a step within the document that the browser did not tell of."""
        self.navigations += 1

    def _on_request(self, request: Request) -> None:
        if request.resource_type not in MATTERS:
            return
        self._started[request] = loop_time()
        if _is_main_document(request):
            self._arriving, self._over, self._last_status = request, None, None

    def _on_response(self, response: Response) -> None:
        if not _is_main_document(response.request):
            return
        self._last_status = (_page_of(response.url), response.status)
        self._match_status()
        if response.status in WITHOUT_PAGE:
            self.nothing_arrives()

    def _on_finished(self, request: Request) -> None:
        self._ended(request)
        if request is self._arriving:
            self._over = loop_time()

    def _on_failed(self, request: Request) -> None:
        self._ended(request)
        if request is self._arriving:
            self.nothing_arrives()

    def _on_navigated(self, frame: Frame) -> None:
        if frame.parent_frame is not None:
            return
        if frame.url.startswith(ERROR_PAGES):
            # It comes late, sometimes after the next navigation was asked for, which goes on.
            self.error_pages += 1
            self._error_page.set()
            self.status, self.parsing = None, False
            return
        self.navigations += 1
        self._committed = _page_of(frame.url)
        if self._arriving is not None:
            self.nothing_arrives()
            self.status, self.parsing = None, True
        elif not frame.url.startswith("http"):
            self.status = None
        self._match_status()

    def _match_status(self) -> None:
        if self._last_status is not None and self._last_status[0] == self._committed:
            self.status = self._last_status[1]

    def _ended(self, request: Request) -> None:
        if self._started.pop(request, None) is not None:
            self.ended = loop_time()


def _is_main_document(request: Request) -> bool:
    if not request.is_navigation_request():
        return False
    try:
        return request.frame.parent_frame is None
    except PlaywrightError:
        # Its frame is not there yet: the first document of a tab that is just being opened.
        return True


def _page_of(url: str) -> str:
    return url.partition("#")[0]
