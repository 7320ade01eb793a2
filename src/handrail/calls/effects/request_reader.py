"""Reads the requests that come of one act, for no longer than a page may keep everything else waiting."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from handrail.browser.types.acts import HeldRequest
from handrail.calls.written.sent_texts import SentTexts
from handrail.policy.requests.facts import RequestFacts

READING_TIME, READING_PART = 2.0, 0.1
"""Seconds that bodies may take to read, and to compare with what a model wrote, and the part of the time since the act
began that they may take beside: a page that asks its server again and again is read for as long as it stays open.
Pages send some kilobytes at a time, which take less than a millisecond."""

KEPT = 16
"""Requests whose texts are kept."""


class RequestReader:
    """Reads requests of one act."""

    def __init__(self) -> None:
        self._seconds, self._began = 0.0, time.perf_counter()
        # A request is judged as it comes, and again once the ones before it are.
        self.texts_of = lru_cache(maxsize=KEPT)(SentTexts)

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return self._seconds >= READING_TIME + READING_PART * (time.perf_counter() - self._began)

    @contextmanager
    def count(self) -> Iterator[None]:
        """Count the time of what is done within, which compares texts with what was read."""
        started = time.perf_counter()
        try:
            yield
        finally:
            self._seconds += time.perf_counter() - started

    def read(self, request: HeldRequest) -> RequestFacts:
        """Return what is known of a request. Once the time is over, a body is not read, and counts as such."""
        with self.count():
            try:
                return RequestFacts.of(request, reads_body=not self.is_over)
            except RecursionError:
                # A page made it so deep that nobody reads it.
                return RequestFacts.of(request, reads_body=False)
