"""Reads an outline back: its words, and what stands in its landmarks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby, takewhile

from handrail.browser.outline.changes import GONE
from handrail.browser.outline.line_format import QUOTED, words_of_line
from handrail.browser.outline.roles import LANDMARKS
from handrail.browser.outline.shown_parts import FOLDED
from handrail.trust import one_line

LABELS_CHARS = 400
HOLDS = " holds "
"""Stands between a landmark and its labels in what stays of an outline."""
_STATE = re.compile(r" \[e\d+\]| level=\d+| (?:focused|not-visible)\b")
_LANDMARK = re.compile(rf"(?:{'|'.join(sorted(LANDMARKS))})(?: {QUOTED})?(?= |$)")
_LABEL = re.compile(rf"(?<![\w-])(?!{'|'.join(sorted(LANDMARKS))})(?:[\w-]+|\+) ({QUOTED}) \[e\d+\]")
_MENU = re.compile(r"(banner|navigation|contentinfo)\b")
"""Landmarks that the pages of a site have in common."""


def page_words(outline: str) -> str:
    """Return an outline without what says nothing of the page's words."""
    return _STATE.sub("", outline)


def main_words(outline: Sequence[str]) -> str:
    """Return what the main part of an outline says, whose first two lines are the page's title and address. The labels
    of buttons and fields are part of it: later outlines only say "as shown before" of them."""
    main = next((at for at, line in enumerate(outline) if at > 1 and line.strip() == "main"), None)
    # A region says the name of its heading again.
    said = (
        words
        for line in (outline[2:] if main is None else lines_inside(outline, main))
        if not line.lstrip().startswith(("…", GONE)) and (words := words_of_line(FOLDED.sub(r"\1", line)))
    )
    return " · ".join(words for words, _ in groupby(said))


def labels_of_landmarks(outline: Sequence[str]) -> list[str]:
    """Return what can be operated in the header, menus and footer that an outline shows: later ones only name these
    parts, "as shown before", and a model works there by labels. A line for each, at most `LABELS_CHARS` of labels."""
    kept: list[str] = []
    end = 0
    for at, line in enumerate(outline):
        if HOLDS in line and _LANDMARK.match(line):
            kept.append(line)
        elif at >= end and (landmark := _LANDMARK.match(line.lstrip())) and not FOLDED.match(line):
            inside = lines_inside(outline, at)
            end = at + 1 + len(inside)
            labels = " · ".join(dict.fromkeys(map(words_of_line, _LABEL.findall("\n".join(inside)))))
            kept += [f"{landmark[0]}{HOLDS}{one_line(labels, LABELS_CHARS)}"] if labels else []
    return list(dict.fromkeys(kept))


def menu_lines(outline: Sequence[str]) -> set[int]:
    """Return the places of the lines that stand in menus."""
    menus = (at for at, line in enumerate(outline) if _MENU.match(line.lstrip()))
    return {number for at in menus for number in range(at, at + 1 + len(lines_inside(outline, at)))}


def lines_inside(outline: Sequence[str], at: int) -> list[str]:
    """Return the lines that stand in the one at this place."""
    return list(takewhile(lambda line: depth(line) > depth(outline[at]), outline[at + 1 :]))


def depth(line: str) -> int:
    """Return how far in a line stands."""
    return len(line) - len(line.lstrip())
