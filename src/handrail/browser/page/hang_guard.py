"""Notices when a tab has stopped answering."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from playwright.async_api import Frame, Page

from handrail.browser.clock import loop_time
from handrail.browser.page.kit_client import KitAnswer
from handrail.browser.page.page_context import PageContext
from handrail.browser.page.refs import Refs
from handrail.browser.page.traffic import Traffic
from handrail.browser.types.errors import BrowserError, DeadlineHit, TabLost
from handrail.browser.types.network.addresses import origin_of

MAX_MISSES = 2
"""How many deadlines in a row the main frame may miss before its tab counts as lost."""
MISS_TIMEOUT = 2.0
"""A missed deadline counts only if the question allowed this many seconds: a page may be busy for a moment."""


class GuardedPageContext(PageContext):
    """`PageContext` that counts missed deadlines of the main frame and hands a lost tab to its owner. ``replace``:
    replaces the tab and returns the error to raise; called if the tab's page is gone or hangs."""

    def __init__(
        self, tab_id: str, page: Page, refs: Refs, replace: Callable[[GuardedPageContext], Awaitable[BrowserError]]
    ) -> None:
        super().__init__(tab_id, page, refs)
        self.traffic: Traffic = Traffic(page)
        self.crashed = self.hung = False
        self._replace = replace
        self._misses = 0
        self._last_miss = 0.0
        self._reported_url = (-1, "")
        """The address that the document last gave, and the moves of the tab when it was asked."""
        page.on("crash", self._on_crash)

    async def ask(self, frame: Frame, op: str, **args: Any) -> KitAnswer:
        """Ask the kit as `PageContext.ask` does. A tab that is gone, or misses its second deadline in a row, is
        replaced, and the error says so."""
        # An answer may be overtaken by the report of a move, which it does not know of.
        started, moves = loop_time(), self.traffic.moves
        try:
            answer = await super().ask(frame, op, **args)
        except DeadlineHit:
            counts = frame.parent_frame is None and args.get("timeout", MISS_TIMEOUT) >= MISS_TIMEOUT
            raise await self._deadline_error(counts, started) from None
        except TabLost:
            if self.gone:
                raise await self.replace_tab() from None
            raise
        if frame.parent_frame is None:
            self._misses = 0
            self._reported_url = (moves, answer.url)
        return answer

    async def _deadline_error(self, counts: bool, started: float) -> BrowserError:
        if self.traffic.awaiting:
            # Chromium holds back every question to a page while the next one is on its way: slow, but not lost.
            return DeadlineHit(
                "The page does not answer while the next one is loading.", hint="Wait a few seconds, or go elsewhere."
            )
        # Questions that were asked side by side count once.
        if counts and started >= self._last_miss:
            self._misses += 1
            self._last_miss = loop_time()
        if counts and self._misses >= MAX_MISSES:
            self.hung = True
            return await self.replace_tab()
        return DeadlineHit(
            "The page did not answer in time: a script keeps it busy, or it is very large.", hint="Try again once."
        )

    @property
    def status(self) -> int | None:
        """HTTP status of the main document, None where there was no response."""
        return self.traffic.status

    async def replace_tab(self) -> BrowserError:
        """Have the tab replaced, and return the error that says so."""
        self.replaced = True
        return await self._replace(self)

    @property
    def url(self) -> str:
        """The address of the main document. Firefox does not report a step back to the same address without its
        fragment, so what the document itself gave since the last move counts. What a PDF viewer in its place gives does
        not."""
        moves, reported = self._reported_url
        known = self.page.url
        return reported if moves == self.traffic.moves and origin_of(reported) == origin_of(known) else known

    @property
    def gone(self) -> bool:
        """Whether the tab crashed or was closed."""
        return self.crashed or self.page.is_closed()

    def _on_crash(self, _: Page) -> None:
        self.crashed = True
