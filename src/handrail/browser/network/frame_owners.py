"""Tells which page and context of a Chromium a frame or worker belongs to, by the ids of Chromium's protocol.

Only events and questions to the browser process are used: a page that waits for its own synchronous request answers
nothing until that has been judged.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Set
from contextlib import suppress
from typing import Any, Literal

from playwright.async_api import BrowserContext, CDPSession, Page
from playwright.async_api import Error as PlaywrightError

from handrail.browser.background import run_in_background
from handrail.browser.network.page_session import page_session
from handrail.browser.types.network.addresses import origin_of

LEARN_TIMEOUT = 1.0
"""Seconds that a page may take to name its frames. If it takes longer, as behind a dialog, its frames are unknown."""


class FrameOwners:
    """The pages of a browser by their frames."""

    def __init__(self, browser: CDPSession) -> None:
        self._browser = browser
        self._pages: dict[str, Page] = {}
        self._contexts: dict[str, BrowserContext] = {}
        """The contexts by the browser's own id."""
        self._known: set[Page] = set()
        self._tops: set[str] = set()
        """Frames that are a whole page."""
        self._sessions: dict[Page, CDPSession] = {}
        self._hearing: dict[Page, Callable[[dict[str, Any]], None]] = {}

    async def add(self, page: Page) -> None:
        """Know the frames of this page from now on."""
        if page in self._known:
            return
        self._known.add(page)
        page.on("close", self._forget)
        await asyncio.wait({run_in_background(self._learn(page))}, timeout=LEARN_TIMEOUT)

    async def owner_of(self, frame: str) -> tuple[Page | None, BrowserContext | Literal["other"] | None]:
        """Return the page of a frame or worker, and its context; None for what is not known. "other" is a context of
        which no page was added, so it is somebody else's."""
        if (page := self._pages.get(frame)) is not None:
            return page, page.context
        if not frame:
            return None, None
        answer = await self._browser.send("Target.getTargets", {"filter": [{}]})
        targets = {one["targetId"]: one for one in answer["targetInfos"]}
        known = targets.get(frame, {}).get("browserContextId")
        context: BrowserContext | Literal["other"] | None = self._contexts.get(known, "other") if known else None
        if targets.get(frame, {}).get("type") == "page":
            self._tops.add(frame)
        top = frame
        while top not in self._pages and top in targets:
            top = targets[top].get("parentId", "")
        if (page := self._pages.get(top)) is not None:
            self._pages[frame] = page
            return page, page.context
        return None, context

    def is_top(self, frame: str) -> bool:
        """Return whether a frame that `owner_of` was called with is a whole page."""
        return frame in self._tops

    async def only_sender(self, frame: str, known: Set[str]) -> str:
        """Return the origin of the only document that can have had another one opened in a frame; "" where there may be
        others. A frame or window can do so in any other, so every page must be of that origin and without frames, by
        what the driver and the browser say, of which either may be late.

        Args:
            known: the origins of documents that were open before: a window may close as it sends.
        """
        page = self._pages.get(frame)
        if page is None or page not in self._sessions or not self.is_top(frame):
            return ""
        answer = await self._browser.send("Target.getTargets", {"filter": [{}]})
        urls = [one["url"] for one in answer["targetInfos"] if one["targetId"] == frame]
        origins = {origin_of(one.url) for of_page in page.context.pages for one in of_page.frames}
        origins.update(map(origin_of, urls), known)
        if len(origins) != 1 or any(len(one.frames) > 1 for one in page.context.pages):
            return ""
        asked = await self._sessions[page].send("Network.getSecurityIsolationStatus", {"frameId": frame})
        try:
            policies = " ".join(one["effectiveDirectives"] for one in asked["status"].get("csp", []))
        except (AttributeError, KeyError, TypeError):
            # A browser that answers otherwise does not say whether the document is in a sandbox.
            return ""
        # A document in a sandbox is of no origin, whatever its address.
        return "" if "sandbox" in policies else origins.pop()

    def forget(self, context: BrowserContext) -> None:
        """Forget a context that is closed, with its pages."""
        self._contexts = {name: one for name, one in self._contexts.items() if one is not context}
        for page in [page for page in self._known if page.context is context]:
            self._forget(page)

    async def _learn(self, page: Page) -> None:
        # The page may be gone by now.
        with suppress(PlaywrightError):
            session = await page_session(page)
            target = (await session.send("Target.getTargetInfo"))["targetInfo"]
            self._pages[target["targetId"]] = page
            self._tops.add(target["targetId"])
            self._sessions[page] = session
            self._hearing[page] = lambda event: self._pages.update({event["frameId"]: page})
            self._contexts[target.get("browserContextId", "")] = page.context
            session.on("Page.frameAttached", self._hearing[page])
            await session.send("Page.enable")
            for frame in _frames((await session.send("Page.getFrameTree"))["frameTree"]):
                self._pages[frame] = page

    def _forget(self, page: Page) -> None:
        self._known.discard(page)
        if (session := self._sessions.pop(page, None)) is not None:
            session.remove_listener("Page.frameAttached", self._hearing.pop(page))
        self._tops -= {frame for frame, owner in self._pages.items() if owner is page}
        self._pages = {frame: owner for frame, owner in self._pages.items() if owner is not page}


def _frames(tree: dict[str, Any]) -> Iterator[str]:
    yield tree["frame"]["id"]
    for child in tree.get("childFrames", []):
        yield from _frames(child)
