"""The tabs that closed by themselves: those of a lost browser close a moment before it."""

from __future__ import annotations

from collections.abc import Sequence

from handrail.browser.page.hang_guard import GuardedPageContext
from handrail.browser.types.tab_places import TabPlace

BURST = 2.0
"""Tabs that closed within so many seconds before the browser is known to be lost were lost with it."""


class LostTabs:
    """The tabs that closed by themselves in the last moments: a lost browser's tabs close a moment before it."""

    def __init__(self) -> None:
        self.replaced: TabPlace | None = None
        """The empty tab that replaced the active one, with that one's address."""
        self._closed: list[tuple[float, TabPlace]] = []
        self._order: Sequence[str] = ()

    def add(self, place: TabPlace, recent: Sequence[str], now: float) -> None:
        """Note that a tab closed by itself at ``now``; ``recent`` are the ids by when they were last active."""
        if not self._closed or now - self._closed[-1][0] > BURST:
            self._closed, self._order = [], list(recent)
        self._closed.append((now, place))

    def forget_before(self, now: float) -> None:
        """Forget tabs that closed long before ``now``, when the browser was lost: they were not lost with it."""
        self._closed = [(moment, place) for moment, place in self._closed if now - moment <= BURST]

    def places(self) -> list[TabPlace]:
        """Return what closed last, in the order in which it was last active."""
        return sorted((place for _, place in self._closed), key=lambda place: self._order.index(place.tab_id))


def take_over(kept: Sequence[GuardedPageContext], lost: Sequence[TabPlace]) -> None:
    """Give the tabs that a browser kept while the connection to it was lost what they held of a model: each what was at
    its address, and one that moved on meanwhile all of those that did."""
    now, before = {core.url for core in kept}, {place.url for place in lost}
    for core in kept:
        for place in lost:
            if core.url == place.url or (core.url not in before and place.url not in now):
                core.taint.take_over(place.taint)
