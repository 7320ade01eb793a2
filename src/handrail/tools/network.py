"""What a page sends and writes beside what it shows; and addresses fetched without opening them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from handrail.browser.types.network.addresses import hide_passwords
from handrail.documents.errors import DocumentError
from handrail.documents.read import read_document
from handrail.results import Failed, NextCall, Ok, Result
from handrail.results.data.network import ConsoleData, ConsoleMessageData, FetchUrlData, NetworkData, RequestData
from handrail.tools.core.context import Context
from handrail.tools.core.paging import ROOM, first_that_fit, json_size, text_page
from handrail.tools.core.table import RESULT_CAP, Params, Security, tool
from handrail.tools.support.documents.document_source import source_of
from handrail.trust import External

if TYPE_CHECKING:
    # Playwright takes a moment to import.
    from handrail.browser.reading.page_logs import ConsoleEntry, RequestDetails, RequestEntry

MAX_FETCHED = 10_000_000
"""Bytes that fetch_url reads."""
URL_CHARS = 300
MESSAGE_CHARS = 1_000


class Console(Params):
    level: Literal["error", "warning"] | None = None
    """Only errors, or warnings too."""
    contains: str | None = Field(None, min_length=1, max_length=500)
    """Only messages with this text."""
    limit: int = Field(30, ge=1, le=200)
    """The latest."""


@tool(
    effect="read",
    label="Read the console[: {what}]",
    label_keys=("level", "contains"),
    rare=True,
    example={"level": "error"},
    security=Security(reads_page=True, changes_state=False, sends_data=False, takes_text=True),
)
async def console(ctx: Context, p: Console) -> Result[ConsoleData]:
    """The page's console, and uncaught errors.

    The latest last; the browser keeps two hundred."""
    wanted = {None: None, "error": {"error"}, "warning": {"error", "warning"}}[p.level]
    entries = [
        entry
        for entry in await ctx.tab.logs.console()
        if (wanted is None or entry.kind in wanted) and (p.contains is None or p.contains in entry.text)
    ]
    latest = first_that_fit([_message(entry) for entry in reversed(entries[-p.limit :])])
    return Ok({"total": len(entries), "messages": latest[::-1]})


def _message(entry: ConsoleEntry) -> ConsoleMessageData:
    return {"kind": entry.kind, "text": entry.text.shorten(MESSAGE_CHARS), "where": entry.where.shorten(URL_CHARS)}


class Network(Params):
    id: str | None = Field(None, pattern="^r[0-9]{1,9}$")
    """A request to show whole, with headers and bodies."""
    contains: str | None = Field(None, min_length=1, max_length=500)
    """Only addresses with this text."""
    kind: Literal["document", "xhr", "fetch", "script", "stylesheet", "image", "font", "media", "other"] | None = None
    """Only of this kind."""
    failed: bool = False
    """Only those that failed, or were answered with an error."""
    limit: int = Field(30, ge=1, le=100)
    """The latest."""
    cursor: str | None = None
    """Where to go on in a body, from `next` of the last result."""


@tool(
    effect="read",
    label="Look at requests[: {what}]",
    label_keys=("id", "contains"),
    rare=True,
    example={"kind": "fetch", "contains": "/api/"},
    security=Security(reads_page=True, changes_state=False, sends_data=False, takes_text=True),
)
async def network(ctx: Context, p: Network) -> Result[NetworkData]:
    """The page's requests; with `id` one with its bodies.

    Often the data as JSON. Method, address, status, content type and milliseconds, the latest last; the browser
    keeps a hundred. The browser's own headers are left out; headers, fields and parameters that are named like secrets
    are hidden. A body that is no text, or that the browser has dropped, is left out."""
    if p.id is not None:
        details = await ctx.tab.logs.details(p.id)
        if details is None:
            return Failed(
                "no_such_request", "There is no request of this id.", hint="network lists those that are kept."
            )
        return _details(p, details)
    entries = [entry for entry, _ in await ctx.tab.logs.requests() if _is_wanted(p, entry)]
    latest = first_that_fit([_request(entry) for entry in reversed(entries[-p.limit :])])
    return Ok({"total": len(entries), "requests": latest[::-1]})


def _is_wanted(p: Network, entry: RequestEntry) -> bool:
    failed = entry.status == 0 or (entry.status or 0) >= 400
    return (
        (p.contains is None or p.contains in entry.url)
        and (p.kind is None or entry.kind == p.kind)
        and (failed or not p.failed)
    )


def _request(entry: RequestEntry) -> RequestData:
    return {
        "id": entry.id,
        "method": entry.method,
        "url": entry.url.map(hide_passwords).shorten(URL_CHARS),
        "kind": entry.kind,
        "status": entry.status,
        "content_type": entry.url.map(lambda _: entry.content_type),
        "ms": entry.ms,
    }


def _details(p: Network, details: RequestDetails) -> Result[NetworkData]:
    data: NetworkData = {"requests": [_request(details.entry)]}
    data["request_headers"] = _headers(details.request_headers)
    data["response_headers"] = _headers(details.response_headers)
    if details.request_body is not None:
        data["request_body"] = details.request_body.shorten(MESSAGE_CHARS)
    body = details.response_body
    if body is None:
        return Ok(data)
    piece = text_page("network", body.raw, p.cursor, RESULT_CAP, ROOM - json_size(data))
    data["response_body"] = body.map(lambda _: piece.text)
    more = NextCall("network", {"id": p.id, "cursor": piece.cursor}) if piece.cursor is not None else None
    return Ok(data, next=more)


def _headers(headers: dict[str, External]) -> dict[str, External]:
    return {name[:100]: value.shorten(200) for name, value in list(headers.items())[:20]}


class FetchUrl(Params):
    url: str = Field(min_length=1, max_length=4_000)
    """The whole address."""


@tool(
    effect="read",
    capability="goto",
    value_field="url",
    label="Fetch an address[: {what}]",
    rare=True,
    example={"url": "https://example.org/feed.xml"},
    security=Security(reads_page=True, changes_state=False, sends_data=True, takes_text=True),
)
async def fetch_url(ctx: Context, p: FetchUrl) -> Result[FetchUrlData]:
    """Read an address without opening it, and without cookies.

    Quicker than a page where no script is needed: feeds, JSON, plain pages as Markdown, documents. Of a page that marks
    its main part that comes first, and `next` leads to the rest. By GET, through the network rules. An error status is
    a result too."""
    answer = await ctx.fetcher.get(max_bytes=MAX_FETCHED, with_cookies=False)
    held = await ctx.fetcher.keep(answer, held=True)
    source = source_of(held)
    data: FetchUrlData = {
        "url": held.url.shorten(URL_CHARS),
        "status": answer.status,
        "content_type": source.outside(held.content_type, "page-info"),
        "document": source.handle,
    }
    if answer.cut:
        data["cut"] = f"Only the first {MAX_FETCHED // 1_000_000} MB were read."
    try:
        found = await read_document(source.path, source.name, base=source.url)
    except DocumentError as error:
        if error.code == "is_a_pdf":
            return Ok(data, next=NextCall("read_pdf", {"file": source.handle}))
        data["unreadable"] = error.message
        return Ok(data)
    text = found.get("text", "")
    main = ctx.vault.mask_text(text[: found.get("main", 0)])
    whole = main + ctx.vault.mask_text(text[found.get("main", 0) :])
    piece = text_page("read_download", whole, None, min(len(main) or RESULT_CAP, RESULT_CAP), ROOM - json_size(data))
    data["text"] = source.outside(piece.text, "page-text")
    rest = {"file": source.handle, "cursor": piece.cursor}
    return Ok(data, next=NextCall("read_download", rest) if piece.cursor is not None else None)
