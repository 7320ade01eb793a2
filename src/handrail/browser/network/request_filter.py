"""While a page is opened by an address that a model made up, requests that carry it off are stopped where the browser
sends them: pictures, frames, scripts, what they bring along, and the redirects in between."""

from __future__ import annotations

import asyncio
import base64
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError

from handrail.browser.network.firefox_redirects import FirefoxRedirects
from handrail.browser.network.method_filter import in_time
from handrail.browser.types.acts import Stays
from handrail.browser.types.addresses import origin_of
from handrail.trust import External

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Page, Request, Route

    from handrail.browser.network.proxy import FilteringProxy

MOST_TOLD = 20
ADDRESS = 200
"""Characters of an address that is told."""


class RequestFilter:
    """Stops requests to addresses that may not be asked for. Use `cover` for each page, `lift` at the end.

    Chromium holds every request of a page for us, each hop of a redirect too, over CDP. Playwright's own routing sees
    no redirects, and in Firefox no bodies; it is all there is in Firefox, and for pages that the page opens. Their
    redirects are held at the gate (`handrail.browser.network.firefox_redirects`), and not at all where there is none.

    Args:
        context: the browser context.
        stays: where requests may go.
        stopped: told of each that may not.
        gate: what the requests pass.
    """

    def __init__(
        self, context: BrowserContext, stays: Stays, stopped: list[External], gate: FilteringProxy | None = None
    ) -> None:
        self._context = context
        self._permits = stays.permits
        self._stopped = stopped
        self._turns = (
            FirefoxRedirects(context, stays, gate, lambda url: self._tell("GET", url)) if gate is not None else None
        )
        self._sessions: dict[Page, CDPSession] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._routed = False

    async def cover(self, page: Page) -> None:
        """Hold the requests of this page from now on."""
        if not self._routed:
            self._routed = True
            if self._turns is not None:
                self._turns.begin()
            await self._context.route("**/*", self._judge_route)
        browser = self._context.browser
        if browser is not None and browser.browser_type.name != "chromium":
            return
        session = self._sessions[page] = await self._context.new_cdp_session(page)

        def paused(event: dict[str, Any]) -> None:
            task = asyncio.get_running_loop().create_task(self._judge(session, event))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

        session.on("Fetch.requestPaused", paused)
        await session.send("Fetch.enable", {"patterns": [{"urlPattern": "*"}]})

    async def lift(self) -> None:
        """Let all requests go again."""
        if self._routed:
            await in_time(self._context.unroute("**/*", self._judge_route))
            if self._turns is not None:
                self._turns.end()
        for session in self._sessions.values():
            await in_time(session.detach())
        self._sessions.clear()

    async def _judge(self, session: CDPSession, event: dict[str, Any]) -> None:
        this, request = {"requestId": event["requestId"]}, event["request"]
        # The page or the request may be gone before its answer.
        with suppress(PlaywrightError):
            if self._permits(request["url"], request["headers"].get("Referer", ""), _brought(request)):
                await session.send("Fetch.continueRequest", this)
            else:
                self._tell(request["method"], request["url"])
                await session.send("Fetch.failRequest", {**this, "errorReason": "BlockedByClient"})

    async def _judge_route(self, route: Route) -> None:
        request = route.request
        with suppress(PlaywrightError):
            if self._is_held(request) or (
                self._permits(request.url, request.headers.get("referer", ""), _body(request))
                and (self._turns is None or await self._turns.take(request))
            ):
                await route.fallback()
            else:
                self._tell(request.method, request.url)
                await route.abort("blockedbyclient")

    def _is_held(self, request: Request) -> bool:
        """Whether it is a request of a page that is held over CDP."""
        try:
            return request.frame.page in self._sessions
        except PlaywrightError:
            # It is the first of a page that is being opened, or a worker's.
            return False

    def _tell(self, method: str, url: str) -> None:
        if len(self._stopped) < MOST_TOLD:
            shown = url if len(url) <= ADDRESS else f"{url[: ADDRESS - 1]}…"
            self._stopped.append(External(f"{method} {shown}", origin_of(url), "page-info"))


def _brought(request: dict[str, Any]) -> bytes | None:
    """The body of a request as CDP tells it; None where a part of it, such as a file, is not told."""
    parts = [part.get("bytes") for part in request.get("postDataEntries", [])]
    if (request.get("hasPostData") and not parts) or None in parts:
        return None
    return b"".join(base64.b64decode(part) for part in parts)


def _body(request: Request) -> bytes | None:
    """The body of a request as Playwright tells it; None where there is one that it does not tell, as in Firefox."""
    body = request.post_data_buffer
    return b"" if body is None and request.headers.get("content-length", "0") == "0" else body
