"""A page without tabs around it, with its actions, and refs by CSS selector."""

from __future__ import annotations

import asyncio
from typing import Any

from playwright.async_api import Frame, Page

from handrail.browser.actions.actions import PlaywrightActions
from handrail.browser.page.page_context import PageContext
from handrail.browser.page.refs import Refs
from handrail.browser.reading.element_facts import facts
from handrail.browser.types.facts import ElementFacts
from handrail.browser.types.tabs import DialogInfo
from handrail.trust import External

SHORT = 0.6
"""How long actions wait where a test is about what never becomes actionable."""


class Stage:
    """One page, as the acts see it. Dialogs stay open, as in a real tab."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.core = PageContext("t1", page, Refs())
        self.actions = PlaywrightActions(self.core)
        self.hasty = PlaywrightActions(self.core, patience=SHORT)
        self.dialogs: list[Any] = []
        self._has_shown = False
        page.on("dialog", self._opened)

    def leave(self) -> None:
        """Hear no more of its dialogs."""
        self.page.remove_listener("dialog", self._opened)

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

    def asked(self, op: str) -> asyncio.Event:
        """Set once the kit has answered ``op``."""
        event, ask = asyncio.Event(), self.core.ask

        async def told(frame: Frame, name: str, **args: Any) -> Any:
            answer = await ask(frame, name, **args)
            if name == op:
                event.set()
            return answer

        self.core.ask = told  # type: ignore[method-assign, assignment]
        return event

    async def facts(self, selector: str, frame: Frame | None = None) -> ElementFacts:
        return await facts(self.core, await self.ref(selector, frame))

    async def show(self, html: str) -> None:
        if self._has_shown:
            # The scripts of the page before have declared names that its own may declare.
            await self.page.goto("about:blank")
        self._has_shown = True
        await self.page.set_content(html)

    async def js(self, script: str) -> Any:
        """What the page itself says."""
        return await self.page.evaluate(script)
