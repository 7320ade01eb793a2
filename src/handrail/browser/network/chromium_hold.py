"""Holds requests in Chromium, over a session of its own protocol with the whole browser.

Such a session sees what no page's session sees: the first request of a tab that a page opens, frames of other sites,
shared and service workers, `fetchLater`, and what is sent while a page closes. (Measured with Chromium 156. No such
session sees websockets; the filtering proxy holds them.)
"""

from __future__ import annotations

import asyncio
import base64
from collections import OrderedDict
from collections.abc import Callable, Set
from contextlib import suppress
from dataclasses import replace
from typing import Any

from playwright.async_api import Browser, BrowserContext, CDPSession, Page
from playwright.async_api import Error as PlaywrightError

from handrail.browser.background import run_in_background
from handrail.browser.network.frame_owners import FrameOwners
from handrail.browser.network.kept_parts import PART_TYPES, Copy, KeptParts
from handrail.browser.network.worker_session import WorkerSession
from handrail.browser.types.acts import HeldRequest, Permits, action_of, method_of, own_headers_of
from handrail.browser.types.errors import DeadlineHit
from handrail.browser.types.network.addresses import kept_address
from handrail.browser.types.side_effects import Confinement

Patterns = list[dict[str, str]]

TYPES_THAT_CHANGE = ("Document", "XHR", "Ping", "CSPViolationReport", "Other")
"""Kinds of requests that can have another method than GET (`fetch` counts as XHR, beacons as Ping). Pictures, scripts,
styles, fonts and media cannot; they are not held, so that a page of many parts stays as fast as it was."""
ANSWER_TIMEOUT = 5.0
"""Seconds that the browser may take to change what it holds."""
MAX_REDIRECTED = 1000
"""How many requests of documents have their redirects remembered. A forgotten one counts as begun where it is now."""
_KEPT_AS = "_handrail_requests"
NONE = [{"urlPattern": "handrail-none:"}]
CHANGING = [{"resourceType": kind} for kind in TYPES_THAT_CHANGE]
ALL = [{"urlPattern": "*"}]


class ChromiumHold:
    """Holds the requests of a context.

    Args:
        browser: its browser, which several contexts may share.
        permits: whether a request of a page may go; of None where the page is not known.
        documents: the origins of all documents that were requested in the context so far.

    Attributes:
        parts: copies that answer for the parts of pages that may not be asked for.
        patterns: which requests are held.
    """

    def __init__(
        self, context: BrowserContext, browser: Browser, permits: Permits, documents: Callable[[], Set[str]]
    ) -> None:
        self.context = context
        self.permits = permits
        self.documents = documents
        self.parts = KeptParts(context)
        self.patterns = NONE
        self._session = _BrowserSession.of(browser)

    async def start(self) -> None:
        """Make it possible to hold requests of documents, both open ones and those that open from now on."""
        await self._session.add(self)

    @property
    def owners(self) -> FrameOwners:
        return self._session.owners

    def has_copy(self, request: HeldRequest) -> bool:
        """Return whether a request that may not be sent is answered from a copy."""
        return request.is_part and self.parts.get(request.url) is not None

    async def cover(self, confinement: Confinement | None, *, everything: bool) -> None:
        """Hold requests that may change something from now on, or every request."""
        if confinement is not None:
            await self.parts.keep()
        self.patterns = ALL if everything else CHANGING
        await self._session.update()


class _BrowserSession:
    """The only session with a browser, for all contexts that hold requests."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._sessions: list[CDPSession | WorkerSession] = []
        self._holds: dict[BrowserContext, ChromiumHold] = {}
        self._held: Patterns = NONE
        self._redirects: OrderedDict[str, tuple[str, ...]] = OrderedDict()
        """The addresses of each document's request so far, by its id."""
        self.owners: FrameOwners

    @classmethod
    def of(cls, browser: Browser) -> _BrowserSession:
        """Return the session with this browser. The browser object itself keeps it: anything else would keep the
        browser alive, which ends when nobody has it any more."""
        session: _BrowserSession | None = getattr(browser, _KEPT_AS, None)
        if session is None:
            session = cls(browser)
            setattr(browser, _KEPT_AS, session)
        return session

    async def add(self, hold: ChromiumHold) -> None:
        """Add the hold of a context.

        Chromium holds only requests of documents and workers that began after it was asked to hold, even if it was
        asked to hold nothing yet. Those that are there already each need a session of their own; for shared workers
        that does not help (Chromium 156).
        """
        if not self._sessions:
            browser = await self._browser.new_browser_cdp_session()
            await self._attach(browser)
            self.owners = FrameOwners(browser)
            await self._attach_service_workers(browser)
        for page in hold.context.pages:
            await self.owners.add(page)
            if page.url != "about:blank":
                await self._attach_frames(page)
        self._holds[hold.context] = hold
        hold.context.on("close", self._on_close)

    async def update(self) -> None:
        """Hold what each context wants held. Raises `DeadlineHit`: the browser does not answer; one that has just died
        may never."""
        wanted = self._wanted
        if wanted is self._held:
            return
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT):
                for session in self._sessions:
                    # The page may be closed.
                    with suppress(PlaywrightError):
                        await session.send("Fetch.enable", {"patterns": wanted})
        except TimeoutError:
            raise DeadlineHit("The browser did not answer in time.") from None
        self._held = wanted

    async def _attach_frames(self, page: Page) -> None:
        """Hold what an open page and its frames send. A page's session covers the frames of its own process."""
        await self._attach(await page.context.new_cdp_session(page))
        for frame in page.frames[1:]:
            # A frame of the page's own process has no session.
            with suppress(PlaywrightError):
                await self._attach(await page.context.new_cdp_session(frame))

    async def _attach_service_workers(self, browser: CDPSession) -> None:
        answer = await browser.send("Target.getTargets", {"filter": [{"type": "service_worker"}]})
        for target in answer["targetInfos"]:
            # The worker may have ended.
            with suppress(PlaywrightError):
                await self._attach(await WorkerSession.attach(browser, target["targetId"]))

    async def _attach(self, session: CDPSession | WorkerSession) -> None:
        session.on("Fetch.requestPaused", lambda event: run_in_background(self._judge(session, event)))
        await session.send("Fetch.enable", {"patterns": self._held})
        self._sessions.append(session)

    @property
    def _wanted(self) -> Patterns:
        wanted = [hold.patterns for hold in self._holds.values()]
        return next((patterns for patterns in (ALL, CHANGING) if any(one is patterns for one in wanted)), NONE)

    def _on_close(self, context: BrowserContext) -> None:
        self._holds.pop(context, None)
        self.owners.forget(context)

    async def _judge(self, session: CDPSession | WorkerSession, event: dict[str, Any]) -> None:
        this = {"requestId": event["requestId"]}
        # The page, the request or the browser may be gone before the answer.
        with suppress(PlaywrightError):
            allowed = False
            copy: Copy | None = None
            try:
                page, context = await self.owners.owner_of(event.get("frameId", ""))
                holds = [hold for hold in self._holds.values() if context in (None, hold.context)]
                request = _held_request(event)
                if request.opens_document:
                    in_frame = not self.owners.is_top(event.get("frameId", ""))
                    request = replace(request, in_frame=in_frame, redirected_by=self._redirected_by(request))
                    known = frozenset[str]().union(*(hold.documents() for hold in holds))
                    request = await self._with_sender(request, event, known)
                if len(holds) > 1:
                    # It belongs to one of several sessions, but nobody can say to which, so none of them is asked or
                    # told.
                    allowed = not request.may_change_state and self._held is not ALL
                else:
                    allowed = all([await hold.permits(request, page) for hold in holds])
                    copy = holds[0].parts.get(request.url) if holds and request.is_part else None
            finally:
                if allowed:
                    await session.send("Fetch.continueRequest", this)
                elif copy is not None:
                    await session.send("Fetch.fulfillRequest", {**this, **_answer(copy)})
                else:
                    # A navigation that is aborted, and not blocked, leaves the page as it is.
                    reason = "Aborted" if event["resourceType"] == "Document" else "BlockedByClient"
                    await session.send("Fetch.failRequest", {**this, "errorReason": reason})

    async def _with_sender(self, request: HeldRequest, event: dict[str, Any], known: Set[str]) -> HeldRequest:
        """Return a request with the origin that its page's referrer policy hides, where only one can have sent it.
        ``known``: the origins of all documents that were requested so far, of which some are closed by now."""
        is_hidden = request.origin == "null" and event["request"].get("referrerPolicy") == "no-referrer"
        if not is_hidden or request.redirected_by:
            return request
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT):
                sender = await self.owners.only_sender(event.get("frameId", ""), known)
        except (PlaywrightError, TimeoutError):
            return request
        return replace(request, origin=sender or request.origin)

    def _redirected_by(self, request: HeldRequest) -> tuple[str, ...]:
        before = self._redirects.pop(request.chain, ())
        if request.chain:
            self._redirects[request.chain] = (*before, kept_address(request.url))
        if len(self._redirects) > MAX_REDIRECTED:
            self._redirects.popitem(last=False)
        return before


def _held_request(event: dict[str, Any]) -> HeldRequest:
    request = event["request"]
    headers = {name.lower(): value for name, value in request["headers"].items()}
    return HeldRequest(
        method=method_of(request["method"], headers),
        url=request["url"],
        opens_document=event["resourceType"] == "Document",
        origin=headers.get("origin", ""),
        referrer=headers.get("referer", ""),
        body=_body(request),
        fragment=request.get("urlFragment", ""),
        chain=event.get("networkId", ""),
        action=action_of(headers),
        is_part=event["resourceType"].lower() in PART_TYPES and request["method"] == "GET",
        is_picture=event["resourceType"] == "Image",
        headers=tuple(headers.values()),
        own_headers=own_headers_of(headers),
    )


def _answer(copy: Copy) -> dict[str, Any]:
    headers = [{"name": name, "value": value} for name, value in copy.headers.items()]
    body = base64.b64encode(copy.body).decode()
    return {"responseCode": copy.status, "responseHeaders": headers, "body": body}


def _body(request: dict[str, Any]) -> bytes | None:
    """Return the body; None if a part of it, such as a file, is left out."""
    parts = [part.get("bytes") for part in request.get("postDataEntries", [])]
    if (request.get("hasPostData") and not parts) or None in parts:
        return None
    return b"".join(base64.b64decode(part) for part in parts)
