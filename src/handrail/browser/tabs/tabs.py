"""Keeps the tabs of one browser context: opens, closes and replaces them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import BrowserContext, Dialog, FileChooser, Page
from playwright.async_api import Error as PlaywrightError

from handrail.browser.background import run_in_background
from handrail.browser.clock import loop_time
from handrail.browser.network.filtering_proxy import FilteringProxy
from handrail.browser.page.hang_guard import GuardedPageContext
from handrail.browser.page.refs import Refs
from handrail.browser.process.reaper import driver_ended
from handrail.browser.screenshots.annotate import Annotator
from handrail.browser.tabs.closing import close_page
from handrail.browser.tabs.downloads import Downloads
from handrail.browser.tabs.effects import EffectsBaseline, EffectsWatcher
from handrail.browser.tabs.lost_tabs import LostTabs, take_over
from handrail.browser.tabs.open_tabs import OpenTabs
from handrail.browser.tabs.tab import PlaywrightTab
from handrail.browser.types.acts import ActionEffects
from handrail.browser.types.errors import BrowserError, BrowserLost, NavigationFailed, NoSuchTab, TabLost
from handrail.browser.types.file_names import MAX_BYTES
from handrail.browser.types.secrets import Needles, Secrets
from handrail.browser.types.side_effects import SideEffectLimits, Taint
from handrail.browser.types.tab_places import TabPlace
from handrail.browser.types.tabs import TabInfo

OPEN_TIMEOUT = 10.0
"""Seconds in which a browser must open a tab."""


class PlaywrightTabs:
    """Tabs of a context, by ids that are never reused. Pages that it already has become tabs.

    A tab that a page opens is known at once and reported in the `ActionEffects`, but does not become active: a page
    must not choose where the next call acts. ``switch`` makes it active.

    Args:
        run_dir: downloads go to its folder ``downloads``; None keeps none.
        max_download: bytes of a file that is kept.
        after: the tabs of a lost browser, which these replace: no id is used twice, and what was downloaded stays.
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
        touch: bool = False,
    ) -> None:
        self._context, self._proxy, self._touch = context, proxy, touch
        self.refs = refs
        self.downloads = Downloads(run_dir / "downloads" if run_dir is not None else None, max_download)
        self._count = 0
        if after is not None:
            self.downloads, self._count = after.downloads, after._count
            refs.lose({f"t{number}" for number in range(1, after._count + 1)})
        self._tabs = OpenTabs()
        self.has_link = self._tabs.has_link
        self._annotator = Annotator(context.browser)
        self._secrets: Secrets | None = None
        self.gone = False
        """The browser is lost, and every tab with it."""
        self._lost_tabs = LostTabs()
        effects = self._effects = EffectsWatcher(context, self._tabs, self.downloads, proxy)
        self.sent, self.stopped, self.guard = effects.take_sent, effects.take_stopped, effects.guard
        context.on("page", self._on_page)
        context.on("dialog", self._on_dialog)
        context.on("close", self._on_browser_lost)
        if context.browser is not None:
            context.browser.on("disconnected", self._on_browser_lost)
        for page in context.pages:
            self._tab_of(page)
        if after is not None:
            take_over([tab.core for tab in self._tabs], after.places())

    async def start(self) -> PlaywrightTabs:
        """Open a tab if there is none."""
        await self._ensure_one()
        await self._effects.start()
        self._tabs.take_changes()
        return self

    @property
    def active(self) -> PlaywrightTab:
        """The tab that calls act on. Raises `NoSuchTab`: every tab was closed."""
        self._check_browser()
        if (tab := self._tabs.active) is None:
            raise NoSuchTab("No tab is open.", hint="Open one with new_tab.")
        return tab

    def explain(self, error: Exception) -> BrowserLost | None:
        """Return the error that the browser is lost, if ``error`` means that: the driver's end is no event."""
        return self._browser_lost() if self.gone or driver_ended(error) else None

    async def lost_if_silent(self, seconds: float) -> BrowserLost | None:
        """Return the error that the browser is lost, if it or the driver before it does not answer in time a question
        that concerns no page: a page may hang alone."""
        # Playwright's calls to a silent driver do not end when they are cancelled.
        asked = asyncio.gather(self._context.cookies("http://localhost"), return_exceptions=True)
        await asyncio.wait({asked}, timeout=seconds)
        return self._browser_lost() if self.gone or not asked.done() else None

    def places(self) -> Sequence[TabPlace]:
        """Return the address of each tab, now or when the browser was lost; the tab that was active last comes last."""
        open_now = [TabPlace(tab.id, tab.core.url, tab.core.taint) for tab in self._tabs.recent]
        return [*(self._lost_tabs.places() if self.gone else ()), *open_now]

    @property
    def active_or_none(self) -> PlaywrightTab | None:
        """As `active`; None if every tab was closed, until an act opens one."""
        return self._tabs.active

    def all(self) -> Sequence[PlaywrightTab]:
        """Return every open tab, in the order in which they were opened."""
        return list(self._tabs)

    def holds_taint(self, *, but_for: PlaywrightTab | None = None) -> bool:
        """Return whether a page holds what a model made up, but for the one of a tab: any list of tabs may show it."""
        return any(taint.holds for page, taint in self._tabs.taints.items() if but_for is None or page != but_for.page)

    @property
    def replaced(self) -> TabPlace | None:
        """The empty tab that replaced the active one, with that one's address."""
        return self._lost_tabs.replaced

    def take_lost(self) -> TabPlace | None:
        """Return `replaced`, once."""
        place, self._lost_tabs.replaced = self._lost_tabs.replaced, None
        return place

    async def list(self) -> Sequence[TabInfo]:
        """Return every tab in the order in which they were opened."""
        active = self.active.id
        return await asyncio.gather(*(tab.info(active=tab.id == active) for tab in self._tabs))

    def redact(self, needles: Needles) -> None:
        """Paint over in every picture what ``needles`` returns at that time. If that cannot be found, no picture is
        taken (``picture_refused``)."""
        self._annotator.needles = needles

    def mask(self, secrets: Secrets) -> None:
        """Mask secrets in what pages say before it is searched, cut or joined: a search for a part would reveal it."""
        self._secrets = secrets
        self.downloads.mask_text = secrets.dots
        for tab in self._tabs:
            tab.core.secrets = secrets

    async def new(self, url: str | None = None) -> PlaywrightTab:
        """Open a tab, make it active and go to ``url``. If that fails, the tab is closed again."""
        tab = await self._new_blank()
        await self._effects.bind(tab)
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
        """Close a tab (the active one) and return what is active then: the one before it, or a new empty one."""
        tab = self._tabs.find(tab_id) if tab_id is not None else self.active
        await close_page(tab.page)
        self._check_browser()
        self._forget(tab)
        await self._ensure_one()
        return await self.active.info(active=True)

    @asynccontextmanager
    async def watch(
        self, *, settle: bool, limits: SideEffectLimits | None = None, ahead: bool = False, opens_tab: bool = False
    ) -> AsyncIterator[ActionEffects]:
        """Collect what comes of an act, and what came since the last one. Leaving waits until the page is quiet. What
        ``limits`` does not let out is stopped and reported. ``ahead``: a snapshot is taken next, so a new page is read
        while it comes to rest. ``opens_tab``: the act is one in a tab that it opens."""
        await self._ensure_one()
        tab = self.active
        after, act = ActionEffects(), EffectsBaseline(tab, loop_time(), tab.core.traffic.moves, tab.page.url)

        def note_file_chooser(_: FileChooser) -> None:
            tab.core.asked_for_file = True

        tab.page.on("filechooser", note_file_chooser)  # Between acts, a window's choosers are the person's.
        try:
            await self._effects.limit(limits or SideEffectLimits(), None if opens_tab else act.tab)
            yield after
            await self._ensure_one()
            if settle:
                after.settled = await self._effects.settle(act, self.active, ahead=ahead)
                await self._ensure_one()  # Pages that are gone count as settled; is their browser gone too?
        except (PlaywrightError, TabLost) as error:
            raise await self._explain(act.tab, error) from error
        finally:
            tab.page.remove_listener("filechooser", note_file_chooser)
            if not self.gone:
                await self._effects.report(act, after)

    async def _explain(self, tab: PlaywrightTab, error: Exception) -> BrowserError:
        """Return the error that says what went away in the middle of an act: the browser, or the tab."""
        if self.gone:
            return self._browser_lost()
        if tab.core.gone:
            return await self._replace(tab.core)
        if isinstance(error, BrowserError):
            return error
        return BrowserError(f"The browser failed: {str(error).splitlines()[0]}")

    def _on_page(self, page: Page) -> None:
        self._tab_of(page)

    def _tab_of(self, page: Page) -> PlaywrightTab:
        """Return the tab of a page. It is made the moment the page is first seen, so that nothing of it is missed."""
        if (known := self._tabs.of(page)) is not None:
            return known
        self._count += 1
        core = GuardedPageContext(f"t{self._count}", page, self.refs, self._replace)
        core.touch, core.secrets = self._touch, self._secrets
        for taint in self._tabs.taints.values():
            # No browser says for certain which tab opened it.
            core.taint.add(taint)
        tab = PlaywrightTab(core, self.downloads, self._annotator, self._proxy)
        self._tabs.add(tab)
        page.on("response", self.downloads.on_response)
        # The tab may be closed when its file is reported.
        page.on(
            "download", lambda file: self.downloads.on_download(file, tainted=core.taint.holds or self.holds_taint())
        )
        page.on("close", lambda _: self._on_close(tab))
        return tab

    def _on_dialog(self, dialog: Dialog) -> None:
        if dialog.page is not None:
            self._tab_of(dialog.page).dialogs.on_dialog(dialog)

    def _on_close(self, tab: PlaywrightTab) -> None:
        if tab in self._tabs:
            place = TabPlace(tab.id, tab.core.url, tab.core.taint)
            self._lost_tabs.add(place, [one.id for one in self._tabs.recent], loop_time())
        self._forget(tab)

    def _forget(self, tab: PlaywrightTab) -> None:
        tab.dialogs.forget()
        if self._tabs.remove(tab):
            self.refs.lose({tab.id})

    def _on_browser_lost(self, _: object = None) -> None:
        if self.gone:
            return
        self.gone = True
        self._lost_tabs.forget_before(loop_time())
        self._annotator.close()
        if self._context.browser is not None:
            # A browser may outlive its contexts by days, and would hold them all.
            self._context.browser.remove_listener("disconnected", self._on_browser_lost)

    async def _replace(self, core: GuardedPageContext) -> BrowserError:
        """Replace a lost tab by an empty one, and return the error that says so."""
        if self.gone:
            return self._browser_lost()
        lost = self._tabs.of(core.page)
        was_active = lost is not None and lost is self._tabs.active
        if lost is not None:
            self._forget(lost)
            # A page that hangs may never close, and nobody should wait for it.
            run_in_background(close_page(core.page))
        if not was_active:
            return TabLost(f"The tab {core.id} is gone.", hint="Go on in another tab.")
        fresh = await self._new_blank()
        self._lost_tabs.replaced = TabPlace(fresh.id, core.url)
        what = "crashed" if core.crashed else "stopped answering"
        return TabLost(
            f"The tab {core.id} {what} and was replaced by the tab {fresh.id}.",
            hint="Look at the page before anything else.",
        )

    async def _new_blank(self) -> PlaywrightTab:
        self._check_browser()
        try:
            async with asyncio.timeout(OPEN_TIMEOUT):
                tab = self._tab_of(await self._context.new_page())
        except (PlaywrightError, TimeoutError):
            raise self._browser_lost() from None
        tab.core.taint = Taint()
        self._tabs.mark_requested(tab)
        return tab

    async def _ensure_one(self) -> None:
        self._check_browser()
        if not self._tabs:
            await self._new_blank()

    def _check_browser(self) -> None:
        if self.gone:
            raise self._browser_lost()

    def _browser_lost(self) -> BrowserLost:
        self._on_browser_lost()
        return BrowserLost("The browser is gone.", hint="Start a new session.")
