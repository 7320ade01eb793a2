"""Keeps dialogs open until somebody answers them: what a page asks of a person is never answered by default."""

from __future__ import annotations

import asyncio

from playwright.async_api import Dialog
from playwright.async_api import Error as PlaywrightError

from handrail.browser.page.page_context import PageContext
from handrail.browser.types.errors import DeadlineHit, NoDialog
from handrail.browser.types.tabs import DialogInfo
from handrail.trust import External

CLOSE_TIMEOUT = 5.0
"""Seconds that a browser may take to close a dialog."""
MAX_TEXT_CHARS = 2_000
"""Characters of a dialog's message, and of a prompt's default, that are shown."""


class Dialogs:
    """The dialogs of one tab, one at a time, as a browser shows them."""

    def __init__(self, core: PageContext) -> None:
        self._core = core
        self._open: Dialog | None = None

    def on_dialog(self, dialog: Dialog) -> None:
        """Keep a new dialog open. The tab listens from its first moment, or Playwright would dismiss dialogs."""
        message, default = (
            External(text, self._core.origin, "dialog").shorten(MAX_TEXT_CHARS)
            for text in (dialog.message, dialog.default_value)
        )
        self._open = dialog
        self._core.dialog = DialogInfo(dialog.type, message, default)
        self._core.dialog_opened.set()

    def forget(self) -> None:
        """Note that no dialog is open any more."""
        self._open = self._core.dialog = None
        self._core.dialog_opened.clear()

    async def answer(self, accept: bool, text: str | None = None) -> DialogInfo:
        """Close the open dialog and return what it was. Raises `NoDialog`: none is open any more."""
        dialog, info = self._open, self._core.dialog
        if dialog is None or info is None:
            raise NoDialog("No dialog is open.", hint="Go on with the page; `page_info` says when one is.")
        # Forget it first: the answer can open the next dialog before the browser's reply is back.
        self.forget()
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT):
                # A prompt accepted without a text gets the default that a person would see in the box: all of it.
                given = dialog.default_value if text is None else text
                await (dialog.accept(given if info.kind == "prompt" else None) if accept else dialog.dismiss())
        except PlaywrightError:
            raise NoDialog("The dialog was closed meanwhile.", hint="Take a snapshot.") from None
        except TimeoutError:
            if self._open is None:
                self.on_dialog(dialog)
            raise DeadlineHit(f"The browser did not close the dialog within {CLOSE_TIMEOUT:.0f} s.") from None
        return info
