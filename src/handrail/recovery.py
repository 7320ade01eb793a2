"""A browser or tab that was lost stands again where it stood, under the same rules, before the next call.

One place for every face: the road asks `Recovery.recover` before a call, and again after one that asked for an
observation. What the lost call may have done is never repeated here; it is told as ``uncertain``.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from handrail.bounding import bounds_of_return
from handrail.browser.backend.navigation import web_address
from handrail.browser.errors import BrowserError, DialogOpen
from handrail.browser.types.tabs import Place
from handrail.errors import HandrailError, NoBrowser
from handrail.keeping import StateFile
from handrail.tools.result import Failed, Ok
from handrail.trust import External

if TYPE_CHECKING:
    from handrail.browser.backend.opened import PlaywrightBrowser
    from handrail.browser.options import BrowserOptions
    from handrail.session import Session
    from handrail.tools.result import Result
    from handrail.tools.table import Effect

What = Literal["tab", "browser"]
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
OPENING = 30.0
"""Seconds in which a last page must open again."""
REOPENING = 45.0
"""Seconds for all of them."""
MOST_REOPENED = 8
"""Tabs that are opened again, those that were active last."""
EVERY = 3.0
"""Seconds between two copies of cookies and storage where nothing was gone to."""


LOSSES = ("uncertain", "browser_lost", "tab_lost")
"""Codes of calls during which, or before which, a tab or the browser was lost."""
_LOST: dict[str, What] = {"browser_lost": "browser", "tab_lost": "tab"}


@dataclass(frozen=True, slots=True)
class Recovered:
    """What stands again.

    Args:
        what: a tab alone, or the whole browser.
        url: the page that is open in it; None where the last one did not open again, or was not tried because the tab
            or browser was lost on it twice.
        uncertain: tool and parameters of the act that was under way, where one was.
    """

    what: What
    url: External | None
    uncertain: dict[str, Any] | None

    def told(self) -> dict[str, Any]:
        """As results tell it."""
        return {"what": self.what, "url": self.url, "uncertain": self.uncertain}

    def refusal(self) -> Failed:
        """What an act gets that was meant for the page before."""
        where = "at its last page" if self.url is not None else "at an empty page"
        return Failed(
            f"{self.what}_lost",
            f"The {self.what} was lost before this call and stands again {where}; nothing was done.",
            hint="Look at the page before anything else.",
        )


class Recovery:
    """Keeps the browser of a session alive.

    Args:
        session: whose browser.
        clock, sleep: of the waits between attempts; for tests.
    """

    def __init__(self, session: Session, *, clock: Clock = time.monotonic, sleep: Sleep = asyncio.sleep) -> None:
        self._session = session
        self.clock = clock
        self.sleep = sleep
        self.given_up = ""
        """Why the browser is not started again, as a sentence; empty where it is."""
        self.under_way: dict[str, Any] | None = None
        """Tool and parameters of an act that was begun and has not come back."""
        self._own: PlaywrightBrowser | None = None
        self._options: BrowserOptions | None = None
        self._endpoint = 0
        self._deaths: list[float] = []
        self._unproven = False
        """Nothing has succeeded since the last recovery: what was opened then may be what it dies of."""
        self._file: StateFile | None = None
        self._copying: asyncio.Task[None] | None = None
        self._copied = 0.0

    async def start(self, options: BrowserOptions) -> None:
        """Start the session's first browser; of several endpoints the first that answers.

        Raises:
            NoBrowser: there is none.
        """
        self._options = options
        await self._begin(after=None, seconds=0.0)

    @property
    def lost(self) -> What | None:
        """What is lost and does not stand again yet, as far as the browser has said."""
        tabs = self._session.tabs
        return "browser" if tabs.gone else "tab" if tabs.replaced is not None else None

    @property
    def possible(self) -> bool:
        """Whether the browser can be started again: it was started here, and has not died too often."""
        return self._own is not None and not self.given_up

    async def recover(self, why: str = "") -> Recovered | None:
        """Put back what is lost, and tell it; None where nothing is lost, or it cannot be had again (`given_up`).

        Args:
            why: for the log.
        """
        what = self.lost
        if what is None or (what == "browser" and not self.possible):
            return None
        places = self._session.tabs.places() if what == "browser" else [self._session.tabs.take_lost()]
        if what == "browser" and not await self._started_again():
            return None
        unproven, self._unproven = self._unproven, True
        url = None if unproven else await self._reopened([place for place in places if place is not None])
        uncertain, self.under_way = self.under_way, None
        recovered = Recovered(what, url, uncertain)
        self._session.events.emit("recovered", what=what, url=url, uncertain=uncertain, why=why)
        return recovered

    def explained(self, tool: str, result: Result) -> Result:
        """What came of a call; one that failed because the tab or browser was lost, as that."""
        under_way, lost = self.under_way, self.lost or _LOST.get(result.code or "")
        if isinstance(result, Ok) or lost is None:
            self.under_way = None
            return result
        if under_way is not None:
            return Failed(
                "uncertain",
                f"The {lost} was lost while {tool} was under way; whether it was carried out is not known.",
                hint="Look at the page before anything else, and do not simply repeat it.",
                details={"lost": lost},
                recoverable=lost == "tab" or self.possible,
            )
        if lost == "browser" and self.possible:
            return Failed("browser_lost", "The browser was lost; nothing was done.", hint="Try again: it is restarted.")
        return self.after_all(result)

    def after_all(self, result: Result) -> Result:
        """A failure of a browser that is given up: no other call will get there."""
        if not self.given_up or result.code not in LOSSES:
            return result
        return Failed("browser_lost", self.given_up, hint="Start a new session.", recoverable=False)

    @property
    def endpoint(self) -> str:
        """Where the browser was connected to; empty where it was started."""
        return self._options.endpoints[self._endpoint] if self._options and self._options.endpoints else ""

    async def copied(self) -> None:
        """Wait until the copy of cookies and storage that is being made, if any, is made."""
        if self._copying is not None:
            await asyncio.wait({self._copying})

    def came_back(self, result: Result, effect: Effect) -> None:
        """A call came back: where the browser had a part in its success, it lives. Cookies and storage are copied
        beside the next call."""
        if result.ok and effect != "control":
            self._unproven = False
            self._deaths.clear()
        moved = effect in ("navigate", "change")
        if self._own is None or self._own.tabs.gone or (self._copying is not None and not self._copying.done()):
            return
        if moved or self.clock() - self._copied >= EVERY:
            self._copied = self.clock()
            self._copying = asyncio.get_running_loop().create_task(self._copy())

    def seen(self) -> None:
        """The page that was opened again was read: it is not what the browser dies of."""
        self._unproven = False

    def keep(self, file: StateFile | None) -> None:
        """From now on keep cookies and storage in a file too. A profile, or a running browser, keeps its own."""
        own = self._options is not None and self._options.profile is None and not self._options.endpoints
        self._file = file if own else None

    async def end(self, *, finished: bool) -> None:
        """The run is over: take its file away where nothing is left to do, else leave it as it was last."""
        file, self._file = self._file, None
        await self.copied()
        if file is not None and finished:
            file.remove()
        elif file is not None and self._own is not None:
            await self._own.remember()
            await file.write(self._own.state.to_dict())

    async def _copy(self) -> None:
        assert self._own is not None, "there is nothing to copy from"
        await self._own.remember()
        if self._file is not None:
            await self._file.write(self._own.state.to_dict())

    async def _started_again(self) -> bool:
        assert self._own is not None, "a browser of others cannot be started again"
        self._deaths = [moment for moment in self._deaths if self.clock() - moment < WITHIN]
        while True:
            self._deaths.append(self.clock())
            if len(self._deaths) >= MOST_DEATHS:
                self.given_up = f"The browser was lost {MOST_DEATHS} times within a minute and is not started again."
                return False
            await self._own.abandon()
            try:
                await self._begin(after=self._own, seconds=REACHING)
            except HandrailError as error:
                if self.endpoint or len(self._deaths) + 1 >= MOST_DEATHS:
                    self.given_up = f"The browser was lost and could not be started again. {error.message}"
                    return False
            else:
                return True

    async def _begin(self, *, after: PlaywrightBrowser | None, seconds: float) -> None:
        from handrail.browser import open_browser

        assert self._options is not None, "the session has not started a browser"
        options, endpoints = self._options, self._options.endpoints
        if not endpoints:
            self._own = await open_browser(options, after=after)
        else:

            async def connect(url: str) -> PlaywrightBrowser:
                one = replace(options, cdp_url=url, cdp_urls=(), timeout=min(options.timeout, ATTEMPT))
                return await open_browser(one, after=after)

            begin = self._endpoint if after is None else self._endpoint + 1
            self._own, self._endpoint = await first_that_answers(
                connect, endpoints, begin=begin, seconds=seconds, clock=self.clock, sleep=self.sleep
            )
        self._session.take(self._own)

    async def _reopened(self, places: Sequence[Place]) -> External | None:
        """Open the last pages again, the active one first; what it is now, None where it did not open."""
        pages = [place.url for place in places if place.url.startswith(("http://", "https://"))][-MOST_REOPENED:]
        if not pages or pages[-1] != places[-1].url:
            return None
        tabs = self._session.tabs
        url: External | None = None
        with contextlib.suppress(TimeoutError, BrowserError):
            async with asyncio.timeout(REOPENING):
                # A browser that was connected to may have kept its tabs.
                here = {place.url: place.tab_id for place in tabs.places()}
                active = await tabs.switch(here[pages[-1]]) if pages[-1] in here else tabs.active
                if pages[-1] in here or await self.go(pages[-1]):
                    url = active.url
                for page in pages[:-1]:
                    if page not in here:
                        await tabs.new()
                        await self.go(page)
                await tabs.switch(active.id)
        return url

    async def go(self, url: str) -> bool:
        """Open a page in the active tab that was open before; False where it does not open."""
        tabs = self._session.tabs
        with contextlib.suppress(BrowserError):
            async with tabs.watch(settle=True, bounds=bounds_of_return(self._session, url)):
                with contextlib.suppress(DialogOpen):
                    await tabs.active.goto(web_address(url), timeout=OPENING)
            return True
        return False


async def first_that_answers(
    connect: Callable[[str], Awaitable[PlaywrightBrowser]],
    endpoints: Sequence[str],
    *,
    begin: int,
    seconds: float,
    clock: Clock,
    sleep: Sleep,
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
