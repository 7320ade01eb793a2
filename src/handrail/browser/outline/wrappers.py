"""Boxes around a single control that are the same thing as it, such as a link around a button: one node for both."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar

from handrail.browser.outline.line_format import (
    COVERED,
    GUESSED,
    UNSEEN,
    OutlineNode,
)
from handrail.browser.outline.nesting import end_of
from handrail.browser.outline.roles import CHECKED, PRESSED

T = TypeVar("T")


def without_wrappers(nodes: list[OutlineNode]) -> list[OutlineNode]:
    """Return the nodes, with one in place of each box and the single control in it that are the same thing."""
    inner = [
        at
        for at, (box, control) in enumerate(pairwise(nodes), 1)
        if box.local and control.local and control.depth > box.depth  # few are, and a call for each node takes long
        if (_may_be_one(box, control) and _is_alone(nodes, at)) or _is_same_tab(box, control)
    ]
    if not inner:
        return nodes
    merged = list(nodes)
    for at in reversed(inner):
        end = end_of(merged, at)
        below = [node._replace(depth=node.depth - 1) for node in merged[at + 1 : end]]
        merged[at - 1 : end] = [_as_one(merged[at - 1], merged[at]), *below]
    return merged


def _may_be_one(box: OutlineNode, control: OutlineNode) -> bool:
    """Return whether a press of either does the same, by what they are and how they are called."""
    role, other = box.role, control.role
    if role == "columnheader":
        # A table that is sorted by presses on its head often has a button there for those who use keys.
        return other == "button" and "clickable" in box.states and box.name.lower() in control.name.lower()
    if role == "clickable" and other == "combobox":
        return bool(box.name) and box.name == control.name
    if role not in PRESSED or other not in PRESSED or (box.flags ^ control.flags) & COVERED or is_tree_row(box):
        return False
    if box.name == control.name and box.name:
        return other not in CHECKED or role == other
    nameless = not control.name or control.flags & GUESSED
    return role == "clickable" and bool(not box.name or (nameless and other not in CHECKED))


def _is_same_tab(box: OutlineNode, control: OutlineNode) -> bool:
    """Return whether a tab holds a tab of its own name, before its buttons."""
    return box.role == control.role == "tab" and bool(control.name) and box.name.startswith(control.name)


def is_tree_row(box: OutlineNode) -> bool:
    """Return whether a box is a row of a tree: its arrow does something else than the row."""
    return box.role == "clickable" and any(state.startswith("level=") for state in box.states)


def _is_alone(nodes: Sequence[OutlineNode], at: int) -> bool:
    """Return whether a node is all that stands in the box before it."""
    end = end_of(nodes, at)
    return end == len(nodes) or nodes[end].depth < nodes[at].depth


def _as_one(box: OutlineNode, control: OutlineNode) -> OutlineNode:
    """Return what both say. A press of the control reaches the box too; one of the box may miss the control."""
    named = box if box.name and (not control.name or control.flags & GUESSED) else control
    role = control.role if box.role == "clickable" else box.role
    pressed = box if control.flags & UNSEEN else control
    flags = pressed.flags & ~GUESSED | named.flags & GUESSED
    return control._replace(
        depth=box.depth,
        role=role,
        name=named.name,
        local=pressed.local,
        flags=flags,
        states=list(dict.fromkeys([*control.states, *box.states])),
        value=_either(control.value, box.value),
        url=_either(control.url, box.url),
        options=_either(control.options, box.options),
        choices=_either(control.choices, box.choices),
    )


def _either(said: T, other: T) -> T:
    """Return what either says; something empty before nothing."""
    return said or (said if other is None else other)
