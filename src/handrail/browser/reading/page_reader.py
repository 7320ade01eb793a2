"""Reading one tab. It changes nothing there: no scroll, no focus, no attribute, no event."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import TYPE_CHECKING

from handrail.browser.reading import element_facts, page_info
from handrail.browser.reading.element_finder import ElementFinder
from handrail.browser.reading.elements import ElementReader
from handrail.browser.reading.snapshot import Snapshots
from handrail.browser.reading.text import TextReader
from handrail.browser.types.element_names import ElementName
from handrail.browser.types.errors import BrowserError
from handrail.browser.types.facts import ElementFacts, Through
from handrail.browser.types.reading import Snapshot, SnapshotMode
from handrail.browser.types.tabs import PageInfo

if TYPE_CHECKING:
    from handrail.browser.page.page_context import PageContext


class PlaywrightReader(TextReader, ElementReader):
    """What a page shows, asked of the kit in every frame. Changes nothing on the page."""

    def __init__(self, core: PageContext) -> None:
        super().__init__(core)
        self._snapshots = Snapshots(core)

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
        """Read a new page before its snapshot is asked for. A page that cannot be read is reported then."""
        with suppress(BrowserError):
            await self._snapshots.read_ahead()

    async def find(self, name: ElementName, roles: Collection[str] = ()) -> str:
        return await ElementFinder(self, self._snapshots).find(name, roles)

    async def facts(self, ref: str, through: Through | None = None) -> ElementFacts:
        return await element_facts.facts(self._core, ref, through)

    async def at(self, x: float, y: float) -> str | None:
        """The ref of what lies at a place of the window, in CSS pixels; None for nothing."""
        return await element_facts.at(self._core, x, y)

    async def focused(self) -> ElementFacts | None:
        return await element_facts.focused(self._core)

    async def has_link(self, url: str, origin: str | None = None) -> bool:
        return await element_facts.has_link(self._core, url, origin)

    async def info(self) -> PageInfo:
        return await page_info.info(self._core)
