"""What a page wrote to its console, and what it asked its servers for. Playwright keeps both: at least the last hundred
of each page."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Request

from handrail.browser.page.page_context import PageContext
from handrail.browser.types.acts import is_browsers_own
from handrail.browser.types.network.addresses import origin_of
from handrail.trust import External

ANSWER_TIMEOUT = 5.0
"""Seconds that the browser may take for headers or a body."""
HIDDEN = "•••"
MAX_BODY = 2_000_000
"""Characters of a body that are read."""
MAX_ADDRESS = 4_000
"""Characters of an address that are shown. Pages ask for addresses of megabytes, and a hundred requests are kept."""
# The counts keep each search linear: a page writes the bodies.
_SECRET = (
    r"[\w.-]{0,40}?(?:token|secret|passw(?:or)?d|passphrase|api[-_]?key|authorization|credential|session[-_]?id|cookie|otp)"
    r"[\w.-]{0,40}"
)
_SECRET_NAME = re.compile(rf"{_SECRET}|(?:x-)?auth[\w-]*|set-cookie|sid|jwt|csrf[\w-]*", re.IGNORECASE)
_IN_JSON = re.compile(rf'("{_SECRET}"\s*:\s*)("(?:[^"\\]|\\.)*"|-?\d[\w.]*)', re.IGNORECASE)
_IN_QUERY = re.compile(rf"((?:^|[?&#])(?:{_SECRET}|code|sig|signature)=)[^&#\s]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ConsoleEntry:
    """A message of a page's console, or an error that its script did not catch (``error``, ``uncaught``)."""

    kind: str
    text: External
    where: External
    uncaught: bool = False


@dataclass(frozen=True, slots=True)
class RequestEntry:
    """A request of a page. ``status``: 0 where it failed, None while there is no answer; ``ms``: until the end of the
    answer, None where that is not known."""

    id: str
    method: str
    url: External
    kind: str
    status: int | None
    content_type: str
    ms: int | None


@dataclass(frozen=True, slots=True)
class RequestDetails:
    """A request with headers, but for the browser's own, and bodies, secrets hidden; a body that the browser has not
    kept, or that is no text, is None."""

    entry: RequestEntry
    request_headers: dict[str, External]
    response_headers: dict[str, External]
    request_body: External | None
    response_body: External | None


class PageLogs:
    """The console and the requests of one tab, those of documents that it left among them. ``own_host``: the host that
    the browser asks for Handrail's sake, which is no request of a page."""

    def __init__(self, core: PageContext, own_host: str) -> None:
        self._core = core
        self._own_host = own_host
        self._ids: WeakKeyDictionary[Request, str] = WeakKeyDictionary()
        self._count = 0

    async def console(self) -> Sequence[ConsoleEntry]:
        """Return the messages of the console and uncaught errors, the oldest first."""
        page, url = self._core.page, self._core.page.url

        def outside(text: str, where: str = url) -> External:
            return self._outside(self._core.mask_text(text), origin_of(where), "console")

        messages = await self._core.race(page.console_messages())
        errors = await self._core.race(page.page_errors())
        entries = [
            ConsoleEntry(one.type, outside(one.text, one.location["url"] or url), outside(_place(one.location)))
            for one in messages
        ]
        return [*entries, *(ConsoleEntry("error", outside(one.message), outside(""), True) for one in errors)]

    async def requests(self) -> Sequence[tuple[RequestEntry, Request]]:
        """Return the requests of the page and its frames, the oldest first."""
        found = await self._core.race(self._core.page.requests())
        own = tuple(f"{scheme}://{self._own_host}/" for scheme in ("http", "https")) if self._own_host else ()
        return [(self._entry(request), request) for request in found if not request.url.startswith(own)]

    async def details(self, request_id: str) -> RequestDetails | None:
        """Return a request with its headers and bodies; None where it is not kept any more."""
        found = next((pair for pair in await self.requests() if pair[0].id == request_id), None)
        if found is None:
            return None
        entry, request = found
        origin = entry.url.origin
        sent, answered, body = {}, {}, None
        # What was never answered, or is gone from the browser, is left out.
        with suppress(PlaywrightError, TimeoutError):
            async with asyncio.timeout(ANSWER_TIMEOUT):
                headers = await self._core.race(request.all_headers())
                # How a body is to be read is the page's choice.
                sent = {name: headers[name] for name in headers if name == "content-type" or not is_browsers_own(name)}
                response = request.existing_response
                if response is not None:
                    answered = await self._core.race(response.all_headers())
                    body = await self._core.race(response.body())
        return RequestDetails(
            entry,
            self._headers(sent, origin),
            self._headers(answered, origin),
            self._body(request.post_data_buffer, origin),
            self._body(body, origin),
        )

    def _entry(self, request: Request) -> RequestEntry:
        if request not in self._ids:
            self._count += 1
            self._ids[request] = f"r{self._count}"
        response = request.existing_response
        status = response.status if response is not None else (0 if request.failure else None)
        kind = response.headers.get("content-type", "").partition(";")[0] if response is not None else ""
        end = request.timing.get("responseEnd", -1)
        # Secrets are hidden in more than is shown: a part of one may stand where it is cut.
        shown = self._core.mask_text(request.url[: 2 * MAX_ADDRESS])[:MAX_ADDRESS]
        address = without_secrets(shown) + "…" * (len(request.url) > MAX_ADDRESS)
        url = self._outside(address, origin_of(request.url), "page-info")
        return RequestEntry(
            self._ids[request],
            request.method,
            url,
            request.resource_type,
            status,
            kind,
            round(end) if end > 0 else None,
        )

    def _headers(self, headers: dict[str, str], origin: str) -> dict[str, External]:
        shown = dict[str, External]()
        for name, value in headers.items():
            text = HIDDEN if _SECRET_NAME.fullmatch(name) else without_secrets(self._core.mask_text(value))
            shown[name] = self._outside(text, origin, "page-info")
        return shown

    def _body(self, data: bytes | None, origin: str) -> External | None:
        if not data:
            return None
        try:
            text = data.decode("utf-8")[:MAX_BODY]
        except UnicodeDecodeError:
            return None
        return self._outside(without_secrets(self._core.mask_text(text)), origin, "web-service")

    def _outside(self, text: str, origin: str, label: str) -> External:
        taint = self._core.taint
        return External(text, origin, label, taint.holds or taint.was_tainted)


def without_secrets(text: str) -> str:
    """Return a text without the values of what is called like a secret, in JSON, forms and addresses."""
    return _IN_QUERY.sub(rf"\1{HIDDEN}", _IN_JSON.sub(rf'\1"{HIDDEN}"', text))


def _place(location: Any) -> str:
    return f"{location['url']}:{location['lineNumber']}" if location["url"] else ""
