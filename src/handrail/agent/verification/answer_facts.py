"""Compares an answer with what was read: which of its facts stand nowhere."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from handrail.agent.verification.facts import (
    EvidencePage,
    Fact,
    Text,
    data_facts,
    facts,
    facts_not_in,
    leaves,
    most_alike,
    names,
)
from handrail.agent.verification.words import mentions
from handrail.trust import plain

SHORT = 4
"""Letters of a word with a capital that may be any (They, This)."""
EXTRA_WORDS = 12
"""Words beside its facts that an answer may have and still be nothing but those facts."""


@dataclass(frozen=True, slots=True)
class AnswerFacts:
    """The answer of a run, with what it can be compared with.

    Args:
        task, data: the user's words and values: what they said needs no page.
        text, value: the answer in words and as data.
        pages: all that was read.
    """

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

    @property
    def all(self) -> list[Fact]:
        """What it names in any way, also in passing: for whoever judges it."""
        words = "\n".join(leaf for leaf in leaves(self.value) if isinstance(leaf, str))
        both = f"{self.text}\n{words}"
        called = [name for name in names(both) if len(name.text) > SHORT]
        return list(dict.fromkeys([*facts(self.text), *data_facts(self.value), *called, *self.facts]))

    def missing(self) -> list[Fact]:
        """Return the facts that stand in nothing that was read."""
        given = f"{self.task} {json.dumps(plain(self.data), ensure_ascii=False, default=str)}"
        return facts_not_in(self.facts, self.pages, given) if self.pages else []

    def made_up(self) -> list[Fact]:
        """What it names, where it names little else and none of that stands anywhere. What may have been worked out, or
        counted among what pages show, is not."""
        named, missing = self.facts, self.missing()
        beside = self.text
        for fact in named:
            beside = beside.replace(fact.text, " ")
        only_facts = self.value is not None or len(re.findall(r"\w+", beside)) <= EXTRA_WORDS
        if not missing or len(missing) < len(named) or not only_facts or mentions("computes", self.task):
            return []
        read = [Text.of(page) for page in self.pages]
        if any(text.has_parts(fact) for fact in missing for text in read):
            return []
        if not all(fact.text.isdecimal() and len(fact.text) < 10 for fact in missing):
            return missing
        limit = most_alike(self.pages) if mentions("picks", self.task) else 0
        counted = any(page.cut for page in self.pages) or max(int(fact.text) for fact in missing) <= limit
        return [] if counted else missing
