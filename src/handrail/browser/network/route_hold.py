"""Holds requests by Playwright's routing: in Firefox, and in what else is no Chromium.

It sees no body, no redirect, and no request of a shared or service worker. Redirects are held at the filtering proxy
(`handrail.browser.network.firefox_redirects`).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from handrail.browser.network.firefox_redirects import FirefoxRedirects
from handrail.browser.types.acts import HeldRequest, LeakRule, Permits

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page, Request, Route

    from handrail.browser.network.filtering_proxy import FilteringProxy


class RouteHold:
    """Holds the requests of a context.

    Args:
        context: the browser context.
        permits: whether a request of a page may go; of None where the page is not known.
        proxy: what they pass, if anything.
        on_redirect_refused: called with each address that the proxy does not let a redirect lead to.
    """

    def __init__(
        self,
        context: BrowserContext,
        permits: Permits,
        proxy: FilteringProxy | None,
        on_redirect_refused: Callable[[str], None],
    ) -> None:
        self._context = context
        self._permits = permits
        self._proxy = proxy
        self._on_redirect_refused = on_redirect_refused
        self._redirects: FirefoxRedirects | None = None
        self._routed = False

    async def cover(self, leak_rule: LeakRule | None) -> None:
        """Hold requests from now on, and redirects where there is a rule on where they may lead."""
        if self._redirects is not None:
            self._redirects.end()
            self._redirects = None
        if leak_rule is not None and self._proxy is not None:
            self._redirects = FirefoxRedirects(self._context, leak_rule, self._proxy, self._on_redirect_refused)
            self._redirects.begin()
        if not self._routed:
            self._routed = True
            await self._context.route("**/*", self._judge)

    async def _judge(self, route: Route) -> None:
        request = route.request
        # The page or the request may be gone before its answer.
        with suppress(PlaywrightError):
            if await self._permits(_held(request), _page_of(request)) and (
                self._redirects is None or await self._redirects.wait_for_turn(request)
            ):
                await route.fallback()
            else:
                # A navigation that is aborted, and not blocked, leaves the page as it is.
                await route.abort("aborted" if request.is_navigation_request() else "blockedbyclient")


def _page_of(request: Request) -> Page | None:
    try:
        return request.frame.page
    except PlaywrightError:
        # It is the first of a page that is being opened, or a worker's.
        return None


def _held(request: Request) -> HeldRequest:
    headers = request.headers
    return HeldRequest(
        method=request.method.upper(),
        url=request.url,
        opens_document=request.is_navigation_request(),
        origin=headers.get("origin", ""),
        referrer=headers.get("referer", ""),
        body=_body(request),
    )


def _body(request: Request) -> bytes | None:
    """None where there is a body that cannot be read."""
    body = request.post_data_buffer
    return b"" if body is None and request.headers.get("content-length", "0") == "0" else body
