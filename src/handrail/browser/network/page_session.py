"""The session of Chromium's own protocol with a page. All who ask the page share it: another one costs 5 ms of a
processor, and is told of every event once more.
"""

from __future__ import annotations

import asyncio

from playwright.async_api import CDPSession, Page

_KEPT_AS = "_handrail_session"


async def page_session(page: Page) -> CDPSession:
    """Return the session, opened where there is none. Raises `PlaywrightError`: the page is gone."""
    # The page object itself keeps it: it must not outlive that.
    opening: asyncio.Task[CDPSession] | None = getattr(page, _KEPT_AS, None)
    if opening is None or (opening.done() and (opening.cancelled() or opening.exception() is not None)):
        opening = asyncio.ensure_future(_open(page))
        setattr(page, _KEPT_AS, opening)
    return await asyncio.shield(opening)


async def _open(page: Page) -> CDPSession:
    session = await page.context.new_cdp_session(page)
    session.on("close", lambda _: _forget(page))
    return session


def _forget(page: Page) -> None:
    """Open another one for who asks next: it is closed."""
    setattr(page, _KEPT_AS, None)
