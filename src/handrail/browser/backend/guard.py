"""A tab's core that notices when its tab has stopped answering."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from handrail.browser.backend.bridge import Answer
from handrail.browser.backend.core import TabCore
from handrail.browser.errors import BrowserError, DeadlineHit, TabLost

if TYPE_CHECKING:
    from playwright.async_api import Frame, Locator, Page

    from handrail.browser.backend.refs import Refs, Target

MISSES = 2
"""Deadlines that the main frame may miss in a row before its tab counts as lost."""

Lost = Callable[["GuardedCore"], Awaitable[BrowserError]]


class GuardedCore(TabCore):
    """`TabCore` that counts missed deadlines of the main frame and hands a lost tab to its owner.

    Args:
        lost: replaces the tab and returns the error to raise; called where the tab's page is gone or does not answer.
    """

    def __init__(self, tab_id: str, page: Page, refs: Refs, lost: Lost) -> None:
        super().__init__(tab_id, page, refs)
        self.status: int | None = None
        """HTTP status of the main document, None where there was no response."""
        self.acted_in: Frame | None = None
        """The frame of the element that was last taken hold of: its reaction is waited for too."""
        self.crashed = False
        self._lost = lost
        self._misses = 0
        self._last_miss = 0.0

    async def ask(self, frame: Frame, op: str, **args: Any) -> Answer:
        """`TabCore.ask`. A tab that is gone, or that misses its second deadline in a row, is replaced and said to be."""
        started = asyncio.get_running_loop().time()
        main = frame.parent_frame is None
        try:
            answer = await super().ask(frame, op, **args)
        except DeadlineHit:
            if main and self.missed(started) >= MISSES:
                raise await self.lost() from None
            raise
        except TabLost:
            if self.gone:
                raise await self.lost() from None
            raise
        if main:
            self._misses = 0
        return answer

    def missed(self, started: float) -> int:
        """Count a deadline missed by work that began at ``started``; work that ran beside it counts once."""
        if started >= self._last_miss:
            self._misses += 1
            self._last_miss = asyncio.get_running_loop().time()
        return self._misses

    async def lost(self) -> BrowserError:
        """Have the tab replaced; the error says so."""
        return await self._lost(self)

    @property
    def gone(self) -> bool:
        return self.crashed or self.page.is_closed()

    def locator(self, target: Target) -> Locator:
        self.acted_in = target.frame
        return super().locator(target)
