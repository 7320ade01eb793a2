"""The pages on which the facts of a run's answer stand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from http import HTTPStatus
from itertools import chain
from urllib.parse import unquote, urlsplit

from handrail.events.parts import Source
from handrail.texts.fact_lines import Reading
from handrail.texts.facts import Fact, Text, code_words, facts, names, phrase
from handrail.texts.shortening import words_of
from handrail.trust import External, plain

MOST = 10
PHRASE = 4
"""Words of an answer without names and numbers that must stand together on a page."""


def sources(answer: External | str, pages: Sequence[Reading]) -> list[Source]:
    """Return the pages on which the facts of an answer stand, in the order in which they were first read; at most
    `MOST`. A page about something that the answer names, by its address, stands for others that only list it. What a
    site shows in place of a page that it does not have is none."""
    by_url: dict[str, list[Reading]] = {}
    errors = {page.url for page in pages if page.status >= HTTPStatus.BAD_REQUEST}
    for page in pages:
        if page.url.startswith("http") and page.url not in errors:
            by_url.setdefault(page.url, []).append(page)
    read = {url: Text("\n".join(f"{p.title}\n{p.text.raw}" for p in shown), url) for url, shown in by_url.items()}
    hits: Counter[str] = Counter()
    for group in _by_weight(plain(answer)):
        on = [
            [url for url, text in read.items() if text.has(fact) and not by_url[url][-1].repeats(fact)]
            for fact in group
        ]
        # What stands on every page (a site's name, a year in its foot) says nothing of any.
        apart = [urls for urls in on if len(urls) < len(read)]
        hits.update(chain(*apart or [urls for urls in on if len(urls) < 3]))
        if hits:
            break
    best = (
        [url for url, _ in hits.most_common(MOST)]
        if hits or errors or len(read) > 1 or any(p.echoes for p in pages)
        else list(read)
    )
    told = [fact for group in (*_by_weight(plain(answer)),)[:2] for fact in group]
    held = {url: {fact for fact in told if words.has(fact)} for url, words in read.items()}
    if about := [url for url in _pages_about(plain(answer), read) if _says_more(by_url[url], held[url])]:
        covered = {fact for url in about for fact in held[url]}
        rest = (url for url in best if not held[url] <= covered)
        best = [*about, *rest][:MOST]
    titled = {url: next((page for page in shown if page.title), shown[0]) for url, shown in by_url.items()}
    return [Source(url, External(p.title, p.text.origin, "page-info")) for url, p in titled.items() if url in best]


def _pages_about(answer: str, urls: Iterable[str]) -> list[str]:
    """Return the addresses whose last part says nothing but words of the answer: ``/products/reading-lamp``."""
    said = words_of(answer)
    return [url for url in urls if (words := _end_of(url)) and words <= said]


def _says_more(page: Sequence[Reading], held: Iterable[Fact]) -> bool:
    """Return whether a page itself says something of the answer that the end of its address does not."""
    text, end = Text("\n".join(f"{one.title}\n{one.text.raw}" for one in page)), _end_of(page[0].url)
    return any(words_of(fact.text) - end and text.has(fact) for fact in held)


def _end_of(url: str) -> set[str]:
    return words_of(unquote(urlsplit(url).path).rstrip("/").rpartition("/")[2].partition(".")[0])


def _by_weight(text: str) -> Iterator[list[Fact]]:
    """Yield the facts that tell most first; less telling ones are asked only where those stand nowhere."""
    named, called = facts(text), names(text)
    one_thing = [one for one in called + code_words(text) if re.search("[ _]", one.text)]
    yield [fact for fact in named if fact.telling] + one_thing
    yield [fact for fact in named if not fact.telling] + called
    words = re.findall(r"[\w'’-]+", text)
    yield [phrase(" ".join(words[at : at + PHRASE])) for at in range(len(words) - PHRASE + 1)]
