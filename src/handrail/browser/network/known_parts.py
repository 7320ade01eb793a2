"""Remembers which scripts and styles pages asked for: a site chooses those itself, whatever a model wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Request

PART_TYPES = frozenset(("script", "stylesheet"))
"""Kinds of requests, as Playwright and Chromium's protocol (in capitals) call them. No pictures: people put those into
pages of others, and which of many known ones is asked for may spell a text. No fonts: which of many is asked for
depends on the letters that are shown, without any script."""
MAX_KNOWN = 10_000


class KnownParts:
    """The addresses of scripts and styles in one context.

    Args:
        context: the browser context.

    Attributes:
        is_learning: False while a tab is tainted, whose documents may ask for anything.
    """

    def __init__(self, context: BrowserContext) -> None:
        self._urls: dict[str, None] = {}
        self.is_learning = True
        context.on("request", self._on_request)

    def __contains__(self, url: str) -> bool:
        return url in self._urls

    def _on_request(self, request: Request) -> None:
        if not self.is_learning or request.resource_type not in PART_TYPES or request.method != "GET":
            return
        if len(self._urls) >= MAX_KNOWN:
            self._urls.pop(next(iter(self._urls)))
        self._urls[request.url] = None
