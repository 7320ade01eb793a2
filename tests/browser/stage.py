"""A page on a stage: a bare tab core with hands, and refs by CSS selector."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Browser, Frame, Page

from handrail.browser.backend.core import TabCore
from handrail.browser.backend.facts import facts
from handrail.browser.backend.hands import PageHands
from handrail.browser.backend.refs import Refs
from handrail.browser.types import DialogInfo, ElementFacts
from handrail.trust import External

SHORT = 0.6
"""Patience of the hands where a test is about what never becomes actionable."""


class Stage:
    """One page, as the acts see it. Dialogs stay open, as in a real tab."""

    def __init__(self, page: Page, *, patience: float = 5.0) -> None:
        self.page = page
        self.core = TabCore("t1", page, Refs())
        self.hands = PageHands(self.core, patience=patience)
        self.dialogs: list[Any] = []
        page.on("dialog", self._opened)

    def _opened(self, dialog: Any) -> None:
        self.dialogs.append(dialog)
        text = External(dialog.message, "test", "dialog")
        self.core.dialog = DialogInfo(dialog.type, text, External(dialog.default_value, "test", "dialog"))
        self.core.dialog_opened.set()

    async def accept(self) -> None:
        """Answer the open dialog."""
        self.core.dialog = None
        self.core.dialog_opened.clear()
        await self.dialogs[-1].accept()

    async def ref(self, selector: str, frame: Frame | None = None) -> str:
        """The ref of the first match in a frame (the main one by default), open shadow trees included."""
        frame = frame or self.page.main_frame
        answer = await self.core.ask(frame, "query", selector=selector, within=None, most=1)
        assert answer.data["locals"], f"nothing matches {selector}"
        return self.core.refs.name("t1", frame, answer.nonce, answer.data["locals"][0])

    async def facts(self, selector: str, frame: Frame | None = None) -> ElementFacts:
        return await facts(self.core, await self.ref(selector, frame))

    async def show(self, html: str) -> None:
        await self.page.set_content(html)

    async def js(self, script: str) -> Any:
        """What the page itself says."""
        return await self.page.evaluate(script)


async def stage_in(browser: Browser, html: str = "", **options: Any) -> Stage:
    """A stage in a fresh context of a browser; the caller closes ``stage.page.context``."""
    context = await browser.new_context()
    stage = Stage(await context.new_page(), **options)
    if html:
        await stage.show(html)
    return stage
