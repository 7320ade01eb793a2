"""Which page of a Chromium a frame or worker belongs to, by the ids of its protocol.

Only events and questions to the browser process are used: a page that waits for its own synchronous request answers
nothing until that has been judged.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError

from handrail.browser.background import run_in_background

if TYPE_CHECKING:
    from playwright.async_api import CDPSession, Page

LEARN_TIMEOUT = 1.0
"""Seconds that a page has to name its frames. One that does not, such as one behind a dialog, has unknown frames."""


class FrameOwners:
    """The pages of a browser by their frames.

    Args:
        browser: a session with the browser.
    """

    def __init__(self, browser: CDPSession) -> None:
        self._browser = browser
        self._pages: dict[str, Page] = {}
        self._known: set[Page] = set()

    async def add(self, page: Page) -> None:
        """Know the frames of this page from now on."""
        if page in self._known:
            return
        self._known.add(page)
        page.on("close", self._forget)
        await asyncio.wait({run_in_background(self._learn(page))}, timeout=LEARN_TIMEOUT)

    async def page_of(self, frame: str) -> Page | None:
        """The page of a frame or worker; None where it is not known."""
        if frame and frame not in self._pages:
            answer = await self._browser.send("Target.getTargets", {"filter": [{}]})
            parents = {one["targetId"]: one.get("parentId", "") for one in answer["targetInfos"]}
            top = frame
            while top not in self._pages and top in parents:
                top = parents[top]
            if (page := self._pages.get(top)) is not None:
                self._pages[frame] = page
        return self._pages.get(frame)

    async def _learn(self, page: Page) -> None:
        # The page may be gone by now.
        with suppress(PlaywrightError):
            session = await page.context.new_cdp_session(page)
            target = (await session.send("Target.getTargetInfo"))["targetInfo"]["targetId"]
            self._pages[target] = page
            session.on("Page.frameAttached", lambda event: self._pages.update({event["frameId"]: page}))
            await session.send("Page.enable")
            for frame in _frames((await session.send("Page.getFrameTree"))["frameTree"]):
                self._pages[frame] = page

    def _forget(self, page: Page) -> None:
        self._known.discard(page)
        self._pages = {frame: owner for frame, owner in self._pages.items() if owner is not page}


def _frames(tree: dict[str, Any]) -> Iterator[str]:
    yield tree["frame"]["id"]
    for child in tree.get("childFrames", []):
        yield from _frames(child)
