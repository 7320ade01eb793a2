"""Watches an act: limits what it may send and keep, waits until it has settled, and reports what came of it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from handrail.browser.clock import loop_time
from handrail.browser.network.leak_filter import LeakFilter
from handrail.browser.network.method_filter import method_filter
from handrail.browser.network.sent_requests import SentRequests
from handrail.browser.types.errors import DeadlineHit, DialogOpen

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page, Request

    from handrail.browser.network.filtering_proxy import FilteringProxy
    from handrail.browser.tabs.downloads import Downloads
    from handrail.browser.tabs.open_tabs import OpenTabs
    from handrail.browser.tabs.tab import PlaywrightTab
    from handrail.browser.types.acts import ActionEffects, SentRequest, SideEffectLimits
    from handrail.trust import External

ARRIVAL_TIMEOUT = 3.0
"""Seconds that the end of an act waits for a download or a tab that it started."""
LIMITS_AFTER_ACT, LIMITS_WHEN_IDLE = 0.15, 0.5
"""Seconds after an act for which its limits hold: where another act waits, and how many more where none does."""
LAG_FACTOR = 10
"""They hold for so many answers of the page longer, since a busy machine sends its requests late."""
LIMITS_AFTER_CUT_OFF = 20.0
"""As `LIMITS_WHEN_IDLE`, where the act was cancelled or hit a deadline: the page may yet act on its input."""
POLL = 0.02


@dataclass(frozen=True, slots=True)
class EffectsBaseline:
    """An act that starts: its tab, the moment, and how often the tab had moved by then."""

    tab: PlaywrightTab
    at: float
    moves: int


class EffectsWatcher:
    """Watches the acts of one context, one after the other."""

    def __init__(
        self, context: BrowserContext, tabs: OpenTabs, downloads: Downloads, proxy: FilteringProxy | None = None
    ) -> None:
        self._context = context
        self._tabs = tabs
        self._downloads = downloads
        self._proxy = proxy
        self._sent = SentRequests(context)
        self._stopped: list[External] = []
        """Stopped and not reported: an act is over before its limits are."""
        self._leak_filter: LeakFilter | None = None
        self._removals: set[asyncio.Task[None]] = set()
        """Of filters whose act is over."""
        self._remove_now = asyncio.Event()
        self._opening: set[Request] = set()
        """First requests of tabs that are being opened: Chromium reports a tab only when its page has come."""
        context.on("close", self._on_close)
        context.on("page", self._on_page)
        context.on("request", self._on_request)
        context.on("requestfailed", lambda request: self._opening.discard(request))

    @asynccontextmanager
    async def limit(self, limits: SideEffectLimits, act: EffectsBaseline) -> AsyncIterator[None]:
        """Hold the act to its limits.

        Raises:
            DialogOpen: one blocks the page, whose requests then cannot be held.
        """
        if limits.may_send is None:
            # What this act may send, an earlier one might not.
            await self._remove_filters()
        async with contextlib.AsyncExitStack() as filters:
            self._downloads.may_save = limits.may_save
            act.tab.core.limits = limits
            if limits.may_send is not None:
                await filters.enter_async_context(method_filter(self._context, limits.may_send, self._stopped))
            if limits.leak_rule is not None:
                if act.tab.dialog is not None:
                    raise DialogOpen("A dialog is open and blocks the page.", hint="Answer it with `dialog` first.")
                self._leak_filter = LeakFilter(self._context, limits.leak_rule, self._stopped, self._proxy)
                filters.push_async_callback(self._leak_filter.remove)
                await self._leak_filter.cover(act.tab.page)
            when_idle = LIMITS_WHEN_IDLE
            try:
                yield
            except (asyncio.CancelledError, DeadlineHit):
                when_idle = LIMITS_AFTER_CUT_OFF
                raise
            finally:
                self._leak_filter = None
                if limits.may_send is not None or limits.leak_rule is not None:
                    self._remove_later(
                        filters.pop_all(), LIMITS_AFTER_ACT + LAG_FACTOR * act.tab.settler.lag, when_idle
                    )

    async def cover(self, page: Page) -> None:
        """Limit a page that the act itself opens."""
        if self._leak_filter is not None:
            await self._leak_filter.cover(page)

    async def settle(self, act: EffectsBaseline, active: PlaywrightTab, *, ahead: bool) -> bool:
        """Wait until the active tab, and those that the act opened, have settled; False where a cap was hit."""
        settled = await self._wait_for_tabs()
        tabs = {active, *self._tabs.opened}
        return (
            all(await asyncio.gather(*(tab.settle(act.at, ahead=ahead and tab is active) for tab in tabs))) and settled
        )

    async def report(self, act: EffectsBaseline, after: ActionEffects) -> None:
        """Write down what came of the act, and what came before it and was not reported."""
        opened, after.closed = self._tabs.take_changes()
        after.opened = list(await asyncio.gather(*(tab.info(active=tab is self._tabs.active) for tab in opened)))
        after.downloads = [file.to_dict() for file in await self._downloads.take_unreported(ARRIVAL_TIMEOUT)]
        after.stopped = self.take_stopped()
        active = self._tabs.active
        if active is None:
            return
        after.sent = self.take_sent()
        after.changed = active is not act.tab or act.tab.settler.changed_since(act.at)
        after.dialog = active.dialog
        if active is not act.tab or act.tab.core.traffic.moves > act.moves:
            after.navigated_to = active.url
            after.status = active.core.traffic.status

    def take_sent(self) -> list[SentRequest]:
        """Requests that may have changed something and were not reported, or have been answered since."""
        return self._sent.take_unreported()

    def take_stopped(self) -> list[External]:
        """Requests that were stopped and not reported yet: limits hold for a moment after their act."""
        stopped = self._stopped[:]
        # Emptied in place: the filters add to it.
        self._stopped.clear()
        return stopped

    def _remove_later(self, filters: contextlib.AsyncExitStack, soon: float, when_idle: float) -> None:
        """Remove filters ``soon`` seconds from now, and ``when_idle`` seconds later where no other act waits: a busy
        browser reports a request some time after the page has made it."""

        async def remove() -> None:
            await asyncio.sleep(soon)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._remove_now.wait(), when_idle)
            await filters.aclose()

        task = asyncio.get_running_loop().create_task(remove())
        self._removals.add(task)
        task.add_done_callback(self._removals.discard)

    async def _remove_filters(self) -> None:
        if self._removals:
            self._remove_now.set()
            await asyncio.wait(self._removals)
            self._remove_now.clear()

    async def _wait_for_tabs(self) -> bool:
        """Wait for tabs that are being opened; False where one is not here in time. It is reported once open."""
        end = loop_time() + ARRIVAL_TIMEOUT
        while self._opening:
            if loop_time() >= end:
                return False
            await asyncio.sleep(POLL)
        return True

    def _on_close(self, _context: BrowserContext) -> None:
        for task in self._removals:
            task.cancel()

    def _on_request(self, request: Request) -> None:
        if request.is_navigation_request() and not _has_tab(request):
            self._opening.add(request)

    def _on_page(self, _: Page) -> None:
        self._opening.difference_update([request for request in self._opening if _has_tab(request)])


def _has_tab(request: Request) -> bool:
    try:
        return request.frame is not None
    except PlaywrightError:
        return False
