"""What pages sent that may have changed something, and what was answered: whether a form arrived is told by this."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from handrail.browser.network.method_filter import ADDRESS, SAFE
from handrail.browser.types.acts import SentRequest
from handrail.browser.types.addresses import origin_of
from handrail.trust import External

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Request, Response

UNHEARD = frozenset({"ping", "cspreport", "beacon"})
"""Kinds of requests whose answer no page waits for: they count visits and tell of faults."""
MOST_KEPT = 50
MOST_TOLD = 10


class SentRequests:
    """Requests of a context with a method that may change something (RFC 9110, section 9.2.1).

    One that has no answer yet is told without a status, and once more when its answer is there.
    """

    def __init__(self, context: BrowserContext) -> None:
        self._kept: dict[Request, SentRequest] = {}
        self._told: dict[Request, SentRequest] = {}
        context.on("request", self._begun)
        context.on("response", self._answered)
        context.on("requestfailed", self._failed)

    def untold(self) -> list[SentRequest]:
        """What was sent, and answered, since the last time; the newest where there is a flood."""
        fresh = [sent for request, sent in self._kept.items() if self._told.get(request) != sent]
        open_ = {request: sent for request, sent in self._kept.items() if sent.status is None}
        self._kept, self._told = open_, dict(open_)
        return fresh[-MOST_TOLD:]

    def _begun(self, request: Request) -> None:
        if request.method.upper() in SAFE or _unheard(request):
            return
        if len(self._kept) >= MOST_KEPT:
            self._kept.pop(next(iter(self._kept)))
        address = request.url if len(request.url) <= ADDRESS else f"{request.url[: ADDRESS - 1]}…"
        self._kept[request] = SentRequest(
            request.method.upper(), External(address, origin_of(request.url), "page-info"), None
        )

    def _answered(self, response: Response) -> None:
        self._note(response.request, response.status)

    def _failed(self, request: Request) -> None:
        try:
            stopped = "BLOCKED_BY_CLIENT" in (request.failure or "")
        except PlaywrightError:
            stopped = False
        if stopped:
            # Policy stopped it, and the act's `stopped` says so.
            self._kept.pop(request, None)
        elif request in self._kept and self._kept[request].status is None:
            self._note(request, 0)

    def _note(self, request: Request, status: int) -> None:
        if (sent := self._kept.get(request)) is not None:
            self._kept[request] = SentRequest(sent.method, sent.url, status)


def _unheard(request: Request) -> bool:
    # Firefox calls a beacon a document, though it leads nowhere.
    beacon = request.resource_type == "document" and not request.is_navigation_request()
    return beacon or request.resource_type in UNHEARD
