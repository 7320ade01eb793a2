"""While a page is opened by an address that a model made up, requests that carry it to other sites are stopped where
the browser sends them: pictures, frames, scripts, what they bring along, and the redirects in between."""

from __future__ import annotations

import base64
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError

from handrail.browser.background import run_in_background
from handrail.browser.network.firefox_redirects import FirefoxRedirects
from handrail.browser.network.method_filter import remove_quietly, report_stopped
from handrail.browser.types.acts import LeakRule

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Page, Request, Route

    from handrail.browser.network.filtering_proxy import FilteringProxy
    from handrail.trust import External


class LeakFilter:
    """Stops requests to addresses that may not be asked for. Use `cover` for each page, `remove` at the end.

    Chromium holds every request of a page for us, each hop of a redirect too, over CDP. Playwright's own routing sees
    no redirects, and in Firefox no bodies; it is all there is in Firefox, and for pages that the page opens. Their
    redirects are held at the filtering proxy (`handrail.browser.network.firefox_redirects`), and not at all where there
    is none.

    Args:
        context: the browser context.
        rule: where requests may go.
        stopped: gets each that may not.
        proxy: what the requests pass.
    """

    def __init__(
        self, context: BrowserContext, rule: LeakRule, stopped: list[External], proxy: FilteringProxy | None = None
    ) -> None:
        self._context = context
        self._permits = rule.permits
        self._stopped = stopped
        self._redirects: FirefoxRedirects | None = None
        if proxy is not None:
            self._redirects = FirefoxRedirects(context, rule, proxy, lambda url: report_stopped(stopped, "GET", url))
        self._sessions: dict[Page, CDPSession] = {}
        self._routed = False

    async def cover(self, page: Page) -> None:
        """Hold the requests of this page from now on."""
        if not self._routed:
            self._routed = True
            if self._redirects is not None:
                self._redirects.begin()
            await self._context.route("**/*", self._judge_route)
        browser = self._context.browser
        if browser is not None and browser.browser_type.name != "chromium":
            return
        session = self._sessions[page] = await self._context.new_cdp_session(page)
        session.on("Fetch.requestPaused", lambda event: run_in_background(self._judge(session, event)))
        await session.send("Fetch.enable", {"patterns": [{"urlPattern": "*"}]})

    async def remove(self) -> None:
        """Let all requests pass again."""
        if self._routed:
            await remove_quietly(self._context.unroute("**/*", self._judge_route))
            if self._redirects is not None:
                self._redirects.end()
        for session in self._sessions.values():
            await remove_quietly(session.detach())
        self._sessions.clear()

    async def _judge(self, session: CDPSession, event: dict[str, Any]) -> None:
        this, request = {"requestId": event["requestId"]}, event["request"]
        # The page or the request may be gone before its answer.
        with suppress(PlaywrightError):
            if self._permits(request["url"], request["headers"].get("Referer", ""), _cdp_body(request)):
                await session.send("Fetch.continueRequest", this)
            else:
                report_stopped(self._stopped, request["method"], request["url"])
                await session.send("Fetch.failRequest", {**this, "errorReason": "BlockedByClient"})

    async def _judge_route(self, route: Route) -> None:
        request = route.request
        with suppress(PlaywrightError):
            if self._is_held(request) or (
                self._permits(request.url, request.headers.get("referer", ""), _body(request))
                and (self._redirects is None or await self._redirects.wait_for_turn(request))
            ):
                await route.fallback()
            else:
                report_stopped(self._stopped, request.method, request.url)
                await route.abort("blockedbyclient")

    def _is_held(self, request: Request) -> bool:
        """Whether it is a request of a page that is held over CDP."""
        try:
            return request.frame.page in self._sessions
        except PlaywrightError:
            # It is the first of a page that is being opened, or a worker's.
            return False


def _cdp_body(request: dict[str, Any]) -> bytes | None:
    """The body of a request in CDP's form; None where a part of it, such as a file, is left out."""
    parts = [part.get("bytes") for part in request.get("postDataEntries", [])]
    if (request.get("hasPostData") and not parts) or None in parts:
        return None
    return b"".join(base64.b64decode(part) for part in parts)


def _body(request: Request) -> bytes | None:
    """The body of a request in Playwright's form; None where there is one that cannot be read, as in Firefox."""
    body = request.post_data_buffer
    return b"" if body is None and request.headers.get("content-length", "0") == "0" else body
