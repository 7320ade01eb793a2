"""A page's interactive elements as our snapshot and as Chromium's accessibility tree say them, matched by DOM node.

Both sides are brought to the browser's own number for the node (``backendNodeId``): the accessibility tree carries it,
and the kit's ids are laid beside the DOM tree that the browser's protocol gives, element for element in the order of
the document, open shadow trees before what their host holds. So two links of one name are never taken for each other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import CDPSession, Frame, Page

from handrail.browser.outline.line_format import COVERED, GUESSED, UNSEEN
from handrail.browser.outline.lines import OutlineDocument
from handrail.browser.page.page_context import PageContext
from handrail.browser.page.refs import Refs
from handrail.browser.reading import frame_outlines
from handrail.browser.reading.page_reader import PlaywrightReader

INTERACTIVE = frozenset(
    (
        "button", "checkbox", "combobox", "gridcell", "link", "listbox", "menuitem", "menuitemcheckbox",
        "menuitemradio", "option", "radio", "scrollbar", "searchbox", "slider", "spinbutton", "switch", "tab",
        "textbox", "treeitem",
    )
)  # fmt: skip
"""The widget roles of ARIA 1.2 that a person operates (https://www.w3.org/TR/wai-aria-1.2/#widget_roles)."""

WORDS = {
    "ComboBoxMenuButton": "combobox", "ComboBoxSelect": "combobox", "TextFieldWithComboBox": "combobox",
    "MenuListPopup": "listbox", "MenuListOption": "option", "ListBoxOption": "option",
    "ToggleButton": "button", "PopUpButton": "button", "popUpButton": "button", "ColorWell": "button",
    "DisclosureTriangle": "button", "DisclosureTriangleGrouped": "button",
    "Date": "textbox", "DateTime": "textbox", "InputTime": "textbox", "image": "img",
}  # fmt: skip
"""Chromium's own words for roles that ARIA has no word for, or another one."""
ELEMENT = 1
TRIES = 4
SECONDS = 60.0
"""What the kit may take here for a document: how fast it is, other benchmarks say."""
DOMAINS = ("DOM", "CSS", "Accessibility", "Page")


class Restless(Exception):
    """A page that changed between the two readings, each time."""


@dataclass(eq=False, slots=True)
class DomNode:
    """A node of the browser's DOM tree. ``root``: 'document', or the kind of shadow root it stands in."""

    backend: int
    tag: str
    attributes: dict[str, str]
    parent: DomNode | None
    root: str
    children: list[DomNode] = field(default_factory=list)

    def up(self) -> Iterator[DomNode]:
        """It and all above it, through shadow roots and out of frames."""
        at: DomNode | None = self
        while at is not None:
            yield at
            at = at.parent

    def down(self) -> Iterator[DomNode]:
        """All below it."""
        stack = self.children[::-1]
        while stack:
            yield (at := stack.pop())
            stack += at.children[::-1]

    def __str__(self) -> str:
        shown = "".join(f' {name}="{value[:60]}"' for name, value in self.attributes.items())
        return f"<{self.tag}{shown}>"


@dataclass(slots=True)
class NodeReading:
    """One side's description of a node. ``flags``: of ours, what the kit marked it with."""

    role: str
    name: str
    flags: int = 0

    @property
    def unseen(self) -> bool:
        return bool(self.flags & UNSEEN)

    @property
    def behind(self) -> bool:
        return bool(self.flags & COVERED)


@dataclass(slots=True)
class Both:
    """Both readings of a page, by the browser's number of each node. ``browser`` holds every node that it does not
    ignore, ``ours`` every one with a line; `INTERACTIVE` is asked of them afterwards."""

    nodes: dict[int, DomNode] = field(default_factory=dict)
    browser: dict[int, NodeReading] = field(default_factory=dict)
    ours: dict[int, NodeReading] = field(default_factory=dict)


def unhurried() -> None:
    """Let snapshots of this process take their time: a busy machine must not cost a page its last nodes."""
    frame_outlines.MAIN_SECONDS = frame_outlines.FRAME_SECONDS = SECONDS


async def attached(page: Page) -> CDPSession:
    """A protocol session that `read` can use, for as long as the page lives."""
    cdp = await page.context.new_cdp_session(page)
    for domain in DOMAINS:
        await cdp.send(f"{domain}.enable")
    return cdp


async def read(page: Page, cdp: CDPSession) -> Both:
    """Read a page both ways. Where its elements change in number in between, the readings are taken again.

    Raises:
        Restless: it never held still.
    """
    for tried in range(TRIES):
        both = await _read_once(page, cdp)
        if both is not None:
            return both
        await asyncio.sleep(0.1 * 2**tried)
    raise Restless("The page changed under every reading.")


async def _read_once(page: Page, cdp: CDPSession) -> Both | None:
    core = PageContext("t1", page, Refs())
    gathered = (await PlaywrightReader(core).snapshot("full", max_chars=10**9)).gathered
    main_frame = (await cdp.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
    trees = _Dom((await cdp.send("DOM.getDocument", {"depth": -1, "pierce": True}))["root"], main_frame)
    both = Both(trees.nodes)
    for document, frame, frame_id in await _documents(core, gathered, trees):
        locals_ = await _all(core, frame, document.nonce)
        numbers = trees.elements[frame_id]
        if len(locals_) != len(numbers):
            return None
        both.ours |= _ours(document, dict(zip(locals_, numbers, strict=True)), trees)
    await _render_all(cdp, trees)
    for frame_id in trees.elements:
        tree = await cdp.send("Accessibility.getFullAXTree", {"frameId": frame_id})
        both.browser |= _browsers(tree["nodes"])
    return both


async def _render_all(cdp: CDPSession, trees: _Dom) -> None:
    """Chromium leaves what ``content-visibility: auto`` has not rendered yet out of its tree, though a reader who gets
    there would be reported of it. A style sheet of the inspector, which stands in no document, has it rendered."""
    for frame_id in trees.elements:
        sheet = await cdp.send("CSS.createStyleSheet", {"frameId": frame_id})
        text = "* { content-visibility: visible !important }"
        await cdp.send("CSS.setStyleSheetText", {"styleSheetId": sheet["styleSheetId"], "text": text})


async def _documents(core: PageContext, gathered: Any, trees: _Dom) -> list[tuple[OutlineDocument, Frame, str]]:
    """Each document that we read, with Playwright's frame and the browser's number for the frame."""
    found = [(gathered.main, core.page.main_frame, trees.main_frame)]
    for document, frame, frame_id in found:
        numbers = dict(zip(await _all(core, frame, document.nonce), trees.elements[frame_id], strict=False))
        for (nonce, local), inner in gathered.frames.items():
            if nonce == document.nonce:
                child = await core.frames.child(frame, nonce, local)
                inner_id = trees.frames.get(numbers.get(local, -1))
                if child is not None and inner_id in trees.elements:
                    found.append((inner, child, inner_id))
    return found


async def _all(core: PageContext, frame: Frame, nonce: str) -> list[int]:
    """The kit's ids of all elements of a document, in order."""
    answer = await core.kit.ask(frame, "query", timeout=SECONDS, nonce=nonce, selector="*", within=None, most=10**7)
    return list(answer.data["locals"])


class _Dom:
    """The protocol's DOM tree: its nodes, and for each frame its elements in the order in which the kit counts them."""

    def __init__(self, root: dict[str, Any], main_frame: str) -> None:
        self.main_frame = main_frame
        self.nodes: dict[int, DomNode] = {}
        self.elements: dict[str, list[int]] = {}
        self.frames: dict[int, str] = {}
        self._take(root, None, "document", main_frame)

    def _take(self, root: dict[str, Any], above: DomNode | None, kind: str, frame: str) -> None:
        stack = [(root, above, kind, frame)]
        while stack:
            raw, above, kind, frame = stack.pop()
            flat = raw.get("attributes", [])
            attributes = dict(zip(flat[::2], flat[1::2], strict=True))
            tag = raw["localName"] or raw["nodeName"].lower()
            node = DomNode(raw["backendNodeId"], tag, attributes, above, kind)
            self.nodes[node.backend] = node
            if above is not None:
                above.children.append(node)
            if raw["nodeType"] == ELEMENT and kind in ("document", "open"):
                self.elements.setdefault(frame, []).append(node.backend)
            below = []
            for shadow in raw.get("shadowRoots", []):
                shadow_kind = shadow["shadowRootType"]
                below.append((shadow, node, shadow_kind if kind in ("document", "open") else kind, frame))
            below += [(child, node, kind, frame) for child in raw.get("children", [])]
            if inner := raw.get("contentDocument"):
                self.frames[node.backend] = raw["frameId"]
                below.append((inner, node, "document", raw["frameId"]))
            stack.extend(reversed(below))


def _ours(document: OutlineDocument, numbers: dict[int, int], trees: _Dom) -> dict[int, NodeReading]:
    readings: dict[int, NodeReading] = {}
    for node in document.nodes:
        number = numbers.get(node.local)
        if number is None:
            continue
        # What a control without a name may be called is no name.
        name = "" if node.flags & GUESSED else _flat(node.name)
        readings[number] = NodeReading(node.role, name, node.flags)
        # The choices of a closed list stand on its line, in order.
        names = node.options if node.options else []
        options = [at.backend for at in trees.nodes[number].down() if at.tag == "option"] if names else []
        for option, name in zip(options, names, strict=False):
            readings[option] = NodeReading("option", _flat(name), node.flags)
    return readings


def _browsers(nodes: list[dict[str, Any]]) -> dict[int, NodeReading]:
    readings: dict[int, NodeReading] = {}
    for node in nodes:
        number = node.get("backendDOMNodeId")
        if node["ignored"] or number is None:
            continue
        role = node["role"]["value"]
        readings.setdefault(number, NodeReading(WORDS.get(role, role), _flat(node.get("name", {}).get("value", ""))))
    return readings


def _flat(text: str) -> str:
    return " ".join(text.split())
