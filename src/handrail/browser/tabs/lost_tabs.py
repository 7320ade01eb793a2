"""Remembers where tabs stood that closed by themselves: when a browser is lost, its tabs close a moment before it."""

from __future__ import annotations

from collections.abc import Sequence

from handrail.browser.types.tabs import TabPlace

BURST = 2.0
"""Seconds before a browser is known to be lost in which tabs that closed were lost with it."""


class LostTabs:
    """The tabs that closed in the last moments.

    Attributes:
        replaced: the empty tab that took the place of the active one, with the address where that stood.
    """

    def __init__(self) -> None:
        self.replaced: TabPlace | None = None
        self._closed: list[tuple[float, TabPlace]] = []
        self._order: Sequence[str] = ()

    def add(self, place: TabPlace, recent: Sequence[str], now: float) -> None:
        """A tab closed by itself at ``now``; ``recent`` are the ids in the order in which they were last active."""
        if not self._closed or now - self._closed[-1][0] > BURST:
            self._closed, self._order = [], list(recent)
        self._closed.append((now, place))

    def forget_before(self, now: float) -> None:
        """The browser is lost at ``now``: forget what closed long before and was not lost with it."""
        self._closed = [(moment, place) for moment, place in self._closed if now - moment <= BURST]

    def places(self) -> list[TabPlace]:
        """What closed last, in the order in which it was last active."""
        return sorted((place for _, place in self._closed), key=lambda place: self._order.index(place.tab_id))
