"""The pages on which the facts of a run's answer stand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from http import HTTPStatus

from handrail.events.parts import Source
from handrail.texts.fact_lines import Reading
from handrail.texts.facts import Fact, Text, facts, names, phrase
from handrail.trust import External, plain

MOST = 10
PHRASE = 4
"""Words of an answer without names and numbers that must stand together on a page."""


def sources(answer: External | str, pages: Sequence[Reading]) -> list[Source]:
    """Return the pages on which the facts of an answer stand, in the order in which they were first read; at most
    `MOST`. What a site shows in place of a page that it does not have is none."""
    by_url: dict[str, list[Reading]] = {}
    errors = {page.url for page in pages if page.status >= HTTPStatus.BAD_REQUEST}
    for page in pages:
        if page.url.startswith("http") and page.url not in errors:
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
    is_sole = len(read) == 1 and not any(page.echoes for page in pages)
    best = {url for url, _ in hits.most_common(MOST)} if hits or not is_sole else set(read)
    titled = {url: next((page for page in shown if page.title), shown[0]) for url, shown in by_url.items()}
    return [Source(url, External(p.title, p.text.origin, "page-info")) for url, p in titled.items() if url in best]


def _by_weight(text: str) -> Iterator[list[Fact]]:
    """Yield the facts that tell most first; less telling ones are asked only where those stand nowhere."""
    named, called = facts(text), names(text)
    yield [fact for fact in named if fact.telling] + [name for name in called if " " in name.text]
    yield [fact for fact in named if not fact.telling] + called
    words = re.findall(r"[\w'’-]+", text)
    yield [phrase(" ".join(words[at : at + PHRASE])) for at in range(len(words) - PHRASE + 1)]
