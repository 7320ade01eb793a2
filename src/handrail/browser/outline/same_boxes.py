"""Tells which lines of two outlines are the same by the boxes and items that they stand in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from handrail.browser.outline.known_lines import line_key
from handrail.browser.outline.lines import OutlineLine
from handrail.browser.outline.nesting import boxes_around, end_of

ITEMS = frozenset(("article", "listitem", "row", "treeitem"))
"""Roles of boxes that stand for a thing of their own: what is equal in two of them is not the same."""

Lines = Sequence[OutlineLine]
Same = Mapping[int, int]
"""For lines of the new outline, in order, the index of the same line in the old one."""


def whole_items(old: Lines, new: Lines, at: int, *, after: bool = False) -> int:
    """Return where the item begins, in either outline, that a line stands in; ``after``: where it ends."""
    if not after:
        return min(_item_around(lines, at) for lines in (old, new))
    begin = _item_around(new, at)
    while begin < at < len(new) and new[at].depth > new[begin].depth:
        at += 1
    return at


def _item_around(lines: Lines, at: int) -> int:
    """Return the index of the item that a line is or stands in; ``at`` for none."""
    around = (at, *boxes_around(lines, at)) if at < len(lines) else ()
    return next((index for index in around if lines[index].node.role in ITEMS), at)


def in_same_boxes(old: Lines, new: Lines, same: Same, head: int) -> Same:
    """Return those lines of which the nearest box around them that still exists is the same, and the item: others were
    moved, or only say the same."""
    same = _without_moved(old, new, same, head)
    old_items, new_items = _items(old), _items(new)
    others = {
        pair: _is_other(_item(old, old_items, pair[0]), _item(new, new_items, pair[1]))
        for pair in {(old_items[was], new_items[at]) for at, was in same.items()}
        if min(pair) >= 0
    }
    return {at: was for at, was in same.items() if not others.get((old_items[was], new_items[at]), False)}


def _is_other(old: Lines, new: Lines) -> bool:
    """Return whether what stands in the place of an item, with other controls, is another one: it was not only drawn
    anew, nor is it the same text with another button."""
    before, now = ({line.local: line_key(line, "").text for line in lines if line.local} for lines in (old, new))
    if not before or not now or before.keys() & now.keys() or set(now.values()) <= set(before.values()):
        return False
    first = old[1] if len(old) > 1 else None
    return first is None or first.local > 0 or len(new) < 2 or first.text != new[1].text


def _item(lines: Lines, items: Sequence[int], begin: int) -> Lines:
    """Return an item's lines, without those of items in it."""
    return [lines[at] for at in range(begin, end_of(lines, begin)) if items[at] == begin]


def _items(lines: Lines) -> list[int]:
    """Return for each line the index of the item that it is or stands in; -1 for none."""
    items = list[int]()
    for at, (line, box) in enumerate(zip(lines, _boxes(lines), strict=True)):
        items.append(at if line.node.role in ITEMS else items[box] if box >= 0 else -1)
    return items


def _without_moved(old: Lines, new: Lines, same: Same, head: int) -> Same:
    """Return those lines of which the nearest box around them that still exists is the same: others were moved."""
    if all(old[was].depth == new[at].depth for at, was in same.items()):
        return same
    back = {was: at for at, was in same.items()}
    old_boxes, new_boxes = _boxes(old), _boxes(new)

    def nearest(at: int, boxes: Sequence[int], known: Mapping[int, int]) -> int:
        at = boxes[at]
        while at >= head and at not in known:
            at = boxes[at]
        return at

    def is_moved(at: int, was: int) -> bool:
        box = nearest(was, old_boxes, back)
        return old[was].depth != new[at].depth and back.get(box, box) != nearest(at, new_boxes, same)

    return {at: was for at, was in same.items() if not is_moved(at, was)}


def _boxes(lines: Lines) -> list[int]:
    """Return for each line the index of the one that it stands in; -1 for none."""
    boxes, open_boxes = list[int](), list[int]()
    for index, line in enumerate(lines):
        while open_boxes and lines[open_boxes[-1]].depth >= line.depth:
            open_boxes.pop()
        boxes.append(open_boxes[-1] if open_boxes else -1)
        open_boxes.append(index)
    return boxes
