"""Starts a session's browser or connects to it, and starts it again when it is lost."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from handrail.browser.types.errors import BrowserError
from handrail.errors import HandrailError, NoBrowser

if TYPE_CHECKING:
    from handrail.browser.playwright_browser import PlaywrightBrowser
    from handrail.browser.types.options import BrowserOptions

MOST_DEATHS, WITHIN = 3, 60.0
"""If a browser is lost so often within so many seconds, with no successful call in between, it is not started again."""
RECONNECT_SECONDS = 60.0
"""Seconds in which one of the CDP endpoints must answer again."""
FIRST_WAIT, LONGEST_WAIT = 0.5, 8.0
"""Seconds between two attempts to reach an endpoint: doubled each time."""
ATTEMPT = 10.0
"""Seconds that one attempt may take."""


class BrowserManager:
    """Holds a session's own browsers, one after the other.

    Attributes:
        given_up: why no other is started, as a sentence; empty if one would be.
        deaths: when the browser was lost, since a call last succeeded in it.
    """

    def __init__(self, options: BrowserOptions) -> None:
        self._options = options
        self.current: PlaywrightBrowser | None = None
        self.given_up = ""
        self._endpoint = 0
        self.deaths: list[float] = []

    @property
    def endpoint(self) -> str:
        """The CDP endpoint of a browser that was connected to; empty if the browser was started here."""
        return self._options.endpoints[self._endpoint] if self._options.endpoints else ""

    @property
    def forgets(self) -> bool:
        """Whether cookies and storage are lost with the browser. (Not those of a profile, or of a joined browser.)"""
        return self._options.profile is None and not self._options.endpoints

    async def start(self, *, after: PlaywrightBrowser | None = None) -> PlaywrightBrowser:
        """Start a browser ``after`` the one that was lost, or connect to the first endpoint that answers; raise
        `NoBrowser` where there is none."""
        from handrail.browser import open_browser

        options, endpoints = self._options, self._options.endpoints
        if not endpoints:
            self.current = await open_browser(options, after=after)
            return self.current

        async def connect(url: str) -> PlaywrightBrowser:
            one = replace(options, cdp_url=url, cdp_urls=(), timeout=min(options.timeout, ATTEMPT))
            return await open_browser(one, after=after)

        begin, seconds = (0, 0.0) if after is None else (self._endpoint + 1, RECONNECT_SECONDS)
        self.current, self._endpoint = await first_that_answers(connect, endpoints, begin=begin, seconds=seconds)
        return self.current

    async def start_again(self) -> PlaywrightBrowser | None:
        """Start another browser in place of a lost one; return None if that is given up."""
        assert self.current is not None, "there was none yet"
        self.deaths = [moment for moment in self.deaths if time.monotonic() - moment < WITHIN]
        while True:
            self.deaths.append(time.monotonic())
            if len(self.deaths) >= MOST_DEATHS:
                self.given_up = f"The browser was lost {MOST_DEATHS} times within a minute and is not started again."
                return None
            await self.current.abandon()
            try:
                return await self.start(after=self.current)
            except HandrailError as error:
                if self.endpoint or len(self.deaths) + 1 >= MOST_DEATHS:
                    self.given_up = f"The browser was lost and could not be started again. {error.message}"
                    return None


async def first_that_answers(
    connect: Callable[[str], Awaitable[PlaywrightBrowser]],
    endpoints: Sequence[str],
    *,
    begin: int,
    seconds: float,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> tuple[PlaywrightBrowser, int]:
    """Return the browser of the first endpoint that answers. They are tried in order, from ``begin`` on, over and over,
    each at least once and then for so many seconds; raise the error of the last attempt."""
    end, wait, turn = clock() + seconds, FIRST_WAIT, 0
    while True:
        at = (begin + turn) % len(endpoints)
        try:
            return await connect(endpoints[at]), at
        except (NoBrowser, BrowserError):
            turn += 1
            if turn >= len(endpoints) and clock() + wait > end:
                raise
        await sleep(wait)
        wait = min(2 * wait, LONGEST_WAIT)
