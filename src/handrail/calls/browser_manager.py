"""The browser that a session starts, or connects to, and starts again when it is lost."""

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

Sleep = Callable[[float], Awaitable[None]]
Clock = Callable[[], float]

MOST_DEATHS, WITHIN = 3, 60.0
"""A browser that is lost so often within so many seconds, with no successful call between, is not started again."""
REACHING = 60.0
"""Seconds in which one of the CDP endpoints must answer."""
FIRST_WAIT, LONGEST_WAIT = 0.5, 8.0
"""Seconds between two attempts to reach an endpoint: doubled each time."""
ATTEMPT = 10.0
"""Seconds that one endpoint gets."""


class BrowserManager:
    """A session's own browser, one after the other.

    Args:
        options: how each is started.

    Attributes:
        current: the one that was started last.
        given_up: why no other is started, as a sentence; empty where one would be.
    """

    def __init__(self, options: BrowserOptions) -> None:
        self._options = options
        self.current: PlaywrightBrowser | None = None
        self.given_up = ""
        self._endpoint = 0
        self._deaths: list[float] = []

    @property
    def endpoint(self) -> str:
        """Where it was connected to; empty where it was started."""
        return self._options.endpoints[self._endpoint] if self._options.endpoints else ""

    @property
    def forgets(self) -> bool:
        """Cookies and storage go with it. A profile, or a running browser, keeps its own."""
        return self._options.profile is None and not self._options.endpoints

    def works(self) -> None:
        """A call succeeded in it: it does not die of what it is asked."""
        self._deaths.clear()

    async def start(self) -> PlaywrightBrowser:
        """Start the first one; of several endpoints the first that answers.

        Raises:
            NoBrowser: there is none.
        """
        return await self._begin(after=None, seconds=0.0)

    async def start_again(self) -> PlaywrightBrowser | None:
        """Start another in the place of one that was lost; None where it is given up."""
        assert self.current is not None, "there was none yet"
        self._deaths = [moment for moment in self._deaths if time.monotonic() - moment < WITHIN]
        while True:
            self._deaths.append(time.monotonic())
            if len(self._deaths) >= MOST_DEATHS:
                self.given_up = f"The browser was lost {MOST_DEATHS} times within a minute and is not started again."
                return None
            await self.current.abandon()
            try:
                return await self._begin(after=self.current, seconds=REACHING)
            except HandrailError as error:
                if self.endpoint or len(self._deaths) + 1 >= MOST_DEATHS:
                    self.given_up = f"The browser was lost and could not be started again. {error.message}"
                    return None

    async def _begin(self, *, after: PlaywrightBrowser | None, seconds: float) -> PlaywrightBrowser:
        from handrail.browser import open_browser

        options, endpoints = self._options, self._options.endpoints
        if not endpoints:
            self.current = await open_browser(options, after=after)
            return self.current

        async def connect(url: str) -> PlaywrightBrowser:
            one = replace(options, cdp_url=url, cdp_urls=(), timeout=min(options.timeout, ATTEMPT))
            return await open_browser(one, after=after)

        begin = self._endpoint if after is None else self._endpoint + 1
        self.current, self._endpoint = await first_that_answers(connect, endpoints, begin=begin, seconds=seconds)
        return self.current


async def first_that_answers(
    connect: Callable[[str], Awaitable[PlaywrightBrowser]],
    endpoints: Sequence[str],
    *,
    begin: int,
    seconds: float,
    clock: Clock = time.monotonic,
    sleep: Sleep = asyncio.sleep,
) -> tuple[PlaywrightBrowser, int]:
    """The browser of the first endpoint that answers, in order, round and round; each is tried once at least.

    Args:
        connect: to one endpoint.
        endpoints: in order.
        begin: where in them to begin.
        seconds: in which one must answer, after the first round.
        clock, sleep: for the waits.

    Raises:
        NoBrowser, BrowserError: of the last attempt.
    """
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
