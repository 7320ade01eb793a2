"""What a page sends is read for a limited time, so that it cannot keep everything else waiting."""

from __future__ import annotations

import json

import pytest

from handrail.browser.types.acts import HeldRequest
from handrail.calls.effects import request_reader
from handrail.calls.effects.request_reader import RequestReader
from handrail.policy.requests.facts import RequestFacts

HOME = "https://shop.test"


def test_no_body_is_read_once_the_time_for_it_is_over(monkeypatch: pytest.MonkeyPatch):
    body = json.dumps({"deleted": True}).encode()
    request = HeldRequest(method="POST", url=f"{HOME}/api/items/7", origin=HOME, body=body)
    reader = RequestReader()
    assert reader.read(request).verbs == ("delete",)
    monkeypatch.setattr(request_reader, "READING_TIME", 0.0)
    monkeypatch.setattr(request_reader, "READING_PART", 0.0)
    unread = reader.read(request)
    assert (unread.verbs, unread.is_cut) == ((), True)


def test_what_a_page_sends_again_and_again_for_hours_is_read(monkeypatch: pytest.MonkeyPatch):
    now = [0.0]

    def clock() -> float:
        now[0] += 0.01
        return now[0]

    monkeypatch.setattr("handrail.calls.effects.request_reader.time.perf_counter", clock)
    reader = RequestReader()
    for _ in range(1_000):
        now[0] += 1.0
        asked = HeldRequest(method="POST", url=f"{HOME}/poll", origin=HOME, body=b"since=1")
        assert not reader.read(asked).is_cut


def test_a_reading_that_fails_costs_its_time_and_counts_as_a_body_that_nobody_read(monkeypatch: pytest.MonkeyPatch):
    facts_of = RequestFacts.of

    def fail(request: HeldRequest, *, reads_body: bool = True) -> RequestFacts:
        if reads_body:
            raise RecursionError
        return facts_of(request, reads_body=False)

    monkeypatch.setattr(RequestFacts, "of", fail)
    clock = iter(range(100))
    monkeypatch.setattr("handrail.calls.effects.request_reader.time.perf_counter", lambda: float(next(clock)))
    reader, request = RequestReader(), HeldRequest(method="POST", url=f"{HOME}/x", origin=HOME, body=b"a=1")
    assert reader.read(request).is_cut
    monkeypatch.setattr(RequestFacts, "of", facts_of)
    monkeypatch.setattr(request_reader, "READING_TIME", 0.5)
    assert reader.read(request).is_cut, "the time of the reading that failed is spent"
