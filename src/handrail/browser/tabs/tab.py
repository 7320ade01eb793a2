"""One tab, driven through Playwright, and its dialog: what a page asks of a person is never answered by default."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from playwright.async_api import Dialog
from playwright.async_api import Error as PlaywrightError

from handrail.browser.actions.actions import PlaywrightActions
from handrail.browser.actions.page_tools import PageTools
from handrail.browser.clock import loop_time
from handrail.browser.network.filtering_proxy import FilteringProxy
from handrail.browser.network.proxy_failures import proxy_failure
from handrail.browser.page.hang_guard import GuardedPageContext
from handrail.browser.page.navigation_errors import failure
from handrail.browser.page.page_context import PageContext
from handrail.browser.reading.page_logs import PageLogs
from handrail.browser.reading.page_reader import PlaywrightReader
from handrail.browser.screenshots.annotate import Annotator
from handrail.browser.screenshots.capture import Screenshotter
from handrail.browser.tabs.downloaded_file import media_type
from handrail.browser.tabs.downloads import Downloads
from handrail.browser.tabs.navigation import Navigator
from handrail.browser.tabs.settle import Settler
from handrail.browser.tabs.wait import Waiter
from handrail.browser.types.errors import BrowserError, BrowserLost, DeadlineHit, NoDialog, TabLost
from handrail.browser.types.network.addresses import origin_of
from handrail.browser.types.tabs import DialogInfo, TabInfo
from handrail.trust import External

RESIZE_TIMEOUT = 5.0
PRINT_TIMEOUT = 20.0
"""Seconds that printing a page may take."""
TITLE_TIMEOUT = 1.0
"""Seconds that a tab may take to give its title for the list of tabs."""
MORE_CAP = 1.0
"""Seconds that the end of a list may take to load more before the result says that it is loading."""
MAX_TITLE_CHARS = 200
MAX_URL_CHARS = 2_000
"""Longer addresses are shown with an ellipsis; ``core.url`` is whole."""

CLOSING_TIME = 1.0
"""Seconds that the browser may take to report that a tab whose page is gone is closed."""
ARRIVAL_TIME = 1.0
"""Seconds that the browser may take to report a document that opens a websocket already."""
CLOSE_TIMEOUT = 5.0
"""Seconds that a browser may take to close a dialog."""
MAX_TEXT_CHARS = 2_000
"""Characters of a dialog's message, and of a prompt's default, that are shown."""


class PlaywrightTab:
    """A tab of a `PlaywrightTabs`. Each method has a deadline, and raises `DialogOpen` once a dialog opens."""

    def __init__(
        self, core: GuardedPageContext, downloads: Downloads, annotator: Annotator, proxy: FilteringProxy | None
    ) -> None:
        self.core = core
        self.id = core.id
        self.page = core.page
        self.reader = PlaywrightReader(core)
        self.logs = PageLogs(core, proxy.sign_in_host if proxy is not None else "")
        self.actions = PlaywrightActions(core)
        self.page_tools = PageTools(core)
        self.dialogs = Dialogs(core)
        self.settler = Settler(core)
        self.wait_for_reaction = self.settler.wait_for_reaction
        core.why_failed = lambda url, reported: (proxy_failure(proxy, url) or failure(reported, None)).message
        navigator = Navigator(core, self.settler, downloads, proxy)
        self.goto, self.reload = navigator.goto, navigator.reload
        self.back, self.forward = navigator.back, navigator.forward
        self.answer_dialog = self.dialogs.answer
        self.wait_for = Waiter(core, self.reader, self.settler).wait
        # A reader of its own, because nobody asked for the snapshot for its marks.
        self.screenshot = Screenshotter(core, PlaywrightReader(core), annotator).take

    @property
    def url(self) -> External:
        # Its text is from the site that it names, whatever document the kit last spoke to.
        url = self.core.url
        return External(url, origin_of(url), "page-info").shorten(MAX_URL_CHARS)

    @property
    def document(self) -> tuple[str, float]:
        """What tells the tab's document from others: the id of the tab, and when it was parsed; 0 until then."""
        traffic = self.core.traffic
        return self.id, 0.0 if traffic.parsing else traffic.parsed_at

    async def wait_for_document(self) -> None:
        """Wait until a document that was requested has arrived, but no longer than `ARRIVAL_TIME`."""
        end = loop_time() + ARRIVAL_TIME
        while self.core.traffic.awaiting and loop_time() < end:
            await self.core.traffic.wait_for_change(end - loop_time())

    @property
    def origin(self) -> str:
        return self.core.origin

    @property
    def content_type(self) -> str:
        """The media type of the document, as its server named it; "" if that is not known."""
        return media_type(self.core.traffic.content_type)

    @property
    def dialog(self) -> DialogInfo | None:
        return self.core.dialog

    async def pin(self) -> str:
        """Return the nonce of the main document."""
        return (await self.core.ask(self.page.main_frame, "title")).nonce

    async def title(self) -> External:
        """Return the title; empty if the page does not give it in time."""
        try:
            answer = await self.core.ask(self.page.main_frame, "title", timeout=TITLE_TIMEOUT)
        except BrowserLost:
            raise
        except BrowserError:
            return External("", self.origin, "page-info")
        return answer.external(answer.data["title"], "page-info").shorten(MAX_TITLE_CHARS)

    async def set_viewport(self, width: int, height: int) -> None:
        """Give the window's page another size in CSS pixels."""
        try:
            async with asyncio.timeout(RESIZE_TIMEOUT):
                await self.core.race(self.page.set_viewport_size({"width": width, "height": height}))
        except TimeoutError:
            raise DeadlineHit(f"The window was not resized within {RESIZE_TIMEOUT:.0f} s.") from None

    async def print_pdf(self) -> bytes:
        """Return the page as a PDF, as it would be printed. Raises `BrowserError`: the browser does not print, or not
        in time."""
        try:
            async with asyncio.timeout(PRINT_TIMEOUT):
                return await self.core.race(self.page.pdf(print_background=True))
        except TimeoutError:
            raise DeadlineHit(f"The page was not printed within {PRINT_TIMEOUT:.0f} s.") from None
        except PlaywrightError:
            if self.core.gone:
                raise await self.core.replace_tab() from None
            raise BrowserError(
                "This browser does not print pages.", hint="Chromium without a window does, and Firefox."
            ) from None

    async def info(self, *, active: bool) -> TabInfo:
        """Return the tab's entry in the list of tabs."""
        return TabInfo(self.id, self.url, await self.title(), active)

    async def wait_for_more(self, since: float) -> bool:
        """Wait a moment for what a list loads whose end was reached after ``since`` (loop time); return whether a
        request for it is still under way."""
        await self.settler.settle(since, cap=MORE_CAP)
        return self.core.traffic.open_since(since)

    async def settle(self, since: float, *, ahead: bool = False) -> bool:
        """Wait until what started after ``since`` (loop time) has settled; return False if that took too long.
        ``ahead``: a snapshot is taken next."""
        try:
            settled = await self.settler.settle(since, meanwhile=self.reader.read_ahead if ahead else None)
            return settled and (not ahead or await self.settler.wait_for_reaction(since))
        except TabLost:
            # One that an act closed cannot change any more.
            if self.core.crashed or self.core.hung or not await self._is_closed():
                raise
            return True

    async def _is_closed(self) -> bool:
        """Return whether the tab is closed, which the browser may report a moment after the page stopped answering."""
        if not self.page.is_closed():
            with suppress(PlaywrightError):
                await self.page.wait_for_event("close", timeout=CLOSING_TIME * 1000)
        return self.page.is_closed()


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
