"""Reading one tab. It changes nothing there: no scroll, no focus, no attribute, no event."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

from handrail.browser.reading import page_info
from handrail.browser.reading.snapshot import Snapshots
from handrail.browser.types.errors import BrowserError
from handrail.browser.types.facts import ElementFacts, Through
from handrail.browser.types.reading import (
    DropdownOptions,
    ElementDetails,
    ElementQuery,
    PageHtml,
    Snapshot,
    SnapshotMode,
    TextFinder,
    TextMatches,
    TextSegments,
)
from handrail.browser.types.tabs import PageInfo

if TYPE_CHECKING:
    from handrail.browser.page.page_context import PageContext
    from handrail.browser.reading.text import TextReader


class PlaywrightReader:
    """What a page shows, asked of the kit in every frame. Changes nothing on the page."""

    def __init__(self, core: PageContext) -> None:
        self._core = core
        self._snapshots = Snapshots(core)

    @cached_property
    def _reader(self) -> TextReader:
        from handrail.browser.reading.text import TextReader

        return TextReader(self._core)

    async def snapshot(
        self,
        mode: SnapshotMode = "auto",
        *,
        within_ref: str | None = None,
        max_chars: int = 12_000,
        cursor: str | None = None,
    ) -> Snapshot:
        return await self._snapshots.take(mode, within_ref=within_ref, max_chars=max_chars, cursor=cursor)

    async def read_ahead(self) -> None:
        """Read a new page for whoever asks for a snapshot next. A page that cannot be read is not told of here."""
        with suppress(BrowserError):
            await self._snapshots.read_ahead()

    async def text_segments(self) -> TextSegments:
        return await self._reader.text_segments()

    async def search(self, finder: TextFinder, *, skip: int = 0, limit: int = 10, context: int = 80) -> TextMatches:
        return await self._reader.search(finder, skip=skip, limit=limit, context=context)

    async def query(
        self,
        selector: str,
        *,
        within_ref: str | None = None,
        attributes: Sequence[str] = (),
        max_results: int = 20,
        skip: int = 0,
        include_text: bool = True,
    ) -> ElementQuery:
        return await self._reader.query(
            selector,
            within_ref=within_ref,
            attributes=attributes,
            max_results=max_results,
            skip=skip,
            include_text=include_text,
        )

    async def element(self, ref: str) -> ElementDetails:
        return await self._reader.element(ref)

    async def options(self, ref: str) -> DropdownOptions:
        return await self._reader.options(ref)

    async def html(self, *, within_ref: str | None = None, main_only: bool = True) -> PageHtml:
        return await self._reader.html(within_ref=within_ref, main_only=main_only)

    async def facts(self, ref: str, through: Through | None = None) -> ElementFacts:
        from handrail.browser.reading.element_facts import facts

        return await facts(self._core, ref, through)

    async def focused(self) -> ElementFacts | None:
        from handrail.browser.reading.element_facts import focused

        return await focused(self._core)

    async def has_link(self, url: str) -> bool:
        from handrail.browser.reading.element_facts import has_link

        return await has_link(self._core, url)

    async def info(self) -> PageInfo:
        return await page_info.info(self._core)
