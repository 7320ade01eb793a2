"""An act is watched: what it may send and keep, when it is over, and what came of it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from handrail.browser.network.method_filter import method_filter
from handrail.browser.network.request_filter import RequestFilter
from handrail.browser.network.sent_requests import SentRequests
from handrail.browser.types.errors import DeadlineHit, DialogOpen

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page, Request

    from handrail.browser.network.proxy import FilteringProxy
    from handrail.browser.tabs.downloads import Downloads
    from handrail.browser.tabs.open_tabs import OpenTabs
    from handrail.browser.tabs.tab import PlaywrightTab
    from handrail.browser.types.acts import ActionEffects, SentRequest, SideEffectLimits
    from handrail.trust import External

ARRIVING = 3.0
"""Seconds that leaving a watch waits for a download or a tab that the act began."""
SOON, LATE = 0.15, 0.5
"""Seconds after an act for which its bounds hold on: where another act waits for that, and where none does."""
LAGS = 10
"""They hold on for so many answers of the page longer, since a busy machine sends its requests late."""
CUT_OFF = 20.0
"""The same where no other act waits, and this one was cut off or hit a deadline: what a page was given may come of it
yet."""
POLL = 0.02


@dataclass(frozen=True, slots=True)
class EffectsBaseline:
    """An act that was begun: its tab, the moment, and how often the tab had gone anywhere by then."""

    tab: PlaywrightTab
    at: float
    moves: int


class EffectsWatcher:
    """Watches the acts of one context, one after the other.

    Args:
        context: the browser context.
        tabs: its tabs.
        downloads: the files that its pages hand over.
        proxy: what its requests pass, where there is one.
    """

    def __init__(
        self, context: BrowserContext, tabs: OpenTabs, downloads: Downloads, proxy: FilteringProxy | None = None
    ) -> None:
        self._context = context
        self._tabs = tabs
        self._downloads = downloads
        self._proxy = proxy
        self._sent = SentRequests(context)
        self._stopped: list[External] = []
        """What was stopped and not told: an act is over before its bounds are."""
        self._request_filter: RequestFilter | None = None
        """What holds requests back during an act."""
        self._lifting: set[asyncio.Task[None]] = set()
        self._free = asyncio.Event()
        """Set when what holds requests after an act is not to wait any longer."""
        self._coming: set[Request] = set()
        """First requests of tabs that are being opened: Chromium tells of a tab only when its page has come."""
        context.on("close", self._closed)
        context.on("page", self._came)
        context.on("request", self._on_request)
        context.on("requestfailed", lambda request: self._coming.discard(request))

    def begin(self, tab: PlaywrightTab) -> EffectsBaseline:
        """An act in this tab begins."""
        return EffectsBaseline(tab, asyncio.get_running_loop().time(), tab.core.traffic.moves)

    @asynccontextmanager
    async def within(self, bounds: SideEffectLimits, act: EffectsBaseline) -> AsyncIterator[None]:
        """Hold the act to its bounds.

        Raises:
            DialogOpen: one blocks the page, which can then not be held.
        """
        if bounds.sends is None:
            # What this act may send, an earlier one might not.
            await self._lift_now()
        async with contextlib.AsyncExitStack() as stack:
            self._downloads.keeps = bounds.keeps
            act.tab.core.bounds = bounds
            if bounds.sends is not None:
                await stack.enter_async_context(method_filter(self._context, bounds.sends, self._stopped))
            if bounds.stays is not None:
                if act.tab.dialog is not None:
                    raise DialogOpen("A dialog is open and blocks the page.", hint="Answer it with `dialog` first.")
                self._request_filter = RequestFilter(self._context, bounds.stays, self._stopped, self._proxy)
                stack.push_async_callback(self._request_filter.remove)
                await self._request_filter.cover(act.tab.page)
            late = LATE
            try:
                yield
            except (asyncio.CancelledError, DeadlineHit):
                late = CUT_OFF
                raise
            finally:
                self._request_filter = None
                if bounds.sends is not None or bounds.stays is not None:
                    self._lift_later(stack.pop_all(), SOON + LAGS * act.tab.lag, late)

    async def cover(self, page: Page) -> None:
        """A page that the act itself opens is held too."""
        if self._request_filter is not None:
            await self._request_filter.cover(page)

    async def settle(self, act: EffectsBaseline, active: PlaywrightTab, *, ahead: bool) -> bool:
        """Wait until the active tab, and those that the act opened, are quiet; False where the cap was hit."""
        settled = await self._tabs_have_come()
        tabs = {active, *self._tabs.opened}
        return (
            all(await asyncio.gather(*(tab.settle(act.at, ahead=ahead and tab is active) for tab in tabs))) and settled
        )

    async def tell(self, act: EffectsBaseline, after: ActionEffects) -> None:
        """Write down what came of the act, and what came before it and was not told."""
        opened, after.closed = self._tabs.news()
        after.opened = list(await asyncio.gather(*(tab.info(active=tab is self._tabs.active) for tab in opened)))
        after.downloads = [arrival.told() for arrival in await self._downloads.untold(ARRIVING)]
        after.stopped = self.stopped()
        active = self._tabs.active
        if active is None:
            return
        after.sent = self._sent.take_unreported()
        after.changed = active is not act.tab or act.tab.changed_since(act.at)
        after.dialog = active.dialog
        if active is not act.tab or act.tab.core.traffic.moves > act.moves:
            after.navigated_to = active.url
            after.status = active.core.traffic.status

    def sent(self) -> Sequence[SentRequest]:
        """Requests that may have changed something and were not told, or have been answered since."""
        return self._sent.take_unreported()

    def stopped(self) -> list[External]:
        """Requests that were stopped and not told yet."""
        told = self._stopped[:]
        # Emptied in place: what holds requests adds to it.
        self._stopped.clear()
        return told

    def _lift_later(self, held: contextlib.AsyncExitStack, soon: float, late: float) -> None:
        """A busy browser tells of a request some time after the page has made it: let go ``soon`` seconds from now, and
        ``late`` seconds later where no other act waits."""

        async def lift() -> None:
            await asyncio.sleep(soon)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._free.wait(), late)
            await held.aclose()

        task = asyncio.get_running_loop().create_task(lift())
        self._lifting.add(task)
        task.add_done_callback(self._lifting.discard)

    async def _lift_now(self) -> None:
        if self._lifting:
            self._free.set()
            await asyncio.wait(self._lifting)
            self._free.clear()

    def _closed(self, _context: BrowserContext) -> None:
        for task in self._lifting:
            task.cancel()

    async def _tabs_have_come(self) -> bool:
        """Wait for tabs that are being opened; False where one is not here in time. It is told when it is."""
        end = asyncio.get_running_loop().time() + ARRIVING
        while self._coming:
            if asyncio.get_running_loop().time() >= end:
                return False
            await asyncio.sleep(POLL)
        return True

    def _on_request(self, request: Request) -> None:
        if request.is_navigation_request() and not _has_tab(request):
            self._coming.add(request)

    def _came(self, _: Page) -> None:
        self._coming.difference_update([request for request in self._coming if _has_tab(request)])


def _has_tab(request: Request) -> bool:
    try:
        return request.frame is not None
    except PlaywrightError:
        return False
