"""The outline of a page as text: one line a node, one blank of indentation a level, plain rows and texts merged."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from handrail.browser.outline.compact_nodes import GRIDS, compact
from handrail.browser.outline.line_format import (
    DEPTH,
    FLAGS,
    FRAME,
    GUESSED,
    LOCAL,
    NAME,
    ROLE,
    STATES,
    UNSEEN,
    URL,
    RawNode,
    node_text,
    quote_text,
    states_of,
)
from handrail.browser.outline.nameless import end_of_nameless, may_be_nameless, nameless_text
from handrail.browser.outline.wrappers import end_of, is_tree_row, without_wrappers
from handrail.browser.page.refs import DocumentRefs

FEWEST_CELLS = 2
"""Texts and controls in a box that takes presses from which it is a row."""
CELLS = frozenset({"cell", "columnheader", "rowheader", "gridcell"})
FEWEST_UNSEEN = 7
NOWHERE = -2
"""For a depth: no node stands in that."""
MOST_OF_NAME = 0.8
_SIGN = re.compile(r"^\((.+)\)$")
ROW_CHARS = 800
"""Of a row whose cells can be operated, on one line."""


@dataclass(slots=True)
class OutlineDocument:
    """The nodes of the document in one frame, as the kit sent them."""

    frame: str
    origin: str
    url: str
    nonce: str
    refs: DocumentRefs
    nodes: list[RawNode]
    in_view: bool = True
    grown: bool = False
    """Elements came since it was read before."""


@dataclass(slots=True)
class OutlineLine:
    """A rendered line. ``local``: of the first element in it that has a ref; 0 for none."""

    depth: int
    text: str
    node: RawNode
    document: OutlineDocument
    local: int = 0

    @property
    def indented(self) -> str:
        return " " * self.depth + self.text

    @property
    def size(self) -> int:
        """Characters, with the end of the line."""
        return self.depth + len(self.text) + 1


def end_inside(lines: Sequence[OutlineLine], at: int) -> int:
    """Return the index after the last line that stands in the one at ``at``."""
    end = at + 1
    while end < len(lines) and lines[end].depth > lines[at].depth:
        end += 1
    return end


def boxes_around(lines: Sequence[OutlineLine], at: int) -> Iterator[int]:
    """Yield the indexes of the lines in which the one at ``at`` stands, the innermost first."""
    depth = lines[at].depth if at < len(lines) else 0
    for index in range(at - 1, -1, -1):
        if depth == 0:
            return
        if lines[index].depth < depth:
            depth = lines[index].depth
            yield index


def lines(document: OutlineDocument, keep: Callable[[RawNode], bool] | None = None) -> Iterator[OutlineLine]:
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
        depth = node[DEPTH]
        log = depth if node[ROLE] == "log" else log if depth > log else NOWHERE
        if (node[ROLE] == "link" and _is_twin(nodes, at)) or (
            at and not node[ROLE] and _says_guess(nodes[at - 1], node)
        ):
            at += 1
            continue
        if may_be_nameless(node) and (end := end_of_nameless(nodes, at, refs)) > at:
            yield OutlineLine(depth, nameless_text(nodes[at:end], refs), node, document, node[LOCAL])
            at = end
            continue
        text = node_text(node, refs)
        if node[ROLE] in GRIDS and (count_unseen := _count_unseen(nodes, at)):
            yield OutlineLine(depth, f"{text} … {count_unseen} elements not-visible", node, document, node[LOCAL])
            at = end_of(nodes, at)
            continue
        following = at + 1
        if node[ROLE] == "listitem" and depth == log + 1 and (message := _message(nodes, at, refs)):
            text, following = message, end_of(nodes, at)
        elif node[ROLE] and following < count and nodes[following][DEPTH] > depth:
            text, following = _merge(node, text, nodes, at, refs)
        yield OutlineLine(depth, text, node, document, node[LOCAL] or _first_ref(nodes[at + 1 : following]))
        at = following


def _count_unseen(nodes: Sequence[RawNode], at: int) -> int:
    """Return how many elements stand in a table that is out of sight as a whole, such as the next month; else 0."""
    inside = nodes[at + 1 : end_of(nodes, at)]
    elements = [node for node in inside if node[LOCAL]]
    is_unseen = len(elements) >= FEWEST_UNSEEN and all(node[FLAGS] & UNSEEN for node in elements)
    return len(elements) if is_unseen and all(node[ROLE] for node in inside) else 0


def _first_ref(inside: Sequence[RawNode]) -> int:
    """Return the local id of the first element on a line that has its ref there; 0 for none."""
    for node, below in zip_longest(inside, inside[1:]):
        if node[LOCAL] and not _is_cell_of(node, below):
            return int(node[LOCAL])
    return 0


def _says_guess(control: RawNode, text: RawNode) -> bool:
    """Return whether a text behind a control without a name is what that was called by."""
    return bool(control[FLAGS] & GUESSED and control[NAME] == text[NAME] and control[DEPTH] == text[DEPTH])


def _is_twin(nodes: Sequence[RawNode], at: int) -> bool:
    """Return whether a link without a word, such as a picture, stands beside one with words to the same address."""
    link = nodes[at]
    if (link[NAME] and not link[FLAGS] & GUESSED) or len(link) <= URL or not link[URL] or states_of(link):
        return False
    beside = [nodes[near] for near in (at - 1, at + 1) if 0 <= near < len(nodes)]
    if any(node[DEPTH] > link[DEPTH] for node in beside[-1:]):
        return False
    return any(
        other[ROLE] == "link"
        and other[DEPTH] == link[DEPTH]
        and len(other) > URL
        and other[URL] == link[URL]
        and other[NAME]
        and not other[FLAGS] & GUESSED
        for other in beside
    )


def _merge(node: RawNode, text: str, nodes: Sequence[RawNode], at: int, refs: DocumentRefs) -> tuple[str, int]:
    """Return the line with what can stand on it, and where the next line begins."""
    child = nodes[at + 1]
    after = at + 2
    alone = after >= len(nodes) or nodes[after][DEPTH] <= node[DEPTH]
    if alone and not child[ROLE] and not (len(node) > URL and node[URL]):
        return f"{text}{node_text(child, refs)}", after
    if alone and child[LOCAL] and is_tree_row(node):
        return f"{text} > {node_text(child, refs)}", after
    if node[ROLE] == "row":
        if node[NAME] and _says_all(node, nodes[at + 1 : end_of(nodes, at)]):
            text = node_text([*node[:NAME], "", *node[NAME + 1 :]], refs)
        cells = _plain_cells(nodes, at)
        if cells is not None:
            return f"{text}: {' | '.join(cells)}", end_of(nodes, at)
        cells = _cells(nodes, at, refs)
        if cells is not None:
            header = " header" if child[ROLE] == "columnheader" else ""
            line = f"{text}{header} > {' | '.join(cells)}"
            return (line, end_of(nodes, at)) if len(line) <= ROW_CHARS else (text, at + 1)
    if node[ROLE] == "clickable" and not node[NAME]:
        cells = _cells_of_boxes(nodes, at, refs)
        line = f"{text} > {' | '.join(cells)}"
        if cells and len(line) <= ROW_CHARS:
            return line, end_of(nodes, at)
    if node[ROLE] == "heading" and child[NAME] == node[NAME] and (alone or nodes[after][DEPTH] <= child[DEPTH]):
        states = " ".join(["heading", *node[STATES]])
        return f"{states} > {node_text(child, refs)}", after
    return text, at + 1


def _says_all(row: RawNode, inside: Sequence[RawNode]) -> bool:
    """Return whether what stands in a row says (nearly) all that its name does."""
    # What a guess calls a control is no part of a name; a sign stands in brackets where it is told.
    told = [node[NAME] for node in inside if not node[FLAGS] & GUESSED]
    name, *parts = ("".join(text.split()) for text in (row[NAME], *(_SIGN.sub(r"\1", text) for text in told)))
    unsaid = name
    for part in sorted(parts, key=len, reverse=True):
        unsaid = unsaid.replace(part, "", 1)
    return len(unsaid) <= (1 - MOST_OF_NAME) * len(name)


def _plain_cells(nodes: Sequence[RawNode], row: int) -> list[str] | None:
    """Return the texts of a row's cells, if they hold nothing but text."""
    depth = nodes[row][DEPTH]
    cells: list[str] = []
    for node in nodes[row + 1 :]:
        if node[DEPTH] <= depth:
            break
        if node[DEPTH] == depth + 1 and node[ROLE] in CELLS and not node[LOCAL] and not states_of(node):
            cells.append(node[NAME])
        elif (
            node[DEPTH] == depth + 2 and not node[ROLE] and cells and cells[-1].startswith(node[NAME] * bool(cells[-1]))
        ):
            cells[-1] = cells[-1] or node[NAME]  # "S" of a column that is called Sunday
        else:
            return None
    return cells


def _cells(nodes: Sequence[RawNode], row: int, refs: DocumentRefs) -> list[str] | None:
    """Return the cells of a row that holds more than text, if nothing in them holds anything else. All words of the
    page are between quotes here, so that they cannot look like the next cell."""
    depth = nodes[row][DEPTH]
    cells: list[list[str]] = []
    deepest = depth + 1
    inside = nodes[row + 1 : end_of(nodes, row)]
    states: list[str] = []
    for node, below in zip_longest(inside, inside[1:]):
        if node[FLAGS] & FRAME or node[DEPTH] > deepest or _has_blank(node):
            return None
        if node[ROLE] == "gridcell" and node[FLAGS] & UNSEEN and not node[NAME]:
            text, is_bare = "gridcell", True  # a day of another month: its place counts, but nobody can press it
        elif node[DEPTH] == depth + 1 and (_is_cell_of(node, below) or _only_holds(node, below)):
            states = [state for state in states_of(node) if below and not _says(below, state)]
            text, is_bare = node[ROLE], True
        else:
            if node[ROLE]:
                text = node_text(_with_states(node, states) if states else node, refs)
            else:
                text = " ".join([quote_text(node[NAME]), *states])
            states, is_bare = [], node[ROLE] in CELLS and text == node[ROLE]
        if node[DEPTH] == depth + 1:
            deepest = depth + 1 + is_bare
            cells.append([] if is_bare else [text.removeprefix(node[ROLE]).lstrip() if node[ROLE] in CELLS else text])
        else:
            cells[-1].append(text)
    label, *others = [" + ".join(cell) or '""' for cell in cells]
    # The cell of a label, which only repeated the name of the field beside it.
    is_of_field = label == '""' and len(others) == 1 and not others[0].startswith('"')
    return others if is_of_field else [label, *others]


def _says(part: RawNode, state: str) -> bool:
    """Return whether a part of a cell says a state as well. Of the heads of a grid, only the one that the tab key
    reaches is clickable itself: that mark would come and go with the focus."""
    return state in states_of(part) or (state == part[ROLE] == "clickable")


def _only_holds(cell: RawNode, part: RawNode | None) -> bool:
    """Return whether a cell says nothing by itself but a state, such as how its column is sorted."""
    is_held = part is not None and part[DEPTH] == cell[DEPTH] + 1
    return is_held and cell[ROLE] in CELLS and not cell[NAME] and not cell[LOCAL]


def _is_cell_of(cell: RawNode, control: RawNode | None) -> bool:
    """Return whether all there is to say of a cell is said by the control in it, as of a day in a calendar."""
    if cell[ROLE] not in CELLS or control is None or not control[LOCAL] or control[DEPTH] != cell[DEPTH] + 1:
        return False
    has_room = len(control) <= URL or set(states_of(cell)) <= set(states_of(control))
    return bool(control[NAME] == cell[NAME] and control[FLAGS] == cell[FLAGS] and has_room)


def _with_states(node: RawNode, states: Sequence[str]) -> RawNode:
    return [*node[:STATES], [*states_of(node), *states], *node[STATES + 1 :]]


def _cells_of_boxes(nodes: Sequence[RawNode], row: int, refs: DocumentRefs) -> list[str]:
    """Return what stands in a row that is a mere box, if that is texts and simple controls side by side."""
    inside = nodes[row + 1 : end_of(nodes, row)]
    if len(inside) < FEWEST_CELLS or all(node[ROLE] for node in inside):
        return []
    if any(node[DEPTH] > nodes[row][DEPTH] + 1 or node[FLAGS] & FRAME or len(node) > URL for node in inside):
        return []
    shown = [node for at, node in enumerate(inside) if node[ROLE] or not (at and _says_guess(inside[at - 1], node))]
    return [node_text(node, refs) if node[ROLE] else quote_text(node[NAME]) for node in shown]


def _message(nodes: Sequence[RawNode], at: int, refs: DocumentRefs) -> str:
    """Return the line of a message in a log, where that is texts and simple controls side by side; else nothing."""
    inside = nodes[at + 1 : end_of(nodes, at)]
    if len(inside) < FEWEST_CELLS or any(node[DEPTH] > nodes[at][DEPTH] + 1 or node[FLAGS] & FRAME for node in inside):
        return ""
    parts = [node_text(node, refs) if node[ROLE] else quote_text(node[NAME]) for node in inside]
    line = f"{node_text(nodes[at], refs)} > {' | '.join(parts)}"
    return line if len(line) <= ROW_CHARS and not any(_has_blank(node) for node in inside) else ""


def _has_blank(node: RawNode) -> bool:
    """Return whether the address of a node could be taken for more than that."""
    return len(node) > URL and " " in (node[URL] or "")


def _nodes_to_keep(nodes: Sequence[RawNode], keep: Callable[[RawNode], bool]) -> Iterator[RawNode]:
    boxes: list[RawNode] = []
    for node in nodes:
        while boxes and boxes[-1][DEPTH] >= node[DEPTH]:
            boxes.pop()
        if keep(node):
            yield from boxes
            boxes.clear()
            yield node
        elif node[ROLE]:
            boxes.append(node)
