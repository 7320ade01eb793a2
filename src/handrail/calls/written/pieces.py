"""Texts of a model that pages may send in pieces, as an editor does that sends each letter by itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from itertools import zip_longest

from handrail.calls.written.page_requests import key_of
from handrail.calls.written.sent_texts import SentTexts, plain
from handrail.calls.written.standing_texts import MOST_LETTERS, PARTS, without_times
from handrail.policy.requests.facts import RequestFacts

LETTER = 3
"""As how many digits a letter counts that stands in a text: pages count and measure with digits, too."""
MOST_RUNS = 1_000
"""Runs of letters and digits that are compared; more of them count as a text."""
MOST_DIGITS = 15
_RUN, _WORD = re.compile(r"[^\W\d_]+|\d+"), re.compile(r"[^\W\d_]{4,}")

RequestKey = tuple[object, ...]


class SentPieces:
    """What requests of one key have said, since a text was written, that may be pieces of it."""

    def __init__(self) -> None:
        self._last: dict[RequestKey, tuple[str, ...]] = {}
        """The values of the last request of each key: what a page repeats is no further piece."""
        self._said = Counter[tuple[RequestKey, str]]()

    def note(self, facts: RequestFacts, sent: SentTexts, texts: Iterable[str]) -> None:
        """Note a request that is sent, and that a model has written these texts by then."""
        key, runs = key_of(facts), self._new_runs(facts, sent)
        self._said.update({(key, text): _pieces_of(text, runs) for text in texts})
        self._last[key] = sent.values

    def may_complete(self, facts: RequestFacts, sent: SentTexts, texts: Iterable[str]) -> frozenset[str]:
        """Return those of the texts of which a request, after those of its key, may say more than by chance."""
        key, runs = key_of(facts), self._new_runs(facts, sent)

        def may_be_said(text: str) -> bool:
            most = min(MOST_LETTERS, len(plain(text)) * LETTER // PARTS)
            return self._said[key, text] + _pieces_of(text, runs) > most

        return frozenset(filter(may_be_said, texts))

    def _new_runs(self, facts: RequestFacts, sent: SentTexts) -> list[str]:
        """Return the runs of letters, and of digits, in the values that the last request of the key did not have in
        their place; none of the first request of a key, which is judged by itself."""
        last = self._last.get(key_of(facts))
        if last is None:
            return []
        pairs = zip_longest(sent.values, last, fillvalue="")
        new = (value for value, before in pairs if value != before and not _is_next(value, before))
        return _RUN.findall(without_times(" ".join(new)))


def _is_next(value: str, before: str) -> bool:
    """Return whether a value counts on from the one before, which says nothing."""
    numbers = value.isdecimal() and before.isdecimal() and len(value) <= MOST_DIGITS
    return numbers and int(value) == int(before[:MOST_DIGITS]) + 1


def _pieces_of(text: str, runs: Collection[str]) -> int:
    """Return how much of a text runs may say: letters that stand nowhere in it say nothing, and its words are found in
    each request by themselves."""
    if len(runs) > MOST_RUNS:
        return len(runs)
    letters, words = plain(text), set(_WORD.findall(text.casefold()))
    parts = (run.casefold() for run in runs)
    return sum(len(part) * _weight(part, letters) for part in parts if part not in words)


def _weight(part: str, letters: str) -> int:
    if not part.isalpha():
        return 1
    return LETTER if part in letters else 0
