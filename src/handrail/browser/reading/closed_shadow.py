"""Reads what only the browser's own protocol knows of a page: closed shadow roots, elements that listen for the mouse,
and the accessibility of custom elements (``ElementInternals``).

Chromium alone has it. The kit cannot see them from its world, so they are read here and passed to it by reference:
nothing is put into the page. A page is read until it shows nothing new (a framework makes its listeners after its
elements), and whenever elements came or went. One question lists all listeners (3 ms for 12,000 elements); only what
may hide a tree is asked on its own. What a framework handles far above an element (delegation) leaves no trace there;
frames of other sites are left out.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

from handrail.browser.page.cdp_worlds import CdpWorlds, IsolatedWorld
from handrail.browser.page.kit_worlds import WorldKit
from handrail.browser.page.page_context import PageContext
from handrail.browser.reading.frame_outlines import Gathered

SECONDS = 2.5
"""For everything that one snapshot asks here."""
MAX_WORLDS = 10
"""Documents of a page that are asked about: its own, and of frames of its site. Others are in other processes."""
MAX_HOSTS = 50
QUIET_LOOKS = 2
"""Looks in a row that showed nothing new after which a page that stays as it is is not asked again."""
NODES_AT_ONCE = 100
NODES_SECONDS = 1.5
"""For the nodes that listen, of all documents (a busy machine takes two milliseconds for each); the rest are passed on
with the next snapshot, and until then the kit takes rows for what others like them are."""
KIT = "globalThis[Symbol.for('handrail.pierced')]"
INTERNALS = "globalThis[Symbol.for('handrail.internals')]"
MAX_CUSTOM_ELEMENTS = 60
"""Custom elements of a document whose accessibility is read."""
MAX_NAME_CHARS = 1000
INTERNALS_SECONDS = 0.5
"""For that: Chromium makes its accessibility tree of all of a page when it is first asked for one element of it."""
ROLES = {
    "image": "img", "ToggleButton": "button", "PopUpButton": "button", "ComboBoxMenuButton": "combobox",
    "ComboBoxSelect": "combobox", "TextFieldWithComboBox": "combobox",
}  # fmt: skip
"""Chromium's own names of roles that ARIA calls otherwise."""
STATES = frozenset(
    ("busy", "checked", "disabled", "expanded", "invalid", "level", "pressed", "readonly", "required", "selected")
)
MOUSE = frozenset((
    "click", "dblclick", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart", "touchend", "dragstart",
    "drop",
))  # fmt: skip


class ClosedShadow:
    """Passes to the kit of one tab what pages hide from it. Where that fails, the page is read without it."""

    def __init__(self, core: PageContext) -> None:
        self._core = core
        self._worlds: CdpWorlds | None = core.kit.worlds if isinstance(core.kit, WorldKit) else None
        self._documents: dict[IsolatedWorld, str] = {}
        """The page's own handle of the document of each world."""
        self._last_size: tuple[str, int] | None = None
        self._is_grown = True
        self._quiet_looks = 0
        self._listening: dict[IsolatedWorld, set[int]] = {}
        self._partial: set[IsolatedWorld] = set()
        """Where the kit knows a part of the elements that listen."""
        self._passed = 0
        """Elements that listen which this look passed on."""
        self._with_internals: set[IsolatedWorld] = set()
        """Where custom elements have accessibility of their own, which may have changed."""

    async def found_more(self, gathered: Gathered) -> bool:
        """Return whether a snapshot taken now would show more than ``gathered`` does."""
        self.note(gathered)
        is_known = not self._is_grown and self._quiet_looks >= QUIET_LOOKS
        if self._worlds is None or is_known or gathered.late:
            return False
        self._is_grown, self._passed = False, 0
        try:
            async with asyncio.timeout(SECONDS):
                found = await self._core.race(self._look())
        except (PlaywrightError, TimeoutError):
            self._leave()
            found = self._passed > 0
        self._quiet_looks = 0 if found else self._quiet_looks + 1
        return found

    async def refresh(self) -> None:
        """Read the accessibility of custom elements again: no change of the DOM reports one of it."""
        if not self._with_internals:
            return
        with suppress(PlaywrightError, TimeoutError):
            async with asyncio.timeout(SECONDS):
                await self._core.race(self._refresh())

    async def _refresh(self) -> None:
        worlds = [world for world in self._known_worlds() if world in self._with_internals]
        await asyncio.gather(*(self._pass_internals(world, "known()") for world in worlds), return_exceptions=True)

    def note(self, gathered: Gathered) -> None:
        """Remember whether elements came or went before this snapshot."""
        documents = (gathered.main, *gathered.frames.values())
        before, size = self._last_size, (gathered.main.nonce, sum(len(document.nodes) for document in documents))
        self._last_size = size
        self._is_grown |= before != size or any(document.grown for document in documents)
        if before is None or before[0] != gathered.main.nonce:
            self._documents, self._listening, self._with_internals, self._quiet_looks = {}, {}, set(), 0
            self._partial = set()

    async def _look(self) -> bool:
        worlds = self._known_worlds()[:MAX_WORLDS]
        looks = (look(world) for world in worlds for look in (self._open, self._listen, self._pass_new_internals))
        # A frame may go while it is asked; where nothing answers at all, what was known is worth nothing.
        found = [more for more in await asyncio.gather(*looks, return_exceptions=True) if isinstance(more, int)]
        if worlds and not found:
            self._leave()
        return sum(found) > 0

    def _known_worlds(self) -> list[IsolatedWorld]:
        return self._worlds.of_page if self._worlds is not None else []

    def _leave(self) -> None:
        """Drop the handles, and begin again with the next snapshot."""
        self._documents = {}
        self._is_grown = True

    async def _pass_new_internals(self, world: IsolatedWorld) -> int:
        async with asyncio.timeout(INTERNALS_SECONDS):
            return await self._pass_internals(world, f"fresh({MAX_CUSTOM_ELEMENTS})")

    async def _pass_internals(self, world: IsolatedWorld, which: str) -> int:
        """Pass on the accessibility that custom elements have by ``ElementInternals``."""
        elements = await self._listed(world, f"() => {INTERNALS}?.{which} ?? null")
        if not elements:
            return 0
        read = await asyncio.gather(*(_accessibility(world.session, element) for element in elements))
        if not any(read):
            if not self._with_internals:
                await world.session.send("Accessibility.disable")  # Chromium need not keep the tree
            return 0
        self._with_internals.add(world)
        passed = await _call(world, f"(...elements) => {INTERNALS}.tell({json.dumps(read)}, ...elements)", elements)
        return int(passed["value"])

    async def _listed(self, world: IsolatedWorld, function: str) -> list[str]:
        """Return the nodes of a list that the kit gives, as objects of its world."""
        found = await _call(world, function)
        if "objectId" not in found:
            return []
        properties = await world.session.send(
            "Runtime.getProperties", {"objectId": found["objectId"], "ownProperties": True}
        )
        return [entry["value"]["objectId"] for entry in properties["result"] if entry["name"].isdigit()]

    async def _open(self, world: IsolatedWorld) -> int:
        """Pass on closed shadow roots, and those inside them."""
        hosts = await self._listed(world, f"() => {KIT}?.hosts({MAX_HOSTS}) ?? null")
        opened = sum(await asyncio.gather(*(self._open_one(world, host) for host in hosts)))
        return opened + (await self._open(world) if opened else 0)

    async def _open_one(self, world: IsolatedWorld, host: str) -> int:
        node = (await world.session.send("DOM.describeNode", {"objectId": host}))["node"]
        closed = [root for root in node.get("shadowRoots", []) if root["shadowRootType"] == "closed"]
        if not closed:
            return 0
        root = await self._node(world, closed[0]["backendNodeId"])
        await _call(world, f"(host, root) => {KIT}.open(host, root)", [host, root])
        return 1

    async def _listen(self, world: IsolatedWorld) -> int:
        """Pass on elements that listen for the mouse. Frames below are of other worlds, and asked there."""
        if world not in self._documents:
            own = await _call(world, "() => document")
            # The page's own handle: asked with the kit's, Chromium 156 reads listeners amiss, and crashes.
            number = (await world.session.send("DOM.describeNode", {"objectId": own["objectId"]}))["node"][
                "backendNodeId"
            ]
            answer = await world.session.send("DOM.resolveNode", {"backendNodeId": number, "objectGroup": "handrail"})
            self._documents[world] = answer["object"]["objectId"]
        asked = {"objectId": self._documents[world], "depth": -1, "pierce": True}
        listeners = (await world.session.send("DOMDebugger.getEventListeners", asked))["listeners"]
        known = self._listening.setdefault(world, set())
        listening = dict.fromkeys(entry["backendNodeId"] for entry in listeners if entry["type"] in MOUSE)
        numbers = [number for number in listening if number not in known]
        clock, found, is_partial = asyncio.get_running_loop().time, 0, False
        until = clock() + NODES_SECONDS
        for start in range(0, len(numbers), NODES_AT_ONCE):
            if is_partial := start > 0 and clock() > until:
                self._is_grown = True
                break
            found += await self._pass_listeners(world, numbers[start : start + NODES_AT_ONCE])
            known.update(numbers[start : start + NODES_AT_ONCE])
        if is_partial != (world in self._partial):
            await _call(world, f"() => {KIT}?.partial({json.dumps(is_partial)})")
            self._partial ^= {world}
        return found

    async def _pass_listeners(self, world: IsolatedWorld, numbers: list[int]) -> int:
        nodes = await asyncio.gather(*(self._node(world, number) for number in numbers), return_exceptions=True)
        here = [node for node in nodes if isinstance(node, str)]
        if not here:
            return 0
        found = int((await _call(world, f"(...nodes) => {KIT}?.listen(...nodes) ?? 0", here))["value"])
        self._passed += found
        return found

    async def _node(self, world: IsolatedWorld, number: int) -> str:
        asked = {"backendNodeId": number, "executionContextId": world.number, "objectGroup": "handrail"}
        return str((await world.session.send("DOM.resolveNode", asked))["object"]["objectId"])


async def _call(world: IsolatedWorld, function: str, nodes: Iterable[str] = ()) -> dict[str, Any]:
    """Call a function in a world with nodes, and return the remote object that it returns."""
    return await world.call(function, *({"objectId": node} for node in nodes), objectGroup="handrail")


async def _accessibility(cdp: CDPSession, element: str) -> dict[str, Any] | None:
    """Role, name, value and states of an element in the browser's accessibility tree; None where it has no role."""
    asked = {"objectId": element, "fetchRelatives": False}
    node = (await cdp.send("Accessibility.getPartialAXTree", asked))["nodes"][0]
    if node["ignored"] or node["role"]["value"] in ("generic", "none"):
        return None
    properties = {entry["name"]: entry["value"].get("value") for entry in node.get("properties", [])}
    value = properties.get("valuetext") or node.get("value", {}).get("value")
    return {
        "role": ROLES.get(node["role"]["value"], node["role"]["value"]),
        "name": node.get("name", {}).get("value", "")[:MAX_NAME_CHARS],
        "value": None if value is None else str(value)[:MAX_NAME_CHARS],
        "states": {name: str(state).lower() for name, state in properties.items() if name in STATES},
    }
