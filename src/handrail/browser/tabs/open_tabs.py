"""The open tabs in the order in which they were last active, and which opened and closed since the last report."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.async_api import Page

from handrail.browser.tabs.tab import PlaywrightTab
from handrail.browser.types.errors import NoSuchTab
from handrail.browser.types.side_effects import Taint

MAX_SEARCHED = 10
"""How many tabs are searched for a link."""


class OpenTabs:
    """The tabs of a context, in the order in which they were opened."""

    def __init__(self) -> None:
        self._tabs: dict[str, PlaywrightTab] = {}
        self._recent: list[PlaywrightTab] = []
        self._opened: list[PlaywrightTab] = []
        self._closed: list[str] = []
        self._leaving: list[PlaywrightTab] = []
        """Tabs that were removed, and whose pages may not have ended."""

    def __iter__(self) -> Iterator[PlaywrightTab]:
        return iter(list(self._tabs.values()))

    def __len__(self) -> int:
        return len(self._tabs)

    def __contains__(self, tab: PlaywrightTab) -> bool:
        return tab.id in self._tabs

    @property
    def recent(self) -> list[PlaywrightTab]:
        """The tabs in the order in which they were last active, the active one last."""
        return list(self._recent)

    @property
    def active(self) -> PlaywrightTab | None:
        """The active tab; None if no tab is open."""
        return self._recent[-1] if self._recent else None

    @property
    def opened(self) -> list[PlaywrightTab]:
        """The tabs that pages opened and that were not reported yet."""
        return list(self._opened)

    @property
    def taints(self) -> dict[Page, Taint]:
        """What pages hold that a model made up, also those that run on while their tab is replaced: a page that hangs
        is slow to close, and its workers send."""
        self._leaving = [tab for tab in self._leaving if not tab.page.is_closed()]
        return {tab.page: tab.core.taint for tab in (*self._leaving, *self)}

    async def has_link(self, url: str) -> bool:
        """Return whether a tab links to exactly this absolute address. A tab with an open dialog answers nothing, and
        the links of a tainted one may be a model's own."""
        tabs = [tab for tab in self._recent[::-1] if not tab.core.taint.holds][:MAX_SEARCHED]
        return any([tab.dialog is None and await tab.reader.has_link(url) for tab in tabs])

    def find(self, tab_id: str) -> PlaywrightTab:
        """Return the open tab with this id. Raises `NoSuchTab`: none has it."""
        tab = self._tabs.get(tab_id)
        if tab is None:
            raise NoSuchTab(f"There is no tab {tab_id[:10]!r}.", hint=f"Open tabs: {', '.join(self._tabs)}.")
        return tab

    def of(self, page: Page) -> PlaywrightTab | None:
        """Return the tab of this page; None if it is not known."""
        return next((tab for tab in self._tabs.values() if tab.page is page), None)

    def add(self, tab: PlaywrightTab) -> None:
        """Add a tab that a page opened. It is reported, and does not become active."""
        self._tabs[tab.id] = tab
        self._recent.insert(0, tab)
        self._opened.append(tab)

    def mark_requested(self, tab: PlaywrightTab) -> None:
        """Note that a call opened the tab, not a page: it becomes active, and is not reported."""
        self._opened.remove(tab)
        self.activate(tab)

    def activate(self, tab: PlaywrightTab) -> None:
        """Make a tab the active one."""
        self._recent.remove(tab)
        self._recent.append(tab)

    def remove(self, tab: PlaywrightTab) -> bool:
        """Remove a tab that closed; return False if it was removed before."""
        if self._tabs.pop(tab.id, None) is None:
            return False
        self._recent.remove(tab)
        if tab in self._opened:
            self._opened.remove(tab)
        self._closed.append(tab.id)
        self._leaving.append(tab)
        return True

    def forget(self, tab: PlaywrightTab) -> None:
        """Report nothing of a tab that opened and closed."""
        self.remove(tab)
        self._closed.remove(tab.id)

    def take_changes(self) -> tuple[list[PlaywrightTab], list[str]]:
        """Return the tabs that pages opened, and the ids of those that closed, each once."""
        opened, self._opened = self._opened, []
        closed, self._closed = self._closed, []
        return opened, closed
