"""Records what pages sent that may have changed something, and what was answered: whether a form arrived shows here."""

from __future__ import annotations

from playwright.async_api import BrowserContext, Request, Response
from playwright.async_api import Error as PlaywrightError

from handrail.browser.network.route_hold import BEACON_ACCEPT
from handrail.browser.types.acts import SAFE_METHODS, SentRequest
from handrail.browser.types.network.addresses import origin_of, short_address
from handrail.trust import External

UNANSWERED_TYPES = frozenset({"ping", "cspreport", "beacon"})
"""Kinds of requests that count visits and report faults; no page waits for their answers."""
_ABORTED = "ABORTED"
"""In what Chromium and Firefox call it that a page gave a request up."""
MAX_RECORDED = 50
MAX_REPORTED = 10


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
            self._set_status(request, 0)

    def _set_status(self, request: Request, status: int) -> None:
        if (sent := self._recorded.get(request)) is not None:
            self._recorded[request] = SentRequest(sent.method, sent.url, status)


def _is_unanswered(request: Request) -> bool:
    # In Firefox beacons are sent in another way.
    return request.resource_type in UNANSWERED_TYPES or request.headers.get("accept") == BEACON_ACCEPT
