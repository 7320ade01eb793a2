"""Waiting until what an act set off has come to rest: no longer than it takes, and never without end."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from handrail.browser.errors import BrowserError, BrowserLost, DeadlineHit, DialogOpen, TabLost

if TYPE_CHECKING:
    from playwright.async_api import Frame, Request, Response

    from handrail.browser.backend.guard import GuardedCore

QUIET = 0.1
"""Seconds without a change or a request that matters after which a page counts as settled."""
CAP = 3.0
"""Seconds after which a page that does not come to rest is left to itself."""
RESTLESS_CAP = 0.4
"""The cap for a document that hit `CAP` before because it never stops changing (a clock, an animation)."""
NAVIGATION_CAP = 10.0
"""Seconds that a navigation may take until its document is parsed."""
POLL = 0.02
MATTERS = frozenset({"document", "xhr", "fetch", "script", "stylesheet"})
"""Kinds of requests that change what a page says. Not images, media, sockets, pings, event streams."""


class Traffic:
    """The requests and navigations of one tab, from its first moment on."""

    def __init__(self, core: GuardedCore) -> None:
        self._core = core
        self._started: dict[Request, float] = {}
        self._arriving: Request | None = None
        self._parsing = False
        self._status: tuple[str, int] | None = None
        self.navigations = 0
        """Navigations of the main frame that came through, in the same document too."""
        self.ended = 0.0
        """Loop time at which the last request that matters ended."""
        page = core.page
        page.on("request", self._on_request)
        page.on("response", self._on_response)
        page.on("requestfinished", self._on_end)
        page.on("requestfailed", self._on_end)
        page.on("framenavigated", self._on_navigated)
        page.on("domcontentloaded", self._on_parsed)

    @property
    def navigating(self) -> bool:
        """A new main document is asked for, or here and not yet parsed."""
        return self._arriving is not None or self._parsing

    def open_since(self, moment: float) -> bool:
        """Whether a request that matters, begun after ``moment``, has no answer yet."""
        return any(started >= moment for started in self._started.values())

    def _on_request(self, request: Request) -> None:
        if request.resource_type not in MATTERS:
            return
        self._started[request] = _now()
        if self._is_main_document(request):
            self._arriving = request

    def _on_response(self, response: Response) -> None:
        if response.request is self._arriving:
            self._status = (_page_of(response.url), response.status)

    def _on_end(self, request: Request) -> None:
        if self._started.pop(request, None) is not None:
            self.ended = _now()
        if request is self._arriving:
            # It ended without becoming the page: a download, an answer without content, a failure.
            self._arriving = None

    def _on_navigated(self, frame: Frame) -> None:
        if frame.parent_frame is not None:
            return
        self.navigations += 1
        if self._status is not None and self._status[0] == _page_of(frame.url):
            self._core.status, self._status = self._status[1], None
        elif frame.url.startswith("about:"):
            self._core.status = None
        if self._arriving is not None:
            self._arriving, self._parsing = None, True

    def _on_parsed(self, _: object) -> None:
        self._parsing = False

    def _is_main_document(self, request: Request) -> bool:
        return request.is_navigation_request() and request.frame.parent_frame is None


class Settler:
    """Decides when a tab has come to rest after an act."""

    def __init__(self, core: GuardedCore, traffic: Traffic) -> None:
        self._core = core
        self._traffic = traffic
        self._restless = ""
        """The nonce of a document that never stops changing: it costs the full cap once."""
        self._nonce = ""

    async def settle(self, since: float, *, cap: float = CAP, quiet: float = QUIET) -> bool:
        """Wait until all is quiet that began after ``since``; False where a cap was hit first."""
        began = _now()
        end = began + cap
        navigation_end = began + NAVIGATION_CAP
        while not self._held_up():
            now = _now()
            if self._traffic.navigating:
                if now >= navigation_end:
                    return False
                end = min(now + cap, navigation_end + cap)
                await asyncio.sleep(POLL)
                continue
            still = await self._still(since, began)
            if still is None:
                return self._core.dialog is not None
            if still >= quiet:
                self._restless = ""
                return True
            if _now() >= self._end(began, end):
                self._note_restless(since)
                return False
            await asyncio.sleep(min(max(quiet - still, POLL), max(end - _now(), POLL)))
        return True

    def _end(self, began: float, end: float) -> float:
        return min(end, began + RESTLESS_CAP) if self._nonce and self._nonce == self._restless else end

    def _held_up(self) -> bool:
        return self._core.dialog is not None or self._core.gone

    async def _still(self, since: float, began: float) -> float | None:
        """Seconds for which nothing has happened; None where the page does not say."""
        if self._traffic.open_since(since):
            return 0.0
        try:
            changed = [await self._changed(frame) for frame in self._frames()]
        except (BrowserLost, TabLost):
            raise
        except BrowserError:
            return None
        if self._traffic.navigating or self._traffic.open_since(since):
            return 0.0
        return _now() - max(began, self._traffic.ended, *changed)

    def _frames(self) -> list[Frame]:
        main, acted_in = self._core.page.main_frame, self._core.acted_in
        if acted_in is None or acted_in is main or acted_in.is_detached():
            return [main]
        return [main, acted_in]

    async def _changed(self, frame: Frame) -> float:
        """Loop time of the last change in a frame's document."""
        try:
            answer = await self._core.ask(frame, "quiet", timeout=0.5)
        except (DeadlineHit, DialogOpen):
            raise
        if frame.parent_frame is None:
            self._nonce = answer.nonce
        return _now() - float(answer.data["ms"]) / 1000

    def _note_restless(self, since: float) -> None:
        if not self._traffic.open_since(since):
            self._restless = self._nonce


def _page_of(url: str) -> str:
    return url.partition("#")[0]


def _now() -> float:
    return asyncio.get_running_loop().time()
