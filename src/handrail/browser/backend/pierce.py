"""What only the browser's own protocol can tell of a page: closed shadow roots, and elements that listen for the mouse.

Chromium alone has it. The kit cannot see either from its world, so they are asked for here and handed to it there, by
reference: nothing is put into the page. It is asked when it is new, and when its snapshot has grown or shrunk since.
One question lists all listeners (3 ms for 12,000 elements); only what may hide a tree is asked on its own. What
a framework handles far above an element (delegation) leaves no trace there; frames of other sites are left out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

if TYPE_CHECKING:
    from playwright.async_api import CDPSession

    from handrail.browser.backend.core import TabCore
    from handrail.browser.backend.gather import Gathered
    from handrail.browser.backend.protocol import World

SECONDS = 1.0
"""For everything that one snapshot asks here."""
MOST_WORLDS = 10
"""Documents of a page that are asked about: its own, and of frames of its site. Others are in other processes."""
MOST_HOSTS = 50
MOST_LISTENERS = 200
KIT = "globalThis[Symbol.for('handrail.pierced')]"
MOUSE = frozenset({"click", "dblclick", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart", "touchend"})


class Pierce:
    """Shows the kit of one tab what pages hide. Whatever fails, the page is read without it."""

    def __init__(self, core: TabCore) -> None:
        self._core = core
        self._protocol = core.protocol
        self._documents: dict[World, str] = {}
        """The page's own handle of the document of each world."""
        self._asked: tuple[str, int] | None = None
        self._listening: dict[World, set[int]] = {}

    async def found_more(self, gathered: Gathered) -> bool:
        """Whether a snapshot taken now would show more than ``gathered`` does."""
        before = self._asked
        self.has_shown(gathered)
        if not self._protocol.is_there or before == self._asked or gathered.late:
            return False
        if before is None or before[0] != gathered.main.nonce:
            self._documents, self._listening = {}, {}
        try:
            async with asyncio.timeout(SECONDS):
                return await self._core.race(self._look())
        except (PlaywrightError, TimeoutError):
            self._protocol.leave()
            return False

    def has_shown(self, gathered: Gathered) -> None:
        """There is nothing to ask while a snapshot has as many nodes as this one."""
        documents = (gathered.main, *gathered.frames.values())
        self._asked = (gathered.main.nonce, sum(len(document.nodes) for document in documents))

    async def _look(self) -> bool:
        cdp = await self._protocol.session()
        worlds = self._protocol.worlds[:MOST_WORLDS]
        looks = (look(cdp, world) for world in worlds for look in (self._open, self._listen))
        # A frame may go while it is asked; where nothing answers at all, the session is worth nothing.
        found = [more for more in await asyncio.gather(*looks, return_exceptions=True) if isinstance(more, int)]
        if worlds and not found:
            self._protocol.leave()
        return sum(found) > 0

    async def _open(self, cdp: CDPSession, world: World) -> int:
        """Hand over closed shadow roots, and those inside them."""
        found = await self._protocol.call(world, f"() => {KIT}?.hosts({MOST_HOSTS}) ?? null")
        if "objectId" not in found:
            return 0
        properties = await cdp.send("Runtime.getProperties", {"objectId": found["objectId"], "ownProperties": True})
        hosts = [entry["value"]["objectId"] for entry in properties["result"] if entry["name"].isdigit()]
        opened = sum(await asyncio.gather(*(self._open_one(cdp, world, host) for host in hosts)))
        return opened + (await self._open(cdp, world) if opened else 0)

    async def _open_one(self, cdp: CDPSession, world: World, host: str) -> int:
        node = (await cdp.send("DOM.describeNode", {"objectId": host}))["node"]
        closed = [root for root in node.get("shadowRoots", []) if root["shadowRootType"] == "closed"]
        if not closed:
            return 0
        root = await self._node(cdp, world, closed[0]["backendNodeId"])
        await self._protocol.call(world, f"(host, root) => {KIT}.open(host, root)", [host, root])
        return 1

    async def _listen(self, cdp: CDPSession, world: World) -> int:
        """Hand over elements that listen for the mouse. Frames below are of other worlds, and asked there."""
        if world not in self._documents:
            own = await self._protocol.call(world, "() => document")
            self._documents[world] = await self._outer(cdp, own["objectId"])
        asked = {"objectId": self._documents[world], "depth": -1, "pierce": True}
        listeners = (await cdp.send("DOMDebugger.getEventListeners", asked))["listeners"]
        numbers = self._fresh(world, (entry["backendNodeId"] for entry in listeners if entry["type"] in MOUSE))
        nodes = await asyncio.gather(*(self._node(cdp, world, number) for number in numbers), return_exceptions=True)
        here = [node for node in nodes if isinstance(node, str)]
        if not here:
            return 0
        return int((await self._protocol.call(world, f"(...nodes) => {KIT}?.listen(...nodes) ?? 0", here))["value"])

    async def _outer(self, cdp: CDPSession, node: str) -> str:
        """The page's own handle of a node: asked with the kit's, Chromium 156 reads listeners amiss, and crashes."""
        number = (await cdp.send("DOM.describeNode", {"objectId": node}))["node"]["backendNodeId"]
        answer = await cdp.send("DOM.resolveNode", {"backendNodeId": number, "objectGroup": "handrail"})
        return str(answer["object"]["objectId"])

    def _fresh(self, world: World, numbers: Iterable[int]) -> list[int]:
        known = self._listening.setdefault(world, set())
        fresh = [number for number in dict.fromkeys(numbers) if number not in known][:MOST_LISTENERS]
        known.update(fresh)
        return fresh

    async def _node(self, cdp: CDPSession, world: World, number: int) -> str:
        asked = {"backendNodeId": number, "executionContextId": world.number, "objectGroup": "handrail"}
        return str((await cdp.send("DOM.resolveNode", asked))["object"]["objectId"])
