"""The tabs of one browser context: which there are, which one is active, and what comes of an act."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from handrail.browser.backend.darkroom import Darkroom
from handrail.browser.backend.downloads import MAX_BYTES, Downloads
from handrail.browser.backend.guard import GuardedCore
from handrail.browser.backend.lifecycle import driver_ended
from handrail.browser.backend.only_reading import only_reading
from handrail.browser.backend.places import Places
from handrail.browser.backend.sent import SentRequests
from handrail.browser.backend.staying import Staying
from handrail.browser.backend.tab import PlaywrightTab
from handrail.browser.errors import BrowserError, BrowserLost, DialogOpen, NavigationFailed, NoSuchTab, TabLost
from handrail.browser.types.acts import Aftermath, Bounds, Sent
from handrail.browser.types.secrets import Needles, Secrets
from handrail.browser.types.tabs import Place, TabInfo

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Dialog, Page, Request

    from handrail.browser.backend.refs import Refs
    from handrail.browser.gate import Gate
    from handrail.trust import External

    Told = list[External]

OPENING = 10.0
"""Seconds in which a browser must open or close a tab."""
ARRIVING = 3.0
"""Seconds that leaving a watch waits for a download or a tab that the act began."""
POLL = 0.02
MOST_ASKED = 10
"""Tabs that are asked whether they have a link."""


class PlaywrightTabs:
    """Tabs of a context, by ids that are never reused.

    A tab that a page opens is known at once and told in the `Aftermath`, but does not become active: what a page opens
    must not move the hands of whoever is at work. ``switch`` goes there.

    Args:
        context: the browser context; pages that it already has become tabs.
        refs: the session's refs.
        run_dir: downloads go to its folder ``downloads``; None keeps none.
        max_download: bytes of a file that is kept.
        gate: what every request passes, where there is one: it knows why an address was not reached.
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
        gate: Gate | None = None,
        after: PlaywrightTabs | None = None,
    ) -> None:
        self._gate = gate
        self._context = context
        self.refs = refs
        self.downloads = Downloads(run_dir / "downloads" if run_dir is not None else None, max_download)
        self._count = 0
        if after is not None:
            self.downloads, self._count = after.downloads, after._count
            refs.lose({f"t{number}" for number in range(1, after._count + 1)})
        self._tabs: dict[str, PlaywrightTab] = {}
        self._recent: list[str] = []
        """Ids in the order in which they were last active, the active one last."""
        self._darkroom = Darkroom(context.browser)
        self._secrets: Secrets | None = None
        self._lost_browser = False
        self._places = Places()
        self._staying: Staying | None = None
        """What holds requests back during an act."""
        self._opened_untold: list[str] = []
        self._closed_untold: list[str] = []
        self._coming: set[Request] = set()
        """First requests of tabs that are being opened: Chromium tells of a tab only when its page has come."""
        self._closing: set[asyncio.Task[None]] = set()
        self._sent = SentRequests(context)
        context.on("page", self._opened)
        context.on("request", self._on_request)
        context.on("requestfailed", lambda request: self._coming.discard(request))
        context.on("dialog", self._dialog_opened)
        context.on("close", self._browser_gone)
        if context.browser is not None:
            context.browser.on("disconnected", self._browser_gone)
        for page in context.pages:
            self._opened(page)

    async def start(self) -> PlaywrightTabs:
        """See to it that there is a tab."""
        await self._ensure_one()
        self._opened_untold.clear()
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
        if not self._recent:
            raise NoSuchTab("No tab is open.", hint="Open one with new_tab.")
        return self._tabs[self._recent[-1]]

    @property
    def gone(self) -> bool:
        """The browser is lost, and every tab with it."""
        return self._lost_browser

    def explain(self, error: Exception) -> BrowserLost | None:
        """See `handrail.browser.interface.Tabs.explain`. Playwright's driver, when it ends, tells nobody."""
        return self._browser_lost() if self._lost_browser or driver_ended(error) else None

    def places(self) -> Sequence[Place]:
        """Where each tab stands, or stood when the browser was lost, in the order in which they were last active."""
        open_now = [self._tabs[tab_id] for tab_id in self._recent]
        return [*(self._places.gone() if self.gone else ()), *(Place(tab.id, tab.core.url) for tab in open_now)]

    @property
    def replaced(self) -> Place | None:
        """The empty tab that took the place of the active one, with the address where that stood."""
        return self._places.replaced

    def take_lost(self) -> Place | None:
        """`replaced`, told once."""
        place, self._places.replaced = self._places.replaced, None
        return place

    async def list(self) -> Sequence[TabInfo]:
        """Every tab in the order in which they were opened."""
        active = self.active.id
        return await asyncio.gather(*(tab.info(active=tab.id == active) for tab in list(self._tabs.values())))

    async def has_link(self, url: str) -> bool:
        """See `handrail.browser.interface.Tabs.has_link`. A tab with an open dialog answers nothing."""
        tabs = [self._tabs[tab_id] for tab_id in reversed(self._recent)][:MOST_ASKED]
        return any([tab.dialog is None and await tab.view.has_link(url) for tab in tabs])

    def hide(self, needles: Needles) -> None:
        """See `handrail.browser.interface.Tabs.hide`."""
        self._darkroom.needles = needles

    def unsay(self, secrets: Secrets) -> None:
        """See `handrail.browser.interface.Tabs.unsay`."""
        self._secrets = secrets
        for tab in self._tabs.values():
            tab.core.secrets = secrets

    def sent(self) -> Sequence[Sent]:
        """See `handrail.browser.interface.Tabs.sent`."""
        return self._sent.untold()

    async def new(self, url: str | None = None) -> PlaywrightTab:
        """Open a tab, make it active and go to ``url``. Where that fails, the tab is closed again."""
        tab = await self._new_blank()
        if self._staying is not None:
            await self._staying.cover(tab.page)
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
        tab = self._find(tab_id)
        self._make_active(tab.id)
        return tab

    async def close(self, tab_id: str | None = None) -> TabInfo | None:
        """Close a tab (the active one) and return the one that is active now: the one before it, or a new empty one."""
        tab = self._find(tab_id) if tab_id is not None else self.active
        await self._close_page(tab)
        await self._ensure_one()
        return await self.active.info(active=True)

    @asynccontextmanager
    async def watch(self, *, settle: bool, bounds: Bounds | None = None) -> AsyncIterator[Aftermath]:
        """See `handrail.browser.interface.Tabs.watch`. What came between two acts is told after the second."""
        await self._ensure_one()
        after = Aftermath()
        watched, since = self.active, asyncio.get_running_loop().time()
        moves = watched.core.traffic.moves
        try:
            async with self._bounded(bounds or Bounds(), watched, after.stopped):
                yield after
                await self._ensure_one()
                if settle:
                    after.settled = await self._settle(since)
        except (PlaywrightError, TabLost) as error:
            raise await self._explain(watched, error) from error
        finally:
            if not self._lost_browser:
                await self._tell(after)
                self._tell_changes(after, watched, since, moves)

    @asynccontextmanager
    async def _bounded(self, bounds: Bounds, watched: PlaywrightTab, stopped: Told) -> AsyncIterator[None]:
        async with contextlib.AsyncExitStack() as stack:
            self.downloads.keeps = bounds.keeps
            watched.core.bounds = bounds
            if bounds.stops:
                forms = bounds.stops == "forms"
                await stack.enter_async_context(only_reading(self._context, stopped, forms=forms))
            if bounds.permits is not None:
                if watched.dialog is not None:
                    raise DialogOpen("A dialog is open and blocks the page.", hint="Answer it with `dialog` first.")
                self._staying = Staying(self._context, bounds.permits, stopped)
                stack.push_async_callback(self._lift)
                await self._staying.cover(watched.page)
            yield

    async def _lift(self) -> None:
        staying, self._staying = self._staying, None
        if staying is not None:
            await staying.lift()

    async def _tell(self, after: Aftermath) -> None:
        """Tabs and downloads that have not been told yet."""
        opened = [self._tabs[tab_id] for tab_id in self._opened_untold if tab_id in self._tabs]
        after.closed = list(self._closed_untold)
        self._opened_untold.clear()
        self._closed_untold.clear()
        after.opened = list(await asyncio.gather(*(tab.info(active=tab is self._active_or_none()) for tab in opened)))
        after.downloads = [arrival.told() for arrival in await self.downloads.untold(ARRIVING)]

    def _tell_changes(self, after: Aftermath, watched: PlaywrightTab, since: float, moves: int) -> None:
        active = self._active_or_none()
        if active is None:
            return
        after.sent = self._sent.untold()
        after.changed = active is not watched or watched.changed_since(since)
        after.dialog = active.dialog
        if active is not watched or watched.core.traffic.moves > moves:
            after.navigated_to = active.url
            after.status = active.core.traffic.status

    async def _settle(self, since: float) -> bool:
        settled = await self._tabs_have_come()
        tabs = {self.active, *(self._tabs[tab_id] for tab_id in self._opened_untold if tab_id in self._tabs)}
        return all(await asyncio.gather(*(tab.settle(since) for tab in tabs))) and settled

    async def _tabs_have_come(self) -> bool:
        """Wait for tabs that are being opened; False where one is not here in time. It is told when it is."""
        end = asyncio.get_running_loop().time() + ARRIVING
        while self._coming:
            if asyncio.get_running_loop().time() >= end:
                return False
            await asyncio.sleep(POLL)
        return True

    def _on_request(self, request: Request) -> None:
        if request.is_navigation_request() and not _has_tab(request):
            self._coming.add(request)

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
        self._coming.difference_update([request for request in self._coming if _has_tab(request)])

    def _known(self, page: Page) -> PlaywrightTab:
        """The tab of a page, made the moment the page is first heard of, so that nothing of it is missed."""
        for tab in self._tabs.values():
            if tab.page is page:
                return tab
        self._count += 1
        core = GuardedCore(f"t{self._count}", page, self.refs, self._replace)
        core.secrets = self._secrets
        tab = PlaywrightTab(core, self.downloads, self._darkroom, self._gate)
        self._tabs[tab.id] = tab
        self._recent.insert(0, tab.id)
        self._opened_untold.append(tab.id)
        page.on("response", self.downloads.answered)
        page.on("download", self.downloads.started)
        page.on("close", lambda _: self._went_away(tab))
        page.on("crash", lambda _: self._crashed(tab))
        return tab

    def _dialog_opened(self, dialog: Dialog) -> None:
        if dialog.page is not None:
            self._known(dialog.page).dialogs.opened(dialog)

    def _went_away(self, tab: PlaywrightTab) -> None:
        if tab.id in self._tabs:
            self._places.went(Place(tab.id, tab.core.url), self._recent, asyncio.get_running_loop().time())
        self._closed(tab)

    def _closed(self, tab: PlaywrightTab) -> None:
        tab.dialogs.forget()
        if self._tabs.pop(tab.id, None) is not None:
            self._recent.remove(tab.id)
            self._closed_untold.append(tab.id)
            self.refs.lose({tab.id})

    def _crashed(self, tab: PlaywrightTab) -> None:
        tab.core.crashed = True

    def _browser_gone(self, _: object = None) -> None:
        if not self._lost_browser:
            self._lost_browser = True
            self._places.lost(asyncio.get_running_loop().time())

    async def _replace(self, core: GuardedCore) -> BrowserError:
        """Put an empty tab in the place of a lost one, and return the error that says so."""
        if self._lost_browser:
            return self._browser_lost()
        lost = self._tabs.get(core.id)
        was_active = lost is not None and lost is self._active_or_none()
        if lost is not None:
            self._closed(lost)
            self._close_in_background(core.page)
        if not was_active:
            return TabLost(f"The tab {core.id} is gone.", hint="Go on in another tab.")
        fresh = await self._new_blank()
        self._places.replaced = Place(fresh.id, core.url)
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
                self._opened_untold.remove(tab.id)
        except (PlaywrightError, TimeoutError):
            raise self._browser_lost() from None
        self._make_active(tab.id)
        return tab

    def _close_in_background(self, page: Page) -> None:
        """A page that hangs may never close, and nobody should wait for it."""
        task = asyncio.get_running_loop().create_task(_close(page))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _close_page(self, tab: PlaywrightTab) -> None:
        try:
            async with asyncio.timeout(OPENING):
                await tab.page.close()
        except (PlaywrightError, TimeoutError):
            if self._lost_browser:
                raise self._browser_lost() from None
        self._closed(tab)

    async def _ensure_one(self) -> None:
        if self._lost_browser:
            raise self._browser_lost()
        if not self._tabs:
            await self._new_blank()

    def _find(self, tab_id: str) -> PlaywrightTab:
        tab = self._tabs.get(tab_id)
        if tab is None:
            raise NoSuchTab(f"There is no tab {tab_id[:10]!r}.", hint=f"Open tabs: {', '.join(self._tabs)}.")
        return tab

    def _make_active(self, tab_id: str) -> None:
        self._recent.remove(tab_id)
        self._recent.append(tab_id)

    def _active_or_none(self) -> PlaywrightTab | None:
        return self._tabs[self._recent[-1]] if self._recent else None

    def _browser_lost(self) -> BrowserLost:
        self._browser_gone()
        return BrowserLost("The browser is gone.", hint="Start a new session.")


async def _close(page: Page) -> None:
    with contextlib.suppress(PlaywrightError, TimeoutError):
        async with asyncio.timeout(OPENING):
            await page.close()


def _has_tab(request: Request) -> bool:
    try:
        return request.frame is not None
    except PlaywrightError:
        return False
