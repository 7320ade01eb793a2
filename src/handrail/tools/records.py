"""Structured data without a model: tables, and fields of items that repeat, over several pages."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from dataclasses import replace
from typing import Annotated

from pydantic import BeforeValidator, Field, field_validator

from handrail.browser.types.element_names import REF, ElementName, element_text
from handrail.browser.types.errors import BrowserError, DocumentChanged, InvalidSelector, NoSuchElement, StaleRef
from handrail.browser.types.reading import RecordField, TableRows
from handrail.results import Failed, NextCall, Ok, Result, ToolFailed
from handrail.results.data.documents import CollectData, ReadTableData
from handrail.tools.core.context import Context
from handrail.tools.core.element_params import PartRef, Ref
from handrail.tools.core.paging import ROOM, Cursor, first_that_fit, json_size, offset_of
from handrail.tools.core.table import Params, Security, tool
from handrail.tools.support.run_files import save_records
from handrail.tools.support.table_grid import TableGrid, table_grid
from handrail.trust import External

TABLES = "table, [role=table], [role=grid], [role=treegrid]"
MAX_COMPARED = 10
"""Tables of which the largest is read, where a call names none."""
COLLECT_TIME = 50.0
"""Seconds after which no further page is opened."""
TURN_TIME, SCROLL_TIME, POLL = 4.0, 0.2, 0.1
"""Seconds until other items have to be there after a page was turned or a list scrolled to its end, after one scroll on
the way, and between two looks."""
SAMPLE = 5
"""Records that a model is shown of those that it has saved."""
STILL_SCROLLS = 2
"""Scrolls without a new item after which there are none."""
COMPLETE = ("end", "nothing_new")
"""Why `collect` stops where it has all that there is."""


class ReadTable(Params):
    ref: Ref | None = None
    """The table, or what is in it; without it the largest one."""
    selector: str | None = Field(None, min_length=1, max_length=2_000)
    """A CSS selector of it."""
    max_rows: int = Field(100, ge=1, le=1_000)
    """Rows to show."""
    save: str | None = Field(None, min_length=1, max_length=200)
    """A file for all of it.

    Its name ends in csv or jsonl."""
    cursor: Cursor = None


@tool(
    effect="read",
    label="Read a table[: {what}]",
    label_keys=("ref", "selector"),
    rare=True,
    example={"selector": "table.plans", "save": "plans.csv"},
    security=Security(reads_page=True, changes_state=False, sends_data=False, takes_text=True),
)
async def read_table(ctx: Context, p: ReadTable) -> Result[ReadTableData]:
    """Read a table as columns and rows.

    Also into a file. Cells that span several columns or rows are repeated in each; several header rows are joined.
    Native tables and ARIA tables and grids. A grid that holds only the rows in view says how many there are;
    `collect` with `scroll` reads those. Fails if there is no table."""
    skip = offset_of("read_table", p.cursor)
    found = await _table(ctx, p)
    grid = table_grid(found.rows)
    columns, rows = _outside(grid, found.origin)
    data: ReadTableData = {
        "total": len(rows),
        "columns": columns,
        "rows": first_that_fit(rows[skip : skip + p.max_rows], max(1_000, ROOM - json_size(columns) - 500)),
    }
    if found.caption:
        data["caption"] = found.caption.shorten(300)
    # A row of heads counts among those that a grid announces.
    if found.announced > max(len(rows), len(found.rows)):
        more = "scroll it and read it again." if found.drawn else "`collect` with `scroll` reads more."
        data["not_in_page"] = f"The page holds {len(rows)} of {found.announced} rows; {more}"
    if found.cut:
        data["not_read"] = "Not all rows could be read in time."
    if p.save is not None and skip == 0:
        saved = await save_records(ctx, p.save, grid.columns, grid.rows)
        data["file"], data["path"] = saved.name, str(saved)
    reached = skip + len(data["rows"])
    if reached >= len(rows):
        return Ok(data)
    following = {**p.model_dump(exclude_defaults=True, exclude={"save"}), "cursor": str(reached)}
    return Ok(data, next=NextCall("read_table", following))


async def _table(ctx: Context, p: ReadTable) -> TableRows:
    if p.ref is not None:
        return await ctx.tab.reader.table(p.ref)
    wanted = 1 if p.selector is not None else MAX_COMPARED
    found = await ctx.tab.reader.query(p.selector or TABLES, max_results=wanted, include_text=False)
    tables = [await ctx.tab.reader.table(element.ref) for element in found.elements]
    if not tables:
        hint = "find_elements shows what the page has; `collect` reads lists."
        raise ToolFailed(Failed("no_table", "No table was found.", hint=hint))
    return max(tables, key=lambda table: sum(len(row.cells) for row in table.rows))


def _outside(grid: TableGrid, origin: str) -> tuple[list[External], list[list[External]]]:
    def outside(texts: list[str]) -> list[External]:
        return [External(text, origin, "page-elements") for text in texts]

    return outside(grid.columns), [outside(row) for row in grid.rows]


class Collect(Params):
    item: str = Field(min_length=1, max_length=2_000)
    """A CSS selector of the items that repeat."""
    fields: dict[str, str] = Field(min_length=1, max_length=30)
    """Name and selector within the item, @attribute after it; "" is the item's text."""
    within_ref: PartRef | None = None
    """Only below this element.

    On pages that are other documents, anywhere."""
    max_items: int = Field(100, ge=1, le=5_000)
    """Items in all."""
    next: Annotated[str | None, BeforeValidator(element_text)] = Field(None, min_length=1, max_length=2_000)
    """What leads to the next page: a ref, a CSS selector, an exact name, or {"role", "name"}."""
    scroll: bool = False
    """Scroll for more items."""
    max_pages: int = Field(10, ge=1, le=100)
    """Pages or scrolls in all."""
    save: str | None = Field(None, min_length=1, max_length=200)
    """A file for all of it; the result then shows the first five.

    Its name ends in csv or jsonl."""

    @field_validator("fields")
    @classmethod
    def _short(cls, fields: dict[str, str]) -> dict[str, str]:
        if any(len(name) > 100 or len(selector) > 2_000 for name, selector in fields.items()):
            raise ValueError("a name or selector is too long")
        return fields


@tool(
    effect="control",
    calls_tools=True,
    label="Collect items[: {what}]",
    label_keys=("item", "next"),
    rare=True,
    example={"item": "li.product", "fields": {"name": "h3", "link": "a@href"}, "next": "a.next", "max_pages": 5},
    # What turns a page is a call of its own, which is judged, watched and logged by itself.
    security=Security(reads_page=True, changes_state=False, sends_data=False, takes_text=True),
)
async def collect(ctx: Context, p: Collect) -> Result[CollectData]:
    """Collect `fields` of each `item` (CSS), over pages (`next`: a ref or name) or by scrolling.

    Also into a file. Turning a page is a `click` on the first match of `next`, or a `scroll`, and judged as such. On
    other documents a ref means what has its role and name. Fails where the first page has no `next`. Ends when there is
    no next page, nothing new comes, or `max_items` or `max_pages` are reached; `stopped` says which.
    Calls no model."""
    fields = [RecordField.parse(name, selector) for name, selector in p.fields.items()]
    found = await _Collector(ctx, p, fields).collect()
    shown = found.records[:SAMPLE] if p.save is not None and ctx.caller == "model" else found.records
    data: CollectData = {
        "total": len(found.records),
        "pages": found.pages,
        "stopped": found.stopped,
        "records": first_that_fit(shown, ROOM - 300),
    }
    if p.save is not None:
        rows = [[None if cell is None else cell.raw for cell in record.values()] for record in found.records]
        saved = await save_records(ctx, p.save, list(p.fields), rows)
        data["file"], data["path"] = saved.name, str(saved)
    elif len(data["records"]) < len(found.records):
        data["left_out"] = "Not all records fit; give `save` a name for a file with all of them."
    is_cut = found.stopped not in COMPLETE or "left_out" in data
    return Ok(data, page_changed=found.pages > 1, truncated=is_cut)


class _Collector:
    """Collects records page by page."""

    def __init__(self, ctx: Context, p: Collect, fields: list[RecordField]) -> None:
        self._ctx, self._p, self._fields = ctx, p, fields
        self.records = list[dict[str, External | None]]()
        self.pages = 1
        self._within = p.within_ref
        self._named: ElementName | None = None
        """What a ref in ``next`` stood for when it was seen last."""
        self.stopped = ""
        self._moved = True
        """The last scroll moved something."""
        self._left = False
        """The page holds items beyond ``max_items``."""

    async def collect(self) -> _Collector:
        end, still = time.monotonic() + COLLECT_TIME, 0
        page = await self._read()
        self._add(page)
        while not self.stopped:
            if len(self.records) >= self._p.max_items:
                self.stopped = "max_items" if self._left or await self._may_go_on() else "end"
            elif self._p.next is None and not self._p.scroll:
                self.stopped = "end"
            elif self.pages >= self._p.max_pages:
                self.stopped = "max_pages" if await self._may_go_on() else "end"
            elif time.monotonic() > end:
                self.stopped = "time"
            elif await self._turn():
                before, page = page, await self._read_other(page)
                if page == before and self._p.next is not None:
                    self.stopped = "nothing_new"
                    break
                self.pages += 1
                still = 0 if self._add(page) else still + 1
                if still >= STILL_SCROLLS and not self._moved:
                    self.stopped = "nothing_new"
        return self

    async def _read(self) -> list[dict[str, External | None]]:
        most = max(self._p.max_items + 1, 1_000)
        try:
            found = await self._ctx.tab.reader.records(
                self._p.item, self._fields, within_ref=self._within, max_results=most
            )
        except (StaleRef, DocumentChanged):
            if self._p.next is None or not self.records or self._within is None:
                raise
            # The next page is another document, which has no such element.
            self._within = None
            return await self._read()
        return list(found.records)

    async def _read_other(self, before: list[dict[str, External | None]]) -> list[dict[str, External | None]]:
        """The page's records once they are others, or as they are after a while."""
        end = time.monotonic() + (SCROLL_TIME if self._p.next is None and self._moved else TURN_TIME)
        while True:
            page = await self._read()
            if page != before or time.monotonic() > end:
                return page
            await asyncio.sleep(POLL)

    def _add(self, page: list[dict[str, External | None]]) -> bool:
        """Add what is new, and return whether anything is. A list that is scrolled shows the same items again."""
        seen = {tuple(record.items()) for record in self.records} if self._p.scroll else set()
        new = [record for record in page if tuple(record.items()) not in seen]
        room = self._p.max_items - len(self.records)
        self.records += new[:room]
        self._left = len(new) > room
        return bool(new)

    async def _turn(self) -> bool:
        """Open the next page, or scroll; where that is not to be had, say why in `stopped`."""
        if self._p.next is None:
            turned = await self._ctx.perform("scroll", direction="down", ref=self._p.within_ref)
            self._moved = turned.ok and (turned.data["moved_x"], turned.data["moved_y"]) != (0, 0)
        elif (ref := await self._find_next(self._p.next)) is None:
            if self.pages == 1:
                hint = "Take a ref from a snapshot, or leave `next` out where there is but one page."
                raise ToolFailed(Failed("no_such_element", "Nothing on this page is what `next` says.", hint=hint))
            self.stopped = "end"
            return False
        elif not await self._leads_on(ref):
            # A click would wait for it to show.
            self.stopped = "end"
            return False
        else:
            turned = await self._ctx.perform("click", ref=ref)
        if not turned.ok:
            self.stopped = "end" if turned.code == "not_actionable" else str(turned.code)
        return turned.ok

    async def _find_next(self, wanted: str) -> str | None:
        """Return the ref of what leads to the next page; None where it is not there."""
        reader = self._ctx.tab.reader
        if REF.fullmatch(wanted):
            try:
                element = (await reader.element(wanted)).element
            except (StaleRef, DocumentChanged):
                if self._named is None:
                    raise
            else:
                self._named = ElementName(element.role, element.name.raw)
                return wanted
        for name in [self._named] if self._named else [ElementName(selector=wanted), ElementName.parse(wanted)]:
            with suppress(NoSuchElement, InvalidSelector):
                return await reader.find(replace(name, nth=name.nth or 1)) if name is not None else None
        return None

    async def _may_go_on(self) -> bool:
        """Return whether there may be items after the last page that is wanted. Whatever the page does meanwhile, what
        was collected is kept."""
        if self._p.next is None:
            return self._p.scroll
        with suppress(BrowserError):
            if (ref := await self._find_next(self._p.next)) is not None:
                return await self._leads_on(ref)
            # On a first page it may be that `next` names nothing.
            return self.pages == 1
        return True

    async def _leads_on(self, ref: str) -> bool:
        """Return whether what leads to the next page can be pressed."""
        element = (await self._ctx.tab.reader.element(ref)).element
        return element.visible and "disabled" not in element.states
