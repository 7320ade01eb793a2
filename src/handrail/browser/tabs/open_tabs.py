"""Which tabs there are, in which order they were last active, and which came and went since that was last told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from handrail.browser.types.errors import NoSuchTab

if TYPE_CHECKING:
    from playwright.async_api import Page

    from handrail.browser.tabs.tab import PlaywrightTab


class OpenTabs:
    """The tabs of a context, in the order in which they were opened."""

    def __init__(self) -> None:
        self._tabs: dict[str, PlaywrightTab] = {}
        self._recent: list[PlaywrightTab] = []
        self._opened: list[PlaywrightTab] = []
        self._closed: list[str] = []

    def __iter__(self) -> Iterator[PlaywrightTab]:
        return iter(list(self._tabs.values()))

    def __len__(self) -> int:
        return len(self._tabs)

    def __contains__(self, tab: PlaywrightTab) -> bool:
        return tab.id in self._tabs

    @property
    def recent(self) -> list[PlaywrightTab]:
        """In the order in which they were last active, the active one last."""
        return list(self._recent)

    @property
    def active(self) -> PlaywrightTab | None:
        """None where no tab is open."""
        return self._recent[-1] if self._recent else None

    @property
    def opened(self) -> list[PlaywrightTab]:
        """Those that pages opened and nobody was told of yet."""
        return list(self._opened)

    def get(self, tab_id: str) -> PlaywrightTab | None:
        """The tab with this id, where it is open."""
        return self._tabs.get(tab_id)

    def find(self, tab_id: str) -> PlaywrightTab:
        """
        Raises:
            NoSuchTab: none has this id.
        """
        tab = self._tabs.get(tab_id)
        if tab is None:
            raise NoSuchTab(f"There is no tab {tab_id[:10]!r}.", hint=f"Open tabs: {', '.join(self._tabs)}.")
        return tab

    def of(self, page: Page) -> PlaywrightTab | None:
        """The tab of this page, where it is known."""
        return next((tab for tab in self._tabs.values() if tab.page is page), None)

    def add(self, tab: PlaywrightTab) -> None:
        """A page opened it: it is told, and does not become active."""
        self._tabs[tab.id] = tab
        self._recent.insert(0, tab)
        self._opened.append(tab)

    def asked_for(self, tab: PlaywrightTab) -> None:
        """Whoever is at work opened it: it becomes active, and needs no telling."""
        self._opened.remove(tab)
        self.activate(tab)

    def activate(self, tab: PlaywrightTab) -> None:
        """Make a tab the active one."""
        self._recent.remove(tab)
        self._recent.append(tab)

    def remove(self, tab: PlaywrightTab) -> bool:
        """It closed. False where that is known."""
        if self._tabs.pop(tab.id, None) is None:
            return False
        self._recent.remove(tab)
        if tab in self._opened:
            self._opened.remove(tab)
        self._closed.append(tab.id)
        return True

    def news(self) -> tuple[list[PlaywrightTab], list[str]]:
        """Tabs that pages opened, and ids of those that closed, told once."""
        opened, self._opened = self._opened, []
        closed, self._closed = self._closed, []
        return opened, closed

    def all_told(self) -> None:
        """There is no news of what was opened up to now."""
        self._opened.clear()
