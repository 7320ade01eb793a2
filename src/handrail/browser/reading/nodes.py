"""The nodes of a snapshot as programs get them."""

from __future__ import annotations

from handrail.browser.outline.line_format import (
    IN_VIEW,
    OutlineNode,
    flag_words,
)
from handrail.browser.outline.lines import OutlineDocument
from handrail.browser.reading.frame_outlines import Gathered
from handrail.browser.types.network.addresses import joined
from handrail.browser.types.reading import Node
from handrail.trust import External

LABEL = "page-snapshot"
CONTROLS = frozenset(
    ("textbox", "searchbox", "combobox", "spinbutton", "listbox", "slider", "checkbox", "radio", "switch", "button")
)


def nodes_of(gathered: Gathered) -> list[Node]:
    """Return every node of every frame, in reading order, whatever the mode showed."""
    placed = list(gathered.documents())
    seen = _in_window(placed)
    return [_node(document, raw, visible) for (document, raw), visible in zip(placed, seen, strict=True)]


def controls_of(gathered: Gathered) -> list[Node]:
    """Return the nodes of fields and buttons and of what is invalid; of each, whether it is in the window itself."""
    placed = ((document, raw) for document, raw in gathered.documents() if _is_control(raw))
    return [_node(document, raw, document.in_view and bool(raw.flags & IN_VIEW)) for document, raw in placed]


def _is_control(raw: OutlineNode) -> bool:
    valued = raw.value is not None
    return valued or raw.role in CONTROLS or "invalid" in raw.states


def _in_window(placed: list[tuple[OutlineDocument, OutlineNode]]) -> list[bool]:
    """Return whether each node is in the window; a box is when something in it is."""
    seen = [document.in_view and bool(raw.flags & IN_VIEW) for document, raw in placed]
    boxes: list[int] = []
    for index, (_, raw) in enumerate(placed):
        while boxes and placed[boxes[-1]][1].depth >= raw.depth:
            boxes.pop()
        if seen[index]:
            for box in reversed(boxes):
                if seen[box]:
                    break
                seen[box] = True
        boxes.append(index)
    return seen


def _node(document: OutlineDocument, raw: OutlineNode, visible: bool) -> Node:
    def external(text: str) -> External:
        return External(text, document.origin, LABEL)

    return Node(
        ref=document.refs[raw.local] if raw.local else None,
        role=raw.role or "text",
        name=external(raw.name),
        value=None if raw.value is None else external(raw.value),
        states=(*raw.states, *flag_words(raw.flags)),
        depth=raw.depth,
        frame=document.frame,
        visible=visible,
        url=external(joined(document.url, raw.url)) if raw.url else None,
    )
