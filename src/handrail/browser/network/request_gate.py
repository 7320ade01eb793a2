"""Holds every request that an act may lead to, as the browser sends it, until the act's limits have judged it.

The limits of an act hold until the next act begins, however late a request comes: a page may send on a timer, from a
worker, or when it is left.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from weakref import WeakKeyDictionary, WeakSet

from playwright.async_api import BrowserContext, Page, Response

from handrail.browser.background import run_in_background
from handrail.browser.network.chromium_hold import ChromiumHold
from handrail.browser.network.filtering_proxy import FilteringProxy
from handrail.browser.network.fragment_changes import FragmentChanges
from handrail.browser.network.judged_hosts import JudgedHosts
from handrail.browser.network.route_hold import RouteHold, held_request, page_of
from handrail.browser.types.acts import HeldRequest
from handrail.browser.types.network.addresses import digest_of, origin_of, short_address
from handrail.browser.types.network.network_rules import SecretGuard
from handrail.browser.types.side_effects import Confinement, SideEffectLimits, Taint
from handrail.trust import External

MOST_KNOWN = 1_000
MOST_LINES = 20
"""How many lines about stopped requests a result has."""


class RequestGate:
    """Judges the requests of one context by the limits of the last act in each page. Nothing is held before any limit.

    Args:
        taints: what pages hold that a model made up, until they are closed.

    Attributes:
        guard: knows which requests would tell a secret; None where there are no secrets.
    """

    def __init__(
        self,
        context: BrowserContext,
        proxy: FilteringProxy | None,
        taints: Callable[[], Mapping[Page, Taint]],
    ) -> None:
        self.guard: SecretGuard | None = None
        self._context = context
        self._taints_by_page = taints
        self._documents: set[str] = set()
        """Origins of all documents that were requested."""
        self._was_tainted = False
        self._confined_chains: set[str] = set()
        """Requests that were first sent while a tab was tainted, and may still be redirected."""
        self._limits: WeakKeyDictionary[Page, SideEffectLimits] = WeakKeyDictionary()
        """The limits of the last act in each page."""
        self._users: WeakSet[Page] = WeakSet()
        """Pages in which the user acted last, and after any act of a model."""
        self._last = SideEffectLimits()
        self._confinement: Confinement | None = None
        """The confinement of the last act of a model; acts of the user have none."""
        self.stopped = StoppedRequests()
        self._undecided = 0
        self._all_decided = asyncio.Event()
        self._is_limited = False
        browser = context.browser
        self._fragments = FragmentChanges(context, self._note_filled_in)
        self._hosts: JudgedHosts | None = None
        self._hold: ChromiumHold | RouteHold
        if browser is not None and browser.browser_type.name == "chromium":
            self._hold = ChromiumHold(context, browser, self.permits, lambda: self._documents)
            context.on("response", self._on_response)
            if proxy is not None:
                self._hosts = hosts = JudgedHosts(proxy, self._is_opened)
                context.on("close", lambda _: hosts.cover(everything=False, is_tainted=False))
        else:
            self._hold = RouteHold(context, self.permits, self.trace, proxy, lambda url: self.stopped.add("GET", url))

    async def start(self) -> None:
        """Make it possible to hold requests. Call it when the context has a page, before that page opens an address."""
        await self._hold.start()

    async def apply(self, limits: SideEffectLimits, page: Page) -> None:
        """Judge the requests of a page by these limits from now on."""
        self._limits[page] = self._last = limits
        if limits == SideEffectLimits():
            self._users.add(page)
        else:
            self._users.clear()
        self._confinement = limits.confinement or self._confinement
        self._is_limited |= any(one is not None for one in (limits.may_send, limits.may_open, limits.confinement))
        self._is_limited |= self._guards
        if not self._is_limited:
            return
        if isinstance(self._hold, ChromiumHold):
            await self._hold.owners.add(page)
        await self._cover()

    async def permits(self, request: HeldRequest, page: Page | None) -> bool:
        """Return whether a request may be sent or, if it is a redirect, followed. A request that may not is reported.

        The limits of all acts bind a page in which there was no act yet, such as one that a page opens. They also bind
        a worker that outlives its page, and a page in which only the user acted before a model acted elsewhere: pages
        of a site speak with each other."""
        self._undecided += 1
        self._all_decided.clear()
        try:
            told = self._guards and self.guard is not None and self.guard.tells(request)
            if told or not await self._keeps_limits(request, page):
                if not self._hold.has_copy(request) and not self.stopped.is_known_picture(request):
                    self.stopped.add(request.method, request.url)
                return False
            self.trace(request, page)
            if self._hosts is not None:
                self._hosts.note_judged(request.url)
            return True
        finally:
            self._undecided -= 1
            if not self._undecided:
                self._all_decided.set()

    async def _keeps_limits(self, request: HeldRequest, page: Page | None) -> bool:
        for limits in self._limits_of(page):
            if not await self._judge(limits, request, page):
                return False
        return True

    def trace(self, request: HeldRequest, page: Page | None) -> None:
        """Note that a document may be filled in by another site that requests it. A document of an unknown page may be
        in any tab, also in a tab that this request opens."""
        if not request.opens_document or self._confinement is None:
            return
        self._documents.add(origin_of(request.url))
        self._documents |= {origin_of(frame.url) for one in self._context.pages for frame in one.frames} - {"null"}
        taints = self._taints_by_page()
        if page is None:
            if self._confinement.prefills(request, None, self._documents):
                for taint in taints.values():
                    taint.note_prefilled()
        elif (
            page in taints
            and page not in self._users
            and self._confinement.prefills(request, taints[page].called, self._documents)
        ):
            taints[page].note_prefilled()

    def _note_filled_in(self, page: Page, url: str) -> None:
        if (taint := self._taints_by_page().get(page)) is not None:
            taint.note_prefilled(url)
            taint.changed_ends += 1

    def _on_response(self, response: Response) -> None:
        """Note a document that a service worker answered: Chromium does not hold its request."""
        if not (response.from_service_worker and response.request.is_navigation_request()):
            return
        request, page, was_held = held_request(response.request), page_of(response.request), self._taints()
        for limits in self._limits_of(page):
            if limits.confinement is not None:
                limits.confinement.opens(request, is_held=was_held)
        self.trace(request, page)
        if self._taints() and not was_held:
            run_in_background(self._cover())

    @property
    def _guards(self) -> bool:
        return self.guard is not None and self.guard.is_needed

    def _is_opened(self, url: str) -> bool:
        return self._confinement is not None and self._confinement.is_trusted(url)

    def _taints(self) -> bool:
        """Return whether a page is tainted."""
        return any(taint.holds for taint in self._taints_by_page().values())

    def _limits_of(self, page: Page | None) -> list[SideEffectLimits]:
        """Return the limits that each request of a page has to keep."""
        known = self._limits.get(page) if page is not None else None
        if known is not None and page is not None and (page in self._users or known != SideEffectLimits()):
            return [known]
        return list(dict.fromkeys([self._last, *self._limits.values()]))

    async def wait_for_decisions(self) -> bool:
        """Wait until no request is being judged, however long the user takes; return False if none was."""
        if not self._undecided:
            return False
        await self._all_decided.wait()
        return True

    async def _cover(self) -> None:
        """Hold what has to be judged: every request once a tab was tainted, because a redirect may come long after, or
        once a page holds a secret, because a picture's address can tell it."""
        confinement = self._confinement if self._taints() else None
        self._was_tainted |= confinement is not None
        everything = self._was_tainted or self._guards
        await self._hold.cover(confinement, everything=everything)
        if self._hosts is not None:
            self._hosts.cover(everything=everything, is_tainted=confinement is not None)

    async def _judge(self, limits: SideEffectLimits, request: HeldRequest, page: Page | None) -> bool:
        confinement, may_send, may_open = limits.confinement, limits.may_send, limits.may_open
        # The first request of a new tab belongs to no known page.
        is_page = request.opens_document and (page is None or not request.in_frame)
        if may_open is not None and is_page and not may_open(request.url):
            return False
        if confinement is not None:
            was_held = self._taints()
            confinement.opens(request, is_held=was_held)
            if self._taints() and not was_held:
                await self._cover()
            # A worker's request may come from a tainted page that is gone.
            is_gone = page not in self._taints_by_page()
            is_held = self._taints() or (is_gone and self._was_tainted and not request.opens_document)
            if request.chain and is_held:
                self._confined_chains.add(request.chain)
            is_held |= request.chain in self._confined_chains
            if is_held and not confinement.is_trusted(request.url):
                return False
        return may_send is None or not request.may_change_state or await may_send(request)


class StoppedRequests:
    """The requests that were stopped since they were last taken."""

    def __init__(self) -> None:
        self.is_acting = False
        """An act is under way."""
        self._lines: dict[tuple[str, str], tuple[str, int]] = {}
        """The first address and the number of the requests of each line."""
        self._known_late = set[bytes]()
        """Digests of method and address of requests that were stopped when no act was under way."""
        self._known_pictures: set[bytes] = set()
        """Digests of the addresses of pictures that were stopped."""

    def add(self, method: str, url: str) -> None:
        """Add a request. One that a page sends by itself again and again is worth saying once."""
        if not self.is_acting:
            known = digest_of(f"{method} {url}")
            if known in self._known_late:
                return
            if len(self._known_late) < MOST_KNOWN:
                self._known_late.add(known)
        # Pictures and parts of one host say no more than one of them.
        line = (method, origin_of(url) if method == "GET" else url)
        first, count = self._lines.get(line, (url, 0))
        if count or len(self._lines) < MOST_LINES:
            self._lines[line] = (first, count + 1)

    def is_known_picture(self, request: HeldRequest) -> bool:
        """Return whether this is a picture that was stopped before: each page of a site asks for the same ones of other
        sites, and that they were stopped is worth saying once."""
        if not request.is_picture:
            return False
        picture = digest_of(request.url)
        known = picture in self._known_pictures
        if len(self._known_pictures) < MOST_KNOWN:
            self._known_pictures.add(picture)
        return known

    def take(self) -> list[External]:
        """Return a line for each stopped request, and one for all that only read from one host; each of them once: an
        act may be over before its last request is made."""
        lines, self._lines = self._lines, {}
        return [_described(method, url, count) for (method, _), (url, count) in lines.items()]


def _described(method: str, url: str, count: int) -> External:
    more = f"and {count - 1} more of this host" if method == "GET" else f"{count} times"
    return External(f"{method} {short_address(url)}" + (f" ({more})" if count > 1 else ""), origin_of(url), "page-info")
