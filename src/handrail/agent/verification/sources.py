"""The pages that an answer cites: those on which its facts stand. No model is asked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from handrail.agent.verification.answer_facts import EvidencePage
from handrail.agent.verification.evidence_log import EvidenceLog
from handrail.events.parts import Source
from handrail.texts.facts import Fact, Text, facts, names, phrase
from handrail.trust import External, plain

MOST = 10
PHRASE = 4
"""Words of an answer without names and numbers that must stand together on a page."""


def sources(answer: External | str, evidence: EvidenceLog) -> list[Source]:
    """Return the pages on which the facts of an answer stand, in the order in which they were first read; at most
    `MOST`."""
    by_url: dict[str, list[EvidencePage]] = {}
    for page in evidence.pages:
        if page.url.startswith("http"):
            by_url.setdefault(page.url, []).append(page)
    read = {url: Text("\n".join(f"{p.title}\n{p.text.raw}" for p in pages), url) for url, pages in by_url.items()}
    hits: Counter[str] = Counter()
    for group in _by_weight(plain(answer)):
        for fact in group:
            on = [url for url, words in read.items() if words.has(fact) and not by_url[url][-1].repeats(fact)]
            # What stands on every page (a site's name, a year in its foot) says nothing of any.
            hits.update(on if len(on) < max(3, len(read)) else ())
        if hits:
            break
    best = {url for url, _ in hits.most_common(MOST)}
    titled = {url: next((page for page in pages if page.title), pages[0]) for url, pages in by_url.items()}
    return [Source(url, External(p.title, p.text.origin, "page-info")) for url, p in titled.items() if url in best]


def _by_weight(text: str) -> Iterator[list[Fact]]:
    """Yield the facts that tell most first; less telling ones are asked only where those stand nowhere."""
    named, called = facts(text), names(text)
    yield [fact for fact in named if fact.telling] + [name for name in called if " " in name.text]
    yield [fact for fact in named if not fact.telling] + called
    words = re.findall(r"[\w'’-]+", text)
    yield [phrase(" ".join(words[at : at + PHRASE])) for at in range(len(words) - PHRASE + 1)]
