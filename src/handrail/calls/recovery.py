"""A browser or tab that was lost stands again where it stood, under the same rules, before the next call.

One place for every face: the road asks `Recovery.recover` before a call, and again after one that asked for an
observation. What the lost call may have done is never repeated here; it is told as ``uncertain``.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from handrail.browser.types.addresses import web_address
from handrail.browser.types.errors import BrowserError, DialogOpen
from handrail.browser.types.tabs import TabPlace
from handrail.calls.browser_manager import BrowserManager
from handrail.calls.side_effects import bounds_of_return
from handrail.calls.state import SessionState
from handrail.calls.storage_copies import StateFile, StorageCopies
from handrail.events.kinds import RecoveredEvent
from handrail.events.parts import ToolCall
from handrail.results import Failed, Ok
from handrail.trust import External

if TYPE_CHECKING:
    from handrail.browser.types.options import BrowserOptions
    from handrail.policy.facts import Effect
    from handrail.results import Result

What = Literal["tab", "browser"]

OPENING = 30.0
"""Seconds in which a last page must open again."""
REOPENING = 45.0
"""Seconds for all of them."""
MOST_REOPENED = 8
"""Tabs that are opened again, those that were active last."""

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
        state: of the session whose browser it is.
    """

    def __init__(self, state: SessionState) -> None:
        self._state = state
        self.under_way: dict[str, Any] | None = None
        """Tool and parameters of an act that was begun and has not come back."""
        self._own: BrowserManager | None = None
        """None where the session works in a browser that it was given."""
        self._copies = StorageCopies()
        self._unproven = False
        """Nothing has succeeded since the last recovery: what was opened then may be what it dies of."""

    async def start(self, options: BrowserOptions) -> None:
        """Start the session's first browser; of several endpoints the first that answers.

        Raises:
            NoBrowser: there is none.
        """
        self._own = BrowserManager(options)
        self._state.use_browser(await self._own.start())

    @property
    def lost(self) -> What | None:
        """What is lost and does not stand again yet, as far as the browser has said."""
        tabs = self._state.tabs
        return "browser" if tabs.gone else "tab" if tabs.replaced is not None else None

    @property
    def possible(self) -> bool:
        """Whether the browser can be started again: it was started here, and has not died too often."""
        return self._own is not None and not self._own.given_up

    @property
    def given_up(self) -> str:
        """Why the browser is not started again, as a sentence; empty where it is."""
        return self._own.given_up if self._own is not None else ""

    async def recover(self, why: str = "") -> Recovered | None:
        """Put back what is lost, and tell it; None where nothing is lost, or it cannot be had again (`given_up`).

        Args:
            why: for the log.
        """
        what = self.lost
        if what is None:
            return None
        places = self._state.tabs.places() if what == "browser" else [self._state.tabs.take_lost()]
        if what == "browser" and not await self._started_again():
            return None
        unproven, self._unproven = self._unproven, True
        url = None if unproven else await self._reopened([place for place in places if place is not None])
        uncertain, self.under_way = self.under_way, None
        recovered = Recovered(what, url, uncertain)
        act = ToolCall(**uncertain) if uncertain else None
        self._state.events.emit(RecoveredEvent(what=what, url=url, uncertain=act, why=why))
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
        return self._own.endpoint if self._own is not None else ""

    async def copied(self) -> None:
        """Wait until the copy of cookies and storage that is being made, if any, is made."""
        await self._copies.made()

    def came_back(self, result: Result, effect: Effect) -> None:
        """A call came back: where the browser had a part in its success, it lives. Cookies and storage are copied
        beside the next call."""
        if result.ok and effect != "control":
            self._unproven = False
            if self._own is not None:
                self._own.works()
        browser = self._own.current if self._own is not None else None
        if browser is not None and not browser.tabs.gone:
            self._copies.after_call(browser, moved=effect in ("navigate", "change"))

    def seen(self) -> None:
        """The page that was opened again was read: it is not what the browser dies of."""
        self._unproven = False

    def keep(self, file: StateFile | None) -> None:
        """From now on keep cookies and storage in a file too, where the browser does not keep its own."""
        self._copies.keep(file if self._own is not None and self._own.forgets else None)

    async def end(self, *, finished: bool) -> None:
        """The run is over: take its file away where nothing is left to do, else leave it as it was last."""
        await self._copies.end(self._own.current if self._own is not None else None, finished=finished)

    async def _started_again(self) -> bool:
        again = await self._own.start_again() if self._own is not None and not self._own.given_up else None
        if again is not None:
            self._state.use_browser(again)
        return again is not None

    async def _reopened(self, places: Sequence[TabPlace]) -> External | None:
        """Open the last pages again, the active one first; what it is now, None where it did not open."""
        pages = [place.url for place in places if place.url.startswith(("http://", "https://"))][-MOST_REOPENED:]
        if not pages or pages[-1] != places[-1].url:
            return None
        tabs = self._state.tabs
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
        tabs = self._state.tabs
        with contextlib.suppress(BrowserError):
            async with tabs.watch(settle=True, bounds=bounds_of_return(self._state, url)):
                with contextlib.suppress(DialogOpen):
                    await tabs.active.goto(web_address(url), timeout=OPENING)
            return True
        return False
