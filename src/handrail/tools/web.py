"""The web beyond the open pages: search providers, and Tabstack, which reads pages on its own servers."""

from __future__ import annotations

import json
from typing import Any

from pydantic import Field, field_validator

from handrail.browser.types.records import RecordField
from handrail.results import Failed, NextCall, Ok, Result
from handrail.results.data.network import SearchResultData, TabstackData, TabstackMarkdownData, WebSearchData
from handrail.tools.core.context import Context
from handrail.tools.core.invalid_calls import bad_cursor
from handrail.tools.core.paging import ROOM, fitting, json_size, text_page
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
from handrail.web_services.tabstack import read_answer

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
    label_keys=("query",),
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
    if isinstance(found, Failed):
        return found
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
    return Ok({"provider": service.title, "results": fitting(results)})


async def _by_api(ctx: Context, service: SearchService, query: str) -> list[SearchResult] | Failed:
    answer = await ctx.fetcher.ask(service.request(query), max_bytes=MAX_ANSWER)
    if (fault := _fault(service.title, answer.status)) is not None:
        return fault
    found = service.results(answer.data)
    return found if found is not None else _unreadable(service.title)


async def _in_a_tab(ctx: Context, service: SearchService, page: ResultsPage, query: str) -> list[SearchResult] | Failed:
    """The results on a provider's page, in a tab of their own; the tab before is active again afterwards."""
    before = ctx.tab.id
    opened = await ctx.perform("new_tab", url=service.address(query))
    if isinstance(opened, Failed):
        return opened
    tab = opened.data["tab"]
    try:
        await ctx.perform("wait_for", selector=page.anything, timeout=RESULTS_TIME)
        fields = [RecordField.parse(name, getattr(page, name)) for name in ("heading", "link", "snippet")]
        found = (await ctx.tab.reader.records(page.item, fields, max_results=MOST_RESULTS * 2)).records
        if not found and (why := await _why_none(ctx, service.title, page)) is not None:
            return why
    finally:
        await ctx.perform("close_tab", tab=tab)
        if ctx.tab.id != before:
            await ctx.perform("switch_tab", tab=before)
    return service.usable([_result(service, one) for one in found])


def _result(service: SearchService, record: dict[str, External | None]) -> SearchResult:
    heading, link, snippet = ("" if text is None else text.raw for text in record.values())
    return SearchResult(heading, service.unwrapped(link), snippet)


async def _why_none(ctx: Context, title: str, page: ResultsPage) -> Failed | None:
    """Why a page shows no results; None where it says that there are none."""
    shown = {
        kind: bool(selector) and (await ctx.tab.reader.query(selector, max_results=1, include_text=False)).total > 0
        for kind, selector in (("captcha", page.captcha), ("consent", page.consent), ("nothing", page.nothing))
    }
    if shown["captcha"]:
        return Failed(
            "search_captcha", f"{title} asks whether you are a person, and shows no results.", hint="Do without."
        )
    if shown["consent"]:
        return Failed("search_consent", f"{title} asks for consent first, and shows no results.", hint="Do without.")
    return None if shown["nothing"] else _unreadable(title)


def _fault(title: str, status: int) -> Failed | None:
    if status in (401, 403):
        return Failed("service_refused", f"{title} does not take the key.", hint="Do without.", recoverable=False)
    if status == 429:
        return Failed("service_busy", f"{title} takes no more requests for now.", hint="Try again later.")
    if status >= 400:
        return Failed("service_failed", f"{title} answered with HTTP status {status}.", hint="Try something else.")
    return None


def _unreadable(title: str) -> Failed:
    return Failed("service_failed", f"What {title} answered could not be read.", hint="Try something else.")


class TabstackMarkdown(Params):
    url: str = Field(min_length=1, max_length=4_000)
    """The whole address."""
    cursor: str | None = None
    """Where to go on, from `next` of the last result."""


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
    label_keys=("url",),
    rare=True,
    example={"url": "https://example.org/"},
    security=_ADDRESSES,
)
async def tabstack_extract_markdown(ctx: Context, p: TabstackMarkdown) -> Result[TabstackMarkdownData]:
    """Have Tabstack read a page.

    Tabstack's servers open the address, without your cookies. It is judged like any address that would be opened."""
    answer = await _ask_tabstack(ctx, "extract/markdown", {"url": p.url})
    if isinstance(answer, Failed):
        return answer
    whole = answer.get("content") if isinstance(answer, dict) else None
    if not isinstance(whole, str):
        return _unreadable("Tabstack")
    piece = text_page(ctx.vault.mask_text(whole), p.cursor, RESULT_CAP, ROOM)
    if piece is None:
        return bad_cursor("tabstack_extract_markdown")
    data: TabstackMarkdownData = {"text": _outside(ctx, piece.text)}
    if piece.cursor is None:
        return Ok(data)
    return Ok(data, truncated=True, next=NextCall("tabstack_extract_markdown", {"url": p.url, "cursor": piece.cursor}))


@tool(
    effect="read",
    capability="tabstack",
    value_field="url",
    needs=("tabstack",),
    label="Extract data by Tabstack[: {what}]",
    label_keys=("url",),
    rare=True,
    example={"url": "https://example.org/", "json_schema": {"type": "object"}},
    security=_ADDRESSES,
)
async def tabstack_extract_json(ctx: Context, p: TabstackExtract) -> Result[TabstackData]:
    """The same, as data.

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
    """As you say.

    Schema and instructions go to Tabstack too, so the user is asked."""
    given = {"url": p.url, "json_schema": p.json_schema, "instructions": p.instructions}
    return await _data_of_tabstack(ctx, "generate/json", given)


async def _data_of_tabstack(ctx: Context, path: str, given: dict[str, Any]) -> Result[TabstackData]:
    answer = await _ask_tabstack(ctx, path, given)
    if isinstance(answer, Failed):
        return answer
    text = json.dumps(ctx.vault.mask(answer), ensure_ascii=False)
    if json_size(text) > ROOM:
        return Failed("too_long", "What Tabstack answered is too long.", hint="Ask for less with the schema.")
    return Ok({"json": _outside(ctx, text)})


async def _ask_tabstack(ctx: Context, path: str, given: dict[str, Any]) -> Any | Failed:
    assert ctx.tabstack is not None, "the tool is not offered without a key"
    answer = await ctx.fetcher.ask(ctx.tabstack.request(path, given), max_bytes=MAX_ANSWER)
    fault = _fault("Tabstack", answer.status)
    if fault is not None:
        return fault
    data = read_answer(answer.data)
    return data if data is not None else _unreadable("Tabstack")


def _outside(ctx: Context, text: str) -> External:
    assert ctx.tabstack is not None, "the tool is not offered without a key"
    return External(text, ctx.tabstack.origin, "tabstack-content", ctx.fetcher.is_tainted)
