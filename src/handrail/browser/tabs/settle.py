"""Waits until what an act started has settled: no longer than it takes, and never without end."""

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
"""The same where the page is loaded and its browser reports how long it will be idle, 50 ms at most
(kit/page/activity.js): quiet seconds behind and ahead together, and those behind alone: two frames."""
IDLE_REPORT = 0.005
"""Seconds after a question by which the browser has reported when it is idle, and for which that counts as now."""
REACTION = 0.35
"""Seconds after which pages usually react to what was typed, or pressed on the keyboard."""
ANSWER_REACTION = 0.3
"""Seconds after the answer to a request of the act within which a page reacts to it, if it has not yet."""
LAG_FACTOR = 3
"""On a busy machine a page reacts late: it is watched for at least as long as so many of its answers take."""
CAP = 3.0
"""Seconds after which a page that does not settle is no longer waited for."""
RESTLESS_CAP = 0.4
"""The cap for a document that hit `CAP` before because it never stops changing (a clock, an animation)."""
HEAVY_QUIET = 0.5
"""The same for an application that took long to show something: its parts come one after the other."""
SIGN_CAP = 1.2
"""The cap for a page that is quiet and shows a sign that it loads; once for a document where that stays."""
BARE_CAP = 10.0
"""The cap for a new document that shows nothing yet, or a sign that it loads."""
NAVIGATION_CAP = 10.0
"""Seconds that a navigation may take until its document is parsed."""
POLL = 0.02
ANSWER_TIMEOUT = 0.5
"""Seconds that the kit may take to answer, beyond which the page is busy rather than quiet."""


@dataclass(frozen=True, slots=True)
class _Activity:
    """What a page reports of itself, in loop time."""

    last_change: float
    idle_reported: float
    """When the browser last reported how long it will be idle."""
    idle_until: float
    loaded: bool
    moving_until: float = 0.0
    """When the last transition of those ends that bring a part of the page in or take it away."""

    def with_frame(self, other: _Activity) -> _Activity:
        """That of both."""
        return _Activity(
            max(self.last_change, other.last_change),
            min(self.idle_reported, other.idle_reported),
            min(self.idle_until, other.idle_until),
            self.loaded and other.loaded,
            max(self.moving_until, other.moving_until),
        )


class Settler:
    """Decides when a tab has settled after an act."""

    def __init__(self, core: GuardedPageContext) -> None:
        self._core = core
        self._traffic = core.traffic
        self._nonce = ""
        self._restless = ""
        """The nonce of a document that never stops changing: it costs the full cap once."""
        self._signed = " "
        """That of a document whose sign that it loads stays."""
        self._changed_at = 0.0
        self.lag = 0.0
        """Seconds that the page takes to answer when it changed; earlier answers count half each time."""
        self._watched_from = 0.0
        """Loop time since which the main document is watched for changes."""

    def changed_since(self, moment: float) -> bool:
        """Whether the page was seen to change after ``moment`` (loop time), as far as `settle` asked."""
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
        """Wait until all is quiet that started after ``since`` (loop time); False where a cap was hit first.

        A page that a dialog holds up, and one that is gone, cannot change any more: they count as settled.

        Args:
            bare_cap: seconds that a new document may show nothing, or a sign that it loads, before ``cap`` counts.
            quiet: seconds that it must be quiet; by default as long as it takes to know what came of an act.
            meanwhile: done once in a new document, while that settles.
        """
        if not await self.wait_until_parsed(NAVIGATION_CAP):
            return False
        started, sockets = loop_time(), self._traffic.sockets
        bare_until, was_bare = started + bare_cap, False
        while not self._cannot_change():
            asked = loop_time()
            activity = await self._activity(since)
            self.lag = max(loop_time() - asked, self.lag / 2)
            if self._traffic.navigating:
                return await self.settle(since, cap=cap, bare_cap=bare_cap, quiet=quiet, meanwhile=meanwhile)
            if activity is None and self._traffic.parsed_at > since and loop_time() < started + self._cap(cap):
                # A new page may be busy with making itself.
                quiet = quiet or HEAVY_QUIET
                continue
            if activity is None:
                return self._cannot_change()
            # An old document is judged from the act's end on, one that came of the act for as long as it is watched.
            is_new = self._traffic.parsed_at > since
            start = max(activity.last_change, self._watched_from if is_new else started)
            moving, answering = activity.moving_until - loop_time(), min(sockets.due(since), QUIET)
            reacting = 0.0 if is_new or quiet is not None else min(self._reaction_due(since), QUIET)
            pause = max(self._pause(activity, start, quiet), moving, answering, reacting)
            if pause <= 0 and not (is_new and sockets.said(since) and await self._is_bare()):
                if quiet is not None or not await self._is_loading(since, is_new=is_new):
                    return not sockets.unanswered(since)
                if loop_time() > started + SIGN_CAP:
                    self._signed = self._nonce
                    return False
            pause = pause if pause > 0 else QUIET
            if (left := started + self._cap(cap) - loop_time()) <= 0:
                # What loads under a sign of its own that it does so is waited for, and then watched like any page.
                if is_new and loop_time() < bare_until and await self._is_bare():
                    was_bare, quiet = True, quiet or HEAVY_QUIET
                    started = loop_time() + POLL - cap
                    continue
                if was_bare:
                    was_bare, started = False, loop_time()
                    continue
                self._note_restless(since)
                return False
            if is_new and meanwhile is not None:
                await meanwhile()
                meanwhile = None
            else:
                await asyncio.sleep(min(pause, max(left, POLL)))
        return True

    async def wait_for_reaction(self) -> None:
        """Wait until a page has reacted to what was typed, as far as pages usually take: filters and checks wait for
        more to be typed. For who looks at the page next."""
        typed = self._core.typed_at
        if (left := typed + REACTION - loop_time()) > 0 and not self._cannot_change():
            await asyncio.sleep(left)
            await self.settle(typed)

    def _pause(self, activity: _Activity, start: float, quiet: float | None) -> float:
        """Seconds until the page is asked again, 0 or less where it has settled. It is quiet from ``start`` on."""
        now, busy = loop_time(), LAG_FACTOR * self.lag
        still = now - start
        if quiet is not None:
            return max(quiet, busy) - still
        if activity.loaded and activity.idle_reported > start:
            ahead = max(0.0, activity.idle_until - now)
            left = max(BRIEF, busy, QUIET_WITH_IDLE - ahead) - still
            # What is due is waited for, then the browser reports again. Where it did long ago, it has by now.
            idle = 0.0 if now - activity.idle_reported > POLL else ahead
            return min(left, max(BRIEF - still, idle + IDLE_REPORT))
        left = max(QUIET, busy) - still
        # What is not loaded yet may be soon, and a browser may yet report.
        return min(left, max(BRIEF - still, POLL) if activity.loaded else POLL)

    def _reaction_due(self, since: float) -> float:
        """Seconds within which the page may yet react to the answer of a request that was made after ``since``; 0 or
        less where it has, and where there was none."""
        answered = self._traffic.answered_since(since)
        return 0.0 if self.changed_since(answered) else answered + ANSWER_REACTION - loop_time()

    async def wait_until_parsed(self, seconds: float) -> bool:
        """Wait until the page that is on its way, if any, is here and parsed; False where it is not within ``seconds``.

        The kit is asked whether it is parsed: Firefox does not report it of a picture, and too early of others.
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
        """Whether a page that came of the act, or was changed by it, shows a sign that it loads."""
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
        """That of the page now, which changes while a request is open. None where the page does not answer."""
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
