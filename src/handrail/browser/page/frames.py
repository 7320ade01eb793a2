"""Knows the Playwright frame of an iframe element, and the short label under which it is shown."""

from __future__ import annotations

import asyncio

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame

from handrail.browser.page.kit_client import Kit
from handrail.browser.types.errors import KitFailed


class Frames:
    """The frames of a tab. A frame keeps its label (``""`` for the main frame, then ``f1``, ``f2``) in its tab.

    An element is matched to the frame in it once per document and element: walking ``frame_locator`` chains on each
    call costs 200 ms a call in Firefox.
    """

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._labels: dict[Frame, str] = {}
        self._children: dict[tuple[str, int], Frame | None] = {}
        """None for an element that held no frame when that was last asked."""

    def label(self, frame: Frame) -> str:
        if frame.parent_frame is None:
            return ""
        return self._labels.setdefault(frame, f"f{len(self._labels) + 1}")

    async def child(self, parent: Frame, nonce: str, local: int, *, timeout: float = 1.0) -> Frame | None:
        """Return the frame inside the iframe element ``local`` of document ``nonce``; None if that takes too long."""
        frame = self._children.pop((nonce, local), None)
        if frame is None or frame.is_detached():
            try:
                async with asyncio.timeout(timeout):
                    frame = await self._kit.frame_in(parent, nonce, local)
            except (PlaywrightError, TimeoutError, KitFailed):
                return None
        self._children[nonce, local] = frame
        return frame

    def is_without(self, nonce: str, local: int) -> bool:
        """Return whether an element held no frame when that was last asked: an <object> may be a picture."""
        return (nonce, local) in self._children and self._children[nonce, local] is None
