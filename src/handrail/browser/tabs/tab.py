"""One tab, over Playwright."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from handrail.browser.actions.actions import PlaywrightActions
from handrail.browser.reading.page_reader import PlaywrightReader
from handrail.browser.screenshots.capture import Screenshotter
from handrail.browser.tabs.dialogs import Dialogs, truncate
from handrail.browser.tabs.navigation import Navigator
from handrail.browser.tabs.settle import Settler
from handrail.browser.tabs.wait import Condition, Waiter
from handrail.browser.types.addresses import origin_of
from handrail.browser.types.errors import BrowserError, BrowserLost
from handrail.browser.types.tabs import DialogInfo, TabInfo
from handrail.trust import External

if TYPE_CHECKING:
    from handrail.attachments import Attachment
    from handrail.browser.network.filtering_proxy import FilteringProxy
    from handrail.browser.page.hang_guard import GuardedPageContext
    from handrail.browser.screenshots.annotate import Annotator
    from handrail.browser.tabs.downloads import Downloads

TITLE_TIMEOUT = 1.0
"""Seconds that a tab may take to give its title for the list of tabs."""
MAX_TITLE_CHARS = 200
MAX_URL_CHARS = 2_000
"""Longer addresses are shown with an ellipsis; ``core.url`` is whole."""


class PlaywrightTab:
    """A tab of a `PlaywrightTabs`. Each method has a deadline and gives way to a dialog.

    Args:
        core: its page and the way to the kit.
        downloads: where files go that its page hands over.
        annotator: makes its pictures smaller and draws on them.
        proxy: what its requests pass, where there is one.
    """

    def __init__(
        self, core: GuardedPageContext, downloads: Downloads, annotator: Annotator, proxy: FilteringProxy | None = None
    ) -> None:
        self.core = core
        self.id = core.id
        self.page = core.page
        self.reader = PlaywrightReader(core)
        self.actions = PlaywrightActions(core)
        self.dialogs = Dialogs(core)
        self._settler = Settler(core)
        self._waiter = Waiter(core, self.reader, self._settler)
        self._screenshotter = Screenshotter(core, PlaywrightReader(core), annotator)
        self._navigator = Navigator(core, self._settler, downloads, proxy)

    @property
    def url(self) -> External:
        # Its text is from the site that it names, whatever document the kit last spoke to.
        url = self.core.url
        return External(truncate(url, MAX_URL_CHARS), origin_of(url), "page-info")

    @property
    def origin(self) -> str:
        return self.core.origin

    @property
    def dialog(self) -> DialogInfo | None:
        return self.core.dialog

    async def goto(self, url: str, *, timeout: float = 30.0) -> int | None:
        """Navigate and return the HTTP status once the document is parsed, or a dialog opens in it.

        Raises:
            NavigationFailed: no page came, in one sentence.
            DialogOpen: the page that is being left asks first.
        """
        return await self._navigator.goto(url, timeout)

    async def reload(self) -> int | None:
        """Load the page again and return the HTTP status."""
        return await self._navigator.reload()

    async def back(self) -> bool:
        """False where there is no earlier page."""
        return await self._navigator.back()

    async def forward(self) -> bool:
        """False where there is no later page."""
        return await self._navigator.forward()

    async def answer_dialog(self, accept: bool, text: str | None = None) -> DialogInfo:
        """Close the open dialog and return what it was."""
        return await self.dialogs.answer(accept, text)

    async def screenshot(self, *, full_page: bool = False, ref: str | None = None, marks: bool = False) -> Attachment:
        """A picture of the window, the whole page or one element; ``marks`` draws in the refs that can be operated."""
        return await self._screenshotter.take(full_page=full_page, ref=ref, marks=marks)

    async def wait_for(
        self,
        *,
        text: str | None = None,
        ref: str | None = None,
        selector: str | None = None,
        url: str | None = None,
        state: Literal["stable", "load"] | None = None,
        gone: bool = False,
        timeout: float = 10.0,
    ) -> bool:
        """True once it holds, False when ``timeout`` seconds went by."""
        condition = Condition(text=text, ref=ref, selector=selector, url=url, state=state, gone=gone)
        return await self._waiter.wait(condition, timeout)

    async def pin(self) -> str:
        """The nonce of the main document now."""
        return (await self.core.ask(self.page.main_frame, "title")).nonce

    async def title(self) -> External:
        """Empty where the page does not give it in time."""
        try:
            answer = await self.core.ask(self.page.main_frame, "title", timeout=TITLE_TIMEOUT)
        except BrowserLost:
            raise
        except BrowserError:
            return External("", self.origin, "page-info")
        return External(truncate(answer.data["title"], MAX_TITLE_CHARS), answer.origin, "page-info")

    async def info(self, *, active: bool) -> TabInfo:
        """Its line in the list of tabs."""
        title = await self.title()
        return TabInfo(self.id, self.url, title, active)

    async def settle(self, since: float, *, ahead: bool = False) -> bool:
        """Wait until what started after ``since`` (loop time) has settled; False where that took too long. ``ahead``: a
        snapshot is taken next."""
        return await self._settler.settle(since, meanwhile=self.reader.read_ahead if ahead else None)

    @property
    def lag(self) -> float:
        """Seconds that the page took last to answer when it changed."""
        return self._settler.lag

    def changed_since(self, moment: float) -> bool:
        """Whether `settle` saw the page change after ``moment``."""
        return self._settler.changed_since(moment)
