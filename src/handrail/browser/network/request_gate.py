"""Holds every request that an act may lead to, where the browser sends it, until the limits of the act have judged it.

The limits of an act hold until the next act begins, however late a request comes: a page may send on a timer, from a
worker, or when it is left.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from handrail.browser.network.chromium_hold import ChromiumHold
from handrail.browser.network.known_parts import KnownParts
from handrail.browser.network.route_hold import RouteHold
from handrail.browser.types.acts import HeldRequest, SideEffectLimits
from handrail.browser.types.addresses import origin_of
from handrail.trust import External

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page

    from handrail.browser.network.filtering_proxy import FilteringProxy

MAX_STOPPED = 20
"""Stopped requests that are reported."""
MAX_URL_CHARS = 200
"""Characters of an address that are reported."""


class RequestGate:
    """Judges the requests of one context by the limits of the last act in each page. Nothing is held before any limit.

    Args:
        context: the browser context.
        proxy: what its requests pass, if anything.
    """

    def __init__(self, context: BrowserContext, proxy: FilteringProxy | None = None) -> None:
        self._limits: WeakKeyDictionary[Page, SideEffectLimits] = WeakKeyDictionary()
        """Of the last act in each page."""
        self._last = SideEffectLimits()
        self._stopped: list[External] = []
        self._undecided = 0
        self._all_decided = asyncio.Event()
        self._is_limited = False
        browser = context.browser
        self._hold: ChromiumHold | RouteHold
        if browser is not None and browser.browser_type.name == "chromium":
            self._hold = ChromiumHold(context, browser, self.permits)
        else:
            self._hold = RouteHold(context, self.permits, proxy, lambda url: self.report("GET", url))
        self._parts = KnownParts(context)

    async def start(self) -> None:
        """Make it possible to hold requests. Call it when the context has a page, and before that opens an address."""
        if isinstance(self._hold, ChromiumHold):
            await self._hold.start()

    async def apply(self, limits: SideEffectLimits, page: Page) -> None:
        """Judge the requests of a page by these limits from now on."""
        self._limits[page] = self._last = limits
        self._is_limited |= limits.may_send is not None or limits.confinement is not None
        if not self._is_limited:
            return
        if isinstance(self._hold, ChromiumHold):
            await self._hold.owners.add(page)
        await self._cover()

    async def permits(self, request: HeldRequest, page: Page | None) -> bool:
        """Whether a request may be sent, or followed where it is a redirect. One that may not is reported.

        A page in which there was no act yet, such as one that a page opens, is bound by the limits of all; and so is a
        worker that outlives its page."""
        known = self._limits.get(page) if page is not None else None
        self._undecided += 1
        self._all_decided.clear()
        try:
            for limits in [known] if known is not None else dict.fromkeys([self._last, *self._limits.values()]):
                if not await self._judge(limits, request):
                    self.report(request.method, request.url)
                    return False
            return True
        finally:
            self._undecided -= 1
            if not self._undecided:
                self._all_decided.set()

    async def wait_for_decisions(self) -> bool:
        """Wait until no request is being judged, which may take as long as the user takes. False where none was."""
        if not self._undecided:
            return False
        await self._all_decided.wait()
        return True

    def report(self, method: str, url: str) -> None:
        """Add a request that was stopped to those that are reported."""
        if len(self._stopped) < MAX_STOPPED:
            self._stopped.append(External(f"{method} {shortened(url)}", origin_of(url), "page-info"))

    def take_stopped(self) -> list[External]:
        """Requests that were stopped, once each: an act is over before its last request is made."""
        stopped, self._stopped = self._stopped, []
        return stopped

    async def _cover(self) -> None:
        """Hold what has to be judged: every request, while a tab is tainted."""
        confinements = [one.confinement for page, one in self._limits.items() if not page.is_closed()]
        tainted = [one for one in confinements if one is not None and one.taint.holds]
        self._parts.is_learning = not tainted
        await self._hold.cover(tainted[0] if tainted else None)

    async def _judge(self, limits: SideEffectLimits, request: HeldRequest) -> bool:
        confinement, may_send = limits.confinement, limits.may_send
        if confinement is not None:
            held = confinement.taint.holds
            if not confinement.permits(request, is_known_part=request.is_part and request.url in self._parts):
                return False
            if confinement.taint.holds != held:
                await self._cover()
        return may_send is None or not request.may_change_state or await may_send(request)


def shortened(url: str) -> str:
    """An address as it is reported."""
    return url if len(url) <= MAX_URL_CHARS else f"{url[: MAX_URL_CHARS - 1]}…"
