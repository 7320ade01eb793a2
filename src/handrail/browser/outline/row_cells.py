"""What stands in a row or a message, as parts of one line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

from handrail.browser.outline.line_format import (
    FRAME,
    GUESSED,
    UNSEEN,
    OutlineNode,
    node_text,
    quote_text,
)
from handrail.browser.outline.nesting import end_of
from handrail.browser.outline.roles import CELLS
from handrail.browser.page.refs import DocumentRefs

FEWEST_CELLS = 2
"""Texts and controls in a box that takes presses from which it is a row."""
HOLDERS = CELLS | {"term"}
MOST_OF_NAME = 0.8
_SIGN = re.compile(r"^\((.+)\)$")
ROW_CHARS = 800
"""Of a row whose cells can be operated, on one line."""


def says_all(row: OutlineNode, inside: Sequence[OutlineNode]) -> bool:
    """Return whether what stands in a row says (nearly) all that its name does."""
    # What a guess calls a control is no part of a name; a sign stands in brackets where it is shown.
    names = [node.name for node in inside if not node.flags & GUESSED]
    name, *parts = ("".join(text.split()) for text in (row.name, *(_SIGN.sub(r"\1", text) for text in names)))
    unsaid = name
    for part in sorted(parts, key=len, reverse=True):
        unsaid = unsaid.replace(part, "", 1)
    return len(unsaid) <= (1 - MOST_OF_NAME) * len(name)


def plain_cells(nodes: Sequence[OutlineNode], row: int) -> list[str] | None:
    """Return the texts of a row's cells, if they hold nothing but text."""
    depth = nodes[row].depth
    cells: list[str] = []
    for node in nodes[row + 1 :]:
        if node.depth <= depth:
            break
        if node.depth == depth + 1 and node.role in CELLS and not node.local and not node.states:
            cells.append(node.name)
        elif node.depth == depth + 2 and not node.role and cells and cells[-1].startswith(node.name * bool(cells[-1])):
            cells[-1] = cells[-1] or node.name  # "S" of a column that is called Sunday
        else:
            return None
    return cells


def operable_cells(nodes: Sequence[OutlineNode], row: int, refs: DocumentRefs) -> list[str] | None:
    """Return the cells of a row that holds more than text, if nothing in them holds anything else. All words of the
    page are between quotes here, so that they cannot look like the next cell."""
    depth = nodes[row].depth
    cells: list[list[str]] = []
    deepest = depth + 1
    inside = nodes[row + 1 : end_of(nodes, row)]
    states: list[str] = []
    for node, below in zip_longest(inside, inside[1:]):
        if node.flags & FRAME or node.depth > deepest or _has_blank(node):
            return None
        if node.role == "gridcell" and node.flags & UNSEEN and not node.name:
            text, is_bare = "gridcell", True  # a day of another month: its place counts, but nobody can press it
        elif node.depth == depth + 1 and (is_cell_of(node, below) or _only_holds(node, below)):
            states = [state for state in node.states if below and not _says(below, state)]
            text, is_bare = node.role, True
        else:
            if node.role:
                text = node_text(_with_states(node, states) if states else node, refs)
            else:
                text = " ".join([quote_text(node.name), *states])
            states, is_bare = [], node.role in CELLS and text == node.role
        if node.depth == depth + 1:
            # A cell has a ref of its own where arrow keys go from cell to cell; a term has its text below it.
            deepest = depth + 1 + (is_bare or node.role in HOLDERS)
            cells.append([] if is_bare else [text.removeprefix(node.role).lstrip() if node.role in CELLS else text])
        else:
            cells[-1].append(text)
    label, *others = [" + ".join(cell) or '""' for cell in cells]
    # The cell of a label, which only repeated the name of the field beside it.
    is_of_field = label == '""' and len(others) == 1 and not others[0].startswith('"')
    return others if is_of_field else [label, *others]


def _says(part: OutlineNode, state: str) -> bool:
    """Return whether a part of a cell says a state as well. Of the heads of a grid, only the one that the tab key
    reaches is clickable itself: that mark would come and go with the focus."""
    return state in part.states or (state == part.role == "clickable")


def _only_holds(cell: OutlineNode, part: OutlineNode | None) -> bool:
    """Return whether a cell says nothing by itself but a state, such as how its column is sorted."""
    is_held = part is not None and part.depth == cell.depth + 1
    return is_held and cell.role in CELLS and not cell.name and not cell.local


def is_cell_of(cell: OutlineNode, control: OutlineNode | None) -> bool:
    """Return whether all there is to say of a cell is said by the control in it, as of a day in a calendar."""
    if cell.role not in CELLS or control is None or not control.local or control.depth != cell.depth + 1:
        return False
    has_room = control.is_simple or set(cell.states) <= set(control.states)
    return bool(control.name == cell.name and control.flags == cell.flags and has_room)


def _with_states(node: OutlineNode, states: Sequence[str]) -> OutlineNode:
    return node._replace(states=[*node.states, *states])


def cells_of_boxes(nodes: Sequence[OutlineNode], row: int, refs: DocumentRefs) -> list[str]:
    """Return what stands in a row that is a mere box, if that is texts and simple controls side by side."""
    inside = nodes[row + 1 : end_of(nodes, row)]
    if len(inside) < FEWEST_CELLS or all(node.role for node in inside):
        return []
    if any(node.depth > nodes[row].depth + 1 or node.flags & FRAME or not node.is_simple for node in inside):
        return []
    shown = [node for at, node in enumerate(inside) if node.role or not (at and says_guess(inside[at - 1], node))]
    return [node_text(node, refs) if node.role else quote_text(node.name) for node in shown]


def message_line(nodes: Sequence[OutlineNode], at: int, refs: DocumentRefs) -> str:
    """Return the line of a message in a log, where that is texts and simple controls side by side; else nothing."""
    inside = nodes[at + 1 : end_of(nodes, at)]
    if len(inside) < FEWEST_CELLS or any(node.depth > nodes[at].depth + 1 or node.flags & FRAME for node in inside):
        return ""
    parts = [node_text(node, refs) if node.role else quote_text(node.name) for node in inside]
    line = f"{node_text(nodes[at], refs)} > {' | '.join(parts)}"
    return line if len(line) <= ROW_CHARS and not any(_has_blank(node) for node in inside) else ""


def _has_blank(node: OutlineNode) -> bool:
    """Return whether the address of a node could be taken for more than that."""
    return " " in (node.url or "")


def says_guess(control: OutlineNode, text: OutlineNode) -> bool:
    """Return whether a text behind a control without a name is what that was called by."""
    return bool(control.flags & GUESSED and control.name == text.name and control.depth == text.depth)
