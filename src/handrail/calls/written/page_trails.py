"""Keeps what a model pressed that led to each page: a page that asks "Are you sure?" may not say of what."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from handrail.browser.types.facts import ElementFacts
from handrail.policy.rules.pressed import MOST_PRESSES, row_around

if TYPE_CHECKING:
    # An MCP server starts without Playwright.
    from handrail.browser.tabs.tab import PlaywrightTab

Page = tuple[str, str, float]
"""A page: the id of its tab, its address, and when its document was parsed, 0 until then. Scripts show other pages in
the same document, and servers at the same address."""
MOST_PAGES = 200


def page_of(tab: PlaywrightTab | None) -> Page:
    """Return the page that a tab shows."""
    return (tab.id, tab.url.raw, tab.document[1]) if tab is not None else ("", "", 0.0)


@dataclass(slots=True)
class PageTrails:
    """What a model pressed before each page came, the newest first: in rows, else what led to the page before, too.

    Attributes:
        led_to: that, by tab and address; one more than a question names, where there are more.
        pressed: what it pressed on the page that each tab shows, and which may lead to the next.
        shown: the page that each tab showed when it was looked at last, the newest last.
    """

    led_to: dict[tuple[str, str], tuple[ElementFacts, ...]] = field(default_factory=dict)
    pressed: dict[str, tuple[ElementFacts, ...]] = field(default_factory=dict)
    shown: dict[str, Page] = field(default_factory=dict)

    def of(self, page: Page) -> tuple[ElementFacts, ...]:
        """Return what led to the page that shows now. One that the user opened, or an address, came of no press, unless
        it was shown before."""
        # A new tab came of what was pressed in the one before.
        tab = page[0] if page[0] in self.shown else next(reversed(self.shown), page[0])
        before, pressed = self.shown.pop(tab, ("", "", 0.0)), self.pressed.get(tab, ())
        if tab != page[0]:
            self.shown[tab] = before
        elif not _is_same(before, page):
            self.pressed.pop(tab, None)
        if not _is_same(before, page):
            in_rows = tuple(one for one in pressed if row_around(one))
            found = in_rows or (*pressed[:1], *self.led_to.get(before[:2], ()))
            self.led_to[page[:2]] = found[: MOST_PRESSES + 1] if pressed else self.led_to.get(page[:2], ())
        self.shown[page[0]] = page
        while len(self.led_to) > MOST_PAGES:
            del self.led_to[next(iter(self.led_to))]
        return self.led_to.get(page[:2], ())

    def note(self, page: Page, element: ElementFacts | None, *, leaves: bool) -> None:
        """Note what is pressed on the page that shows; or that a call ``leaves`` it, by an address or the history."""
        self.of(page)
        if leaves:
            self.pressed.pop(page[0], None)
        elif element is not None:
            others = (one for one in self.pressed.get(page[0], ()) if row_around(one) != row_around(element))
            self.pressed[page[0]] = (element, *others)[: MOST_PRESSES + 1]

    def end(self) -> None:
        """Forget what was pressed on the pages that show: the user acts."""
        self.pressed.clear()


def _is_same(one: Page, other: Page) -> bool:
    return one[:2] == other[:2] and (one[2] == other[2] or 0.0 in (one[2], other[2]))
