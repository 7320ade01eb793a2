"""Boxes around a single control that are the same thing as it, such as a link around a button: one node for both."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from handrail.browser.outline.line_format import (
    COVERED,
    DEPTH,
    FLAGS,
    GUESSED,
    LOCAL,
    NAME,
    ROLE,
    STATES,
    UNSEEN,
    RawNode,
    states_of,
)

CHECKED = frozenset(("checkbox", "menuitemcheckbox", "menuitemradio", "radio", "switch"))
CHOICES = frozenset(("option", "menuitem", "menuitemcheckbox", "menuitemradio"))
PRESSED = CHECKED | {"button", "clickable", "link", "menuitem", "option", "tab", "treeitem"}
"""Roles of which a press is all there is to do."""


def end_of(nodes: Sequence[RawNode], index: int) -> int:
    """Return the index after the last node below ``nodes[index]``."""
    depth = nodes[index][DEPTH]
    end = index + 1
    while end < len(nodes) and nodes[end][DEPTH] > depth:
        end += 1
    return end


def without_wrappers(nodes: list[RawNode]) -> list[RawNode]:
    """Return the nodes, with one in place of each box and the single control in it that are the same thing."""
    inner = [
        at
        for at, (box, control) in enumerate(pairwise(nodes), 1)
        if box[LOCAL] and control[LOCAL] and control[DEPTH] > box[DEPTH]  # few are, and a call for each node takes long
        if (_may_be_one(box, control) and _is_alone(nodes, at)) or _is_same_tab(box, control)
    ]
    if not inner:
        return nodes
    merged = list(nodes)
    for at in reversed(inner):
        end = end_of(merged, at)
        below = [[node[DEPTH] - 1, *node[1:]] for node in merged[at + 1 : end]]
        merged[at - 1 : end] = [_as_one(merged[at - 1], merged[at]), *below]
    return merged


def _may_be_one(box: RawNode, control: RawNode) -> bool:
    """Return whether a press of either does the same, by what they are and how they are called."""
    role, other = box[ROLE], control[ROLE]
    if role == "columnheader":
        # A table that is sorted by presses on its head often has a button there for those who use keys.
        return other == "button" and "clickable" in states_of(box) and box[NAME].lower() in control[NAME].lower()
    if role == "clickable" and other == "combobox":
        return bool(box[NAME]) and box[NAME] == control[NAME]
    if role not in PRESSED or other not in PRESSED or (box[FLAGS] ^ control[FLAGS]) & COVERED or is_tree_row(box):
        return False
    if box[NAME] == control[NAME] and box[NAME]:
        return other not in CHECKED or role == other
    nameless = not control[NAME] or control[FLAGS] & GUESSED
    return role == "clickable" and bool(not box[NAME] or (nameless and other not in CHECKED))


def _is_same_tab(box: RawNode, control: RawNode) -> bool:
    """Return whether a tab holds a tab of its own name, before its buttons."""
    return box[ROLE] == control[ROLE] == "tab" and bool(control[NAME]) and box[NAME].startswith(control[NAME])


def is_tree_row(box: RawNode) -> bool:
    """Return whether a box is a row of a tree: its arrow does something else than the row."""
    return box[ROLE] == "clickable" and any(state.startswith("level=") for state in states_of(box))


def _is_alone(nodes: Sequence[RawNode], at: int) -> bool:
    """Return whether a node is all that stands in the box before it."""
    end = end_of(nodes, at)
    return end == len(nodes) or nodes[end][DEPTH] < nodes[at][DEPTH]


def _as_one(box: RawNode, control: RawNode) -> RawNode:
    """Return what both say. A press of the control reaches the box too; one of the box may miss the control."""
    named = box if box[NAME] and (not control[NAME] or control[FLAGS] & GUESSED) else control
    role = control[ROLE] if box[ROLE] == "clickable" else box[ROLE]
    pressed = box if control[FLAGS] & UNSEEN else control
    flags = pressed[FLAGS] & ~GUESSED | named[FLAGS] & GUESSED
    rest: RawNode = list(max(box, control, key=len)[STATES:])
    if len(box) > STATES and len(control) > STATES:
        longer, shorter = (box, control) if len(box) > len(control) else (control, box)
        rest = [longer[at] or shorter[at] if at < len(shorter) else longer[at] for at in range(STATES, len(longer))]
        rest[0] = list(dict.fromkeys([*states_of(control), *states_of(box)]))
    return [box[DEPTH], role, named[NAME], pressed[LOCAL], flags, *rest]
