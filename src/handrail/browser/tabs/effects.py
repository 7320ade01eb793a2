"""Watches an act: limits what it may send and keep, waits until it has settled, and reports what came of it: also what
was sent that may have changed something, and what was answered. Whether a form arrived shows there."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, replace

from playwright.async_api import BrowserContext, Page, Request, Response
from playwright.async_api import Error as PlaywrightError

from handrail.browser.clock import loop_time
from handrail.browser.network.filtering_proxy import FilteringProxy
from handrail.browser.network.request_gate import RequestGate
from handrail.browser.network.route_hold import BEACON_ACCEPT
from handrail.browser.page.navigation_errors import may_be_taken
from handrail.browser.tabs.downloads import Downloads
from handrail.browser.tabs.open_tabs import OpenTabs
from handrail.browser.tabs.tab import PlaywrightTab
from handrail.browser.types.acts import SAFE_METHODS, ActionEffects, SentRequest
from handrail.browser.types.errors import BrowserError
from handrail.browser.types.network.addresses import origin_of, short_address
from handrail.browser.types.network.network_rules import SecretGuard
from handrail.browser.types.side_effects import SideEffectLimits
from handrail.trust import External

ARRIVAL_TIMEOUT = 3.0
"""Seconds that the end of an act waits for a download or a tab that it started."""
POLL = 0.02
UNANSWERED_TYPES = frozenset({"ping", "cspreport", "beacon"})
"""Kinds of requests that count visits and report faults; no page waits for their answers."""
_ABORTED = "ABORTED"
"""In what Chromium and Firefox call it that a page gave a request up."""
MAX_RECORDED = 50
MAX_REPORTED = 10


@dataclass(frozen=True, slots=True)
class EffectsBaseline:
    """The state when an act started: its tab, the moment, how often the tab had moved, and its address."""

    tab: PlaywrightTab
    at: float
    moves: int
    url: str

    @property
    def has_gone_nowhere(self) -> bool:
        """Whether the page says that it moved within its document, but to the same address."""
        traffic = self.tab.core.traffic
        return self.tab.page.url == self.url and not traffic.navigating and traffic.parsed_at < self.at


class EffectsWatcher:
    """Watches the acts of one context, one after the other."""

    def __init__(
        self, context: BrowserContext, tabs: OpenTabs, downloads: Downloads, proxy: FilteringProxy | None
    ) -> None:
        self._tabs = tabs
        self._downloads = downloads
        self._gate = RequestGate(context, proxy, lambda: tabs.taints)
        self.start, self.take_stopped = self._gate.start, self._gate.stopped.take
        self.take_sent = SentRequests(context).take_unreported
        self._limits = SideEffectLimits()
        self._opening: set[Request] = set()
        """First requests of tabs that are being opened: Chromium reports a tab only when its page has arrived."""
        context.on("page", self._on_page)
        context.on("request", self._on_request)
        context.on("requestfailed", lambda request: self._opening.discard(request))

    async def limit(self, limits: SideEffectLimits, tab: PlaywrightTab | None) -> None:
        """Hold an act in this tab to its limits until the next act; None: in the tab that the act opens."""
        self._downloads.may_save, self._downloads.ask_to_save = limits.may_save, limits.ask_to_save
        self._limits = limits
        self._gate.stopped.is_acting = True
        if tab is not None:
            await self.bind(tab)

    def guard(self, guard: SecretGuard) -> None:
        """Stop requests, from the next act on, that this guard says would tell a secret."""
        self._gate.guard = guard

    async def bind(self, tab: PlaywrightTab) -> None:
        """Apply the limits of the act to a tab."""
        tab.core.limits = self._limits
        if self._limits.confinement is not None:
            tab.core.taint = self._limits.confinement.taint
        await self._gate.apply(self._limits, tab.page)

    async def settle(self, act: EffectsBaseline, active: PlaywrightTab, *, ahead: bool) -> bool:
        """Wait until the active tab, and those that the act opened, have settled; return False if a cap was hit."""
        while True:
            arrived = await self._wait_for_tabs()
            tabs = {active, *self._tabs.opened}
            settled = await asyncio.gather(*(tab.settle(act.at, ahead=ahead and tab is active) for tab in tabs))
            # Scripts open tabs some time after a press, and a busy browser reports late that it opens one.
            if arrived and (self._opening or not tabs.issuperset(self._tabs.opened)):
                continue
            if not (await self._gate.wait_for_decisions() or await self._downloads.wait_for_decisions()):
                return arrived and all(settled)

    async def report(self, act: EffectsBaseline, after: ActionEffects) -> None:
        """Add to the effects what came of the act, and what came before it and was not reported."""
        after.downloads = [file.to_dict() for file in await self._downloads.take_unreported(ARRIVAL_TIMEOUT)]
        if after.downloads:
            await self._close_empty()
        opened, after.closed = self._tabs.take_changes()
        after.opened = list(await asyncio.gather(*(tab.info(active=tab is self._tabs.active) for tab in opened)))
        after.stopped, self._gate.stopped.is_acting = self._gate.stopped.take(), False
        active = self._tabs.active
        if active is None:
            return
        after.sent = self.take_sent()
        after.asked_for_file, act.tab.core.asked_for_file = act.tab.core.asked_for_file, False
        traffic = act.tab.core.traffic
        spoke = traffic.requested_since(act.at) or traffic.sockets.has_sent(act.at)
        after.requested = bool(spoke or after.sent or after.stopped or after.downloads or opened)
        after.changed = active is not act.tab or act.tab.settler.changed_since(act.at)
        after.dialog = active.dialog
        after.loading = not after.settled and active.core.traffic.navigating
        has_moved = traffic.moves > act.moves and not act.has_gone_nowhere
        if active is not act.tab or has_moved:
            after.navigated_to = active.url
            after.status = active.core.traffic.status
            after.wants_sign_in = active.core.traffic.wants_sign_in and after.status is not None

    async def _close_empty(self) -> None:
        """Close the tabs that were opened for a file alone, as Chrome does in a window. It reports such a file on the
        page that opened the tab."""
        for tab in self._tabs.opened:
            if tab is self._tabs.active or tab.page.url not in ("", "about:blank") or self._downloads.running:
                continue
            with suppress(BrowserError, PlaywrightError):
                if (await tab.core.ask(tab.page.main_frame, "bare")).data["bare"]:
                    await tab.page.close()
                    self._tabs.forget(tab)

    async def _wait_for_tabs(self) -> bool:
        """Wait for tabs that are being opened; return False if one is late. It is reported once it is open."""
        end = loop_time() + ARRIVAL_TIMEOUT
        while self._opening:
            if loop_time() >= end:
                # What is answered without a page opens none, and must not be waited for again.
                self._opening.clear()
                return False
            await asyncio.sleep(POLL)
        return True

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


class SentRequests:
    """The requests of a context with a method that may change something (RFC 9110, section 9.2.1).

    A request without an answer is reported without a status, and again when its answer has arrived.
    """

    def __init__(self, context: BrowserContext) -> None:
        self._recorded: dict[Request, SentRequest] = {}
        self._reported: dict[Request, SentRequest] = {}
        context.on("request", self._on_request)
        context.on("response", self._on_response)
        context.on("requestfailed", self._on_failed)

    def take_unreported(self) -> list[SentRequest]:
        """Return what was sent and answered since the last time; only the newest if there are many."""
        fresh = [sent for request, sent in self._recorded.items() if self._reported.get(request) != sent]
        self._recorded = {request: sent for request, sent in self._recorded.items() if sent.status is None}
        self._reported = dict(self._recorded)
        return fresh[-MAX_REPORTED:]

    def _on_request(self, request: Request) -> None:
        if request.method.upper() in SAFE_METHODS or _is_unanswered(request):
            return
        if len(self._recorded) >= MAX_RECORDED:
            self._recorded.pop(next(iter(self._recorded)))
        url = External(short_address(request.url), origin_of(request.url), "page-info")
        self._recorded[request] = SentRequest(request.method.upper(), url, None)

    def _on_response(self, response: Response) -> None:
        self._set_status(response.request, response.status)

    def _on_failed(self, request: Request) -> None:
        try:
            failure = request.failure or ""
        except PlaywrightError:
            failure = ""
        if "BLOCKED_BY_CLIENT" in failure:
            # Policy stopped it, and the act's `stopped` says so.
            self._recorded.pop(request, None)
        elif _ABORTED in failure:
            pass  # the page was left before the answer came: the site may have got it all the same
        elif request in self._recorded and self._recorded[request].status is None:
            self._set_status(request, 0, may_be_taken=may_be_taken(failure))

    def _set_status(self, request: Request, status: int, *, may_be_taken: bool = False) -> None:
        if (sent := self._recorded.get(request)) is not None:
            self._recorded[request] = replace(sent, status=status, may_be_taken=may_be_taken)


def _is_unanswered(request: Request) -> bool:
    # In Firefox beacons are sent in another way.
    return request.resource_type in UNANSWERED_TYPES or request.headers.get("accept") == BEACON_ACCEPT
