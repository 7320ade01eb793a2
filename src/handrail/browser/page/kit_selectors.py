"""The kit as a Playwright selector engine, for Firefox.

A call is a selector: the engine runs the operation, puts its JSON answer into a ``<meta>`` that stands in no document,
and Playwright reads that element's text. This is public API, and works over BiDi.
"""

from __future__ import annotations

import asyncio
import base64
import json
from typing import Any

from playwright.async_api import Frame, Locator

from handrail.browser.background import shared
from handrail.browser.page.kit_client import GRACE, Kit

ENGINE = "kit"
OWNER_TIMEOUT = 3.0
"""Seconds that a frame may take to name its element. A caller that gives up earlier gets the answer the next time."""


def selector(request: dict[str, Any]) -> str:
    """Return a request as a selector: in base64, because quotes and ``>>`` have a meaning in Playwright's selectors."""
    return f"{ENGINE}={base64.b64encode(json.dumps(request).encode()).decode()}"


class SelectorKit(Kit):
    """The kit where Playwright carries it into every document."""

    def __init__(self) -> None:
        self._owners: dict[tuple[str, int], Frame] = {}
        self._searches: dict[Frame, asyncio.Task[bool]] = {}

    async def _answer(self, frame: Frame, request: dict[str, Any]) -> str | None:
        return await frame.locator(selector(request)).text_content(timeout=request["ms"] + GRACE * 1000)

    async def locator(self, frame: Frame, nonce: str, local: int) -> Locator:
        return frame.locator(selector({"el": local, "nonce": nonce}))

    async def file_holder(self, frame: Frame, nonce: str) -> Locator:
        return frame.locator(selector({"files": True, "nonce": nonce}))

    async def frame_in(self, parent: Frame, nonce: str, local: int) -> Frame | None:
        handle = await parent.query_selector(selector({"el": local, "nonce": nonce, "iframe": True}))
        if handle is None:
            # Asked of anything but an iframe, Firefox never answers.
            return await self._find_embedded(parent, (nonce, local))
        frame = await handle.content_frame()
        await handle.dispose()
        if frame is None:
            raise TimeoutError("The frame is on its way.")
        self._owners[nonce, local] = frame
        return frame

    async def _find_embedded(self, parent: Frame, wanted: tuple[str, int]) -> Frame | None:
        """Return the frame in an <object> or <embed>. Playwright knows only iframes, so frames are asked for theirs."""
        complete = await shared(self._searches, parent, self._ask_owners)
        found = self._owners.get(wanted)
        if found is None and not complete:
            raise TimeoutError("A frame did not name its element.")
        return found

    async def _ask_owners(self, parent: Frame) -> bool:
        """Note the element of each frame in ``parent``; return whether all of them answered."""
        known = set(self._owners.values())
        frames = [frame for frame in parent.child_frames if frame not in known]
        asked = (asyncio.wait_for(_owner(frame), OWNER_TIMEOUT) for frame in frames)
        owners = await asyncio.gather(*asked, return_exceptions=True)
        for frame, owner in zip(frames, owners, strict=True):
            if not isinstance(owner, BaseException):
                self._owners[owner] = frame
        return not any(isinstance(owner, BaseException) for owner in owners)


async def _owner(frame: Frame) -> tuple[str, int]:
    """Return the document and the local id of the element that a frame is in."""
    handle = await frame.frame_element()
    meta = await handle.query_selector(selector({"whose": True}))
    reply = json.loads(await meta.text_content() or "{}") if meta is not None else {}
    return reply.get("nonce", ""), reply.get("local", 0)
