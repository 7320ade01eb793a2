"""The outline of a page as text: one line a node, one blank of indentation a level, plain rows and texts merged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from handrail.browser.outline.compact_nodes import compact
from handrail.browser.outline.line_format import (
    GUESSED,
    UNSEEN,
    OutlineNode,
    node_text,
)
from handrail.browser.outline.nesting import end_of
from handrail.browser.outline.numbered import end_of_nameless, may_be_nameless, nameless_text
from handrail.browser.outline.roles import GRIDS
from handrail.browser.outline.row_cells import (
    ROW_CHARS,
    cells_of_boxes,
    is_cell_of,
    message_line,
    operable_cells,
    plain_cells,
    says_all,
    says_guess,
)
from handrail.browser.outline.wrappers import is_tree_row, without_wrappers
from handrail.browser.page.refs import DocumentRefs

FEWEST_UNSEEN = 7
NOWHERE = -2
"""For a depth: no node stands in that."""


@dataclass(slots=True)
class OutlineDocument:
    """The nodes of the document in one frame, as the kit sent them."""

    frame: str
    origin: str
    url: str
    nonce: str
    refs: DocumentRefs
    nodes: list[OutlineNode]
    in_view: bool = True
    grown: bool = False
    """Elements came since it was read before."""


@dataclass(slots=True)
class OutlineLine:
    """A rendered line. ``local``: of the first element in it that has a ref; 0 for none."""

    depth: int
    text: str
    node: OutlineNode
    document: OutlineDocument
    local: int = 0

    @property
    def indented(self) -> str:
        return " " * self.depth + self.text

    @property
    def size(self) -> int:
        """Characters, with the end of the line."""
        return self.depth + len(self.text) + 1


def lines(document: OutlineDocument, keep: Callable[[OutlineNode], bool] | None = None) -> Iterator[OutlineLine]:
    """Yield the lines of a document, text and plain table rows merged into the line they belong to. ``keep``: which
    nodes to show; the boxes that hold them are shown too. None shows all."""
    nodes = without_wrappers(document.nodes)
    if keep is not None:
        nodes = list(_nodes_to_keep(nodes, keep))
    refs = document.refs
    nodes = compact(nodes, document.url)
    count = len(nodes)
    at, log = 0, NOWHERE
    while at < count:
        node = nodes[at]
        depth = node.depth
        log = depth if node.role == "log" else log if depth > log else NOWHERE
        if (node.role == "link" and _is_twin(nodes, at)) or (at and not node.role and says_guess(nodes[at - 1], node)):
            at += 1
            continue
        if may_be_nameless(node) and (end := end_of_nameless(nodes, at, refs)) > at:
            yield OutlineLine(depth, nameless_text(nodes[at:end], refs), node, document, node.local)
            at = end
            continue
        text = node_text(node, refs)
        if node.role in GRIDS and (count_unseen := _count_unseen(nodes, at)):
            yield OutlineLine(depth, f"{text} … {count_unseen} elements not-visible", node, document, node.local)
            at = end_of(nodes, at)
            continue
        following = at + 1
        if node.role == "listitem" and depth == log + 1 and (message := message_line(nodes, at, refs)):
            text, following = message, end_of(nodes, at)
        elif node.role and following < count and nodes[following].depth > depth:
            text, following = _merge(node, text, nodes, at, refs)
        yield OutlineLine(depth, text, node, document, node.local or _first_ref(nodes[at + 1 : following]))
        at = following


def _count_unseen(nodes: Sequence[OutlineNode], at: int) -> int:
    """Return how many elements stand in a table that is out of sight as a whole, such as the next month; else 0."""
    inside = nodes[at + 1 : end_of(nodes, at)]
    elements = [node for node in inside if node.local]
    is_unseen = len(elements) >= FEWEST_UNSEEN and all(node.flags & UNSEEN for node in elements)
    return len(elements) if is_unseen and all(node.role for node in inside) else 0


def _first_ref(inside: Sequence[OutlineNode]) -> int:
    """Return the local id of the first element on a line that has its ref there; 0 for none."""
    for node, below in zip_longest(inside, inside[1:]):
        if node.local and not is_cell_of(node, below):
            return int(node.local)
    return 0


def _is_twin(nodes: Sequence[OutlineNode], at: int) -> bool:
    """Return whether a link without a word, such as a picture, stands beside one with words to the same address."""
    link = nodes[at]
    if (link.name and not link.flags & GUESSED) or not link.url or link.states:
        return False
    beside = [nodes[near] for near in (at - 1, at + 1) if 0 <= near < len(nodes)]
    if any(node.depth > link.depth for node in beside[-1:]):
        return False
    return any(
        other.role == "link"
        and other.depth == link.depth
        and other.url == link.url
        and other.name
        and not other.flags & GUESSED
        for other in beside
    )


def _merge(node: OutlineNode, text: str, nodes: Sequence[OutlineNode], at: int, refs: DocumentRefs) -> tuple[str, int]:
    """Return the line with what can stand on it, and where the next line begins."""
    child = nodes[at + 1]
    after = at + 2
    alone = after >= len(nodes) or nodes[after].depth <= node.depth
    if alone and not child.role and not node.url:
        return f"{text}{node_text(child, refs)}", after
    if alone and child.local and is_tree_row(node):
        return f"{text} > {node_text(child, refs)}", after
    if node.role == "row":
        if node.name and says_all(node, nodes[at + 1 : end_of(nodes, at)]):
            text = node_text(node._replace(name=""), refs)
        cells = plain_cells(nodes, at)
        if cells is not None:
            return f"{text}: {' | '.join(cells)}", end_of(nodes, at)
        cells = operable_cells(nodes, at, refs)
        if cells is not None:
            header = " header" if child.role == "columnheader" else ""
            line = f"{text}{header} > {' | '.join(cells)}"
            return (line, end_of(nodes, at)) if len(line) <= ROW_CHARS else (text, at + 1)
    if node.role == "clickable" and not node.name:
        cells = cells_of_boxes(nodes, at, refs)
        line = f"{text} > {' | '.join(cells)}"
        if cells and len(line) <= ROW_CHARS:
            return line, end_of(nodes, at)
    if node.role == "heading" and child.name == node.name and (alone or nodes[after].depth <= child.depth):
        states = " ".join(["heading", *node.states])
        return f"{states} > {node_text(child, refs)}", after
    return text, at + 1


def _nodes_to_keep(nodes: Sequence[OutlineNode], keep: Callable[[OutlineNode], bool]) -> Iterator[OutlineNode]:
    boxes: list[OutlineNode] = []
    for node in nodes:
        while boxes and boxes[-1].depth >= node.depth:
            boxes.pop()
        if keep(node):
            yield from boxes
            boxes.clear()
            yield node
        elif node.role:
            boxes.append(node)
