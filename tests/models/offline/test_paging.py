"""A list or table whose entries go on on further pages: what says so, and what is answered then."""

from __future__ import annotations

import pytest

from handrail.models.protocol import Call
from tests.models.offline.talk import Talk

TABLE = """heading "Orders" level=1
table "Orders"
 row
  columnheader "Customer"
  columnheader "Total"
 row
  cell "Ada"
  cell "20"
 row
  cell "Bob"
  cell "10"
"""
GOES_ON = [
    'link "Next" -> /?page=2',
    'link "Next" -> /orders/p2',
    'link "Next »" -> /page/2',
    'button "Go to next page"',
    'button "Load more"',
    'link "More" -> /?p=2',
]
ENDS = [
    "",
    'button "Next" disabled',
    'link "About" -> /about',
    'button ">"',
    'table "Others"',
    'heading "News" level=1\nlink "Next" -> /?page=2',
    ": Page 1 of 12",
]


def asked(question: str, behind: str) -> Call:
    return Talk(question).turn(TABLE + behind)


@pytest.mark.parametrize("behind", GOES_ON)
def test_of_a_table_that_goes_on_the_first_page_is_listed_and_that_there_are_more(behind: str) -> None:
    for question in ("list Customer", "list all customers"):
        call = asked(question, behind)
        assert call.params["data"] == {"items": ["Ada", "Bob"]}
        assert call.params["result"].startswith("Customer, 2 entries on this page:")
        assert call.params["missing"].startswith("There may be more, on further pages: “")
    assert asked("read the table Orders", behind).params["missing"].startswith("There may be more, on further pages: “")
    call = asked("how many orders are there?", behind)
    assert (call.name, "The page shows 2 orders. There may be more" in call.params["reason"]) == ("abort", True)


@pytest.mark.parametrize("behind", ENDS)
def test_a_table_that_is_all_there_is_answered_whole(behind: str) -> None:
    for question in ("list Customer", "read the table Orders", "how many orders are there?"):
        call = asked(question, behind)
        assert (call.name, "missing" in call.params) == ("done", False), question
    assert asked("list Customer", behind).params["result"].startswith("Customer, 2 entries:")


def test_that_there_are_more_is_also_told_of_an_answer_before_another() -> None:
    talk = Talk("list Customer, then how many links are there?")
    page = TABLE + GOES_ON[0]
    assert "There may be more, on further pages" in talk.turn(page).params["text"]
    assert "There may be more, on further pages" in talk.turn(page).params["result"]
