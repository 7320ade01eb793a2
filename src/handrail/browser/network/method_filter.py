"""While an act is limited, requests that would change more than it may are stopped where the browser sends them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from handrail.browser.background import run_in_background
from handrail.browser.types.addresses import origin_of
from handrail.trust import External

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Route

    from handrail.browser.types.acts import MaySend

SAFE_METHODS = frozenset(("GET", "HEAD", "OPTIONS"))
"""Methods that by HTTP change nothing (RFC 9110, section 9.2.1)."""
REMOVE_TIMEOUT = 1.0
"""Seconds that removing a filter may hold up the act."""
MAX_STOPPED = 20
"""Stopped requests that are reported."""
MAX_URL_CHARS = 200
"""Characters of an address that are reported."""


@asynccontextmanager
async def method_filter(context: BrowserContext, may_send: MaySend, stopped: list[External]) -> AsyncIterator[None]:
    """Stop every request of the context that may change something and is not allowed; each is added to ``stopped``.

    Requests of a service worker are not seen here in Firefox, nor any that are made after the page came to rest.
    """

    async def judge(route: Route) -> None:
        request = route.request
        # The page or the request may be gone before its answer.
        with suppress(PlaywrightError):
            method = request.method.upper()
            if method in SAFE_METHODS or may_send(method, request.url, request.is_navigation_request()):
                await route.fallback()
                return
            # A navigation that is aborted, and not blocked, leaves the page as it is.
            await route.abort("aborted" if request.is_navigation_request() else "blockedbyclient")
            report_stopped(stopped, request.method, request.url)

    await context.route("**/*", judge)
    try:
        yield
    finally:
        await remove_quietly(context.unroute("**/*", judge))


def report_stopped(stopped: list[External], method: str, url: str) -> None:
    """Add a request that was stopped to those that are reported."""
    if len(stopped) < MAX_STOPPED:
        stopped.append(External(f"{method} {shortened(url)}", origin_of(url), "page-info"))


def shortened(url: str) -> str:
    """An address as it is reported."""
    return url if len(url) <= MAX_URL_CHARS else f"{url[: MAX_URL_CHARS - 1]}…"


async def remove_quietly(removal: Awaitable[None]) -> None:
    """Wait a moment for the removal of a filter, which a page with an open dialog holds up; it ends by itself."""

    async def quietly() -> None:
        # The browser may be gone.
        with suppress(PlaywrightError):
            await removal

    await asyncio.wait({run_in_background(quietly())}, timeout=REMOVE_TIMEOUT)
