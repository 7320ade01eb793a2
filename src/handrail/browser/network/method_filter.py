"""While an act is bounded, requests that would change more than it may are stopped where the browser sends them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from handrail.browser.types.addresses import origin_of
from handrail.trust import External

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Request, Route

    from handrail.browser.types.acts import Sends

SAFE = frozenset(("GET", "HEAD", "OPTIONS"))
"""Methods that by HTTP change nothing (RFC 9110, section 9.2.1)."""
LIFTING = 1.0
"""Seconds that the end of it may take."""
_ending: set[asyncio.Task[None]] = set()
MOST_TOLD = 20
ADDRESS = 200
"""Characters of an address that is told."""


@asynccontextmanager
async def only_sending(context: BrowserContext, sends: Sends, stopped: list[External]) -> AsyncIterator[None]:
    """Stop every request of the context that may change something and may not go; each is added to ``stopped``.

    Requests of a service worker are not seen here in Firefox, nor any that begin after the page came to rest.
    """

    async def judge(route: Route) -> None:
        request = route.request
        # The page or the request may be gone before its answer.
        with suppress(PlaywrightError):
            method = request.method.upper()
            if method in SAFE or sends(method, request.url, request.is_navigation_request()):
                await route.fallback()
                return
            # A navigation that is aborted, and not blocked, leaves the page as it is.
            await route.abort("aborted" if request.is_navigation_request() else "blockedbyclient")
            if len(stopped) < MOST_TOLD:
                stopped.append(_told(request))

    await context.route("**/*", judge)
    try:
        yield
    finally:
        await in_time(context.unroute("**/*", judge))


async def in_time(end: Awaitable[None]) -> None:
    """Take something back that a page with an open dialog holds up: it is waited for a moment, and ends by itself."""

    async def quietly() -> None:
        # The browser may be gone.
        with suppress(PlaywrightError):
            await end

    task = asyncio.ensure_future(quietly())
    _ending.add(task)
    task.add_done_callback(_ending.discard)
    await asyncio.wait({task}, timeout=LIFTING)


def _told(request: Request) -> External:
    address = request.url if len(request.url) <= ADDRESS else f"{request.url[: ADDRESS - 1]}…"
    return External(f"{request.method} {address}", origin_of(request.url), "page-info")
