"""Finds the lines in which the facts of an answer stand, in everything that a run read, with where each was read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from handrail.agent.conversation.shortening import words_of
from handrail.agent.verification.facts import EvidencePage, Fact, Text, phrase

PLACES = 4
"""Lines of one fact: which of two things a price belongs to shows only where both are seen."""
BEFORE, AFTER = 2, 1
"""Lines around one that holds a fact: the name of a thing stands above its price."""
NEAR = 8
"""Lines on each side in which two facts count as told of the same thing."""
PIECE = 300
"""Characters of a line; a longer one is taken in pieces."""
ALIKE = 12
"""Lines that share most words with the answer, where its facts leave room."""
_MENU = re.compile(r"(navigation|contentinfo)\b")
"""Landmarks that hold the menus of a site: their lines are shown for a fact in them alone."""
_Place = tuple[int, int]
"""A page and a line of it."""


class FactLines:
    """Lines of pages, chosen fact by fact until the room is used; the newest reading of a page comes first.

    Args:
        pages: what was read, oldest first.
        room: characters for all lines.
    """

    def __init__(self, pages: Sequence[EvidencePage], room: int) -> None:
        self._pages = pages
        self._lines = [_pieces(page.text.raw) for page in pages]
        self._room = room
        self._menus = [_menus(lines) if page.outline else set() for page, lines in zip(pages, self._lines, strict=True)]
        self._chosen: dict[int, set[int]] = {}
        self._holding: set[int] = set()

    def add_facts(self, facts: Iterable[Fact]) -> None:
        """Choose the lines of each fact: one place of each first, then further ones."""
        places = []
        for fact in dict.fromkeys(facts):
            # A name that stands nowhere may be a little wrong.
            words = [] if fact.is_number else [phrase(word) for word in fact.text.split()[:4] if len(word) > 2]
            places += [found] if (found := self._places(fact)) else [self._places(word) for word in words]
        places = _most_together(places)
        for rank in range(PLACES):
            for at, number in (one[rank] for one in places if rank < len(one)):
                self._choose(at, number)
                self._holding.add(at)

    def add_alike(self, words: str) -> None:
        """Choose lines that share words with a text: an answer may have no name or number in it."""
        wanted = {word for word in words_of(words) if len(word) > 3}
        scores: Counter[_Place] = Counter()
        known: set[str] = set()
        for at, lines in reversed(list(enumerate(self._lines))):
            for number, line in enumerate(lines if not self._pages[at].beyond else ()):
                score = len(wanted & words_of(line)) if line not in known and number not in self._menus[at] else 0
                if score > 1:
                    scores[at, number] = score
                known.add(line)
        for (at, number), _ in scores.most_common(ALIKE):
            self._choose(at, number)

    def add_whole_pages(self, now: str = "") -> set[int]:
        """Choose the rest of the pages that hold facts, but for menus, where that fits; those with most chosen lines
        first: "the best of all" needs them all.

        Args:
            now: the address of the page as it is, which is shown by itself.

        Returns:
            The steps that showed these pages.
        """
        holding = self._holding.intersection(self._chosen)
        outlines = [at for at in holding if self._pages[at].outline and self._pages[at].url != now]
        by_lines = sorted(outlines, key=lambda at: len(self._chosen[at]), reverse=True)
        whole = {at: set(range(len(self._lines[at]))) - self._menus[at] for at in by_lines}
        return {self._pages[at].step for at, lines in whole.items() if self._take(at, lines)}

    def to_data(self) -> list[dict[str, Any]]:
        """The lines with page and step, in order; a gap between them is marked."""
        out = []
        for at, chosen in sorted(self._chosen.items(), key=lambda one: (self._pages[one[0]].beyond, one[0])):
            page, lines, last = self._pages[at], list[str](), -1
            for number in sorted(chosen):
                lines += ["[…]"] * (number > last + 1) + [self._lines[at][number]]
                last = number
            lines += ["[…]"] * (last + 1 < len(self._lines[at]))
            where = {"step": page.step, "title": page.title, "address": page.url}
            beyond = {"beyond what the agent was shown": True} if page.beyond else {}
            out.append({key: value for key, value in where.items() if value != ""} | beyond | {"lines": lines})
        return out

    def _places(self, fact: Fact) -> list[_Place]:
        """Where a fact stands: of each page the first line, the newest page first, then the second of each."""
        known: set[tuple[str, str]] = set()
        found: list[tuple[int, int, int]] = []
        for at, page in reversed(list(enumerate(self._pages))):
            if page.words.has(fact):
                lines = self._lines[at]
                here = [(page.url, lines[number].strip(), number) for number in _holding(lines, fact)]
                new = [number for url, line, number in here if (url, line) not in known]
                found += [(rank, -at, number) for rank, number in enumerate(new)]
                known |= {(url, line) for url, line, _ in here}
        return [(-at, number) for _, at, number in sorted(found)]

    def _choose(self, at: int, number: int) -> None:
        """Take a line with those around it, else alone."""
        around = range(max(0, number - BEFORE), min(len(self._lines[at]), number + AFTER + 1))
        _ = self._take(at, set(around)) or self._take(at, {number})

    def _take(self, at: int, lines: set[int]) -> bool:
        """Take lines of a page, where there is room for all of them."""
        new = lines - self._chosen.get(at, set())
        cost = sum(len(self._lines[at][one]) + 4 for one in new) + (100 if at not in self._chosen else 0)
        if cost > self._room:
            return False
        self._room -= cost
        self._chosen[at] = self._chosen.get(at, set()) | new
        return True


def _most_together(places: Sequence[list[_Place]]) -> list[list[_Place]]:
    """The places of each fact, those first that have most of the other facts near: a value beside its own name."""
    held = [set(one) for one in places]

    def rank(own: int, place: _Place) -> int:
        near = [(place[0], line) for line in range(place[1] - NEAR, place[1] + NEAR + 1)]
        return -sum(not one.isdisjoint(near) for other, one in enumerate(held) if other != own)

    return [sorted(one, key=partial(rank, own)) for own, one in enumerate(places)]


def _pieces(text: str) -> Sequence[str]:
    pieces: list[str] = []
    for line in filter(str.strip, text.split("\n")):
        pieces += [line] if len(line) <= PIECE else re.findall(rf".{{1,{PIECE}}}(?:\s|$)|.{{{PIECE}}}", line)
    return pieces


def _menus(lines: Sequence[str]) -> set[int]:
    """The lines of an outline that stand in menus."""
    found, depth = set[int](), -1
    for number, line in enumerate(lines):
        words = line.lstrip()
        if depth < 0 or len(line) - len(words) <= depth:
            depth = len(line) - len(words) if _MENU.match(words) else -1
        if depth >= 0:
            found.add(number)
    return found


def _holding(lines: Sequence[str], fact: Fact) -> Iterator[int]:
    found = [number for number, line in enumerate(lines) if Text(line).has(fact)]
    # A long line may have been divided in the middle of it.
    seams = (at for at in range(len(lines) - 1) if not found and Text(f"{lines[at]} {lines[at + 1]}").has(fact))
    yield from (*found, *islice(seams, PLACES))
