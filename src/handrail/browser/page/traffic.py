"""Reads the requests and navigations of one tab from its events."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, replace

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Page, Request, Response

from handrail.browser.clock import loop_time
from handrail.browser.page.navigation_errors import STATUSES_WITHOUT_PAGE, shows_error_page
from handrail.browser.page.sockets import Sockets
from handrail.browser.types.acts import SAFE_METHODS
from handrail.browser.types.network.addresses import digest_of, origin_of

RELEVANT_TYPES = frozenset({"document", "xhr", "fetch", "script", "stylesheet"})
"""Kinds of requests that change what a page says: no images, media, sockets, pings or event streams."""
SCRIPTED_TYPES = frozenset({"xhr", "fetch"})
ERROR_PAGES = ("chrome-error:", "about:neterror", "about:certerror")
ERROR_PAGE_TIMEOUT = 5.0
"""Seconds that a busy machine may take from a failed document to the browser's own error page."""
UNAUTHORIZED, BROWSER_SIGN_INS = 401, ("basic", "digest")
"""The status, and the schemes, by which a server asks the browser itself for a user name and a password (RFC 9110,
section 11). Scripts of a page answer the others."""
COMMIT_TIMEOUT = 1.0
"""An answer that has not become the page this many seconds after its last byte never will (a download)."""
HANDOVER = 0.2
"""Seconds after the end of a request within which the next one to the same place continues it."""
UNREAD_BODY = 1.5
"""Seconds after which a short answer to a script that nobody may store counts as whole though its body has not ended:
Chromium reports no end of one that no script reads."""
SHORT_BODY = 64 << 10
"""Bytes that a browser takes in unread; an answer of more ends when it is read."""
LONGEST_ROW = 8
LONG_POLL = 1.0
"""Seconds after which a request that continues another one counts as waiting for news (long polling)."""


@dataclass(frozen=True, slots=True)
class _OpenRequest:
    """A request without an answer: when it was made, and when the earlier requests of its row, to the same place, were
    open; in loop time."""

    made_at: float
    row: tuple[tuple[float, float], ...] = ()
    whole_by: float = float("inf")
    """When its answer counts as whole, also if its body has not ended."""

    def awaits_answer(self, moment: float) -> bool:
        """Return whether the request was made after ``moment`` and should be waited for. It should not if it continues
        a request that was open then, or if it and a later one form a row of which one is always open."""
        if self.made_at < moment or any(start < moment <= end for start, end in self.row):
            return False
        now = loop_time()
        return now < self.whole_by and not (
            any(start >= moment for start, _ in self.row) and now - self.made_at > LONG_POLL
        )


class Traffic:
    """The requests and navigations of a tab, from its first moment on.

    Chromium reports a new document before its response, Firefox after the response has ended. In either order a status
    belongs to the document of its address.
    """

    def __init__(self, page: Page) -> None:
        self._open: dict[Request, _OpenRequest] = {}
        self._ended: dict[bytes, tuple[tuple[float, float], ...]] = {}
        """When the last requests of a row were open, by `_place`."""
        self._awaited: Request | None = None
        """The request of a document that is to replace the page."""
        self._awaited_ended: float | None = None
        """When the last byte of its answer arrived."""
        self._last_response: tuple[str, int] | None = None
        self._committed = ""
        self.error_pages = 0
        """How often the browser showed an error page of its own in place of a failed page."""
        self.navigations = 0
        """How many navigations of the main frame arrived, also within a document."""
        self._failed_at: float | None = None
        """When a document failed for which the browser has not shown its error page yet."""
        self.failed: Request | None = None
        """The request of the document in whose place an error page of the browser stands, or is about to."""
        self._error_page = asyncio.Event()
        self._changed = asyncio.Event()
        self.parsing = False
        """A new main document has arrived and is not yet parsed."""
        self._arriving: Request | None = None
        """The request of the document that is parsed while it arrives."""
        self.parsed_at = 0.0
        """Loop time at which the last main document was parsed."""
        self.status: int | None = None
        """HTTP status of the main document, None where there was no response."""
        self.wants_sign_in = False
        """The server did not let the browser have the main document, since the browser itself did not sign in."""
        self.content_type = ""
        """The media type of the main document, as its server names it; "" if there was no response."""
        self._last_type = ""
        self._last_wants_sign_in = False
        self.user_agent = ""
        """What the browser calls itself to servers; "" before the first document."""
        self.last_sent = float("-inf")
        """Loop time of the last relevant request that may change something, by its method."""
        self.last_request_ended = 0.0
        """Loop time at which the last relevant request ended."""
        self.moved_at = 0.0
        """Loop time of the last navigation of the main frame that arrived, also within its document."""
        self._frames: dict[Frame, float] = {}
        """When the documents of other frames arrived, in loop time."""
        self.sockets = Sockets(page)
        browser = page.context.browser
        self._is_chromium = browser is not None and browser.browser_type.name == "chromium"
        page.on("request", self._on_request)
        page.on("response", self._on_response)
        page.on("requestfinished", self._on_finished)
        page.on("requestfailed", self._on_failed)
        page.on("framenavigated", self._on_navigated)
        page.on("framedetached", self._on_detached)
        page.on("domcontentloaded", lambda _: self.mark_parsed())
        page.on("download", lambda _: self.end_waiting())

    @property
    def navigating(self) -> bool:
        """Whether a new main document was requested, or has arrived and is not yet parsed."""
        return self.awaiting or self.parsing

    @property
    def awaiting(self) -> bool:
        """Whether a new main document was requested and has not arrived."""
        return self._awaited is not None and (
            self._awaited_ended is None or loop_time() - self._awaited_ended < COMMIT_TIMEOUT
        )

    @property
    def error_page_due(self) -> bool:
        """Whether a document failed, and the browser is about to show its own error page."""
        return self._failed_at is not None and loop_time() - self._failed_at < ERROR_PAGE_TIMEOUT

    @property
    def last_status(self) -> int | None:
        """HTTP status of the last answer to a navigation, whether or not it became the page."""
        return self._last_response[1] if self._last_response is not None else None

    @property
    def moves(self) -> int:
        """How often the tab changed what it shows: by navigations, and by error pages of the browser."""
        return self.navigations + self.error_pages

    def open_since(self, moment: float) -> bool:
        """Return whether a relevant request that was made after ``moment`` has no answer yet. A request that a page
        always has open for news (long polling) does not count."""
        return any(one.awaits_answer(moment) for one in self._open.values())

    def requested_since(self, moment: float) -> bool:
        """Return whether a relevant request that was made after ``moment`` is open, or one ended since."""
        return self.open_since(moment) or self.last_request_ended > moment

    def frames_since(self, moment: float) -> list[Frame]:
        """Return the frames of the page's own origin whose documents arrived after ``moment``."""
        origin = origin_of(self._committed)
        return [
            frame
            for frame, at in self._frames.items()
            if at >= moment and (frame.url == "about:srcdoc" or origin_of(frame.url) == origin)
        ]

    def mark_parsed(self) -> None:
        """Note that the document that arrived is parsed."""
        self.parsing, self._arriving, self.parsed_at = False, None, loop_time()
        self._changed.set()

    def end_waiting(self) -> None:
        """Note that the requested document has arrived, or will not come."""
        self._awaited = self._awaited_ended = None
        self._changed.set()

    async def wait_for_change(self, seconds: float) -> None:
        """Wait until a document has arrived, is parsed, or will not come; no longer than ``seconds``."""
        self._changed.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._changed.wait()

    async def wait_for_error_page(self, count: int) -> None:
        """Wait until the browser has shown more than ``count`` error pages."""
        while self.error_pages <= count:
            self._error_page.clear()
            await self._error_page.wait()

    def count_silent_step(self) -> None:
        """Count a step within the document that the browser did not report."""
        self.navigations += 1

    def _on_request(self, request: Request) -> None:
        if request.resource_type not in RELEVANT_TYPES:
            return
        now = loop_time()
        if request.method not in SAFE_METHODS:
            self.last_sent = now
        row = self._ended.get(_place(request), ())
        self._open[request] = _OpenRequest(now, row if row and now - row[-1][1] < HANDOVER else ())
        if _is_main_document(request):
            self._awaited, self._awaited_ended, self._last_response = request, None, None

    def _on_response(self, response: Response) -> None:
        request, made = response.request, self._open.get(response.request)
        if made is not None and self._is_chromium and request.resource_type in SCRIPTED_TYPES:
            self._open[request] = replace(made, whole_by=loop_time() + _time_for_body(response))
        if not _is_main_document(request):
            return
        self._last_response = (_without_fragment(response.url), response.status)
        self._last_type = response.headers.get("content-type", "")
        challenge = response.headers.get("www-authenticate", "").lower()
        self._last_wants_sign_in = response.status == UNAUTHORIZED and challenge.startswith(BROWSER_SIGN_INS)
        self.user_agent = response.request.headers.get("user-agent", self.user_agent)
        self._match_status()
        if response.status in STATUSES_WITHOUT_PAGE:
            self.end_waiting()

    def _on_finished(self, request: Request) -> None:
        self._close(request)
        if request is self._awaited:
            self._awaited_ended = loop_time()

    def _on_failed(self, request: Request) -> None:
        self._close(request)
        if request is self._awaited:
            self.end_waiting()
            if shows_error_page(request.failure or ""):
                self._failed_at, self.failed = loop_time(), request
            else:
                self._failed_at = None
        elif request is self._arriving and self.parsing:
            # Its connection was cut: a browser reports no end of such a document, and nothing more of it comes.
            self.mark_parsed()

    def _on_navigated(self, frame: Frame) -> None:
        if frame.parent_frame is not None:
            self._frames[frame] = loop_time()
            return
        self._failed_at, self.moved_at = None, loop_time()
        if frame.url.startswith(ERROR_PAGES):
            # It comes late, sometimes after the next navigation was requested, which continues.
            self.error_pages += 1
            self._error_page.set()
            self.status, self.parsing = None, False
            return
        self.failed = None
        self.navigations += 1
        if self._committed != _without_fragment(frame.url):
            self.content_type = ""
        self._committed = _without_fragment(frame.url)
        if self._awaited is not None:
            self._arriving = self._awaited
            self._ended.clear()
            self.end_waiting()
            self.status, self.parsing = None, True
        elif not frame.url.startswith("http"):
            self.status = None
        self._match_status()

    def _on_detached(self, frame: Frame) -> None:
        self._frames.pop(frame, None)

    def _match_status(self) -> None:
        if self._last_response is not None and self._last_response[0] == self._committed:
            self.status, self.content_type = self._last_response[1], self._last_type
            self.wants_sign_in = self._last_wants_sign_in

    def _close(self, request: Request) -> None:
        if (closed := self._open.pop(request, None)) is not None:
            self.last_request_ended = loop_time()
            if request.resource_type in SCRIPTED_TYPES:
                self._ended[_place(request)] = (
                    *closed.row[1 - LONGEST_ROW :],
                    (closed.made_at, self.last_request_ended),
                )


def _is_main_document(request: Request) -> bool:
    if not request.is_navigation_request():
        return False
    try:
        return request.frame.parent_frame is None
    except PlaywrightError:
        # Its frame is not there yet: the first document of a tab that is just being opened.
        return True


def _time_for_body(response: Response) -> float:
    """Return the seconds after which an answer to a script counts as whole."""
    length, stored = response.headers.get("content-length", ""), response.headers.get("cache-control", "")
    is_short = length.isdecimal() and int(length) <= SHORT_BODY and "no-store" in stored
    return UNREAD_BODY if is_short else float("inf")


def _place(request: Request) -> bytes:
    """Return what stands for the method and place of a request."""
    return digest_of(f"{request.method} {request.url.partition('?')[0]}")


def _without_fragment(url: str) -> str:
    return url.partition("#")[0]
