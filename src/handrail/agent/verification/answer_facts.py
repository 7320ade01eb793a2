"""What an answer names, whether that stands in what a run read, and on which pages. No model is asked."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any
from urllib.parse import unquote, urlsplit

from handrail.agent.verification.words import mentions
from handrail.events.parts import Source
from handrail.texts.fact_lines import Reading
from handrail.texts.facts import Fact, Text, amounts, data_facts, facts, names, phrase
from handrail.texts.shortening import words_of
from handrail.trust import External, plain

EXTRA_WORDS = 12
"""Words beside its facts that an answer may have and still be nothing but those facts."""
MOST = 10
MOST_TIMES = 100
PHRASE = 4
"""Words of an answer without names and numbers that must stand together on a page."""


@dataclass(frozen=True)
class EvidencePage(Reading):
    """A reading of a run. ``echoes``: what the address said that a model composed: that the page repeats it is no
    evidence. ``beside_call``: its lines that stand in what came of the call which brought it."""

    echoes: tuple[str, ...] = ()
    beside_call: Sequence[str] = ()

    def has(self, fact: Fact) -> bool:
        return super().has(fact) and not self.repeats(fact)

    def has_parts(self, fact: Fact) -> bool:
        return self.words.has_parts(fact) and not self.repeats(fact)

    def repeats(self, fact: Fact) -> bool:
        """Return whether a fact says no more than the model told the page."""
        return any(Text(echo).has(fact) for echo in self.echoes)

    @cached_property
    def counts(self) -> frozenset[int]:
        """How often things of one kind, or of one name, stand in an outline, in all and at one depth."""
        lines = [line for line in self.text.raw.split("\n") if line.strip() and self.outline]
        roles = [line.split()[0].split(":")[0] for line in lines]
        at_depth = [(len(line) - len(line.lstrip()), role) for line, role in zip(lines, roles, strict=True)]
        return frozenset(count for kinds in (roles, at_depth, lines) for count in Counter(kinds).values())


@dataclass(frozen=True, slots=True)
class AnswerFacts:
    """The answer of a run in words and as data, with all that was read, and the user's words and values, which need no
    page."""

    task: str
    data: Any
    text: str
    value: Any
    pages: Sequence[EvidencePage]

    @property
    def facts(self) -> list[Fact]:
        """What it names: its data, where there is some, else its words. Nought stands where nothing does, and a single
        digit is a way of speaking, unless the user wants a number."""
        named = data_facts(self.value) if self.value is not None else facts(self.text)
        counted = self.value is not None or mentions("counts", self.task)
        return [fact for fact in named if fact.text != "0" and (counted or fact.telling or len(fact.text) > 1)]

    def missing_facts(self) -> list[Fact]:
        """Return the facts that stand in nothing that was read, are not the user's own words and count nothing that
        pages show."""
        given = Text(f"{self.task} {json.dumps(plain(self.data), ensure_ascii=False, default=str)}")
        texts: list[Text | EvidencePage] = [given, *self.pages]
        counts = {str(count) for page in self.pages for count in page.counts}
        found = (fact for fact in self.facts if self.pages and counts.isdisjoint(fact.readings))
        return [fact for fact in found if not any(text.has(fact) for text in texts)]

    def unseen_amounts(self) -> list[Fact]:
        """Return the amounts that it names, stand nowhere, and are no sum, difference or multiple of amounts that were
        read, nor the same in another unit."""
        missing = [fact for fact in self.missing_facts() if fact.is_number and amounts(fact.text)]
        if not missing or mentions("computes", self.task):
            return []
        read = set[Decimal]().union(*(amounts(page.text.raw) for page in self.pages))
        digits = {re.sub(r"^0+|\.|0+$", "", one) for page in self.pages for one in page.words.numbers}
        return [
            fact
            for fact in missing
            if digits.isdisjoint(re.sub(r"^0+|\.|0+$", "", one) for one in fact.readings)
            and not any(_follows(amount, read) for amount in amounts(fact.text))
        ]

    def made_up_facts(self) -> list[Fact]:
        """Return what it names, where it names little else and none of that stands anywhere. What may have been worked
        out, or counted among what pages show, is not."""
        missing = self.missing_facts()
        if len(missing) < len(self.facts) or not self._is_only_facts or mentions("computes", self.task):
            return []
        if any(page.has_parts(fact) for fact in missing for page in self.pages):
            return []
        # A count of some of the things of one kind that a page showed is no more than they are.
        alike = max((count for page in self.pages for count in page.counts), default=0)
        limit = alike if mentions("picks", self.task) else 0
        may_be_counts = all(fact.text.isdecimal() and len(fact.text) < 10 for fact in missing)
        return [] if may_be_counts and all(int(fact.text) <= limit for fact in missing) else missing

    @property
    def _is_only_facts(self) -> bool:
        """Whether it says little beside what it names."""
        beside = self.text
        for fact in self.facts:
            beside = beside.replace(fact.text, " ")
        return self.value is not None or len(re.findall(r"\w+", beside)) <= EXTRA_WORDS


def _follows(amount: Decimal, read: AbstractSet[Decimal]) -> bool:
    """Return whether an amount is the sum or difference of two others, or a multiple of one."""
    multiples = (amount % one == 0 and amount / one <= MOST_TIMES for one in read if 0 < one < amount)
    return any(amount - one in read or amount + one in read for one in read) or any(multiples)


def sources(answer: External | str, pages: Sequence[EvidencePage]) -> list[Source]:
    """Return the pages on which the facts of an answer stand, in the order in which they were first read; at most
    `MOST`. A page about something that the answer names, by its address, stands for others that only list it."""
    by_url: dict[str, list[EvidencePage]] = {}
    for page in pages:
        if page.url.startswith("http"):
            by_url.setdefault(page.url, []).append(page)
    read = {url: Text("\n".join(f"{p.title}\n{p.text.raw}" for p in shown), url) for url, shown in by_url.items()}
    hits: Counter[str] = Counter()
    for group in _by_weight(plain(answer)):
        for fact in group:
            on = [url for url, words in read.items() if words.has(fact) and not by_url[url][-1].repeats(fact)]
            # What stands on every page (a site's name, a year in its foot) says nothing of any.
            hits.update(on if len(on) < max(3, len(read)) else ())
        if hits:
            break
    best = (
        {url for url, _ in hits.most_common(MOST)}
        if hits or len(read) > 1 or any(p.echoes for p in pages)
        else set(read)
    )
    if about := _pages_about(plain(answer), read):
        told = [fact for group in (*_by_weight(plain(answer)),)[:2] for fact in group]
        held = {url: {fact for fact in told if words.has(fact)} for url, words in read.items()}
        covered = {fact for url in about for fact in held[url]}
        rest = {url for url in best if not held[url] <= covered}
        best = set([*(url for url in about if held[url]), *rest][:MOST])
    titled = {url: next((page for page in shown if page.title), shown[0]) for url, shown in by_url.items()}
    return [Source(url, External(p.title, p.text.origin, "page-info")) for url, p in titled.items() if url in best]


def _pages_about(answer: str, urls: Iterable[str]) -> list[str]:
    """Return the addresses whose last part says nothing but words of the answer: ``/products/reading-lamp``."""
    said = words_of(answer)
    ends = {url: words_of(unquote(urlsplit(url).path).rstrip("/").rpartition("/")[2].partition(".")[0]) for url in urls}
    return [url for url, words in ends.items() if words and words <= said]


def _by_weight(text: str) -> Iterator[list[Fact]]:
    """Yield the facts that tell most first; less telling ones are asked only where those stand nowhere."""
    named, called = facts(text), names(text)
    yield [fact for fact in named if fact.telling] + [name for name in called if " " in name.text]
    yield [fact for fact in named if not fact.telling] + called
    words = re.findall(r"[\w'’-]+", text)
    yield [phrase(" ".join(words[at : at + PHRASE])) for at in range(len(words) - PHRASE + 1)]
