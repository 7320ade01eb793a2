"""Whether something is on the page: yes, no with what was searched, or a refusal where "no" would say too much."""

from __future__ import annotations

import pytest

from handrail.models.offline.answers import answer
from handrail.models.offline.find import NotFound
from handrail.models.offline.language import read_clause
from handrail.models.offline.program import PageView
from tests.models.offline.fakes import outline

PAGE = """
    heading "Hats" level=2
    button "Delete"
    button "Try on"
    contentinfo "Footer"
     link "Imprint" -> /imprint
     link "Order now" -> /order
"""


def said(question: str) -> str:
    page, texts, faults = PageView(outline(PAGE)), [], []
    for clause in read_clause(question):
        assert clause.rule == "exists"
        try:
            texts.append(answer(clause, page).text)
        except NotFound as missing:
            faults.append(str(missing))
    if not texts:
        raise NotFound(faults[0])
    assert len(set(texts)) == 1, texts
    return texts[0]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "is there a button Checkout?",
            "No: nothing is called “button Checkout”; of 2 buttons on this page none is it.",
        ),
        ('is there a button "Checkout"?', "No: "),
        ("is there a Checkout button on this page?", "No: nothing is called “Checkout button”; of 2 buttons "),
        ("is there a heading Press?", "of 1 heading on this page none is it"),
        ("is there a button Sign in?", "No: "),
        ("is there a text field Name?", "there is no text field on this page"),
        ("is there a link Press in Footer?", "of 2 links in “Footer” none is it"),
        ("is there a button Delete in Hats?", "Yes: button “Delete”."),
        ("is there a link Imprint?", "Yes: link “Imprint”."),
    ],
)
def test_a_kind_and_a_name_are_on_the_page_or_not(question: str, expected: str) -> None:
    assert expected in said(question)


def test_no_is_not_said_where_something_holds_the_words_or_nothing_of_the_kind_can_be_counted() -> None:
    with pytest.raises(NotFound, match="These hold the words: link “Order now”"):
        said("is there a button Order?")
    with pytest.raises(NotFound, match="does the page say"):
        said("is there a sale?")
