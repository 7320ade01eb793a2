"""What the pages of a site have in common, and pages that an act leads back to: what was shown before is one line."""

from __future__ import annotations

import re
from collections import Counter, OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple

from handrail.browser.outline.known_lines import LineKey, gone_text, line_key, without_address, without_known
from handrail.browser.outline.line_format import ROLE, quote_text, words_of_line
from handrail.browser.outline.lines import OutlineLine

FEWEST_SAVED = 12
"""Lines that folding must save: to ask for a page again costs more than a few lines."""
FEWEST_TOGETHER = 5
"""Lines in a row that count as shown by another page: a few ("row", an author, a number) are like others by chance, and
say something else here. So many are named by their first names."""
ITEMS = frozenset(("article", "listitem", "row"))
"""What is shown whole on a page where a part of it is new: who wrote a post is what another page showed, too."""
FIELDS = frozenset(
    ("checkbox", "combobox", "listbox", "radio", "searchbox", "slider", "spinbutton", "switch", "textbox")
)
MOST_FOLDED = 0.7
"""Part of a page that a model opened itself: if the same path with another query shows more of the same, under no
heading of its own, the model would learn nothing from what is left."""
RECENT = 12
"""Observations after which a line counts as out of sight."""
MOST_PAGES = 12
MOST_LINES = 1_000
"""Of a page: to compare longer ones takes longer than to read them."""
MOST_PAIRS = 20_000
"""Pairs of equal lines: comparing pages with more takes seconds."""
MOVED_OF_SORTED = 3
"""Items of a list in another place, from which on the whole list is shown."""
LONG_GAP = 5
"""Lines that are not shown, from which on the first names among them are."""
NAMES_OF_GAP = 2
GONE_CHARS = 60
"""Of a line that went and can be operated by no name."""

_NAME = re.compile(r'"(?:[^"\\\n]|\\.)+"')
"""A name in a line, as `quoted` writes it."""


class _Page(NamedTuple):
    origin: str
    path: str
    lines: list[tuple[LineKey, int]]
    """What a model was shown of it, and the observation that showed it."""

    def known(self, since: int) -> list[LineKey]:
        """Return the lines that were shown since this observation."""
        return [key for key, time in self.lines if time >= since]


class ShownPages:
    """What a model was shown of the last pages of one conversation, by their addresses."""

    def __init__(self) -> None:
        self._pages: OrderedDict[str, _Page] = OrderedDict()
        self._time = 0

    def fold(self, lines: Sequence[OutlineLine], every: Sequence[OutlineLine], *, returns: bool) -> list[OutlineLine]:
        """Return the lines without those that the recent page most like this one showed in the same order, and one line
        that says so.

        Args:
            every: of the whole outline, before any was folded.
            returns: an act led here. A page that a model opens itself is compared with other pages only: it wants to
                read it, also once more.
        """
        address = _address(lines)
        page = self._most_like(every, None if returns else address)
        if page is None:
            return list(lines)
        is_same_page = page is self._pages.get(address)
        known = page.known(self._since)
        same = _same(known, [_key(line) for line in lines], 1) if is_same_page else _same_elsewhere(known, lines)
        moved = _moved_lines(known, lines, same)
        anew = set[int]() if is_same_page else _between_new_fields(lines, same)
        for one in moved:
            anew |= set() if one in anew else set(_sorted_anew(one, moved, lines, same))
        new = without_known(lines, same.keys() - anew)
        saved = len(lines) - len(new)
        if saved < max(FEWEST_SAVED, is_same_page * len(new)):
            return list(lines)
        same_path = not returns and page.path == _path(lines)
        if same_path and saved > MOST_FOLDED * len(lines) and not any(line.text.startswith("heading ") for line in new):
            return list(lines)
        gone = _gone_text(known, every) if is_same_page else ""
        text = f"… {saved} lines as shown before: use their labels, or snapshot{gone}"
        # That line stands where the first gap is, and what the same page showed is known to be there.
        first = next((at for at, line in enumerate(lines) if new and line is new[0]), len(lines))
        rest = _with_gaps(lines[first:], new) if moved or not is_same_page else new
        return [replace(lines[0], text=text, local=0), *rest]

    def _most_like(self, lines: Sequence[OutlineLine], but_for: str | None) -> _Page | None:
        """Return the page of this site, shown lately, with most of these lines."""
        if not 0 < len(lines) <= MOST_LINES:
            return None
        content, origin = Counter(map(_key, lines)), lines[0].document.origin
        pages = [page for address, page in self._pages.items() if address != but_for and page.origin == origin]
        return max(pages, key=lambda page: (Counter(page.known(self._since)) & content).total(), default=None)

    @property
    def _since(self) -> int:
        """The first observation of those that count as in sight."""
        return self._time - RECENT

    def remember(self, lines: Sequence[OutlineLine], shown: Collection[str]) -> None:
        """Note what a model knows of a page: what it is shown now, and what it was shown before.

        Args:
            lines: of the whole outline.
            shown: those that the model is shown, as text.
        """
        self._time += 1
        if not lines:
            return
        page = self._most_like(lines, None)
        keys = [_key(line) for line in lines]
        times = {at: self._time for at, line in enumerate(lines) if line.indented in shown}
        if page is not None:
            before = [one for one in page.lines if one[1] >= self._since]
            same = _same([key for key, _ in before], keys, FEWEST_TOGETHER)
            times = {at: before[was][1] for at, was in same.items()} | times
        known = [(keys[at], times[at]) for at in sorted(times)]
        self._pages[_address(lines)] = _Page(lines[0].document.origin, _path(lines), known[:MOST_LINES])
        self._pages.move_to_end(_address(lines))
        if len(self._pages) > MOST_PAGES:
            self._pages.popitem(last=False)


def _address(lines: Sequence[OutlineLine]) -> str:
    return lines[0].document.url.partition("#")[0].removesuffix("?") if lines else ""


def _path(lines: Sequence[OutlineLine]) -> str:
    return _address(lines).partition("?")[0]


def _key(line: OutlineLine) -> LineKey:
    name = _NAME.search(line.text) if line.local else None
    return line_key(line, name[0] if name else "")


def _same(before: Sequence[LineKey], now: Sequence[LineKey], together: int) -> dict[int, int]:
    """Return which lines stood there before, and where, in this order, so many in a row: a sorted list is a new one."""
    counts = Counter(before)
    if sum(counts[key] for key in now) > MOST_PAIRS:
        return {}
    blocks = SequenceMatcher(None, before, now, autojunk=False).get_matching_blocks()
    return {new + at: old + at for old, new, size in blocks if size >= together for at in range(size)}


def _same_elsewhere(before: Sequence[LineKey], lines: Sequence[OutlineLine]) -> dict[int, int]:
    """Return what another page showed as well: by label, as the links of a menu lead somewhere else from each page, and
    nothing of an item in which something is new."""
    keys = [without_address(_key(line)) for line in lines]
    same = _same([without_address(key) for key in before], keys, FEWEST_TOGETHER)
    items = _items_around(lines)
    new = {items[at] for at in range(len(lines)) if at not in same and items[at] is not None}
    return {at: was for at, was in same.items() if items[at] not in new}


def _between_new_fields(lines: Sequence[OutlineLine], same: Collection[int]) -> set[int]:
    """Return the known lines in short runs with a field that stand between new fields: they are parts of a form that is
    to be filled in here, though a smaller form showed them."""
    fields = [at for at, line in enumerate(lines) if line.node[ROLE] in FIELDS]
    new = [at for at in fields if at not in same]
    between = set[int]()
    for one, next_one in pairwise(new):
        run = range(one + 1, next_one)
        if any(at in same for at in fields if at in run) and sum(at in same for at in run) < FEWEST_SAVED:
            between |= set(run)
    return between


def _items_around(lines: Sequence[OutlineLine]) -> list[int | None]:
    """Return, for each line, the index of the innermost item that it stands in or is."""
    around, boxes = list[int | None](), list[int]()
    for at, line in enumerate(lines):
        while boxes and lines[boxes[-1]].depth >= line.depth:
            boxes.pop()
        if line.node[ROLE] in ITEMS:
            boxes.append(at)
        around.append(boxes[-1] if boxes else None)
    return around


def _moved_lines(before: Sequence[LineKey], lines: Sequence[OutlineLine], same: Collection[int]) -> list[int]:
    """Return the lines that were shown before in another place."""
    keys = [_key(line) for line in lines]
    counts, counts_before = Counter(keys), Counter(before)
    return [at for at, key in enumerate(keys) if at not in same and counts[key] == counts_before[key] == 1]


def _sorted_anew(at: int, moved: Sequence[int], lines: Sequence[OutlineLine], same: Collection[int]) -> range:
    """Return the lines of the list that a moved line is in, if several of its items moved: it tells their order."""
    child = at
    while child > 0:
        depth = lines[child].depth
        box = next((one for one in range(child - 1, -1, -1) if lines[one].depth < depth), -1)
        below = lines[box].depth if box >= 0 else -1
        end = next((one for one in range(child + 1, len(lines)) if lines[one].depth <= below), len(lines))
        alike = [
            one for one in range(box + 1, end) if lines[one].depth == depth and _role(one, lines) == _role(child, lines)
        ]
        if sum(one in same for one in alike) > 1:
            several = sum(box < one < end for one in moved) >= MOVED_OF_SORTED
            return range(box + 1, end) if several else range(0)
        child = box
    return range(0)


def _role(at: int, lines: Sequence[OutlineLine]) -> str:
    return lines[at].text.partition(" ")[0]


def _with_gaps(lines: Sequence[OutlineLine], shown: Sequence[OutlineLine]) -> list[OutlineLine]:
    """Return the lines that are shown, and between them how many are not, with the first names in a long gap: an item
    that moved has a place among them, and what stands on one page and on another may be all that the other is about."""
    marked, gap, rest = list[OutlineLine](), list[OutlineLine](), iter(shown)
    following = next(rest, None)
    for line in [*lines, None]:
        if line is not following:
            gap += [line] if line is not None else []
            continue
        if gap:
            depth = min(one.depth for one in gap)
            text = f"… {len(gap)} of these lines{_first_names(gap)}"
            marked.append(replace(gap[0], depth=depth, text=text, local=0) if len(gap) > 1 else gap[0])
        gap = []
        marked += [line] if line is not None else []
        following = next(rest, None)
    return marked


def _first_names(gap: Sequence[OutlineLine]) -> str:
    """Return the first names in a long gap, to follow the number of its lines; "" for a short one."""
    names = dict.fromkeys(name[0] for line in gap if line.local and (name := _NAME.search(line.text)))
    shown = list(names)[:NAMES_OF_GAP] if len(gap) >= LONG_GAP else []
    return f": {', '.join(shown)}{', …' if len(names) > len(shown) else ''}" if shown else ""


def _gone_text(before: Sequence[LineKey], lines: Sequence[OutlineLine]) -> str:
    """Return what the page shows no more, by the name of what could be operated, or by its text. What has its name in
    another state, or leads elsewhere, is there."""
    left = Counter(map(_name, before)) - Counter(_name(_key(line)) for line in lines)
    return gone_text([name for name in left if name != '""'])


def _name(key: LineKey) -> str:
    return key.control or quote_text(words_of_line(key.text)[:GONE_CHARS])
