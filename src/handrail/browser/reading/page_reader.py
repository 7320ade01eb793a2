"""Reading one tab. It changes nothing there: no scroll, no focus, no attribute, no event."""

from __future__ import annotations

import asyncio
import re
from bisect import bisect_right
from collections.abc import Collection
from contextlib import suppress
from itertools import accumulate

from handrail.browser.page.page_context import PageContext
from handrail.browser.reading import element_facts, page_info
from handrail.browser.reading.element_finder import ElementFinder
from handrail.browser.reading.elements import ElementReader
from handrail.browser.reading.snapshot import Snapshots
from handrail.browser.reading.text import TextReader
from handrail.browser.types.acts import NamedElement
from handrail.browser.types.element_names import ElementName
from handrail.browser.types.errors import BrowserError
from handrail.browser.types.facts import ElementFacts, Focus, Through
from handrail.browser.types.reading import BLOCK_END, TextFinder
from handrail.browser.types.tabs import PageInfo
from handrail.trust import External

MOST_FOUND = 500
"""Places in names that are looked at."""
IN_PART = re.compile(r"(?:rows|items)=\d[^/]*/")
"""Of the states of a list, the one that says which of its rows are in the page."""


class PlaywrightReader(TextReader, ElementReader):
    """What a page shows, asked of the kit in every frame. Changes nothing on the page."""

    def __init__(self, core: PageContext) -> None:
        super().__init__(core)
        self._snapshots = Snapshots(core)
        self.snapshot = self._snapshots.take

    async def read_ahead(self) -> None:
        """Read a new page before its snapshot is asked for: what takes long the first time is then done, and the kit
        sends only what differs. A page that cannot be read is reported then, a frame that is busy asked again."""
        with suppress(BrowserError):
            await self._snapshots.gather()

    async def named(self, finder: TextFinder, limit: int) -> list[NamedElement]:
        """Return the elements that can be operated in whose accessible name a pattern stands, at most ``limit``."""
        nodes = [(document, node) for document, node in (await self._snapshots.gather()).documents() if node.local]
        names = [node.name.replace(BLOCK_END, " ") for _, node in nodes]
        starts = list(accumulate((len(name) + 1 for name in names), initial=0))
        _, spans = await asyncio.to_thread(finder.find, BLOCK_END.join(names), MOST_FOUND)
        places = dict.fromkeys(bisect_right(starts, start) - 1 for start, _ in spans)
        return [
            NamedElement(document.refs[node.local], node.role, External(node.name, document.origin, "page-elements"))
            for document, node in (nodes[at] for at in list(places)[:limit])
        ]

    async def lists_in_part(self) -> list[tuple[str, str]]:
        """Return the refs of lists of which only some rows are in the page, and which of how many: "items=1-19/~60"."""
        return [
            (document.refs[node.local], part)
            for document, node in (await self._snapshots.gather()).documents()
            if node.local
            for part in node.states
            if IN_PART.match(part)
        ]

    async def canvases(self) -> list[str]:
        """Return the ref of each drawing whose text is not in the page."""
        return [
            document.refs[node.local]
            for document, node in (await self._snapshots.gather()).documents()
            if node.role == "canvas" and node.local
        ]

    async def find(self, name: ElementName, roles: Collection[str] = ()) -> str:
        return await ElementFinder(self, self._snapshots).find(name, roles)

    async def facts(self, ref: str, through: Through | None = None) -> ElementFacts:
        return await element_facts.facts(self._core, ref, through)

    async def at(self, x: float, y: float) -> NamedElement | None:
        """Return what lies at a place of the window, in CSS pixels; None for nothing."""
        return await element_facts.at(self._core, x, y)

    async def focused(self) -> Focus:
        return await element_facts.focused(self._core)

    async def has_link(self, url: str, origin: str | None = None) -> bool:
        return await element_facts.has_link(self._core, url, origin)

    async def info(self) -> PageInfo:
        return await page_info.info(self._core)
