"""Waits until what an act started has settled: no longer than needed, and never without end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from math import inf

from handrail.browser.clock import loop_time
from handrail.browser.page.hang_guard import GuardedPageContext
from handrail.browser.tabs.activity import Activity, ActivityReader

QUIET = 0.1
"""Seconds without a change or a request that matters after which a page counts as settled."""
QUIET_WITH_IDLE, BRIEF = 0.075, 0.03
"""The same if the page is loaded and its browser reports how long it will be idle (kit/page/activity.js; 50 ms at
most): the quiet seconds past and ahead together, and the past ones alone, which are two frames."""
NEW_QUIET_WITH_IDLE = 0.06
"""`QUIET_WITH_IDLE` for a document that came of the act: what it fetches is waited for, and no answer of it is due."""
IDLE_REPORT = 0.005
"""Seconds within which the browser reports after a question that it is idle, and for which the report counts as now."""
REACTION = 0.35
"""Seconds after which pages usually react to what was typed, or pressed on the keyboard."""
SEARCH_REACTION = 0.85
"""The same for hovering, and for what was typed into a field that searches or filters, unless a request is made for it
before."""
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


@dataclass(slots=True)
class _Wait:
    """One wait for a page to settle; ``since``, ``cap``, ``bare_cap`` and ``quiet`` as of `Settler.settle`."""

    since: float
    cap: float
    bare_cap: float
    quiet: float | None
    needed: float | None
    """Seconds that the page must be quiet, where that is not for `Settler` to say."""
    began: float = field(default_factory=loop_time)
    started: float = field(default_factory=loop_time)
    """When the cap began to count."""
    was_bare: bool = False
    """The page showed nothing when its cap was over."""
    moved_until: float = 0.0
    """When what fades or slides came to rest. Pages take out what went in one of the next frames."""


class Settler:
    """Decides when a tab has settled after an act."""

    def __init__(self, core: GuardedPageContext) -> None:
        self._core = core
        self._traffic = core.traffic
        self._activity = ActivityReader(core)
        self._restless = " "
        """The nonce of a document that never stops changing: it costs the full cap once."""
        self.lag = 0.0
        """Seconds that the page takes to answer when it changed. Each earlier answer counts half of the next."""

    def changed_since(self, moment: float) -> bool:
        """Return whether the page was seen to change after ``moment`` (loop time), as far as `settle` asked."""
        return self._activity.changed_at >= moment

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
        wait = _Wait(since, cap, bare_cap, quiet, needed=quiet)
        while not self._cannot_change():
            asked, document = loop_time(), self._activity.nonce
            activity = await self._activity.read(since)
            # What a new document answers had to wait for that, and says nothing of how busy the page is.
            if self._activity.nonce == document:
                self.lag = max(loop_time() - asked, self.lag / 2)
            if self._traffic.navigating:
                return await self.settle(since, cap=cap, bare_cap=bare_cap, quiet=quiet, meanwhile=meanwhile)
            is_new = self._traffic.parsed_at > since
            if activity is None and loop_time() < self._end_of(wait):
                # It may be busy building what the act brings.
                wait.needed = wait.needed or (HEAVY_QUIET if is_new else None)
                await asyncio.sleep(POLL)
                continue
            if activity is None:
                return self._cannot_change()
            # An old document is judged from the act's end on, one that came of the act for as long as it is watched.
            start = max(activity.last_change, self._activity.watched_from if is_new else wait.started)
            with_idle = NEW_QUIET_WITH_IDLE if is_new else QUIET_WITH_IDLE
            moving, answering = activity.moving_until - loop_time(), min(self._traffic.sockets.due(since), QUIET)
            if moving > 0:
                wait.moved_until = activity.moving_until
            quiet_for = self._pause(activity, max(start, wait.moved_until), wait.needed, with_idle)
            pause = max(quiet_for, moving, answering)
            if pause <= 0 and (settled := await self._has_settled(wait, is_new=is_new)) is not None:
                if settled and self._restless == self._activity.nonce:
                    self._restless = " "
                return settled
            pause = pause if pause > 0 else QUIET
            if (left := self._end_of(wait) - loop_time()) <= 0:
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
        if is_new and sockets.has_sent(wait.since) and await self._activity.is_bare():
            return None
        may_load = wait.quiet is None and (is_new or self.changed_since(wait.since))
        if not may_load or not await self._activity.is_loading(wait.since):
            return not sockets.awaits_answer(wait.since)
        if loop_time() > wait.started + SIGN_CAP:
            longest = wait.bare_cap if is_new else wait.cap
            if loop_time() > wait.began + longest or not await self._activity.is_bare():
                await self._activity.is_loading(wait.since, stays=True)
                return False
            wait.started = loop_time()
        return None

    async def _goes_on(self, wait: _Wait, *, is_new: bool) -> bool:
        """Return whether a page is watched beyond the cap: one that shows nothing, or a sign that it loads, is waited
        for, and then watched like any other."""
        if is_new and loop_time() < wait.began + wait.bare_cap and await self._activity.is_bare():
            wait.was_bare, wait.needed = True, wait.needed or HEAVY_QUIET
            wait.started = loop_time() + POLL - wait.cap
            return True
        if wait.was_bare:
            wait.was_bare, wait.started = False, loop_time()
            return True
        return False

    async def wait_for_reaction(self, since: float = inf) -> bool:
        """Wait as long as pages usually take to react to input that they may take for a part of more: typed text, the
        first of two clicks, a pointer on its way. Return False if a cap was hit. For callers that look next. ``since``:
        when the act began. A press that has changed nothing by now is watched for a change."""
        typed, pressed = self._core.typed_at, self._core.pressed_at
        searches = self._core.searched_at >= typed
        if loop_time() < typed + (SEARCH_REACTION if searches else REACTION) and not self._cannot_change():
            await asyncio.sleep(max(0.0, typed + REACTION - loop_time()))
            while searches and loop_time() < typed + SEARCH_REACTION and not self._traffic.requested_since(typed):
                await self._traffic.wait_for_change(POLL)
            return await self.settle(typed)
        if pressed < since or self._has_effect(since):
            return True
        while loop_time() < pressed + REACTION and not self._has_effect(since):
            await self._traffic.wait_for_change(POLL)
            await self._activity.read(since)
        return not self._has_effect(since) or await self.settle(since)

    def _has_effect(self, since: float) -> bool:
        """Return whether something came of a press, or nothing more can, as far as the page was asked."""
        return (
            self._cannot_change()
            or self._activity.is_in_field
            or self.changed_since(since)
            or self._traffic.requested_since(since)
            or self._traffic.moved_at > since
        )

    def _pause(self, activity: Activity, start: float, quiet: float | None, with_idle: float) -> float:
        """Return the seconds until the page is asked again; 0 or less if it has settled. It has been quiet since
        ``start``; ``with_idle`` seconds are enough where the browser reports that it is idle."""
        now, busy = loop_time(), LAG_FACTOR * self.lag
        still = now - start
        if quiet is not None:
            return max(quiet, busy) - still
        if activity.loaded and activity.idle_reported > start:
            ahead = max(0.0, activity.idle_until - now)
            left = max(BRIEF, busy, with_idle - ahead) - still
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
            if self._traffic.parsing and await self._activity.is_parsed():
                # The browser may have reported it meanwhile.
                if self._traffic.parsing:
                    self._traffic.mark_parsed()
            elif loop_time() >= end:
                return False
            else:
                await self._traffic.wait_for_change(POLL)
        return True

    def _cannot_change(self) -> bool:
        return self._core.dialog is not None or self._core.gone

    def _end_of(self, wait: _Wait) -> float:
        """Return the loop time at which the cap of a wait is over. A document that never stops changing is watched
        briefly, but while the act's own requests are open, and for what their answers bring."""
        end = wait.started + wait.cap
        if self._restless != self._activity.nonce:
            return end
        answered = loop_time() if self._traffic.open_since(wait.since) else self._traffic.last_request_ended
        return min(end, max(wait.started, answered) + RESTLESS_CAP)

    def _note_restless(self, since: float) -> None:
        if not self._traffic.open_since(since):
            self._restless = self._activity.nonce
