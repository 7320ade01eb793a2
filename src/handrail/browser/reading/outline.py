"""The outline of a page as text: one line a node, one blank of indentation a level.

A line is ``role "name" [ref] states = "value" -> address``; text of the page that is not a name stands after ``: ``.
Nothing a page says can look like another line: names and values are quoted on one line, text always follows ``: ``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from handrail.browser.page.refs import DocumentRefs

# What the kit sends for a node, by place. See kit/walk.js.
DEPTH, ROLE, NAME, LOCAL, FLAGS, STATES, VALUE, URL, OPTIONS, CHOICES = range(10)
IN_VIEW, UNSEEN, BEHIND, FRAME, SCROLLS = 1, 2, 4, 8, 16

RawNode = list[Any]
CELLS = frozenset({"cell", "columnheader", "rowheader", "gridcell"})
URL_CHARS = 100
VALUE_CHARS = 200
OPTIONS_CHARS = 400


@dataclass(slots=True)
class OutlineDocument:
    """What the kit said of the document in one frame."""

    frame: str
    origin: str
    url: str
    nonce: str
    refs: DocumentRefs
    nodes: list[RawNode]
    in_view: bool = True


@dataclass(slots=True)
class OutlineLine:
    """A rendered line. ``visible``: it, or something below it, is in the window. ``ref`` of its first element."""

    depth: int
    text: str
    node: RawNode
    document: OutlineDocument

    @property
    def indented(self) -> str:
        return " " * self.depth + self.text

    @property
    def size(self) -> int:
        """Characters, with the end of the line."""
        return self.depth + len(self.text) + 1


def quoted(text: str) -> str:
    """On one line, between quotes that the text itself cannot close."""
    if "\n" in text or "\r" in text or "\t" in text:
        text = " ".join(text.split())
    if '"' in text or "\\" in text:
        text = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


def clipped(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit * 2 // 3]}…{text[-(limit // 3) :]}"


def node_text(node: RawNode, refs: DocumentRefs) -> str:
    """A node's own line, without what stands below it."""
    role = node[ROLE]
    if not role:
        return f": {node[NAME]}"
    text = f"{role} {quoted(node[NAME])}" if node[NAME] else role
    if node[LOCAL]:
        text += f" [{refs[node[LOCAL]]}]"
    flags = node[FLAGS]
    if flags > IN_VIEW:
        text += _flag_words(flags)
    if len(node) > STATES:
        text += _details(node)
    return text


def _flag_words(flags: int) -> str:
    words = ((UNSEEN, " not-visible"), (BEHIND, " covered"), (SCROLLS, " scrolls"))
    return "".join(word for flag, word in words if flags & flag)


def _details(node: RawNode) -> str:
    text = ""
    if node[STATES]:
        text = " " + " ".join(node[STATES])
    size = len(node)
    if size > VALUE and node[VALUE]:
        text += f" = {quoted(clipped(node[VALUE], VALUE_CHARS))}"
    if size > OPTIONS and node[OPTIONS]:
        text += " of " + _choices(node[OPTIONS], node[CHOICES] if size > CHOICES else len(node[OPTIONS]))
    if size > URL and node[URL]:
        text += f" -> {clipped(node[URL], URL_CHARS)}"
    return text


def _choices(options: Sequence[str], count: int) -> str:
    shown: list[str] = []
    room = OPTIONS_CHARS
    for option in options:
        room -= len(option) + 4
        if room < 0:
            return f"{', '.join(shown)} and {count - len(shown)} more"
        shown.append(quoted(option))
    return ", ".join(shown) + (f" and {count - len(shown)} more" if count > len(shown) else "")


def end_of(nodes: Sequence[RawNode], index: int) -> int:
    """The index after the last node below ``nodes[index]``."""
    depth = nodes[index][DEPTH]
    end = index + 1
    while end < len(nodes) and nodes[end][DEPTH] > depth:
        end += 1
    return end


def lines(document: OutlineDocument, keep: Callable[[RawNode], bool] | None = None) -> Iterator[OutlineLine]:
    """The lines of a document, text and plain table rows merged into the line they belong to.

    Args:
        document: what the kit said.
        keep: which nodes to show; the boxes that hold them are shown too. None shows all.
    """
    nodes = document.nodes if keep is None else list(_kept(document.nodes, keep))
    refs = document.refs
    count = len(nodes)
    at = 0
    while at < count:
        node = nodes[at]
        depth = node[DEPTH]
        text = node_text(node, refs)
        following = at + 1
        if node[ROLE] and following < count and nodes[following][DEPTH] > depth:
            merged, following = _merge(node, text, nodes, at, refs)
            yield OutlineLine(depth, merged, node, document)
        else:
            yield OutlineLine(depth, text, node, document)
        at = following


def _merge(node: RawNode, text: str, nodes: Sequence[RawNode], at: int, refs: DocumentRefs) -> tuple[str, int]:
    """The line with what can stand on it, and where the next line begins."""
    child = nodes[at + 1]
    after = at + 2
    alone = after >= len(nodes) or nodes[after][DEPTH] <= node[DEPTH]
    if alone and not child[ROLE] and not (len(node) > URL and node[URL]):
        return f"{text}{node_text(child, refs)}", after
    if node[ROLE] == "row":
        cells = _plain_cells(nodes, at)
        if cells is not None:
            return f"{text}: {' | '.join(cells)}", end_of(nodes, at)
    if node[ROLE] == "heading" and child[NAME] == node[NAME] and (alone or nodes[after][DEPTH] <= child[DEPTH]):
        states = " ".join(["heading", *node[STATES]])
        return f"{states} > {node_text(child, refs)}", after
    return text, at + 1


def _plain_cells(nodes: Sequence[RawNode], row: int) -> list[str] | None:
    """The texts of a row's cells, if they hold nothing but text."""
    depth = nodes[row][DEPTH]
    cells: list[str] = []
    for node in nodes[row + 1 :]:
        if node[DEPTH] <= depth:
            break
        if node[DEPTH] == depth + 1 and node[ROLE] in CELLS and not node[LOCAL]:
            cells.append(node[NAME])
        elif node[DEPTH] == depth + 2 and not node[ROLE] and cells and not cells[-1]:
            cells[-1] = node[NAME]
        else:
            return None
    return cells


def _kept(nodes: Sequence[RawNode], keep: Callable[[RawNode], bool]) -> Iterator[RawNode]:
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
