"""Waits until what an act started has settled: no longer than needed, and never without end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import reduce
from math import inf
from typing import TYPE_CHECKING, Literal

from handrail.browser.clock import loop_time
from handrail.browser.types.errors import BrowserError, BrowserLost, TabLost

if TYPE_CHECKING:
    from playwright.async_api import Frame

    from handrail.browser.page.hang_guard import GuardedPageContext

QUIET = 0.1
"""Seconds without a change or a request that matters after which a page counts as settled."""
QUIET_WITH_IDLE, BRIEF = 0.075, 0.03
"""The same if the page is loaded and its browser reports how long it will be idle (kit/page/activity.js; 50 ms at
most): the quiet seconds past and ahead together, and the past ones alone, which are two frames."""
IDLE_REPORT = 0.005
"""Seconds within which the browser reports after a question that it is idle, and for which the report counts as now."""
REACTION = 0.35
"""Seconds after which pages usually react to what was typed, or pressed on the keyboard."""
SEARCH_REACTION = 0.85
"""The same for what was typed into a field that searches or filters, unless a request is made for it before."""
LAG_FACTOR = 3
"""On a busy machine a page reacts late, so it is watched for at least this many times as long as its answers take."""
CAP = 3.0
"""Seconds after which nothing waits any longer for a page that does not settle."""
RESTLESS_CAP = 0.4
"""The cap for a document that hit `CAP` before because it never stops changing (a clock, an animation)."""
HEAVY_QUIET = 0.5
"""Quiet seconds for an application that took long to show something: its parts come one after the other."""
SIGN_CAP = 1.2
"""The cap for a page that is quiet and shows a sign that it loads. It applies once to a document whose sign stays."""
BARE_CAP = 10.0
"""The cap for a new document that shows nothing yet, or a sign that it loads."""
NAVIGATION_CAP = 10.0
"""Seconds that a navigation may take until its document is parsed."""
POLL = 0.02
ANSWER_TIMEOUT = 0.5
"""Seconds that the kit may take to answer, beyond which the page is busy rather than quiet."""


@dataclass(frozen=True, slots=True)
class _Activity:
    """What a page reports about itself, in loop time."""

    last_change: float
    idle_reported: float
    """When the browser last reported how long it will be idle."""
    idle_until: float
    loaded: bool
    moving_until: float = 0.0
    """When the last transition ends that shows or hides a part of the page."""

    def with_frame(self, other: _Activity) -> _Activity:
        """Return the activity of a page and one of its frames together."""
        return _Activity(
            max(self.last_change, other.last_change),
            min(self.idle_reported, other.idle_reported),
            min(self.idle_until, other.idle_until),
            self.loaded and other.loaded,
            max(self.moving_until, other.moving_until),
        )


@dataclass(slots=True)
class _Wait:
    """One wait for a page to settle.

    Attributes:
        since, cap, bare_cap, quiet: as of `Settler.settle`.
        began: when it began.
        started: when the cap began to count.
        needed: seconds that the page must be quiet, where that is not for `Settler` to say.
        was_bare: the page showed nothing when its cap was over.
    """

    since: float
    cap: float
    bare_cap: float
    quiet: float | None
    began: float
    started: float
    needed: float | None
    was_bare: bool = False


class Settler:
    """Decides when a tab has settled after an act."""

    def __init__(self, core: GuardedPageContext) -> None:
        self._core = core
        self._traffic = core.traffic
        self._nonce = ""
        self._restless = ""
        """The nonce of a document that never stops changing: it costs the full cap once."""
        self._signed = " "
        """The nonce of a document that keeps showing a sign that it loads."""
        self._changed_at = 0.0
        self.lag = 0.0
        """Seconds that the page takes to answer when it changed. Each earlier answer counts half of the next."""
        self._watched_from = 0.0
        """Loop time since which the main document is watched for changes."""

    def changed_since(self, moment: float) -> bool:
        """Return whether the page was seen to change after ``moment`` (loop time), as far as `settle` asked."""
        return self._changed_at >= moment

    async def settle(
        self,
        since: float,
        *,
        cap: float = CAP,
        bare_cap: float = BARE_CAP,
        quiet: float | None = None,
        meanwhile: Callable[[], Awaitable[None]] | None = None,
    ) -> bool:
        """Wait until everything that started after ``since`` (loop time) is quiet; return False if a cap was hit first.

        A page that is blocked by a dialog or gone cannot change any more, so it counts as settled.

        Args:
            bare_cap: seconds that a new document may show nothing, or a sign that it loads, before ``cap`` counts.
            quiet: seconds that it must be quiet; by default as long as it takes to know the effects of an act.
            meanwhile: called once for a new document, while that settles.
        """
        if not await self.wait_until_parsed(NAVIGATION_CAP):
            return False
        now = loop_time()
        wait = _Wait(since, cap, bare_cap, quiet, began=now, started=now, needed=quiet)
        while not self._cannot_change():
            asked = loop_time()
            activity = await self._activity(since)
            self.lag = max(loop_time() - asked, self.lag / 2)
            if self._traffic.navigating:
                return await self.settle(since, cap=cap, bare_cap=bare_cap, quiet=quiet, meanwhile=meanwhile)
            is_new = self._traffic.parsed_at > since
            if activity is None and is_new and loop_time() < wait.started + self._cap(cap):
                # A new page may be busy building itself.
                wait.needed = wait.needed or HEAVY_QUIET
                continue
            if activity is None:
                return self._cannot_change()
            # An old document is judged from the act's end on, one that came of the act for as long as it is watched.
            start = max(activity.last_change, self._watched_from if is_new else wait.started)
            moving, answering = activity.moving_until - loop_time(), min(self._traffic.sockets.due(since), QUIET)
            pause = max(self._pause(activity, start, wait.needed), moving, answering)
            if pause <= 0 and (settled := await self._has_settled(wait, is_new=is_new)) is not None:
                return settled
            pause = pause if pause > 0 else QUIET
            if (left := wait.started + self._cap(cap) - loop_time()) <= 0:
                if not await self._goes_on(wait, is_new=is_new):
                    self._note_restless(since)
                    return False
            elif is_new and meanwhile is not None:
                await meanwhile()
                meanwhile = None
            else:
                await asyncio.sleep(min(pause, max(left, POLL)))
        return True

    async def _has_settled(self, wait: _Wait, *, is_new: bool) -> bool | None:
        """Return whether a page that is quiet has settled; None where it may go on."""
        sockets = self._traffic.sockets
        if is_new and sockets.has_sent(wait.since) and await self._is_bare():
            return None
        if wait.quiet is not None or not await self._is_loading(wait.since, is_new=is_new):
            return not sockets.awaits_answer(wait.since)
        if loop_time() > wait.started + SIGN_CAP:
            longest = wait.bare_cap if is_new else wait.cap
            if loop_time() > wait.began + longest or not await self._is_bare():
                self._signed = self._nonce
                return False
            wait.started = loop_time()
        return None

    async def _goes_on(self, wait: _Wait, *, is_new: bool) -> bool:
        """Return whether a page is watched beyond the cap: one that shows nothing, or a sign that it loads, is waited
        for, and then watched like any other."""
        if is_new and loop_time() < wait.began + wait.bare_cap and await self._is_bare():
            wait.was_bare, wait.needed = True, wait.needed or HEAVY_QUIET
            wait.started = loop_time() + POLL - wait.cap
            return True
        if wait.was_bare:
            wait.was_bare, wait.started = False, loop_time()
            return True
        return False

    async def wait_for_reaction(self) -> None:
        """Wait as long as pages usually take to react to typed text: filters and checks wait whether more is typed. For
        callers that look at the page next."""
        typed = self._core.typed_at
        searches = self._core.searched_at >= typed
        if loop_time() >= typed + (SEARCH_REACTION if searches else REACTION) or self._cannot_change():
            return
        await asyncio.sleep(max(0.0, typed + REACTION - loop_time()))
        while searches and loop_time() < typed + SEARCH_REACTION and not self._traffic.requested_since(typed):
            await self._traffic.wait_for_change(POLL)
        await self.settle(typed)

    def _pause(self, activity: _Activity, start: float, quiet: float | None) -> float:
        """Return the seconds until the page is asked again; 0 or less if it has settled. It has been quiet since
        ``start``."""
        now, busy = loop_time(), LAG_FACTOR * self.lag
        still = now - start
        if quiet is not None:
            return max(quiet, busy) - still
        if activity.loaded and activity.idle_reported > start:
            ahead = max(0.0, activity.idle_until - now)
            left = max(BRIEF, busy, QUIET_WITH_IDLE - ahead) - still
            # Wait for what is due, then the browser reports again. If its report is old, it has done so by now.
            idle = 0.0 if now - activity.idle_reported > POLL else ahead
            return min(left, max(BRIEF - still, idle + IDLE_REPORT))
        left = max(QUIET, busy) - still
        # A page that is not loaded yet may be soon, and its browser may still report.
        return min(left, max(BRIEF - still, POLL) if activity.loaded else POLL)

    async def wait_until_parsed(self, seconds: float) -> bool:
        """Wait until the page on its way, if any, is parsed; return False if that takes longer than ``seconds``.

        The kit says whether a page is parsed, since Firefox does not report it for a picture, and too early for others.
        """
        end = loop_time() + seconds
        while self._traffic.navigating and not self._cannot_change():
            if self._traffic.parsing and await self._is_parsed():
                # The browser may have reported it meanwhile.
                if self._traffic.parsing:
                    self._traffic.mark_parsed()
            elif loop_time() >= end:
                return False
            else:
                await self._traffic.wait_for_change(POLL)
        return True

    async def _is_parsed(self) -> bool:
        try:
            answer = await self._core.ask(self._core.page.main_frame, "activity", timeout=ANSWER_TIMEOUT)
        except (BrowserLost, TabLost):
            raise
        except BrowserError:
            return False
        return bool(answer.data["ready"] != "loading")

    async def _is_loading(self, since: float, *, is_new: bool) -> bool:
        """Return whether a page that the act opened or changed shows a sign that it loads."""
        if self._nonce == self._signed or not (is_new or self.changed_since(since)):
            return False
        return await self._says("loading")

    async def _is_bare(self) -> bool:
        return await self._says("bare")

    async def _says(self, op: Literal["bare", "loading"]) -> bool:
        try:
            answer = await self._core.ask(self._core.page.main_frame, op, timeout=ANSWER_TIMEOUT)
        except (BrowserLost, TabLost):
            raise
        except BrowserError:
            return False
        return bool(answer.data[op])

    def _cannot_change(self) -> bool:
        return self._core.dialog is not None or self._core.gone

    def _cap(self, cap: float) -> float:
        return min(cap, RESTLESS_CAP) if self._nonce and self._nonce == self._restless else cap

    async def _activity(self, since: float) -> _Activity | None:
        """Return the activity of the page; an open request counts as a change. None if the page does not answer."""
        frames = [_Activity(loop_time(), 0.0, 0.0, loaded=False)]
        if not self._traffic.open_since(since):
            try:
                frames = [await self._activity_of(frame) for frame in self._frames()]
            except (BrowserLost, TabLost):
                raise
            except BrowserError:
                return None
        traffic = self._traffic
        changed = loop_time() if traffic.open_since(since) else max(traffic.last_request_ended, traffic.parsed_at)
        return reduce(_Activity.with_frame, frames, _Activity(changed, inf, inf, loaded=True))

    def _frames(self) -> list[Frame]:
        main, acted_in = self._core.page.main_frame, self._core.acted_in
        if acted_in is None or acted_in is main or acted_in.is_detached():
            return [main]
        return [main, acted_in]

    async def _activity_of(self, frame: Frame) -> _Activity:
        answer = await self._core.ask(frame, "activity", timeout=ANSWER_TIMEOUT)
        now, data = loop_time(), answer.data
        if frame.parent_frame is None:
            self._nonce = answer.nonce
            self._watched_from = now - float(data["watched"]) / 1000
        changed = now - float(data["ms"]) / 1000
        self._changed_at = max(self._changed_at, changed)
        reported, idle_until = now - float(data["saw"]) / 1000, now + float(data["free"]) / 1000
        return _Activity(changed, reported, idle_until, data["ready"] == "complete", now + float(data["moving"]) / 1000)

    def _note_restless(self, since: float) -> None:
        if not self._traffic.open_since(since):
            self._restless = self._nonce
