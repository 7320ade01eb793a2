"""While a page is opened by an address that a model made up, requests that carry it off are stopped where the browser
sends them: pictures, frames, scripts, and the redirects in between."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError

from handrail.browser.backend.navigation import origin_of
from handrail.browser.backend.only_sending import in_time
from handrail.browser.backend.turns import Turns
from handrail.browser.types.acts import Stays
from handrail.trust import External

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Page, Route

    from handrail.browser.gate import Gate

MOST_TOLD = 20
ADDRESS = 200
"""Characters of an address that is told."""


class Staying:
    """Stops requests to addresses that may not be asked for. Use `cover` for each page, `lift` at the end.

    Chromium holds every request of a page for us, each hop of a redirect too, over CDP; Playwright's own routing sees
    no redirects. Firefox has routing alone: its redirects are held at the gate (`handrail.browser.backend.turns`), and
    not at all where there is none.

    Args:
        context: the browser context.
        stays: where requests may go.
        stopped: told of each that may not.
        gate: what the requests pass.
    """

    def __init__(
        self, context: BrowserContext, stays: Stays, stopped: list[External], gate: Gate | None = None
    ) -> None:
        self._context = context
        self._permits = stays.permits
        self._stopped = stopped
        self._turns = Turns(context, stays, gate, lambda url: self._tell("GET", url)) if gate is not None else None
        self._sessions: list[CDPSession] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._routed = False

    async def cover(self, page: Page) -> None:
        """Hold the requests of this page from now on."""
        browser = self._context.browser
        if browser is not None and browser.browser_type.name != "chromium":
            if not self._routed:
                self._routed = True
                if self._turns is not None:
                    self._turns.begin()
                await self._context.route("**/*", self._judge_route)
            return
        session = await self._context.new_cdp_session(page)
        self._sessions.append(session)

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
        for session in self._sessions:
            await in_time(session.detach())
        self._sessions.clear()

    async def _judge(self, session: CDPSession, event: dict[str, Any]) -> None:
        request = event["requestId"]
        # The page or the request may be gone before its answer.
        with suppress(PlaywrightError):
            if self._permits(event["request"]["url"], event["request"]["headers"].get("Referer", "")):
                await session.send("Fetch.continueRequest", {"requestId": request})
            else:
                self._tell(event["request"]["method"], event["request"]["url"])
                await session.send("Fetch.failRequest", {"requestId": request, "errorReason": "BlockedByClient"})

    async def _judge_route(self, route: Route) -> None:
        with suppress(PlaywrightError):
            fine = self._permits(route.request.url, route.request.headers.get("referer", ""))
            if fine and (self._turns is None or await self._turns.take(route.request)):
                await route.fallback()
            else:
                self._tell(route.request.method, route.request.url)
                await route.abort("blockedbyclient")

    def _tell(self, method: str, url: str) -> None:
        if len(self._stopped) < MOST_TOLD:
            shown = url if len(url) <= ADDRESS else f"{url[: ADDRESS - 1]}…"
            self._stopped.append(External(f"{method} {shown}", origin_of(url), "page-info"))
