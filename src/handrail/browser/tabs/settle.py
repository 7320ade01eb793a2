"""Waiting until what an act set off has come to rest: no longer than it takes, and never without end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import reduce
from math import inf
from typing import TYPE_CHECKING

from handrail.browser.clock import loop_time
from handrail.browser.types.errors import BrowserError, BrowserLost, TabLost

if TYPE_CHECKING:
    from playwright.async_api import Frame

    from handrail.browser.page.hang_guard import GuardedPageContext

QUIET = 0.1
"""Seconds without a change or a request that matters after which a page counts as settled."""
REST, BRIEF = 0.075, 0.03
"""The same where the page is loaded and its browser looks ahead, 50 ms at most (kit/quiet.js): seconds behind and ahead
together in which nothing happens, and those behind alone: two frames."""
GLANCE = 0.005
"""Seconds after a question by which the browser has looked ahead, and for which that counts as now."""
LAGS = 3
"""On a busy machine a page reacts late: it is watched for at least as long as so many of its answers take."""
CAP = 3.0
"""Seconds after which a page that does not come to rest is left to itself."""
RESTLESS_CAP = 0.4
"""The cap for a document that hit `CAP` before because it never stops changing (a clock, an animation)."""
NAVIGATION_CAP = 10.0
"""Seconds that a navigation may take until its document is parsed."""
POLL = 0.02
PATIENCE = 0.5
"""Seconds that the kit may take to answer, beyond which the page is busy rather than quiet."""


@dataclass(frozen=True, slots=True)
class _Look:
    """What a page says of itself, in loop time."""

    happened: float
    """When something last happened."""
    saw: float
    """When it last looked ahead."""
    free: float
    """Until when nothing is due, as far as it saw."""
    loaded: bool

    def with_frame(self, other: _Look) -> _Look:
        """The same of both."""
        return _Look(
            max(self.happened, other.happened),
            min(self.saw, other.saw),
            min(self.free, other.free),
            self.loaded and other.loaded,
        )


class Settler:
    """Decides when a tab has come to rest after an act."""

    def __init__(self, core: GuardedPageContext) -> None:
        self._core = core
        self._traffic = core.traffic
        self._nonce = ""
        self._restless = ""
        """The nonce of a document that never stops changing: it costs the full cap once."""
        self._changed_at = 0.0
        self.lag = 0.0
        """Seconds that the page takes to say when it changed; what it took before counts half each time."""
        self._watched_from = 0.0
        """Loop time since which the main document is watched for changes."""

    def changed_since(self, moment: float) -> bool:
        """Whether the page was seen to change after ``moment`` (loop time), as far as `settle` looked."""
        return self._changed_at >= moment

    async def settle(
        self,
        since: float,
        *,
        cap: float = CAP,
        quiet: float | None = None,
        meanwhile: Callable[[], Awaitable[None]] | None = None,
    ) -> bool:
        """Wait until all is quiet that began after ``since`` (loop time); False where a cap was hit first.

        A page that a dialog holds up, and one that is gone, cannot change any more: they count as settled.

        Args:
            quiet: seconds that it must be quiet; by default as long as it takes to know what came of an act.
            meanwhile: done once in a new document, while that comes to rest.
        """
        if not await self.arrived(NAVIGATION_CAP):
            return False
        began = loop_time()
        while not self._held_up():
            asked = loop_time()
            look = await self._look(since)
            self.lag = max(loop_time() - asked, self.lag / 2)
            if self._traffic.navigating:
                return await self.settle(since, cap=cap, quiet=quiet, meanwhile=meanwhile)
            if look is None:
                return self._held_up()
            # An old document is looked at from the act's end on, one that came of the act for as long as it is watched.
            is_new = self._traffic.parsed_at > since
            start = max(look.happened, self._watched_from if is_new else began)
            pause = self._pause(look, start, quiet)
            if pause <= 0:
                return True
            if (left := began + self._cap(cap) - loop_time()) <= 0:
                self._note_restless(since)
                return False
            if is_new and meanwhile is not None:
                await meanwhile()
                meanwhile = None
            else:
                await asyncio.sleep(min(pause, max(left, POLL)))
        return True

    def _pause(self, look: _Look, start: float, quiet: float | None) -> float:
        """Seconds until the page is worth another look, none where it has come to rest. Quiet from ``start`` on."""
        now, busy = loop_time(), LAGS * self.lag
        still = now - start
        if quiet is not None:
            return max(quiet, busy) - still
        if look.loaded and look.saw > start:
            ahead = max(0.0, look.free - now)
            left = max(BRIEF, busy, REST - ahead) - still
            # What is due is waited for, then the browser looks ahead again. Where it looked long ago, it has by now.
            return min(left, max(BRIEF - still, GLANCE if now - look.saw > POLL else ahead + GLANCE))
        left = max(QUIET, busy) - still
        # What is not loaded yet may be soon, and a browser may look ahead yet.
        return min(left, max(BRIEF - still, POLL) if look.loaded else POLL)

    async def arrived(self, seconds: float) -> bool:
        """Wait until the page that is on its way, if any, is here and parsed; False where it is not within ``seconds``.

        The kit is asked whether it is parsed: Firefox does not say so of a picture, and says it too early of others.
        """
        end = loop_time() + seconds
        while self._traffic.navigating and not self._held_up():
            if self._traffic.parsing and await self._is_parsed():
                self._traffic.parsed(late=True)
            elif loop_time() >= end:
                return False
            else:
                await self._traffic.news(POLL)
        return True

    async def _is_parsed(self) -> bool:
        try:
            answer = await self._core.ask(self._core.page.main_frame, "quiet", timeout=PATIENCE)
        except (BrowserLost, TabLost):
            raise
        except BrowserError:
            return False
        return bool(answer.data["ready"] != "loading")

    def _held_up(self) -> bool:
        return self._core.dialog is not None or self._core.gone

    def _cap(self, cap: float) -> float:
        return min(cap, RESTLESS_CAP) if self._nonce and self._nonce == self._restless else cap

    async def _look(self, since: float) -> _Look | None:
        """The page now; what happens last is happening while a request is open. None where the page does not say."""
        looks = [_Look(loop_time(), 0.0, 0.0, loaded=False)]
        if not self._traffic.open_since(since):
            try:
                looks = [await self._look_at(frame) for frame in self._frames()]
            except (BrowserLost, TabLost):
                raise
            except BrowserError:
                return None
        happened = loop_time() if self._traffic.open_since(since) else max(self._traffic.ended, self._traffic.parsed_at)
        return reduce(_Look.with_frame, looks, _Look(happened, inf, inf, loaded=True))

    def _frames(self) -> list[Frame]:
        main, acted_in = self._core.page.main_frame, self._core.acted_in
        if acted_in is None or acted_in is main or acted_in.is_detached():
            return [main]
        return [main, acted_in]

    async def _look_at(self, frame: Frame) -> _Look:
        answer = await self._core.ask(frame, "quiet", timeout=PATIENCE)
        now, said = loop_time(), answer.data
        if frame.parent_frame is None:
            self._nonce = answer.nonce
            self._watched_from = now - float(said["watched"]) / 1000
        changed = now - float(said["ms"]) / 1000
        self._changed_at = max(self._changed_at, changed)
        return _Look(
            changed, now - float(said["saw"]) / 1000, now + float(said["free"]) / 1000, said["ready"] == "complete"
        )

    def _note_restless(self, since: float) -> None:
        if not self._traffic.open_since(since):
            self._restless = self._nonce
