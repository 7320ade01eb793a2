"""Notices that the end of a page's address (behind ``#``) changed where another site may have changed it.

Windows that were opened by one another may set each other's address, and a frame that of the page around it. Where only
the end of it is new, no request is made, and pages often fill themselves in from there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from weakref import WeakKeyDictionary

from playwright.async_api import BrowserContext, Frame, Page

from handrail.browser.types.network.addresses import origin_of

_PLACE = re.compile(r"[!/]{0,2}[\w./-]{0,60}", re.ASCII)
"""The end of an address that can be a place in the page, or a view of it, and says no more. Pages change it themselves
as somebody moves through them, and many hold a frame of another site."""


class FragmentChanges:
    """Watches the pages of a context. ``note``: is called with a page that may be filled in, and its address."""

    def __init__(self, context: BrowserContext, note: Callable[[Page, str], None]) -> None:
        self._note = note
        self._urls: WeakKeyDictionary[Frame, str] = WeakKeyDictionary()
        self._origins: WeakKeyDictionary[Page, set[str]] = WeakKeyDictionary()
        """The origins of all documents that a page has held."""
        self._framed: WeakKeyDictionary[Page, set[str]] = WeakKeyDictionary()
        """The origins of all frames of a page's document."""
        self._windows: WeakKeyDictionary[Page, set[Page]] = WeakKeyDictionary()
        """The pages that opened one another, also those that are closed."""
        for page in context.pages:
            self._watch(page)
        context.on("page", self._watch)

    def _watch(self, page: Page) -> None:
        if page in self._origins:
            return
        self._origins[page] = {origin_of(frame.url) for frame in page.frames}
        self._framed[page] = {origin_of(frame.url) for frame in page.frames if frame is not page.main_frame}
        self._urls.update({frame: frame.url for frame in page.frames})
        self._windows.setdefault(page, {page})
        page.on("popup", partial(self._join, page))
        page.on("framenavigated", partial(self._on_navigated, page))

    def _join(self, opener: Page, popup: Page) -> None:
        self._watch(popup)
        together = self._windows[opener] | self._windows[popup]
        self._windows.update(dict.fromkeys(together, together))

    def _on_navigated(self, page: Page, frame: Frame) -> None:
        before, self._urls[frame] = self._urls.get(frame, ""), frame.url
        origin, end = origin_of(frame.url), frame.url.partition("#")[2]
        self._origins[page].add(origin)
        is_end = before != frame.url and before.partition("#")[0] == frame.url.partition("#")[0]
        if frame is page.main_frame and not is_end:
            self._framed[page] = set()
        elif frame is not page.main_frame:
            self._framed[page].add(origin)
        others = [self._origins[one] for one in self._windows[page] if one is not page]
        if _PLACE.fullmatch(end) is None:
            others.append(self._framed[page])
        if is_end and any(origins - {origin, "null"} for origins in others):
            self._note(page, frame.url)
