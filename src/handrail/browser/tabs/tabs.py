"""The tabs of one browser context: opened, closed, lost and replaced."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from handrail.browser.page.hang_guard import GuardedPageContext
from handrail.browser.process.reaper import driver_ended
from handrail.browser.screenshots.annotate import Annotator
from handrail.browser.tabs.downloads import MAX_BYTES, Downloads
from handrail.browser.tabs.effects import EffectsWatcher
from handrail.browser.tabs.lost_tabs import LostTabs
from handrail.browser.tabs.open_tabs import OpenTabs
from handrail.browser.tabs.tab import PlaywrightTab
from handrail.browser.types.acts import ActionEffects, SentRequest, SideEffectLimits
from handrail.browser.types.errors import BrowserError, BrowserLost, NavigationFailed, NoSuchTab, TabLost
from handrail.browser.types.secrets import Needles, Secrets
from handrail.browser.types.tabs import TabInfo, TabPlace

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Dialog, Page

    from handrail.browser.network.proxy import FilteringProxy
    from handrail.browser.page.refs import Refs
    from handrail.trust import External

OPENING = 10.0
"""Seconds in which a browser must open or close a tab."""
MOST_ASKED = 10
"""Tabs that are asked whether they have a link."""


class PlaywrightTabs:
    """Tabs of a context, by ids that are never reused.

    A tab that a page opens is known at once and told in the `ActionEffects`, but does not become active: what a page
    opens must not move the hands of whoever is at work. ``switch`` goes there.

    Args:
        context: the browser context; pages that it already has become tabs.
        refs: the session's refs.
        run_dir: downloads go to its folder ``downloads``; None keeps none.
        max_download: bytes of a file that is kept.
        proxy: what every request passes, where there is one: it knows why an address was not reached.
        after: tabs of a browser that was lost, whose place these take: no id is given out twice, and what was
            downloaded stays.
    """

    def __init__(
        self,
        context: BrowserContext,
        refs: Refs,
        *,
        run_dir: Path | None = None,
        max_download: int = MAX_BYTES,
        proxy: FilteringProxy | None = None,
        after: PlaywrightTabs | None = None,
    ) -> None:
        self._proxy = proxy
        self._context = context
        self.refs = refs
        self.downloads = Downloads(run_dir / "downloads" if run_dir is not None else None, max_download)
        self._count = 0
        if after is not None:
            self.downloads, self._count = after.downloads, after._count
            refs.lose({f"t{number}" for number in range(1, after._count + 1)})
        self._tabs = OpenTabs()
        self._darkroom = Annotator(context.browser)
        self._secrets: Secrets | None = None
        self._lost_browser = False
        self._places = LostTabs()
        self._closing: set[asyncio.Task[None]] = set()
        self._watching = EffectsWatcher(context, self._tabs, self.downloads, proxy)
        context.on("page", self._opened)
        context.on("dialog", self._dialog_opened)
        context.on("close", self._browser_gone)
        if context.browser is not None:
            context.browser.on("disconnected", self._browser_gone)
        for page in context.pages:
            self._known(page)

    async def start(self) -> PlaywrightTabs:
        """See to it that there is a tab."""
        await self._ensure_one()
        self._tabs.all_told()
        return self

    @property
    def active(self) -> PlaywrightTab:
        """
        Raises:
            BrowserLost: the browser is gone.
            NoSuchTab: every tab was closed.
        """
        if self._lost_browser:
            raise self._browser_lost()
        if (tab := self._tabs.active) is None:
            raise NoSuchTab("No tab is open.", hint="Open one with new_tab.")
        return tab

    @property
    def gone(self) -> bool:
        """The browser is lost, and every tab with it."""
        return self._lost_browser

    def explain(self, error: Exception) -> BrowserLost | None:
        """See `handrail.browser.types.interface.Tabs.explain`. Playwright's driver, when it ends, tells nobody."""
        return self._browser_lost() if self._lost_browser or driver_ended(error) else None

    def places(self) -> Sequence[TabPlace]:
        """Where each tab stands, or stood when the browser was lost, in the order in which they were last active."""
        open_now = [TabPlace(tab.id, tab.core.url) for tab in self._tabs.recent]
        return [*(self._places.gone() if self.gone else ()), *open_now]

    @property
    def replaced(self) -> TabPlace | None:
        """The empty tab that took the place of the active one, with the address where that stood."""
        return self._places.replaced

    def take_lost(self) -> TabPlace | None:
        """`replaced`, told once."""
        place, self._places.replaced = self._places.replaced, None
        return place

    async def list(self) -> Sequence[TabInfo]:
        """Every tab in the order in which they were opened."""
        active = self.active.id
        return await asyncio.gather(*(tab.info(active=tab.id == active) for tab in self._tabs))

    async def has_link(self, url: str) -> bool:
        """See `handrail.browser.types.interface.Tabs.has_link`. A tab with an open dialog answers nothing."""
        tabs = self._tabs.recent[::-1][:MOST_ASKED]
        return any([tab.dialog is None and await tab.view.has_link(url) for tab in tabs])

    def hide(self, needles: Needles) -> None:
        """See `handrail.browser.types.interface.Tabs.hide`."""
        self._darkroom.needles = needles

    def unsay(self, secrets: Secrets) -> None:
        """See `handrail.browser.types.interface.Tabs.unsay`."""
        self._secrets = secrets
        for tab in self._tabs:
            tab.core.secrets = secrets

    def sent(self) -> Sequence[SentRequest]:
        """See `handrail.browser.types.interface.Tabs.sent`."""
        return self._watching.sent()

    def stopped(self) -> Sequence[External]:
        """See `handrail.browser.types.interface.Tabs.stopped`."""
        return self._watching.stopped()

    async def new(self, url: str | None = None) -> PlaywrightTab:
        """Open a tab, make it active and go to ``url``. Where that fails, the tab is closed again."""
        tab = await self._new_blank()
        await self._watching.cover(tab.page)
        if url is not None:
            try:
                await tab.goto(url)
            except NavigationFailed:
                # A file that is still on its way would be lost with the tab that asked for it.
                if not self.downloads.running:
                    await self.close(tab.id)
                raise
        return tab

    async def switch(self, tab_id: str) -> PlaywrightTab:
        """Make a tab the active one."""
        tab = self._tabs.find(tab_id)
        self._tabs.activate(tab)
        return tab

    async def close(self, tab_id: str | None = None) -> TabInfo | None:
        """Close a tab (the active one) and return the one that is active now: the one before it, or a new empty one."""
        tab = self._tabs.find(tab_id) if tab_id is not None else self.active
        await self._close_page(tab)
        await self._ensure_one()
        return await self.active.info(active=True)

    @asynccontextmanager
    async def watch(
        self, *, settle: bool, bounds: SideEffectLimits | None = None, ahead: bool = False
    ) -> AsyncIterator[ActionEffects]:
        """See `handrail.browser.types.interface.Tabs.watch`. What came between two acts is told after the second."""
        await self._ensure_one()
        after, act = ActionEffects(), self._watching.begin(self.active)
        try:
            async with self._watching.within(bounds or SideEffectLimits(), act):
                yield after
                await self._ensure_one()
                if settle:
                    after.settled = await self._watching.settle(act, self.active, ahead=ahead)
                    # Pages that are gone count as settled; whether their browser is too, only it can tell.
                    await self._ensure_one()
        except (PlaywrightError, TabLost) as error:
            raise await self._explain(act.tab, error) from error
        finally:
            if not self._lost_browser:
                await self._watching.tell(act, after)

    async def _explain(self, tab: PlaywrightTab, error: Exception) -> BrowserError:
        """A tab or browser that went away in the middle of an act, as what it is."""
        if self._lost_browser:
            return self._browser_lost()
        if tab.core.gone:
            return await self._replace(tab.core)
        if isinstance(error, BrowserError):
            return error
        return BrowserError(f"The browser failed: {str(error).splitlines()[0]}")

    def _opened(self, page: Page) -> None:
        self._known(page)

    def _known(self, page: Page) -> PlaywrightTab:
        """The tab of a page, made the moment the page is first heard of, so that nothing of it is missed."""
        if (known := self._tabs.of(page)) is not None:
            return known
        self._count += 1
        core = GuardedPageContext(f"t{self._count}", page, self.refs, self._replace)
        core.secrets = self._secrets
        tab = PlaywrightTab(core, self.downloads, self._darkroom, self._proxy)
        self._tabs.add(tab)
        page.on("response", self.downloads.answered)
        page.on("download", self.downloads.started)
        page.on("close", lambda _: self._went_away(tab))
        return tab

    def _dialog_opened(self, dialog: Dialog) -> None:
        if dialog.page is not None:
            self._known(dialog.page).dialogs.opened(dialog)

    def _went_away(self, tab: PlaywrightTab) -> None:
        if tab in self._tabs:
            recent = [one.id for one in self._tabs.recent]
            self._places.went(TabPlace(tab.id, tab.core.url), recent, asyncio.get_running_loop().time())
        self._closed(tab)

    def _closed(self, tab: PlaywrightTab) -> None:
        tab.dialogs.forget()
        if self._tabs.remove(tab):
            self.refs.lose({tab.id})

    def _browser_gone(self, _: object = None) -> None:
        if self._lost_browser:
            return
        self._lost_browser = True
        self._places.lost(asyncio.get_running_loop().time())
        self._darkroom.leave()
        if self._context.browser is not None:
            # A browser may outlive its contexts by days, and would hold them all.
            self._context.browser.remove_listener("disconnected", self._browser_gone)

    async def _replace(self, core: GuardedPageContext) -> BrowserError:
        """Put an empty tab in the place of a lost one, and return the error that says so."""
        if self._lost_browser:
            return self._browser_lost()
        lost = self._tabs.get(core.id)
        was_active = lost is not None and lost is self._tabs.active
        if lost is not None:
            self._closed(lost)
            self._close_in_background(core.page)
        if not was_active:
            return TabLost(f"The tab {core.id} is gone.", hint="Go on in another tab.")
        fresh = await self._new_blank()
        self._places.replaced = TabPlace(fresh.id, core.url)
        what = "crashed" if core.crashed else "stopped answering"
        return TabLost(
            f"The tab {core.id} {what} and was replaced by the tab {fresh.id}.",
            hint="Look at the page before anything else.",
        )

    async def _new_blank(self) -> PlaywrightTab:
        if self._lost_browser:
            raise self._browser_lost()
        try:
            async with asyncio.timeout(OPENING):
                tab = self._known(await self._context.new_page())
        except (PlaywrightError, TimeoutError):
            raise self._browser_lost() from None
        self._tabs.asked_for(tab)
        return tab

    def _close_in_background(self, page: Page) -> None:
        """A page that hangs may never close, and nobody should wait for it."""
        task = asyncio.get_running_loop().create_task(_close(page))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _close_page(self, tab: PlaywrightTab) -> None:
        await _close(tab.page)
        if self._lost_browser:
            raise self._browser_lost()
        self._closed(tab)

    async def _ensure_one(self) -> None:
        if self._lost_browser:
            raise self._browser_lost()
        if not self._tabs:
            await self._new_blank()

    def _browser_lost(self) -> BrowserLost:
        self._browser_gone()
        return BrowserLost("The browser is gone.", hint="Start a new session.")


async def _close(page: Page) -> None:
    with contextlib.suppress(PlaywrightError, TimeoutError):
        async with asyncio.timeout(OPENING):
            await page.close()
