"""A snapshot's nodes as a tree: parents, children, sections under headings, labels of fields that have no name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Protocol

from handrail.models.offline.grammar.numbers import whole_number
from handrail.trust import External


class NodeLike(Protocol):
    """What is read of a node of a snapshot."""

    @property
    def ref(self) -> str | None: ...
    @property
    def role(self) -> str: ...
    @property
    def name(self) -> External: ...
    @property
    def value(self) -> External | None: ...
    @property
    def states(self) -> tuple[str, ...]: ...
    @property
    def depth(self) -> int: ...
    @property
    def frame(self) -> str: ...
    @property
    def visible(self) -> bool: ...
    @property
    def url(self) -> External | None: ...


LABEL_CHARS = 60
"""Text beside a field that is longer is a sentence, not its label."""
FIELDS = frozenset(("textbox", "searchbox", "combobox", "spinbutton", "slider", "listbox"))
TICKS = frozenset(("checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"))
ITEMS = frozenset(("row", "listitem", "article", "treeitem", "option", "figure", "group", "cell", "gridcell"))


class OutlineTree:
    """Nodes by their place in the outline; places are what all functions here take and give."""

    def __init__(self, nodes: Sequence[NodeLike]) -> None:
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

    def __getitem__(self, place: int) -> NodeLike:
        return self.nodes[place]

    def name(self, place: int) -> str:
        name = " ".join(self.nodes[place].name.raw.split())
        # Headings and terms of manuals end with a link to themselves.
        return name.rstrip("#¶§ ") or name if self.nodes[place].role in ("heading", "term") else name

    def value(self, place: int) -> str:
        value = self.nodes[place].value
        return value.raw if value is not None else ""

    def under(self, place: int) -> range:
        """Everything inside a node, without the node; the whole outline for -1."""
        return range(place + 1, self.end[place]) if place >= 0 else range(len(self.nodes))

    def children(self, place: int) -> Iterator[int]:
        at, end = self.under(place).start, self.under(place).stop
        while at < end:
            yield at
            at = self.end[at]

    def ancestors(self, place: int) -> Iterator[int]:
        """From the parent up."""
        at = self.parent[place]
        while at >= 0:
            yield at
            at = self.parent[at]

    def text(self, places: range | int) -> str:
        """What stands there, as one line: names of the innermost nodes, and what fields hold."""
        span = range(places, self.end[places]) if isinstance(places, int) else places
        return " ".join(part for place in span if (part := self._own_text(place)))

    def lines(self, span: range) -> list[str]:
        """The text of a span, a line for each node that says something."""
        return [part for place in span if (part := self._own_text(place))]

    def _own_text(self, place: int) -> str:
        name, value = self.name(place), self.value(place)
        if self.end[place] > place + 1 and name and self._said_below(place, name):
            return ""
        return f"{name} {value}".strip() if value and value != name else name

    def _said_below(self, place: int, name: str) -> bool:
        below = " ".join(self.name(at) for at in self.under(place))
        return "".join(name.split()) in "".join(below.split())

    def level(self, place: int) -> int:
        """The level of a heading; 0 for anything else."""
        if self.nodes[place].role != "heading":
            return 0
        found = next((state for state in self.nodes[place].states if state.startswith("level=")), "level=2")
        return whole_number(found[6:]) or 2

    @cached_property
    def heading(self) -> list[int]:
        """The innermost heading that each node stands under, -1 for none. A heading reigns inside its own box only."""
        over: list[int] = []
        reign: list[int] = []
        for place in range(len(self.nodes)):
            while reign and not self._reigns(reign[-1], place):
                reign.pop()
            if level := self.level(place):
                while reign and self.level(reign[-1]) >= level:
                    reign.pop()
            over.append(reign[-1] if reign else -1)
            if level:
                reign.append(place)
        return over

    def _reigns(self, heading: int, place: int) -> bool:
        box = self.parent[heading]
        return box < 0 or place < self.end[box]

    def section(self, heading: int) -> range:
        """What stands under a heading: up to the next of its level or higher, or the end of the box it is in."""
        box = self.parent[heading]
        stop = self.end[box] if box >= 0 else len(self.nodes)
        level, frame = self.level(heading), self.nodes[heading].frame
        for place in range(self.end[heading], stop):
            if (0 < self.level(place) <= level and self.parent[place] == box) or self.nodes[place].frame != frame:
                return range(heading + 1, place)
        return range(heading + 1, stop)

    def label(self, place: int) -> str:
        """What a node is called: its name; for a field without one, the text beside it."""
        if name := self.name(place):
            return name
        role = self.nodes[place].role
        if role in TICKS:
            return self._beside(place, after=True) or self._beside(place, after=False)
        if role in FIELDS:
            return self._beside(place, after=False)
        return ""

    def _beside(self, place: int, *, after: bool) -> str:
        """The text right before or after a node, in its box or, where it fills a cell, in the cell beside it."""
        at = self.end[place] if after else place - 1
        if not 0 <= at < len(self.nodes):
            return ""
        boundary = self.parent[place]
        while at >= 0 and not after and not self.name(at) and at != boundary and self.nodes[at].role not in FIELDS:
            at -= 1
        if at == boundary and boundary >= 0 and self.nodes[boundary].role in ("cell", "gridcell", "listitem"):
            return self._cell_before(boundary)
        if 0 <= at < len(self.nodes) and self.nodes[at].role in ("text", "cell", "rowheader", "term"):
            text = self.name(at) or self.text(at)
            return "" if len(text) > LABEL_CHARS or text.endswith(".") else text
        return ""

    def _cell_before(self, cell: int) -> str:
        row = self.parent[cell]
        before = [at for at in self.children(row) if at < cell] if row >= 0 else []
        return self.text(before[-1]) if before else ""

    def stands_under(self, place: int) -> str:
        """A few words on where a node is, for a person who has to tell two of them apart."""
        if (heading := self.heading[place]) >= 0:
            return self.name(heading)
        for above in self.ancestors(place):
            if self.name(above):
                return self.name(above)
            if self.nodes[above].role in ITEMS:
                return self.text(above)[:60]
        return ""


def is_header_row(outline: OutlineTree, place: int) -> bool:
    """Whether a node is a row of column headers; a box to tick all rows may stand among them."""
    roles = {outline[cell].role for cell in outline.children(place)} if outline[place].role == "row" else set[str]()
    return "columnheader" in roles and not roles & {"cell", "gridcell", "rowheader"}
