"""Finds the Playwright frame of an iframe element, and the short label under which it is shown."""

from __future__ import annotations

import asyncio

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame

from handrail.browser.page.kit_client import iframe, whose

OWNER_TIMEOUT = 3.0
"""Seconds that a frame may take to name its element. A caller that gives up earlier gets the answer the next time."""


class Frames:
    """The frames of a tab. A frame keeps its label (``""`` for the main frame, then ``f1``, ``f2``) in its tab.

    An element is matched to the frame in it through the kit's own reference to it, once per document and element:
    walking ``frame_locator`` chains on each call costs 200 ms a call in Firefox.
    """

    def __init__(self) -> None:
        self._labels: dict[Frame, str] = {}
        self._children: dict[tuple[str, int], Frame] = {}
        self._without: set[tuple[str, int]] = set()
        self._searches: dict[Frame, asyncio.Future[bool]] = {}

    def label(self, frame: Frame) -> str:
        if frame.parent_frame is None:
            return ""
        return self._labels.setdefault(frame, f"f{len(self._labels) + 1}")

    async def child(self, parent: Frame, nonce: str, local: int, *, timeout: float = 1.0) -> Frame | None:
        """Return the frame inside the iframe element ``local`` of document ``nonce``; None if that takes too long."""
        known = self._children.get((nonce, local))
        if known is not None and not known.is_detached():
            return known
        try:
            async with asyncio.timeout(timeout):
                self._without.discard((nonce, local))
                handle = await iframe(parent, nonce, local)
                # Asked of anything but an iframe, Firefox never answers.
                frame = await (handle.content_frame() if handle else self._find_embedded(parent, (nonce, local)))
                if handle:
                    await handle.dispose()
        except (PlaywrightError, TimeoutError):
            return None
        if frame is not None:
            self._children[nonce, local] = frame
        return frame

    async def _find_embedded(self, parent: Frame, wanted: tuple[str, int]) -> Frame | None:
        """Return the frame in an <object> or <embed>. Playwright knows only iframes, so frames are asked for theirs."""
        search = self._searches.get(parent)
        if search is None or search.done():
            search = self._searches[parent] = asyncio.ensure_future(self._ask_owners(parent))
        complete = await asyncio.shield(search)
        found = self._children.get(wanted)
        if complete and found is None:
            self._without.add(wanted)
        return found

    async def _ask_owners(self, parent: Frame) -> bool:
        """Note the element of each frame in ``parent``; return whether all of them answered."""
        known = set(self._children.values())
        frames = [frame for frame in parent.child_frames if frame not in known]
        asked = (asyncio.wait_for(_owner(frame), OWNER_TIMEOUT) for frame in frames)
        owners = await asyncio.gather(*asked, return_exceptions=True)
        for frame, owner in zip(frames, owners, strict=True):
            if not isinstance(owner, BaseException):
                self._children[owner] = frame
        return not any(isinstance(owner, BaseException) for owner in owners)

    def is_without(self, nonce: str, local: int) -> bool:
        """Return whether an element held no frame when that was last asked: an <object> may be a picture."""
        return (nonce, local) in self._without


async def _owner(frame: Frame) -> tuple[str, int]:
    return await whose(await frame.frame_element())
