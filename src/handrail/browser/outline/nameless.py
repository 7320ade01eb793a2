"""Controls side by side of which nothing can be said but that they take presses, such as the hours of a calendar, or
that all are called by the same guess, such as the handles around a picture: one line for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from handrail.browser.outline.line_format import (
    DEPTH,
    FLAGS,
    GUESSED,
    IN_VIEW,
    LOCAL,
    NAME,
    ROLE,
    STATES,
    RawNode,
    node_text,
    states_of,
)
from handrail.browser.outline.wrappers import CHECKED, PRESSED
from handrail.browser.page.refs import DocumentRefs

FEWEST = 8


def may_be_nameless(node: RawNode) -> bool:
    """Return whether a node has a ref and no name but one that was guessed for a part which is no control."""
    return bool(node[LOCAL]) and (not node[NAME] or (node[ROLE] == "clickable" and bool(node[FLAGS] & GUESSED)))


def end_of_nameless(nodes: Sequence[RawNode], start: int, refs: DocumentRefs) -> int:
    """Return the index after the nameless controls that begin at ``start`` and whose refs are numbered on; ``start``
    where these are few."""
    kind = _kind(nodes[start])
    if kind is None:
        return start
    end = start
    for number in count(_number(nodes[start], refs)):
        if end == len(nodes) or _kind(nodes[end]) != kind or _number(nodes[end], refs) != number:
            break
        end += 1
    if end < len(nodes) and nodes[end][DEPTH] > nodes[start][DEPTH]:
        end -= 1  # something stands in the last one
    return end if end - start >= FEWEST else start


def nameless_text(run: Sequence[RawNode], refs: DocumentRefs) -> str:
    """Return the line for all controls of a run."""
    first, last = (f"[{refs[node[LOCAL]]}]" for node in (run[0], run[-1]))
    states = [state for state in states_of(run[0]) if state != "focused"]
    return node_text([*run[0][:STATES], states], refs).replace(first, f"{first} to {last}")


def _kind(node: RawNode) -> tuple[object, ...] | None:
    """Return what there is to say of a nameless control, for all of which that is the same; None for any other node."""
    is_nameless = may_be_nameless(node) and node[ROLE] in PRESSED - CHECKED and not any(node[STATES + 1 :])
    states = [state for state in states_of(node) if state != "focused"]
    return (node[DEPTH], node[ROLE], node[NAME], node[FLAGS] & ~IN_VIEW, *states) if is_nameless else None


def _number(node: RawNode, refs: DocumentRefs) -> int:
    return int(refs[node[LOCAL]].removeprefix("e"))
