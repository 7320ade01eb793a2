"""The frames of a tab: which Playwright frame an iframe element holds, and the short label it is shown under."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from handrail.browser.backend.bridge import locate

if TYPE_CHECKING:
    from playwright.async_api import Frame


class Frames:
    """Labels (``""`` for the main frame, then ``f1``, ``f2``) stay with a frame for as long as the tab lives.

    An iframe element is matched to its frame through the kit's own reference to it, once per document and element:
    walking ``frame_locator`` chains on each call costs 200 ms a call in Firefox.
    """

    def __init__(self) -> None:
        self._labels: dict[Frame, str] = {}
        self._children: dict[tuple[str, int], Frame] = {}

    def label(self, frame: Frame) -> str:
        if frame.parent_frame is None:
            return ""
        return self._labels.setdefault(frame, f"f{len(self._labels) + 1}")

    async def child(self, parent: Frame, nonce: str, local: int, *, timeout: float = 1.0) -> Frame | None:
        """The frame inside the iframe element ``local`` of document ``nonce``, or None if it cannot be had in time."""
        known = self._children.get((nonce, local))
        if known is not None and not known.is_detached():
            return known
        try:
            async with asyncio.timeout(timeout):
                handle = await locate(parent, nonce, local).element_handle(timeout=timeout * 1000)
                frame = await handle.content_frame()
                await handle.dispose()
        except (PlaywrightError, TimeoutError):
            return None
        if frame is not None:
            self._children[nonce, local] = frame
        return frame
