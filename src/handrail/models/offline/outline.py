"""A snapshot's nodes as a tree: parents, children, sections under headings, labels of fields that have no name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from handrail.models.offline.words import roles

Node = Any
"""A node of a snapshot, `handrail.browser.types.reading.Node`: models know nothing of browsers."""
LABEL_CHARS = 60
"""Text beside a field that is longer is a sentence, not its label."""
LINK_SIGNS = ("#", "¶", "§")
FIELDS, TICKS, TABLES, CELLS = roles("fields"), roles("ticks"), roles("tables"), roles("cells")


class OutlineTree:
    """Nodes by their place in the outline; places are what all functions here take and give."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.nodes = nodes
        self.parent: list[int] = []
        self.end: list[int] = [len(nodes)] * len(nodes)
        open_: list[int] = []
        for place, node in enumerate(nodes):
            while open_ and (nodes[open_[-1]].depth >= node.depth or nodes[open_[-1]].frame != node.frame != ""):
                if nodes[open_[-1]].depth < node.depth and nodes[open_[-1]].role == "frame":
                    break
                self.end[open_.pop()] = place
            self.parent.append(open_[-1] if open_ else -1)
            open_.append(place)

    def __len__(self) -> int:
        return len(self.nodes)

    def __getitem__(self, place: int) -> Node:
        return self.nodes[place]

    def name(self, place: int) -> str:
        """Return its name on one line; without the link to itself that a heading of a manual ends with."""
        name = " ".join(self.nodes[place].name.raw.split())
        ends_in_sign = self.nodes[place].role == "heading" and any(map(self._is_link_sign, self.under(place)))
        return name[:-1].rstrip() if ends_in_sign and name.endswith(LINK_SIGNS) else name

    def _is_link_sign(self, place: int) -> bool:
        """Return whether a node is the link of a heading or a term to itself, as manuals have them."""
        return self.nodes[place].role == "link" and self.nodes[place].name.raw.strip() in LINK_SIGNS

    def value(self, place: int) -> str:
        return value.raw if (value := self.nodes[place].value) is not None else ""

    def place_of(self, ref: str | None) -> int | None:
        """Return where the node of a ref stands, if it is still there."""
        return next((at for at, node in enumerate(self.nodes) if ref is not None and node.ref == ref), None)

    def with_role(self, *roles: str, span: range | None = None) -> list[int]:
        return [at for at in (range(len(self)) if span is None else span) if self.nodes[at].role in roles]

    def under(self, place: int) -> range:
        """Return everything inside a node, without the node."""
        return range(place + 1, self.end[place])

    def children(self, place: int) -> Iterator[int]:
        """Yield the nodes right below a node; the top of the outline for -1."""
        at, end = (place + 1, self.end[place]) if place >= 0 else (0, len(self))
        while at < end:
            yield at
            at = self.end[at]

    def ancestors(self, place: int) -> Iterator[int]:
        """Yield what an entry stands in, from its parent up."""
        at = self.parent[place]
        while at >= 0:
            yield at
            at = self.parent[at]

    def text(self, place: int) -> str:
        """Return what stands in a node, as one line."""
        return " ".join(self.lines(range(place, self.end[place])))

    def lines(self, span: range) -> list[str]:
        """Return the text of a span, a line for each node that says something."""
        return [part for place in span if (part := self._own_text(place))]

    def _own_text(self, place: int) -> str:
        if self._is_link_sign(place):
            return ""
        name, value = self.name(place), self.value(place)
        below = "".join(self.name(at) for at in self.under(place))
        if name and below and "".join(name.split()) in "".join(below.split()):
            return ""
        return f"{name} {value}".strip() if value and value != name else name

    def level(self, place: int) -> int:
        """Return the level of a heading; 0 for anything else."""
        states = self.nodes[place].states if self.nodes[place].role == "heading" else ("level=0",)
        return next((int(state[6:]) for state in states if re.fullmatch(r"level=\d", state)), 2)

    @cached_property
    def heading(self) -> dict[int, int]:
        """The innermost heading that a node stands under, by places."""
        return {at: head for head in self.with_role("heading") for at in self.section(head)}

    def section(self, heading: int) -> range:
        """Return what stands under a heading: up to the next of its level or higher, or the end of the box it is in."""
        box = self.parent[heading]
        stop = self.end[box] if box >= 0 else len(self.nodes)
        level, frame = self.level(heading), self.nodes[heading].frame
        for place in range(self.end[heading], stop):
            if (0 < self.level(place) <= level and self.parent[place] == box) or self.nodes[place].frame != frame:
                return range(heading + 1, place)
        return range(heading + 1, stop)

    def label(self, place: int) -> str:
        """Return what a node is called: its name; for a field without one, the text beside it."""
        name, role = self.name(place), self.nodes[place].role
        if not name and role in FIELDS | TICKS:
            return (role in TICKS and self._beside(place, after=True)) or self._beside(place, after=False)
        return name or (self.text(place) if role in CELLS else "")

    def _beside(self, place: int, *, after: bool) -> str:
        """Return the text right before or after a node, in its box or, where it fills a cell, in the cell beside it."""
        at, box = self.end[place] if after else place - 1, self.parent[place]
        if at == box >= 0 and self.nodes[box].role in ("cell", "gridcell"):
            before = [cell for cell in self.children(self.parent[box]) if cell < box]
            return self.text(before[-1]) if before else ""
        if not 0 <= at < len(self.nodes) or self.nodes[at].role not in ("text", "cell", "rowheader", "term"):
            return ""
        text = self.name(at) or self.text(at)
        return "" if len(text) > LABEL_CHARS or text.endswith(".") else text

    def stands_under(self, place: int) -> str:
        """Return a few words on where a node is, for a person who has to tell two of them apart."""
        entry = next((up for up in self.ancestors(place) if self.nodes[up].role in ("row", "listitem", "article")), -1)
        if entry >= 0:
            return self.text(entry)[:LABEL_CHARS]
        return self.name(self.heading[place]) if place in self.heading else ""

    def is_header_row(self, place: int) -> bool:
        """Return whether a node is a row of column headers; a box to tick all rows may stand among them."""
        roles = {self[cell].role for cell in self.children(place)} if self[place].role == "row" else set[str]()
        return "columnheader" in roles and not roles & {"cell", "gridcell", "rowheader"}
