"""Restores a lost browser or tab, under the same rules, before the next call.

The call pipeline asks `Recovery.recover` before a call, and again after one that asked for an observation. The act that
was under way is never repeated here; its result is ``uncertain``.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from handrail.browser.types.errors import BrowserError, DialogOpen
from handrail.browser.types.network.addresses import web_address
from handrail.browser.types.options import BrowserOptions
from handrail.browser.types.tab_places import TabPlace
from handrail.calls.effects.side_effects import limits_of_return
from handrail.calls.recovery.browser_manager import BrowserManager
from handrail.calls.recovery.storage_copies import StateFile, StorageCopies
from handrail.calls.state import SessionState
from handrail.events.kinds import RecoveredEvent
from handrail.events.parts import ToolCall
from handrail.policy.facts import Effect
from handrail.results import Failed, Ok, Result
from handrail.trust import External

What = Literal["tab", "browser"]

OPENING = 30.0
"""Seconds in which a last page must open again."""
REOPENING = 45.0
"""Most seconds for all of them."""
MOST_REOPENED = 8
"""How many tabs are opened again: those that were active last."""

SILENCE = 10.0
"""Seconds in which a browser must answer a question that concerns no page, after a call that ran out of its time."""

LOSSES = ("uncertain", "browser_lost", "tab_lost")
"""Codes of calls during which, or before which, a tab or the browser was lost."""
_LOST: dict[str, What] = {"browser_lost": "browser", "tab_lost": "tab"}


@dataclass(frozen=True, slots=True)
class Recovered:
    """A browser or tab that was restored.

    Args:
        url: the page that is open in it; None if the last one did not open again, or was not tried because the tab or
            browser was lost on it twice.
        uncertain: tool and parameters of the act that was under way, where one was.
    """

    what: What
    url: External | None
    uncertain: dict[str, Any] | None

    def to_dict(self) -> dict[str, Any]:
        """Return the data as results report it."""
        return {"what": self.what, "url": self.url, "uncertain": self.uncertain}

    def refusal(self) -> Failed:
        """Return the failure of an act that was meant for the page before."""
        where = "at its last page" if self.url is not None else "at an empty page"
        return Failed(
            f"{self.what}_lost",
            f"The {self.what} was lost before this call and was restored {where}; nothing was done.",
            hint="Look at the page before anything else.",
        )


class Recovery:
    """Keeps the browser of a session alive."""

    def __init__(self, state: SessionState) -> None:
        self._state = state
        self.under_way: dict[str, Any] | None = None
        """Tool and parameters of the act that has started and not returned yet."""
        self.manager: BrowserManager | None = None
        """Starts the browser again; None if the session was given its browser."""
        self.copies = StorageCopies()
        self._unproven = False
        """Nothing has succeeded since the last recovery, or the browser went silent: a page that was open then may be
        why."""

    async def start(self, options: BrowserOptions) -> None:
        """Start the session's first browser; see `BrowserManager.start`."""
        self.manager = BrowserManager(options)
        self._state.use_browser(await self.manager.start())

    @property
    def lost(self) -> What | None:
        """Return what is lost and not restored yet, as far as the browser has reported."""
        tabs = self._state.tabs
        return "browser" if tabs.gone else "tab" if tabs.replaced is not None else None

    @property
    def possible(self) -> bool:
        """Whether the browser can be started again: it was started here, and has not died too often."""
        return self.manager is not None and not self.manager.given_up

    @property
    def given_up(self) -> str:
        """Why the browser is not started again, as a sentence; empty if it is."""
        return self.manager.given_up if self.manager is not None else ""

    async def recover(self, seconds: float, why: str = "") -> Recovered | None:
        """Restore what is lost and return it; None if nothing is lost, or it cannot be restored (`given_up`).

        Args:
            seconds: how long the last pages may take to open again (at most `REOPENING`).
            why: the reason, for the log.
        """
        what = self.lost
        if what is None:
            return None
        places = self._state.tabs.places() if what == "browser" else [self._state.tabs.take_lost()]
        if what == "browser":
            browser = await self.manager.start_again() if self.manager is not None and self.possible else None
            if browser is None:
                return None
            self._state.use_browser(browser)
            await self._hold_kept()
        unproven, self._unproven = self._unproven, True
        url = None if unproven else await self._reopen([place for place in places if place is not None], seconds)
        uncertain, self.under_way = self.under_way, None
        recovered = Recovered(what, url, uncertain)
        act = ToolCall(**uncertain) if uncertain else None
        self._state.events.emit(RecoveredEvent(what=what, url=url, uncertain=act, why=why))
        return recovered

    async def find_silent_browser(self) -> BrowserError | None:
        """Return the error that the browser is lost, if it answers nothing any more; ask only after a call that ran out
        of its time. Its pages are not opened again."""
        lost = await self._state.tabs.lost_if_silent(SILENCE)
        self._unproven |= lost is not None
        return lost

    def explain_loss(self, tool: str, result: Result) -> Result:
        """Return the result of a call, or, if it failed because the tab or browser was lost, a failure that says so."""
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
        return self.final_failure(result)

    def final_failure(self, result: Result) -> Result:
        """Return the result, or, if the browser is given up, the failure that ends the session."""
        if not self.given_up or result.code not in LOSSES:
            return result
        return Failed("browser_lost", self.given_up, hint="Start a new session.", recoverable=False)

    def record_result(self, result: Result, effect: Effect) -> None:
        """Note the result of a call: success shows that the browser works. Cookies and storage are copied while the
        next call runs."""
        if result.ok and effect != "control":
            self._unproven = False
            if self.manager is not None:
                self.manager.deaths.clear()
        browser = self.manager.current if self.manager is not None else None
        if browser is not None and not browser.tabs.gone:
            self.copies.after_call(browser, moved=effect in ("navigate", "change"))

    def record_read(self) -> None:
        """Note that the reopened page was read: it is not what crashes the browser."""
        self._unproven = False

    def keep(self, file: StateFile | None) -> None:
        """Keep cookies and storage in a file too from now on, unless the browser keeps its own."""
        self.copies.keep(file if self.manager is not None and self.manager.forgets else None)

    async def end(self, *, finished: bool) -> None:
        """End the run: remove its file if the run is finished, else leave the last state in it."""
        await self.copies.end(self.manager.current if self.manager is not None else None, finished=finished)

    async def _hold_kept(self) -> None:
        """Hold what the pages send that a browser kept while the connection to it was lost, before they are read."""
        tabs = self._state.tabs
        if self.manager is None or not self.manager.endpoint:
            return
        core = tabs.active.core
        limits = limits_of_return(self._state, core.url, core.taint)
        with contextlib.suppress(BrowserError):
            async with tabs.watch(settle=False, limits=limits):
                pass

    async def _reopen(self, places: Sequence[TabPlace], seconds: float) -> External | None:
        """Open the last pages again, the active one first. Return its address; None if it did not open."""
        pages = [place.url for place in places if place.url.startswith(("http://", "https://"))][-MOST_REOPENED:]
        if not pages or pages[-1] != places[-1].url:
            return None
        tabs = self._state.tabs
        url: External | None = None
        with contextlib.suppress(TimeoutError, BrowserError):
            async with asyncio.timeout(min(seconds, REOPENING)):
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
        """Open a page in the active tab that was open before; return False if it does not open."""
        tabs = self._state.tabs
        with contextlib.suppress(BrowserError):
            async with tabs.watch(settle=True, limits=limits_of_return(self._state, url)):
                with contextlib.suppress(DialogOpen):
                    await tabs.active.goto(web_address(url), timeout=OPENING)
            return True
        return False
