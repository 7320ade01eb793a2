"""What an answer names, and whether that stands in what a run read. No model is asked."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any

from handrail.texts.fact_lines import Reading
from handrail.texts.facts import Fact, Text, amounts, data_facts, digits_of, facts
from handrail.texts.task_words import mentions
from handrail.trust import plain

EXTRA_WORDS = 12
"""Words beside its facts that an answer may have and still be nothing but those facts."""


@dataclass(frozen=True)
class EvidencePage(Reading):
    """A reading of a run. ``beside_call``: its lines that stand in what came of the call which brought it."""

    beside_call: Sequence[str] = ()

    @cached_property
    def counts(self) -> frozenset[int]:
        """How often things of one kind, or of one name, stand in an outline, in all and at one depth."""
        lines = [line for line in self.text.raw.split("\n") if line.strip() and self.outline]
        roles = [line.split()[0].split(":")[0] for line in lines]
        at_depth = [(len(line) - len(line.lstrip()), role) for line, role in zip(lines, roles, strict=True)]
        return frozenset(count for kinds in (roles, at_depth, lines) for count in Counter(kinds).values())


@dataclass(frozen=True, slots=True)
class AnswerFacts:
    """The answer of a run in words and as data, with all that was read, and the user's own words and values."""

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
        return [fact for fact in named if fact.text.strip("0") and (counted or fact.telling or len(fact.text) > 1)]

    def missing_facts(self) -> list[Fact]:
        """Return the facts that stand in nothing that was read, are not the user's words and count nothing on pages."""
        given = Text(f"{self.task} {json.dumps(plain(self.data), ensure_ascii=False, default=str)}")
        texts: list[Text | EvidencePage] = [given, *self.pages]
        counts = {str(count) for page in self.pages for count in page.counts}
        found = (fact for fact in self.facts if self.pages and counts.isdisjoint(fact.readings))
        return [fact for fact in found if not any(text.has(fact) for text in texts)]

    def unexplained_facts(self) -> list[Fact]:
        """Return the missing facts but for amounts that follow from those that were read."""
        read = set[Decimal]().union(*(amounts(page.text_with_cells) for page in self.pages))
        digits = {one for page in self.pages for one in map(digits_of, page.words.numbers)}
        return [fact for fact in self.missing_facts() if not fact.follows_from(read, digits)]

    def unseen_amounts(self) -> list[Fact]:
        """Return the amounts among the unexplained facts, unless the task asks to work something out."""
        unseen = [] if mentions("computes", self.task) else self.unexplained_facts()
        return [fact for fact in unseen if fact.is_number and amounts(fact.text)]

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
