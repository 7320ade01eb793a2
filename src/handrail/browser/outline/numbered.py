"""Controls side by side that are numbered on, such as the days of a month: one node for all of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from handrail.browser.outline.line_format import DEPTH, LOCAL, NAME, ROLE, STATES, TOGETHER, RawNode
from handrail.browser.outline.wrappers import CHECKED, CHOICES, PRESSED

FEWEST, MOST = 7, 60
"""The minutes of an hour."""
MOST_CHOICES = 31
"""The days of a month. A longer list of choices is folded (`folding`)."""
WEEK = 7
"""Names of days may say which of the week it is."""
MOST_OTHERS = 4
"""One in so many may be called otherwise, such as the day that is chosen."""
NUMBER = re.compile(r"(\d+)[^\W\d]*")
"""A number, with letters behind it as of an ordinal."""


def numbered_together(nodes: Sequence[RawNode]) -> Iterator[RawNode]:
    """Yield the nodes, with one for controls that are called alike but for a number that goes up by one."""
    at = 0
    while at < len(nodes):
        run = _run_at(nodes, at)
        if run and FEWEST <= len(run) <= _most(run[0]):
            yield merge_run(run)
        else:
            yield from run or nodes[at : at + 1]
        at += len(run) or 1


def merge_run(run: list[RawNode]) -> RawNode:
    """Return one node for the controls of a run."""
    return [*run[0][:STATES], *[None] * (TOGETHER - STATES), run]


def _run_at(nodes: Sequence[RawNode], start: int) -> list[RawNode]:
    """Return the controls that are numbered on from this one, all but the first named by their numbers alone; those of
    a longer list as they are, nothing where none are."""
    if not _is_plain(nodes, start) or not _is_plain(nodes, start + 1):
        return []
    place = _place_of_number(nodes[start][NAME], nodes[start + 1][NAME])
    if place is None:
        return []
    first, end = nodes[start], start + 1
    while _is_plain(nodes, end) and nodes[end][DEPTH] == first[DEPTH] and nodes[end][ROLE] == first[ROLE]:
        if not _goes_on(nodes[end - 1][NAME], nodes[end][NAME], place):
            break
        end += 1
    if end - start < FEWEST:
        return []
    if end - start > _most(first):
        return list(nodes[start:end])
    names = [node[NAME] for node in nodes[start:end]]
    usual = _usual_words(names)
    if sum(usual) * MOST_OTHERS < len(names) * (MOST_OTHERS - 1):
        return []
    short = [numbers_in(name)[place] if is_usual else name for name, is_usual in zip(names, usual, strict=True)]
    named = zip(nodes[start:end], [names[0], *short[1:]], strict=True)
    return [[*node[:NAME], name, *node[NAME + 1 :]] for node, name in named]


def _most(node: RawNode) -> int:
    return MOST_CHOICES if node[ROLE] in CHOICES else MOST


def _is_plain(nodes: Sequence[RawNode], at: int) -> bool:
    """Return whether a node is a control of which its name and states say all."""
    if at >= len(nodes):
        return False
    node = nodes[at]
    is_alone = at + 1 == len(nodes) or nodes[at + 1][DEPTH] <= node[DEPTH]
    is_pressed = node[ROLE] in PRESSED and node[ROLE] not in CHECKED
    return bool(is_alone and is_pressed and node[LOCAL] and node[NAME]) and not any(node[STATES + 1 :])


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
