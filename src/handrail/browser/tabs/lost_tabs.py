"""Where tabs stood that went away by themselves: where a browser goes, its tabs go a moment before it."""

from __future__ import annotations

from collections.abc import Sequence

from handrail.browser.types.tabs import TabPlace

BURST = 2.0
"""Seconds before a browser is known to be lost in which tabs that closed were lost with it."""


class LostTabs:
    """Remembers the tabs of the last moments.

    Attributes:
        replaced: the empty tab that took the place of the active one, with the address where that stood.
    """

    def __init__(self) -> None:
        self.replaced: TabPlace | None = None
        self._went: list[tuple[float, TabPlace]] = []
        self._order: Sequence[str] = ()

    def went(self, place: TabPlace, recent: Sequence[str], now: float) -> None:
        """A tab closed by itself at ``now``; ``recent`` are the ids in the order in which they were last active."""
        if not self._went or now - self._went[-1][0] > BURST:
            self._went, self._order = [], list(recent)
        self._went.append((now, place))

    def lost(self, now: float) -> None:
        """The browser is lost: what closed long before was not lost with it."""
        self._went = [(moment, place) for moment, place in self._went if now - moment <= BURST]

    def gone(self) -> list[TabPlace]:
        """What closed last, in the order in which it was last active."""
        return sorted((place for _, place in self._went), key=lambda place: self._order.index(place.tab_id))
