"""Says in few words what an outline would repeat: controls out of sight as one node, short texts as one, the foot of a
table that is its head once more, an address that stands in the row already, what is covered, marks between controls,
and lists that nobody sees."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import SplitResult, unquote, urlsplit

from handrail.browser.outline.line_format import (
    COVERED,
    GUESSED,
    UNSEEN,
    UNSEEN_ROLE,
    OutlineNode,
)
from handrail.browser.outline.month_grids import days_together
from handrail.browser.outline.nesting import end_of
from handrail.browser.outline.numbered import numbered_together
from handrail.browser.outline.roles import CHECKED, GRIDS, PRESSED

FEWEST_UNSEEN = 2
MOST_UNSEEN = 40
FEWEST_WORDS = 5
_SHORT = re.compile(r"[^\W\d_]{1,12}\.?")
"""A text that is a word alone, such as the name of a day."""
_MARKS = re.compile(r"[\s|()\[\]{}·•,.;:/\\]+")
"""A text that only parts controls from each other."""
_PLAIN_BOXES = frozenset(("list", "listitem", "menu", "group"))
FEWEST_ROWS = 3
_PRESSES = PRESSED - CHECKED
_PLAIN_ADDRESS = re.compile(r"^(?:mailto|tel):|/$")
"""What an address has beside what people call it."""
_ADDRESS_IN_ADDRESS = re.compile(
    r"(?<=[?&;])(?P<name>[^=&;#?]{1,60}=)(?P<value>(?:%2F|/|https?:|https?%3A)[^&;#]*)", re.I
)
"""A parameter that is itself an address."""


def compact(nodes: list[OutlineNode], address: str = "") -> list[OutlineNode]:
    """Return the nodes of the document at an address without what they would repeat."""
    # Texts beside a control that say no word are left out.
    told = [node for at, node in enumerate(nodes) if not (_is_line(nodes, at) if node.role else _is_mark(nodes, at))]
    shown = list(_guesses_once(_without_repeated_values(told)))
    if any(node.flags & COVERED for node in shown):
        shown = _covered_once(shown)
    shown = _with_few_addresses(_without_last_heads(shown), urlsplit(address))
    if any(node.flags & UNSEEN for node in shown):
        shown = list(_unseen_together(list(_without_closed_lists(shown))))
    return list(_words_together(list(numbered_together(list(days_together(shown))))))


def _without_repeated_values(nodes: Sequence[OutlineNode]) -> list[OutlineNode]:
    """Return the nodes, without the value of rich text whose paragraphs have lines of their own."""

    def is_repeated(at: int) -> bool:
        node = nodes[at]
        inside = nodes[at + 1 : end_of(nodes, at)] if node.role == "textbox" and node.value is not None else []
        return any(not below.role for below in inside)

    return [node._replace(value=None, hides_value=True) if is_repeated(at) else node for at, node in enumerate(nodes)]


def _guesses_once(nodes: Sequence[OutlineNode]) -> Iterator[OutlineNode]:
    """Yield the nodes, without the texts behind a box to check that is called by all of them: its name parts them."""
    at = 0
    while at < len(nodes):
        node, end = nodes[at], at + 1
        if node.role in CHECKED and node.flags & GUESSED:
            while end < len(nodes) and not nodes[end].role and nodes[end].depth == node.depth:
                end += 1
            texts = [text.name for text in nodes[at + 1 : end]]
            if len(texts) > 1 and " ".join(texts) == node.name:
                node = node._replace(name=" | ".join(texts))
            else:
                end = at + 1
        yield node
        at = end


def _is_mark(nodes: Sequence[OutlineNode], at: int) -> bool:
    if not _MARKS.fullmatch(nodes[at].name):
        return False
    beside = [nodes[near] for near in (at - 1, at + 1) if 0 <= near < len(nodes)]
    return any(node.local and node.depth == nodes[at].depth for node in beside)


def _is_line(nodes: Sequence[OutlineNode], at: int) -> bool:
    """Return whether a node is no more than the line between two entries of a menu."""
    line = nodes[at]
    if line.role != "separator" or line.name or line.local or line.states or at + 1 == len(nodes):
        return False
    following = nodes[at + 1]
    return bool(following.depth == line.depth and following.role.startswith("menuitem"))


def _without_closed_lists(nodes: Sequence[OutlineNode]) -> Iterator[OutlineNode]:
    """Yield the nodes without closed lists, of which nobody sees a part: they are chosen from by what opens them."""
    at = 0
    while at < len(nodes):
        end = end_of(nodes, at) if nodes[at].role == "listbox" and nodes[at].flags & UNSEEN else at
        is_closed = end > at and all(node.flags & UNSEEN for node in nodes[at:end] if node.local)
        if not is_closed:
            yield nodes[at]
        at = end if is_closed else at + 1


def _covered_once(nodes: Sequence[OutlineNode]) -> list[OutlineNode]:
    """Return the nodes, of which those in a covered one do not say once more that they are: its rows stay rows. Where a
    row is covered in part, the row says it."""
    said, within = list[OutlineNode](), None
    for at, node in enumerate(nodes):
        if within is not None and node.depth <= within:
            within = None
        is_covered = node.flags & COVERED
        if within is not None and is_covered:
            node = node._replace(flags=node.flags & ~COVERED)
        elif is_covered:
            within = node.depth
        elif node.role == "row" and any(inner.flags & COVERED for inner in nodes[at + 1 : end_of(nodes, at)]):
            within = within if within is not None else node.depth
            node = node._replace(flags=node.flags | COVERED)
        said.append(node)
    return said


def _without_last_heads(nodes: list[OutlineNode]) -> list[OutlineNode]:
    """Return the nodes without the foot of a table that says the same as its head."""
    left_out = [
        range(rows[-1], end_of(nodes, rows[-1]))
        for at, node in enumerate(nodes)
        if node.role in GRIDS
        and len(rows := _rows(nodes, at)) >= FEWEST_ROWS
        and any(inner.role == "columnheader" for inner in nodes[rows[0] + 1 : end_of(nodes, rows[0])])
        and _content(nodes, rows[0]) == _content(nodes, rows[-1])
    ]
    for place in reversed(left_out):
        nodes = nodes[: place.start] + nodes[place.stop :]
    return nodes


def _rows(nodes: Sequence[OutlineNode], grid: int) -> list[int]:
    depth = nodes[grid].depth + 1
    inside = range(grid + 1, end_of(nodes, grid))
    return [at for at in inside if nodes[at].depth == depth and nodes[at].role == "row"]


def _content(nodes: Sequence[OutlineNode], row: int) -> list[tuple[str, str]]:
    return [(node.role, node.name) for node in nodes[row : end_of(nodes, row)]]


def _with_few_addresses(nodes: Sequence[OutlineNode], page: SplitResult) -> list[OutlineNode]:
    """Return the nodes, with each address once in a row, none behind a name that is the address, and none with the page
    itself among its parameters, as those have that lead back to it."""
    shown, said, row = list[OutlineNode](), set[str](), -1
    for node in nodes:
        if node.depth <= row:
            row = -1
        if node.role == "row":
            said, row = set(), node.depth
        address = node.url
        if address and node.role == "link":
            if node.name and (address in said or _PLAIN_ADDRESS.sub("", address) == node.name.rstrip("/")):
                node = node._replace(url="")
            elif len(page.path) > 1 and (short := _without_way_back(address, page)) != address:
                node = node._replace(url=short)
            elif row >= 0:
                said.add(address)
        shown.append(node)
    return shown


def _without_way_back(address: str, page: SplitResult) -> str:
    def shorten(parameter: re.Match[str]) -> str:
        place = urlsplit(unquote(parameter["value"]))
        leads_back = place.path == page.path and place.netloc in ("", page.netloc)
        return f"{parameter['name']}…" if leads_back else parameter[0]

    try:
        return _ADDRESS_IN_ADDRESS.sub(shorten, address)
    except ValueError:
        return address


def _unseen_together(nodes: Sequence[OutlineNode]) -> Iterator[OutlineNode]:
    """Yield the nodes, with one for controls side by side that are out of sight."""
    boxes, at = list[OutlineNode](), 0
    while at < len(nodes):
        node = nodes[at]
        end = at
        while end < len(nodes) and nodes[end].depth == node.depth and _is_unseen(nodes, end):
            end += 1
        if end - at < FEWEST_UNSEEN:
            yield from boxes
            is_plain = node.role in _PLAIN_BOXES and not (node.name or node.local or node.states)
            boxes = [node] if is_plain else []
            if not boxes:
                yield node
            at += 1
            continue
        run = nodes[at : min(end, at + MOST_UNSEEN)]
        depth = node.depth
        if boxes and (end == len(nodes) or nodes[end].depth < depth):
            depth = boxes[0].depth
        else:
            yield from boxes
        boxes = []
        yield OutlineNode(depth, UNSEEN_ROLE, node.name, node.local, node.flags & ~UNSEEN, together=run)
        if len(run) < end - at:
            yield OutlineNode(depth, UNSEEN_ROLE, "", 0, 0, [f"… {end - at - len(run)} more"])
        at = end
    yield from boxes


def _is_unseen(nodes: Sequence[OutlineNode], at: int) -> bool:
    """Return whether a node is a control out of sight of which its name says all, but for where it leads."""
    node = nodes[at]
    if not (node.flags & UNSEEN and node.local and node.name and node.role in _PRESSES):
        return False
    is_alone = at + 1 == len(nodes) or nodes[at + 1].depth <= node.depth
    return is_alone and not node.states


def _words_together(nodes: Sequence[OutlineNode]) -> Iterator[OutlineNode]:
    """Yield the nodes, with one text for many that are a word each, such as the days above a calendar. The items of a
    list stay apart: they are counted."""
    at = 0
    while at < len(nodes):
        node, end = nodes[at], at
        while end < len(nodes) and _is_word(nodes[end]) and nodes[end].depth == node.depth:
            end += 1
        is_list = at > 0 and nodes[at - 1].depth < node.depth and nodes[at - 1].role in _PLAIN_BOXES
        if is_list or end - at < FEWEST_WORDS:
            yield from nodes[at : max(end, at + 1)]
        else:
            yield OutlineNode(node.depth, "", " | ".join(one.name for one in nodes[at:end]), 0, node.flags)
        at = max(end, at + 1)


def _is_word(node: OutlineNode) -> bool:
    return not node.role and not node.states and _SHORT.fullmatch(node.name) is not None
