"""Controls side by side, for all of which there is one node or line: those that are numbered on, such as the days of a
month, and those of which nothing can be said but that they take presses, such as the hours of a calendar, or that all
are called by the same guess, such as the handles around a picture."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count

from handrail.browser.outline.line_format import (
    GUESSED,
    IN_VIEW,
    OutlineNode,
    node_text,
)
from handrail.browser.outline.roles import CHECKED, CHOICES, PRESSED
from handrail.browser.page.refs import DocumentRefs

FEWEST, MOST = 7, 60
"""The minutes of an hour."""
FEWEST_NAMELESS = 8
MOST_CHOICES = 31
"""The days of a month. A longer list of choices is folded (`folding`)."""
WEEK = 7
"""Names of days may say which of the week it is."""
MOST_OTHERS = 4
"""One in so many may be called otherwise, such as the day that is chosen."""
NUMBER = re.compile(r"(\d+)[^\W\d]*")
"""A number, with letters behind it as of an ordinal."""


def numbered_together(nodes: Sequence[OutlineNode]) -> Iterator[OutlineNode]:
    """Yield the nodes, with one for controls that are called alike but for a number that goes up by one."""
    at = 0
    while at < len(nodes):
        run = _run_at(nodes, at)
        if run and FEWEST <= len(run) <= _most(run[0]):
            yield merge_run(run)
        else:
            yield from run or nodes[at : at + 1]
        at += len(run) or 1


def merge_run(run: list[OutlineNode]) -> OutlineNode:
    """Return one node for the controls of a run."""
    first = run[0]
    return OutlineNode(first.depth, first.role, first.name, first.local, first.flags, together=run)


def _run_at(nodes: Sequence[OutlineNode], start: int) -> list[OutlineNode]:
    """Return the controls that are numbered on from this one, all but the first named by their numbers alone; those of
    a longer list as they are, nothing where none are."""
    if not _is_plain(nodes, start) or not _is_plain(nodes, start + 1):
        return []
    place = _place_of_number(nodes[start].name, nodes[start + 1].name)
    if place is None:
        return []
    first, end = nodes[start], start + 1
    while _is_plain(nodes, end) and nodes[end].depth == first.depth and nodes[end].role == first.role:
        if not _goes_on(nodes[end - 1].name, nodes[end].name, place):
            break
        end += 1
    if end - start < FEWEST:
        return []
    if end - start > _most(first):
        return list(nodes[start:end])
    names = [node.name for node in nodes[start:end]]
    usual = _usual_words(names)
    if sum(usual) * MOST_OTHERS < len(names) * (MOST_OTHERS - 1):
        return []
    short = [numbers_in(name)[place] if is_usual else name for name, is_usual in zip(names, usual, strict=True)]
    named = zip(nodes[start:end], [names[0], *short[1:]], strict=True)
    return [node._replace(name=name) for node, name in named]


def _most(node: OutlineNode) -> int:
    return MOST_CHOICES if node.role in CHOICES else MOST


def _is_plain(nodes: Sequence[OutlineNode], at: int) -> bool:
    """Return whether a node is a control of which its name and states say all."""
    if at >= len(nodes):
        return False
    node = nodes[at]
    is_alone = at + 1 == len(nodes) or nodes[at + 1].depth <= node.depth
    is_pressed = node.role in PRESSED and node.role not in CHECKED
    return bool(is_alone and is_pressed and node.local and node.name) and not node.has_details


def numbers_in(name: str) -> list[str]:
    return [found[1] for found in NUMBER.finditer(name)]


def _place_of_number(name: str, following: str) -> int | None:
    """Return which number of a name is the one that goes up; None where not just one does."""
    before, after = numbers_in(name), numbers_in(following)
    places = [at for at, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]]
    is_next = len(places) == 1 and _goes_on(name, following, places[0])
    return places[0] if is_next else None


def _goes_on(name: str, following: str, place: int) -> bool:
    before, after = numbers_in(name), numbers_in(following)
    return place < min(len(before), len(after)) and int(after[place]) == int(before[place]) + 1


def _usual_words(names: Sequence[str]) -> list[bool]:
    """Return for each name whether its words are those of most others, or of most that are whole weeks away."""
    words = [NUMBER.sub("#", name) for name in names]
    for period in (1, WEEK):
        common = [Counter(words[start::period]).most_common(1)[0] for start in range(period)]
        # A word is known as usual only if it comes again.
        usual = [word == common[at % period][0] and common[at % period][1] > 1 for at, word in enumerate(words)]
        if sum(usual) * MOST_OTHERS >= len(names) * (MOST_OTHERS - 1):
            return usual
    return [False] * len(names)


def may_be_nameless(node: OutlineNode) -> bool:
    """Return whether a node has a ref and no name but one that was guessed for a part which is no control."""
    return bool(node.local) and (not node.name or (node.role == "clickable" and bool(node.flags & GUESSED)))


def end_of_nameless(nodes: Sequence[OutlineNode], start: int, refs: DocumentRefs) -> int:
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
    if end < len(nodes) and nodes[end].depth > nodes[start].depth:
        end -= 1  # something stands in the last one
    return end if end - start >= FEWEST_NAMELESS else start


def nameless_text(run: Sequence[OutlineNode], refs: DocumentRefs) -> str:
    """Return the line for all controls of a run."""
    first, last = (f"[{refs[node.local]}]" for node in (run[0], run[-1]))
    states = [state for state in run[0].states if state != "focused"]
    return node_text(run[0]._replace(states=states), refs).replace(first, f"{first} to {last}")


def _kind(node: OutlineNode) -> tuple[object, ...] | None:
    """Return what there is to say of a nameless control, for all of which that is the same; None for any other node."""
    is_nameless = may_be_nameless(node) and node.role in PRESSED - CHECKED and not node.has_details
    states = [state for state in node.states if state != "focused"]
    return (node.depth, node.role, node.name, node.flags & ~IN_VIEW, *states) if is_nameless else None


def _number(node: OutlineNode, refs: DocumentRefs) -> int:
    return int(refs[node.local].removeprefix("e"))
