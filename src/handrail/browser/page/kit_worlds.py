"""The kit in a world of its own in every frame, for Chromium: asked through the browser's own protocol.

Playwright's world, in which acts find their elements, is another one. It holds a selector engine that finds what was
handed over to it under a key (``kit/handed_over.js``). A key names its document, and finds nothing in any other.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Locator, Page

from handrail.browser.background import run_in_background, shared
from handrail.browser.page.cdp_worlds import CdpWorlds, IsolatedWorld
from handrail.browser.page.kit_client import GRACE, Kit, KitAnswer
from handrail.browser.page.kit_source import world_script
from handrail.browser.types.errors import KitFailed

HANDED_OVER = "handed"
"""The selector engine of Playwright's world."""
KIT = "globalThis[Symbol.for('handrail.kit')]()"
ANSWER = f"(request) => {KIT}.answer(request)"
ELEMENT = f"(nonce, local) => {KIT}.element(nonce, local)"
FILE_HOLDER = f"(nonce) => {KIT}.fileHolder(nonce)"
KEEP = """(key, element) => {
  (globalThis[Symbol.for('handrail.handed')] ??= new Map()).set(key, new WeakRef(element));
}"""
HAND_OVER_TIMEOUT = 3.0
"""Seconds that handing an element over may take; later, its locator finds nothing."""
LATER = 0.05
"""Seconds after which to ask Playwright again for a frame that it has not heard of."""
NOTHING = "nothing"
"""A key of no element."""
GONE = (
    "uniqueContextId not found",
    "Cannot find context",
    "context was destroyed",
    "navigated or closed",
    "been closed",
)
"""Words of the errors of a world that ended before it answered."""

_groups = itertools.count()


class WorldKit(Kit):
    """The kit of one page in Chromium."""

    def __init__(self, page: Page) -> None:
        self.worlds = CdpWorlds(page, world_script())
        self._searches: dict[Frame, asyncio.Task[None]] = {}
        self._offers: dict[Frame, asyncio.Task[None]] = {}
        self._passed_on: dict[str, int] = {}
        """`KitAnswer.passed_on` as each document gave it last."""
        self._handed: dict[tuple[str, int], tuple[int, str]] = {}
        """The key under which an element was handed over, and ``passed_on`` at that time."""

    async def ask(self, frame: Frame, op: str, **args: Any) -> KitAnswer:
        answer = await super().ask(frame, op, **args)
        self._passed_on[answer.nonce] = answer.passed_on
        return answer

    async def _answer(self, frame: Frame, request: dict[str, Any]) -> str | None:
        grace = GRACE if frame.parent_frame is not None else 2 * GRACE
        async with asyncio.timeout(request["ms"] / 1000 + grace):
            return await self._ask_until_answered(frame, json.dumps(request))

    async def _ask_until_answered(self, frame: Frame, request: str) -> str:
        while True:
            world = await self._world(frame)
            try:
                answer = await world.call(ANSWER, {"value": request})
            except PlaywrightError as error:
                if not any(words in str(error) for words in GONE):
                    raise
                # Another document has come: its kit knows whether it was meant.
                self.worlds.forget(world)
            else:
                return str(answer["value"])

    async def _world(self, frame: Frame) -> IsolatedWorld:
        return await self.worlds.of(frame, self._find_id)

    async def locator(self, frame: Frame, nonce: str, local: int) -> Locator:
        now = self._passed_on.get(nonce, 0)
        known, key = self._handed.get((nonce, local), (-1, NOTHING))
        if known != now:
            key = await self._key(frame, "element", ELEMENT, nonce, local)
            self._handed[nonce, local] = now if key != NOTHING else -1, key
        return frame.locator(f"{HANDED_OVER}={key}")

    async def file_holder(self, frame: Frame, nonce: str) -> Locator:
        return frame.locator(f"{HANDED_OVER}={await self._key(frame, 'apart', FILE_HOLDER, nonce)}")

    async def _key(self, frame: Frame, kind: str, function: str, nonce: str, *arguments: object) -> str:
        """Hand over what a function of the kit returns, and return its key; `NOTHING` where that is not to be had."""
        with suppress(PlaywrightError, TimeoutError, KitFailed):
            async with asyncio.timeout(HAND_OVER_TIMEOUT):
                world = await self._world(frame)
                async with _handles(world) as group:
                    node = await _node(world, group, function, nonce, *arguments)
                    if node is not None:
                        key = f"{kind}.{nonce}.{node['backendNodeId']}"
                        await self._hand_over(world, group, key, node["backendNodeId"])
                        return key
        return NOTHING

    async def _hand_over(self, world: IsolatedWorld, group: str, key: str, node: int) -> None:
        """Have Playwright find an element of a document under a key."""
        for theirs in self.worlds.playwrights(world.frame):
            asked = {"backendNodeId": node, "executionContextId": theirs.number, "objectGroup": group}
            found = (await theirs.session.send("DOM.resolveNode", asked))["object"]["objectId"]
            await theirs.call(KEEP, {"value": key}, {"objectId": found})

    async def frame_in(self, parent: Frame, nonce: str, local: int) -> Frame | None:
        world = await self._world(parent)
        async with _handles(world) as group:
            node = await _node(world, group, ELEMENT, nonce, local)
        if node is None or "frameId" not in node:
            return None
        while (frame := self._child(parent, node["frameId"])) is None:
            unknown = [frame for frame in parent.child_frames if frame not in self.worlds.ids]
            await asyncio.gather(*map(self._find_id, unknown), return_exceptions=True)
            if self._child(parent, node["frameId"]) is None:
                await asyncio.sleep(LATER)
        return frame

    def _child(self, parent: Frame, id_: str) -> Frame | None:
        return next((frame for frame in parent.child_frames if self.worlds.ids.get(frame) == id_), None)

    async def _find_id(self, frame: Frame) -> None:
        """Learn the protocol's id of a frame."""
        await shared(self._searches, frame, self._search)

    async def _search(self, frame: Frame) -> None:
        """Ask for the frame's own session; one without stands in an element that Playwright names."""
        with suppress(PlaywrightError):
            await self.worlds.session_of(frame)
            return
        parent = frame.parent_frame
        assert parent is not None, "the session of the page knows the main frame"
        await shared(self._offers, parent, self._offer_owners)
        owner = await frame.frame_element()
        named = await owner.query_selector(f"{HANDED_OVER}=?")
        kind, _, found = (await named.text_content() or "" if named is not None else "").partition(".")
        # An element that was moved still has the key of the frame that it held before.
        if kind == "frame" and found not in self.worlds.ids.values():
            self.worlds.ids[frame] = found
        for handle in filter(None, (named, owner)):
            await handle.dispose()

    async def _offer_owners(self, parent: Frame) -> None:
        """Hand over the elements of all frames in a frame, under their ids."""
        world = await self._world(parent)
        tree = (await world.session.send("Page.getFrameTree"))["frameTree"]
        unknown = set(_ids_below(tree, world.frame)).difference(self.worlds.ids.values())
        async with _handles(world) as group:
            await asyncio.gather(*(self._offer_owner(world, group, id_) for id_ in unknown))

    async def _offer_owner(self, world: IsolatedWorld, group: str, frame: str) -> None:
        with suppress(PlaywrightError):
            owner = await world.session.send("DOM.getFrameOwner", {"frameId": frame})
            await self._hand_over(world, group, f"frame.{frame}", owner["backendNodeId"])


async def _node(world: IsolatedWorld, group: str, function: str, *arguments: object) -> dict[str, Any] | None:
    """Return what the protocol knows of the element that a function returns; None where it returns none."""
    found = await world.call(function, *({"value": one} for one in arguments), objectGroup=group)
    if "objectId" not in found:
        return None
    node: dict[str, Any] = (await world.session.send("DOM.describeNode", {"objectId": found["objectId"]}))["node"]
    return node


@asynccontextmanager
async def _handles(world: IsolatedWorld) -> AsyncIterator[str]:
    """Give the name of a group of handles, which are let go of at the end: they would keep their elements alive."""
    group = f"handrail {next(_groups)}"
    try:
        yield group
    finally:
        run_in_background(_release(world, group))


async def _release(world: IsolatedWorld, group: str) -> None:
    with suppress(PlaywrightError):
        await world.session.send("Runtime.releaseObjectGroup", {"objectGroup": group})


def _ids_below(tree: dict[str, Any], frame: str) -> list[str]:
    """Return the ids of the frames in a frame."""
    children = tree.get("childFrames", [])
    if tree["frame"]["id"] == frame:
        return [child["frame"]["id"] for child in children]
    return [found for child in children for found in _ids_below(child, frame)]
