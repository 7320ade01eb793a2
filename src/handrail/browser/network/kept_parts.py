"""Keeps the scripts, styles and fonts that pages have from other sites, for when a tab is tainted.

Pages need them to be shown and to work, but which of them a page asks for again may spell what it holds. So a tainted
tab gets a copy, and the other site is not asked.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from playwright.async_api import BrowserContext, Response
from playwright.async_api import Error as PlaywrightError

from handrail.browser.types.network.addresses import origin_of

PART_TYPES = frozenset(("script", "stylesheet", "font"))
"""Kinds of requests, as Playwright and Chromium's protocol (in capitals) call them."""
MOST_PARTS = 300
"""The newest are kept. The browser has the answers of open pages only."""
MAX_BYTES = 30_000_000
"""Bytes of all copies of a context."""
READ_TIMEOUT = 3.0
"""Seconds that the browser may take to hand over all answers."""
SAFE_HEADERS = (
    "access-control-allow-credentials", "access-control-allow-origin", "content-type", "cross-origin-resource-policy",
    "location",
)  # fmt: skip
"""Headers of an answer that say how it may be used. Others set cookies or have the browser report to addresses."""


@dataclass(frozen=True, slots=True)
class Copy:
    """An answer: its HTTP status, headers by their names in small letters, and body."""

    status: int
    headers: dict[str, str]
    body: bytes


class KeptParts:
    """The parts that open pages have from other sites."""

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self._answers: dict[str, Response] = {}
        self._copies: dict[str, Copy] = {}
        self._is_kept = False
        self._lock = asyncio.Lock()
        context.on("response", self._on_response)

    def get(self, url: str) -> Copy | None:
        """Return the copy of what an address answered; None where there is none."""
        return self._copies.get(url)

    async def keep(self) -> None:
        """Take the copies, once. What pages ask for from then on is not kept: a tainted page chooses it."""
        async with self._lock:
            if self._is_kept:
                return
            self._is_kept = True
            self._context.remove_listener("response", self._on_response)
            answers, self._answers = self._answers, {}
            copies = await asyncio.gather(*map(_copy_of, answers.values()))
            left = MAX_BYTES
            for url, copy in zip(answers, copies, strict=True):
                if copy is not None and len(copy.body) <= left:
                    left -= len(copy.body)
                    self._copies[url] = copy

    def _on_response(self, response: Response) -> None:
        request = response.request
        if request.resource_type not in PART_TYPES or request.method != "GET":
            return
        self._answers.pop(request.url, None)
        self._answers[request.url] = response
        if len(self._answers) > MOST_PARTS:
            del self._answers[next(iter(self._answers))]


async def _copy_of(response: Response) -> Copy | None:
    """Return a copy of an answer; None if it is of its page's own site, or the browser has it no more."""
    try:
        async with asyncio.timeout(READ_TIMEOUT):
            if origin_of(response.url) == origin_of(response.frame.url):
                return None
            is_redirect = 300 <= response.status < 400
            body = b"" if is_redirect else await response.body()
    except (PlaywrightError, TimeoutError):
        return None
    headers = {name: value for name, value in response.headers.items() if name in SAFE_HEADERS}
    kind = headers.get("content-type", "").partition(";")[0]
    if kind and response.request.resource_type != "font":
        # The browser hands over a text in UTF-8, whatever it was.
        headers["content-type"] = f"{kind}; charset=utf-8"
    return Copy(response.status, headers, body)
