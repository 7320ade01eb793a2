"""Finds the lines in which facts stand, in everything that was read, with where each was read."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice, zip_longest
from typing import Any

from handrail.browser.outline.shown_words import depth, lines_inside, menu_lines
from handrail.texts.facts import Fact, Text, cells_apart, phrase
from handrail.texts.shortening import pieces, words_of
from handrail.trust import External

PLACES = 4
"""Lines of one fact: which of two things a price belongs to shows only where both are seen."""
BEFORE, AFTER = 2, 1
"""Lines around one that holds a fact: the name of a thing stands above its price."""
MOST_ABOVE = 60
"""Lines above one in which the heading or term is looked for that it belongs to."""
MOST_BELOW = 6
"""Lines of what stands below a line that holds a fact: the definition of a term, the text under a heading."""
NEAR = 8
"""Lines on each side in which two facts count as told of the same thing."""
FEWEST_PAGES = 3
"""From so many pages on, what stands on all of them (a site's name, a version) says nothing of any."""
PIECE = 300
"""Characters of a line; a longer one is taken in pieces."""
ALIKE_SHARE = 0.3
"""The part of the room for lines that only share words with the answer, where others hold its facts."""
_HEADS = ("heading ", "term:")
_Place = tuple[int, int]
"""A page and a line of it."""


@dataclass(frozen=True)
class Reading:
    """Text that was read, where and at which step. ``outline``: of a page as a whole, not a tool's answer. ``echoes``:
    what the address said that a model composed: that the page repeats it is no evidence. ``status``: that of HTTP,
    0 where it is not known. ``is_csv``: of a table in a file."""

    url: str
    title: str
    text: External
    outline: bool
    step: int = 0
    echoes: tuple[str, ...] = ()
    status: int = 0
    is_csv: bool = False

    @cached_property
    def words(self) -> Text:
        return Text(f"{self.title}\n{self.text_with_cells}", self.url)

    @property
    def text_with_cells(self) -> str:
        """Its text, of a table with each cell by itself, too."""
        return cells_apart(self.text.raw) if self.is_csv else self.text.raw

    def has(self, fact: Fact) -> bool:
        return self.words.has(fact) and not self.repeats(fact)

    def has_parts(self, fact: Fact) -> bool:
        return self.words.has_parts(fact) and not self.repeats(fact)

    def repeats(self, fact: Fact) -> bool:
        """Return whether a fact says no more than the model told the page."""
        return any(Text(echo).has(fact) for echo in self.echoes)


class FactLines:
    """Lines of ``pages``, chosen until the room is used; the newest reading of a page comes first.

    Args:
        pages: the oldest first.
        room: characters.
        shown: addresses and texts that whoever reads the lines is shown elsewhere.
        now: the address of the page that is shown by itself.
    """

    def __init__(
        self, pages: Sequence[Reading], room: int, shown: Sequence[tuple[str, str]] = (), now: str = ""
    ) -> None:
        self._pages = pages
        self._lines = [pieces(page.text.raw, PIECE) for page in pages]
        self._menus = [menu_lines(lines) for lines in self._lines]
        self._now = now
        self._shown = [Text(text) for _, text in shown]
        """What is shown elsewhere: here are the other lines."""
        self._known = frozenset((url, line.strip()) for url, text in shown for line in pieces(text, PIECE))
        self._newest = list(self._newest_readings())
        self._room = room
        self._chosen: dict[int, set[int]] = {}
        self._holding: set[int] = set()
        """Pages of which lines were chosen for a fact."""

    def add_facts(self, facts: Sequence[Fact]) -> None:
        """Choose the lines in which each fact stands."""
        places = self._places(facts)
        # What stands nowhere may be a little wrong.
        elsewhere = {fact for fact in facts if any(text.has(fact) for text in self._shown)}
        nowhere = [fact for fact in facts if not places[fact] and fact not in elsewhere]
        words = {fact: [phrase(word) for word in fact.text.split()[:4] if len(word) > 2] for fact in nowhere}
        in_part = self._places([word for fact in nowhere for word in words[fact]])
        held: dict[_Place, set[Hashable]] = defaultdict(set)
        for fact in facts:
            for place in places[fact] or [place for word in words.get(fact, ()) for place in in_part[word]]:
                held[place].add(fact)
        told = self._telling(facts)
        chosen = self._without_chance(held, told)
        self._choose_all(chosen, Counter())
        # What is so short that it stands in many places asks for no whole page, where something else is shown.
        rest = set[Fact]() if told & elsewhere else set(facts) - elsewhere
        telling = {fact for fact in told if places[fact]} or rest
        self._holding |= {at for (at, _), of in chosen.items() if not telling.isdisjoint(of)}.intersection(self._chosen)
        for at, number in [place for place, of in chosen.items() if not telling.isdisjoint(of)]:
            if number in self._chosen.get(at, ()):
                self._take(at, set(self._below(at, number)))

    def _telling(self, facts: Sequence[Fact]) -> set[Fact]:
        """Return those that tell something: no short number, no single name, and nothing that all pages have."""
        pages = {page.url for page in self._pages}
        on = {fact: {page.url for page in self._pages if page.has(fact)} for fact in facts if fact.telling}
        return {fact for fact in on if len(on[fact]) < max(FEWEST_PAGES, len(pages))}

    def _without_chance(
        self, held: Mapping[_Place, AbstractSet[Hashable]], telling: AbstractSet[Hashable]
    ) -> dict[_Place, AbstractSet[Hashable]]:
        """Return the places without those that hold but what tells little, away from all else that is looked for: the
        4 of "Chapter 4". What stands nowhere else keeps its first."""
        kept = {place: of for place, of in held.items() if of & telling or len(self._near(held, place)) > 1}
        seen = set[Hashable]().union(*kept.values())
        for place, of in held.items():
            if not of <= seen:
                kept[place] = of
                seen |= of
        return kept

    def add_alike(self, words: str) -> None:
        """Choose lines that share words with a text, those first that no line has yet: an answer may have no name or
        number in it. Where facts chose lines, a part of the room is for these."""
        kept_back = self._room - int(self._room * ALIKE_SHARE) if self._holding else 0
        self._room -= kept_back
        wanted = {word for word in words_of(words) if len(word) > 2}
        lines = [line for _, line in self._known]
        lines += [self._lines[at][number] for at, chosen in self._chosen.items() for number in chosen]
        shared = {(at, n): wanted & words_of(line) for (at, n), line in self._newest if n not in self._menus[at]}
        held = {place: words for place, words in shared.items() if len(words) > 1}
        self._choose_all(held, Counter(word for line in lines for word in wanted & words_of(line)))
        self._room += kept_back

    def add_whole_pages(self) -> None:
        """Choose the rest of the pages that hold facts, but for menus and what is shown elsewhere, where that fits;
        those with most chosen lines first: "the best of all" needs them all."""
        outlines = [at for at in self._holding if self._pages[at].outline and self._pages[at].url != self._now]
        for at in sorted(outlines, key=lambda at: len(self._chosen[at]), reverse=True):
            url, lines = self._pages[at].url, enumerate(self._lines[at])
            self._take(
                at, {number for number, line in lines if (url, line.strip()) not in self._known} - self._menus[at]
            )

    def to_data(self) -> list[dict[str, Any]]:
        """Return the lines with page and step, in order; a gap between them is marked."""
        out = []
        for at, chosen in sorted(self._chosen.items()):
            page, lines, last = self._pages[at], list[str](), -1
            for number in sorted(chosen):
                lines += ["[…]"] * (number > last + 1) + [self._lines[at][number]]
                last = number
            lines += ["[…]"] * (last + 1 < len(self._lines[at]))
            where = {"step": page.step, "title": page.title, "address": page.url}
            out.append({key: value for key, value in where.items() if value != ""} | {"lines": lines})
        return out

    def to_text(self) -> str:
        """Return them as text, the lines of each page below where they stand, and further in, so that none can pose as
        that."""
        text = list[str]()
        for one in self.to_data():
            where = f"Step {one['step']}: {one.get('address', '')} {one.get('title', '')}"
            text += [" ".join(where.split()), *(f" {line}" for line in one["lines"])]
        return "\n".join(text)

    def _newest_readings(self) -> Iterator[tuple[_Place, str]]:
        """Yield every line with its place, the newest page first; once where a page was read again, and none that is
        shown elsewhere."""
        known = set(self._known)
        for at, page in reversed(list(enumerate(self._pages))):
            for number, line in enumerate(self._lines[at]):
                if (page.url, line.strip()) not in known:
                    yield (at, number), line
            known |= {(page.url, line.strip()) for line in self._lines[at]}

    def _places(self, facts: Sequence[Fact]) -> dict[Fact, list[_Place]]:
        """Return where each fact stands: of each page the first line, the newest page first, then the second of
        each. A menu counts where nothing else has it, once: all pages of a site repeat it."""
        on_page = [[fact for fact in facts if page.has(fact)] for page in self._pages]
        found: dict[Fact, dict[int, list[_Place]]] = {fact: {} for fact in facts}
        for (at, number), line in self._newest:
            text = Text(line) if on_page[at] else None
            for fact in on_page[at]:
                if text is not None and text.has(fact):
                    found[fact].setdefault(at, []).append((at, number))
        ordered = {fact: list(filter(None, chain(*zip_longest(*pages.values())))) for fact, pages in found.items()}
        return {
            fact: [(at, number) for at, number in places if number not in self._menus[at]] or places[:1]
            for fact, places in ordered.items()
        }

    def _choose_all(self, held: Mapping[_Place, AbstractSet[Hashable]], shown: Counter[Any]) -> None:
        """Choose places by what they hold: one for each thing held first, then further ones; those first that have most
        of the others near, since a value stands beside its own name, and rare ones before those that stand everywhere.
        ``shown``: how often each is seen already."""
        often = Counter(one for of in held.values() for one in of)

        def weight(place: _Place) -> tuple[float, float]:
            near, own = self._near(held, place), held[place]
            return sum(1 / often[one] for one in near), sum(1 / often[one] for one in own)

        ranked = sorted(held, key=weight, reverse=True)
        for count in range(PLACES):
            for place in list(ranked):
                if any(shown[one] <= count for one in held[place]) and self._choose(*place):
                    shown.update(held[place])
                    ranked.remove(place)

    @staticmethod
    def _near(held: Mapping[_Place, AbstractSet[Hashable]], place: _Place) -> frozenset[Hashable]:
        """Return what a place and those around it hold."""
        at, number = place
        around = ((at, line) for line in range(number - NEAR, number + NEAR + 1))
        return frozenset[Hashable]().union(*(held[one] for one in around if one in held))

    def _choose(self, at: int, number: int) -> bool:
        """Take a line with what it belongs to and those around it, else alone; return whether there was room."""
        around = range(max(0, number - BEFORE), min(len(self._lines[at]), number + AFTER + 1))
        return self._take(at, {*around, *self._heads(at, number)}) or self._take(at, {number})

    def _heads(self, at: int, number: int) -> Iterator[int]:
        """Yield the line of the heading or term that a line of an outline stands below: "Changed in version 3.10" says
        nothing without it."""
        above = range(number, max(-1, number - MOST_ABOVE), -1) if self._pages[at].outline else ()
        yield from islice((one for one in above if self._lines[at][one].lstrip().startswith(_HEADS)), 1)

    def _below(self, at: int, number: int) -> range:
        """Return the lines of an outline that stand in the next one, with that: what a term means, what a box holds."""
        lines = self._lines[at]
        is_last = number + 1 >= len(lines) or depth(lines[number + 1]) < depth(lines[number])
        if is_last or not self._pages[at].outline:
            return range(0)
        return range(number + 1, number + 2 + len(lines_inside(lines, number + 1)[:MOST_BELOW]))

    def _take(self, at: int, lines: set[int]) -> bool:
        """Take lines of a page, where there is room for all of them."""
        new = lines - self._chosen.get(at, set())
        cost = sum(len(self._lines[at][one]) + 4 for one in new) + (100 if at not in self._chosen else 0)
        if cost > self._room:
            return False
        self._room -= cost
        self._chosen[at] = self._chosen.get(at, set()) | new
        return True
