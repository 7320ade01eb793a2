"""Collects the requests that were stopped, for the result of the call that they came of."""

from __future__ import annotations

from handrail.browser.types.acts import HeldRequest
from handrail.browser.types.network.addresses import origin_of, short_address
from handrail.trust import External

MOST_KNOWN = 1_000
MOST_LINES = 20
"""How many lines about stopped requests a result has."""


class StoppedRequests:
    """The requests that were stopped since they were last taken."""

    def __init__(self) -> None:
        self.is_acting = False
        """An act is under way."""
        self._lines: dict[tuple[str, str], tuple[str, int]] = {}
        """The first address and the number of the requests of each line."""
        self._known_late = set[tuple[str, str]]()
        """Method and address of requests that were stopped when no act was under way."""
        self._known_pictures: set[str] = set()
        """Addresses of pictures that were stopped."""

    def add(self, method: str, url: str) -> None:
        """Add a request. One that a page sends by itself again and again is worth saying once."""
        if not self.is_acting:
            if (method, url) in self._known_late:
                return
            if len(self._known_late) < MOST_KNOWN:
                self._known_late.add((method, url))
        # Pictures and parts of one host say no more than one of them.
        line = (method, origin_of(url) if method == "GET" else url)
        first, count = self._lines.get(line, (url, 0))
        if count or len(self._lines) < MOST_LINES:
            self._lines[line] = (first, count + 1)

    def is_known_picture(self, request: HeldRequest) -> bool:
        """Return whether this is a picture that was stopped before: each page of a site asks for the same ones of other
        sites, and that they were stopped is worth saying once."""
        if not request.is_picture:
            return False
        known = request.url in self._known_pictures
        if len(self._known_pictures) < MOST_KNOWN:
            self._known_pictures.add(request.url)
        return known

    def take(self) -> list[External]:
        """Return a line for each stopped request, and one for all that only read from one host; each of them once: an
        act may be over before its last request is made."""
        lines, self._lines = self._lines, {}
        return [_described(method, url, count) for (method, _), (url, count) in lines.items()]


def _described(method: str, url: str, count: int) -> External:
    more = f"and {count - 1} more of this host" if method == "GET" else f"{count} times"
    return External(f"{method} {short_address(url)}" + (f" ({more})" if count > 1 else ""), origin_of(url), "page-info")
