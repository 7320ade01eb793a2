"""What an answer names, and where it stands."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.agent.verification.answer_facts import AnswerFacts, EvidencePage
from handrail.trust import External


def page(text: str) -> EvidencePage:
    return EvidencePage("https://shop.example/", "Shop", External(text, "https://shop.example", "page-snapshot"), True)


def unseen(answer: str, read: str, *, task: str = "How many are there?", value: Any = None) -> list[str]:
    return [fact.text for fact in AnswerFacts(task, None, answer, value, [page(read)]).missing_facts()]


@pytest.mark.parametrize(
    ("answer", "read"),
    [
        ("1,299.50", ": €1.299,50"),
        ("1299.5", ": 1 299,50 kr"),
        ("It is 1 200 euros", ": EUR 1200"),
        ("“Ann’s kettle”", ": Ann's  Kettle"),
        ("+1 555-0142", ": Call 1 555 0142 or (1) 555-0142"),
        ("2026-05-12", ": 12.05.2026"),
        ("`covariance()`", "term: statistics.covariance(x, y, /)"),
        ("From 9:00 am on", "link 9a"),
    ],
)
def test_a_fact_stands_however_it_is_written(answer: str, read: str) -> None:
    assert unseen(answer, read) == []


@pytest.mark.parametrize(
    ("answer", "read"),
    [
        ("19.99", ": 19.90"),
        ("555-0199", ": 555-0142 and 0199"),
        ('"Red kettle"', ": Red pan, blue kettle"),
        ("42", "link More -> /items/42"),
    ],
)
def test_a_fact_that_nothing_says_is_unseen(answer: str, read: str) -> None:
    assert len(unseen(answer, read)) == 1


@pytest.mark.parametrize(
    ("value", "missing"),
    [
        ({"price": 42.5, "name": "Blue kettle"}, []),
        ({"price": "$42.50"}, []),
        ({"items": [], "found": False, "kind": "cheap"}, []),
        ({"price": 24.5}, ["24.5"]),
        ([{"name": "Jane Roe"}], ["Jane Roe"]),
    ],
)
def test_data_is_held_against_what_was_read(value: Any, missing: list[str]) -> None:
    assert unseen("", ": Blue kettle $42.50", value=value) == missing


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ({"time": "14:30"}, ": Starts at 14:30"),
        ({"date": "2024-03-05"}, ": Issued 5 March 2024"),
        ({"score": "3-1"}, ": Final score 3-1"),
        ({"phone": "+1 555 123 4567"}, ": Call +1 555 123 4567"),
        ({"phone": "+15551234567"}, ": Call (555) 123-4567"),
        ({"name": "Ada Lovelace"}, 'cell "Ada"\ncell "Lovelace"'),
        ({"address": "12 High Street, London"}, ": 12 High Street\n: London"),
        ({"url": "https://shop.example/"}, "heading Lamp"),
        ({"url": "https://shop.example/items/42"}, "link Lamp [e3] -> /items/42"),
        ({"url": "https://shop.example/a/long/one"}, "link Lamp [e3] -> /a/…/one"),
    ],
)
def test_data_that_is_written_another_way_than_on_the_page_is_not_made_up(value: Any, read: str) -> None:
    assert AnswerFacts("Tell me", None, "", value, [page(read)]).made_up_facts() == []


@pytest.mark.parametrize(
    "value",
    [
        {"time": "9:45"},
        {"date": "2023-04-06"},
        {"phone": "+1 555 999 9999"},
        {"name": "Jane Roe"},
        {"name": "Ada Roe"},
        {"price": "$24.50"},
        {"url": "https://other.example/2"},
    ],
)
def test_data_that_stands_nowhere_in_any_writing_is_made_up(value: Any) -> None:
    read = ": Ada Lovelace, 5 March 2024 at 14:30\n: $245, call (555) 123-4567"
    assert AnswerFacts("Tell me", None, "", value, [page(read)]).made_up_facts()
