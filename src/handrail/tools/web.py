"""The web beyond the open pages: search providers, and Tabstack, which reads pages on its own servers."""

from __future__ import annotations

import json
from typing import Any

from pydantic import Field, field_validator

from handrail.browser.types.reading import RecordField
from handrail.results import Failed, Ok, Result, ToolFailed
from handrail.results.data.network import SearchResultData, TabstackData, TabstackMarkdownData, WebSearchData
from handrail.tools.core.context import Context
from handrail.tools.core.paging import ROOM, Cursor, first_that_fit, json_size, next_call, text_page
from handrail.tools.core.table import RESULT_CAP, Params, Security, tool
from handrail.trust import External, one_line
from handrail.web_services.search import (
    MOST_RESULTS,
    SNIPPET_CHARS,
    TITLE_CHARS,
    URL_CHARS,
    ResultsPage,
    SearchResult,
    SearchService,
)
from handrail.web_services.service import read_json

MAX_ANSWER = 5_000_000
"""Bytes that are read of a service's answer."""
RESULTS_TIME = 8
"""Seconds that a page of results has to show some."""


class WebSearch(Params):
    query: str = Field(min_length=1, max_length=300)
    """What to search for."""

    @field_validator("query")
    @classmethod
    def _clean(cls, query: str) -> str:
        # What a person is asked about is what is sent.
        return one_line(query, 300)

    @property
    def texts(self) -> tuple[str, ...]:
        return (self.query,)


@tool(
    effect="control",
    calls_tools=True,
    capability="search",
    value_field="query",
    needs=("search",),
    label="Search the web[: {what}]",
    rare=True,
    example={"query": "copper kettle"},
    security=Security(reads_page=False, changes_state=False, sends_data=True, takes_text=True),
)
async def web_search(ctx: Context, p: WebSearch) -> Result[WebSearchData]:
    """Search the web, best by the task's words.

    Titles, addresses and texts of at most ten results, by the provider that the user chose. A query made of words of
    the task is sent unasked; the user is asked about others. DuckDuckGo, Google and Bing are searched in a tab that is
    closed again, and may ask whether you are a person; the others are asked by their API."""
    service = ctx.search
    assert service is not None, "the tool is not offered without a provider"
    page = service.provider.page
    found = await (_by_api(ctx, service, p.query) if page is None else _in_a_tab(ctx, service, page, p.query))
    tainted = ctx.fetcher.is_tainted

    def outside(text: str, limit: int) -> External:
        return External(text, service.origin, "search-results", tainted).shorten(limit)

    results: list[SearchResultData] = [
        {
            "title": outside(one.title, TITLE_CHARS),
            "url": outside(one.url, URL_CHARS),
            "snippet": outside(one.snippet, SNIPPET_CHARS),
        }
        for one in found
    ]
    return Ok({"provider": service.title, "results": first_that_fit(results)})


async def _by_api(ctx: Context, service: SearchService, query: str) -> list[SearchResult]:
    answer = await ctx.fetcher.ask(service.request(query), max_bytes=MAX_ANSWER)
    _check_status(service.title, answer.status)
    found = service.results(answer.data)
    if found is None:
        raise _unreadable(service.title)
    return found


async def _in_a_tab(ctx: Context, service: SearchService, page: ResultsPage, query: str) -> list[SearchResult]:
    """The results on a provider's page, in a tab of their own; the tab before is active again afterwards."""
    before = ctx.tab.id
    tab = (await ctx.perform("new_tab", url=service.address(query))).unwrap()["tab"]
    try:
        await ctx.perform("wait_for", selector=page.anything, timeout=RESULTS_TIME)
        fields = [RecordField.parse(name, getattr(page, name)) for name in ("heading", "link", "snippet")]
        found = (await ctx.tab.reader.records(page.item, fields, max_results=MOST_RESULTS * 2)).records
        if not found:
            await _check_for_results(ctx, service.title, page)
    finally:
        await ctx.perform("close_tab", tab=tab)
        if ctx.tab.id != before:
            await ctx.perform("switch_tab", tab=before)
    return service.usable([_result(service, one) for one in found])


def _result(service: SearchService, record: dict[str, External | None]) -> SearchResult:
    heading, link, snippet = ("" if text is None else text.raw for text in record.values())
    return SearchResult(heading, service.unwrap(link), snippet)


async def _check_for_results(ctx: Context, title: str, page: ResultsPage) -> None:
    """Raise where a page shows no results, unless it says that there are none."""
    shown = {
        kind: bool(selector) and (await ctx.tab.reader.query(selector, max_results=1, include_text=False)).total > 0
        for kind, selector in (("captcha", page.captcha), ("consent", page.consent), ("nothing", page.nothing))
    }
    if shown["captcha"]:
        asks = f"{title} asks whether you are a person, and shows no results."
        raise ToolFailed(Failed("search_captcha", asks, hint="Do without."))
    if shown["consent"]:
        asks = f"{title} asks for consent first, and shows no results."
        raise ToolFailed(Failed("search_consent", asks, hint="Do without."))
    if not shown["nothing"]:
        raise _unreadable(title)


def _check_status(title: str, status: int) -> None:
    """Raise where a service answers with an error."""
    if status in (401, 403):
        refused = f"{title} does not take the key."
        raise ToolFailed(Failed("service_refused", refused, hint="Do without.", recoverable=False))
    if status == 429:
        raise ToolFailed(Failed("service_busy", f"{title} takes no more requests for now.", hint="Try again later."))
    if status >= 400:
        failed = f"{title} answered with HTTP status {status}."
        raise ToolFailed(Failed("service_failed", failed, hint="Try something else."))


def _unreadable(title: str) -> ToolFailed:
    unreadable = f"What {title} answered could not be read."
    return ToolFailed(Failed("service_failed", unreadable, hint="Try something else."))


class TabstackMarkdown(Params):
    url: str = Field(min_length=1, max_length=4_000)
    """The whole address."""
    cursor: Cursor = None


class TabstackExtract(Params):
    url: str = Field(min_length=1, max_length=4_000)
    """The whole address."""
    json_schema: dict[str, Any]
    """JSON Schema of what to extract."""

    @property
    def texts(self) -> tuple[str, ...]:
        return (json.dumps(self.json_schema, ensure_ascii=False),)


class TabstackGenerate(TabstackExtract):
    instructions: str = Field(min_length=1, max_length=4_000)
    """What to make of the page."""

    @property
    def texts(self) -> tuple[str, ...]:
        return (self.instructions, *super().texts)


_ADDRESSES = Security(reads_page=False, changes_state=False, sends_data=True, takes_text=True)


@tool(
    effect="read",
    capability="tabstack",
    value_field="url",
    needs=("tabstack",),
    label="Read by Tabstack[: {what}]",
    rare=True,
    example={"url": "https://example.org/"},
    security=_ADDRESSES,
)
async def tabstack_extract_markdown(ctx: Context, p: TabstackMarkdown) -> Result[TabstackMarkdownData]:
    """Have Tabstack read a page.

    Tabstack's servers open the address, without your cookies. It is judged like any address that would be opened."""
    answer = await _ask_tabstack(ctx, "extract/markdown", {"url": p.url})
    whole = answer.get("content") if isinstance(answer, dict) else None
    if not isinstance(whole, str):
        raise _unreadable("Tabstack")
    piece = text_page("tabstack_extract_markdown", ctx.vault.mask_text(whole), p.cursor, RESULT_CAP, ROOM)
    data: TabstackMarkdownData = {"text": _outside(ctx, piece.text)}
    return Ok(data, next=next_call("tabstack_extract_markdown", p, piece.cursor))


@tool(
    effect="read",
    capability="tabstack",
    value_field="url",
    needs=("tabstack",),
    label="Extract data by Tabstack[: {what}]",
    rare=True,
    example={"url": "https://example.org/", "json_schema": {"type": "object"}},
    security=_ADDRESSES,
)
async def tabstack_extract_json(ctx: Context, p: TabstackExtract) -> Result[TabstackData]:
    """Read page data.

    The schema goes to Tabstack too, so the user is asked."""
    return await _data_of_tabstack(ctx, "extract/json", {"url": p.url, "json_schema": p.json_schema})


@tool(
    effect="read",
    capability="tabstack",
    value_field="url",
    needs=("tabstack",),
    label="Make data by Tabstack[: {what}]",
    label_keys=("url", "instructions"),
    rare=True,
    example={"url": "https://example.org/", "json_schema": {"type": "object"}, "instructions": "Sum it up"},
    security=_ADDRESSES,
)
async def tabstack_generate_json(ctx: Context, p: TabstackGenerate) -> Result[TabstackData]:
    """Make JSON of a page.

    Schema and instructions go to Tabstack too, so the user is asked."""
    given = {"url": p.url, "json_schema": p.json_schema, "instructions": p.instructions}
    return await _data_of_tabstack(ctx, "generate/json", given)


async def _data_of_tabstack(ctx: Context, path: str, given: dict[str, Any]) -> Result[TabstackData]:
    answer = await _ask_tabstack(ctx, path, given)
    text = json.dumps(ctx.vault.mask(answer), ensure_ascii=False)
    if json_size(text) > ROOM:
        return Failed("too_long", "What Tabstack answered is too long.", hint="Ask for less with the schema.")
    return Ok({"json": _outside(ctx, text)})


async def _ask_tabstack(ctx: Context, path: str, given: dict[str, Any]) -> Any:
    assert ctx.tabstack is not None, "the tool is not offered without a key"
    answer = await ctx.fetcher.ask(ctx.tabstack.request(path, given), max_bytes=MAX_ANSWER)
    _check_status("Tabstack", answer.status)
    data = read_json(answer.data)
    if data is None:
        raise _unreadable("Tabstack")
    return data


def _outside(ctx: Context, text: str) -> External:
    assert ctx.tabstack is not None, "the tool is not offered without a key"
    return External(text, ctx.tabstack.origin, "tabstack-content", ctx.fetcher.is_tainted)
