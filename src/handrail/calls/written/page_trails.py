"""Keeps what a model pressed that led to each page: a page that asks "Are you sure?" may not say of what."""

from __future__ import annotations

from dataclasses import dataclass, field

from handrail.browser.types.facts import ElementFacts
from handrail.policy.rules.pressed import row_around

Page = tuple[str, str]
"""A page: the id of its tab, and its address. Scripts show other pages in the same document."""
MOST_PRESSES = 3
"""Presses that may have led to a page which a question names."""
MOST_PAGES = 200


@dataclass(slots=True)
class PageTrails:
    """What a model pressed before each page came, the newest first: in rows, else what led to the page before, too.

    Attributes:
        led_to: that, by page.
        pressed: what it pressed on the page that each tab shows, and which may lead to the next.
        shown: the page that each tab showed when it was looked at last, the newest last.
    """

    led_to: dict[Page, tuple[ElementFacts, ...]] = field(default_factory=dict)
    pressed: dict[str, tuple[ElementFacts, ...]] = field(default_factory=dict)
    shown: dict[str, Page] = field(default_factory=dict)

    def of(self, page: Page) -> tuple[ElementFacts, ...]:
        """Return what led to the page that shows now. One that the user opened, or an address, came of no press, unless
        it was shown before."""
        # A new tab came of what was pressed in the one before.
        tab = page[0] if page[0] in self.shown else next(reversed(self.shown), page[0])
        before, pressed = self.shown.pop(tab, ("", "")), self.pressed.get(tab, ())
        if tab != page[0]:
            self.shown[tab] = before
        elif page != before:
            self.pressed.pop(tab, None)
        if page != before:
            in_rows = tuple(one for one in pressed if row_around(one))
            found = in_rows or (*pressed[:1], *self.led_to.get(before, ()))
            self.led_to[page] = found[:MOST_PRESSES] if pressed else self.led_to.get(page, ())
        self.shown[page[0]] = page
        while len(self.led_to) > MOST_PAGES:
            del self.led_to[next(iter(self.led_to))]
        return self.led_to.get(page, ())

    def note(self, page: Page, element: ElementFacts | None, *, leaves: bool) -> None:
        """Note what is pressed on the page that shows; or that a call ``leaves`` it, by an address or the history."""
        self.of(page)
        if leaves:
            self.pressed.pop(page[0], None)
        elif element is not None:
            others = (one for one in self.pressed.get(page[0], ()) if row_around(one) != row_around(element))
            self.pressed[page[0]] = (element, *others)[:MOST_PRESSES]

    def end(self) -> None:
        """Forget what was pressed on the pages that show: the user acts."""
        self.pressed.clear()
