"""The grammar: what people say, and the steps that it means."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from handrail.models.offline.grammar.parse import parse
from handrail.models.offline.grammar.phrases import Phrase
from handrail.models.offline.grammar.steps import Unknown


def plain(value: Any) -> Any:
    """Phrases as their words; fields that say nothing left out."""
    if isinstance(value, Phrase):
        return value.text
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    if dataclasses.is_dataclass(value):
        fields = [(field, getattr(value, field.name)) for field in dataclasses.fields(value)]
        return {
            field.name: plain(part)
            for field, part in fields
            if part is not None and part is not field.default and part != ()
        }
    return value


def steps(task: str) -> list[tuple[str, Any]]:
    return [(type(step).__name__, plain(step)) for step in parse(task)]


def kinds(task: str) -> list[str]:
    return [type(step).__name__ for step in parse(task)]


INSTRUCTIONS = [
    ("click Sign in", "ClickStep", {"target": "Sign in"}),
    ("Please hit the Login button.", "ClickStep", {"target": "the Login button"}),
    ("press Save", "ClickStep", {"target": "Save"}),
    ("double-click the Edit cell", "ClickStep", {"target": "the Edit cell", "count": 2}),
    ("right click on Downloads", "ClickStep", {"target": "Downloads", "button": "right"}),
    ("Close the box by clicking the 'x'", "ClickStep", {"target": "the 'x'"}),
    ("log out", "ClickStep", {"target": "log out", "loose": True}),
    ("go to https://example.com/a?b=1", "GotoStep", {"url": "https://example.com/a?b=1"}),
    ("visit example.org", "GotoStep", {"url": "https://example.org"}),
    ("navigate to localhost:8000/pricing", "GotoStep", {"url": "http://localhost:8000/pricing"}),
    ("open a new tab with example.org", "GotoStep", {"url": "https://example.org", "new_tab": True}),
    ("go to the Pricing page", "ClickStep", {"target": "the Pricing page", "follow": True}),
    ("type 'bob' into Username", "FillStep", {"value": "bob", "target": "Username"}),
    ("put 5 in the quantity box", "FillStep", {"value": "5", "target": "the quantity box"}),
    ("fill in the email field with joe@example.com", "FillStep", {"value": "joe@example.com", "target": "email field"}),
    ("set the quantity to 3", "FillStep", {"value": "3", "target": "quantity"}),
    ("Enter 03/04/2015 as the date", "FillStep", {"value": "03/04/2015", "target": "the date"}),
    ('Enter the password "x y" into both text fields', "FillStep", {"value": "x y", "target": "both text fields"}),
    ("In the search box type fish and chips", "FillStep", {"value": "fish and chips", "target": "the search box"}),
    ("type Hello, world! into Note", "FillStep", {"value": "Hello, world!", "target": "Note"}),
    ("clear the Name field", "FillStep", {"value": "", "target": "the Name field"}),
    ("select Blue from Colour", "SelectStep", {"options": ["Blue"], "target": "Colour", "whole": "Blue"}),
    ("pick Large for size", "SelectStep", {"options": ["Large"], "target": "size", "whole": "Large"}),
    (
        "In the Colour list, choose Blue",
        "SelectStep",
        {"options": ["Blue"], "target": "the Colour list", "whole": "Blue"},
    ),
    (
        "from the Colour list pick Blue",
        "SelectStep",
        {"options": ["Blue"], "target": "the Colour list", "whole": "Blue"},
    ),
    ("tick Red and Green", "Check", {"items": ["Red", "Green"], "whole": "Red and Green", "on": True}),
    ("uncheck Newsletter", "Check", {"items": ["Newsletter"], "whole": "Newsletter", "on": False}),
    ("press Enter", "Press", {"keys": ["Enter"]}),
    ("hit return", "Press", {"keys": ["Enter"]}),
    ("press Ctrl+A", "Press", {"keys": ["Control+a"]}),
    ("press the down arrow key 3 times", "Press", {"keys": ["ArrowDown"] * 3}),
    ("press Tab, Tab and Enter", "Press", {"keys": ["Tab", "Tab", "Enter"]}),
    ("press Escape in the search box", "Press", {"keys": ["Escape"], "target": "the search box"}),
    ("upload report.pdf to the Resume field", "UploadStep", {"path": "report.pdf", "target": "the Resume field"}),
    ('attach "my file.pdf"', "UploadStep", {"path": "my file.pdf"}),
    ("scroll to the bottom of the page", "ScrollStep", {"edge": "bottom"}),
    ("scroll down 500 px", "ScrollStep", {"direction": "down", "amount": 500}),
    ("scroll to the Comments section", "ScrollStep", {"target": "Comments section"}),
    ("wait 2 seconds", "WaitStep", {"seconds": 2.0}),
    ("wait half a second", "WaitStep", {"seconds": 0.5}),
    ('wait until "Done" appears', "WaitForStep", {"what": "Done"}),
    ("wait for the spinner to disappear", "WaitForStep", {"what": "spinner", "gone": True}),
    ("search for red shoes", "Search", {"query": "red shoes"}),
    ("search the docs for asyncio", "Search", {"query": "asyncio", "target": "docs"}),
    ("go back", "Move", {"where": "back"}),
    ("refresh the page", "Move", {"where": "reload"}),
    ("accept the alert", "DialogStep", {"accept": True}),
    ("hover over Products", "Hover", {"target": "Products"}),
    ("close the tab", "TabsStep", {"do": "close_tab"}),
]


@pytest.mark.parametrize(("task", "kind", "fields"), INSTRUCTIONS, ids=[row[0] for row in INSTRUCTIONS])
def test_an_instruction_is_understood(task: str, kind: str, fields: dict[str, Any]) -> None:
    assert steps(task) == [(kind, fields)]


QUESTIONS = [
    ("How many pricing tiers are there?", "HowMany", {"things": {"noun": "pricing tiers"}}),
    ("count the links in the footer", "HowMany", {"things": {"noun": "links", "scope": "footer"}}),
    ("what is the number of rows in the Users table?", "HowMany", {"things": {"noun": "rows", "scope": "Users table"}}),
    (
        "how many options does the Colour dropdown have?",
        "HowMany",
        {"things": {"noun": "options", "scope": "Colour dropdown"}},
    ),
    ("how many sizes does it come in?", "HowMany", {"things": {"noun": "sizes"}}),
    ("how many links does the page have in the footer?", "HowMany", {"things": {"noun": "links", "scope": "footer"}}),
    ("find the number of tiers on this page", "HowMany", {"things": {"noun": "tiers"}}),
    (
        "how many boxes are checked?",
        "HowMany",
        {"things": {"noun": "boxes", "where": [{"kind": "state", "value": "checked"}]}},
    ),
    (
        "how many links contain 'api'?",
        "HowMany",
        {"things": {"noun": "links", "where": [{"kind": "contains", "value": "api"}]}},
    ),
    (
        "how many orders are pending?",
        "HowMany",
        {"things": {"noun": "orders", "where": [{"kind": "contains", "value": "pending"}]}},
    ),
    ("how many times does the word asyncio occur?", "HowOften", {"text": "asyncio"}),
    ("list the headings", "ListOf", {"things": {"noun": "headings"}}),
    ("what headings are on this page?", "ListOf", {"things": {"noun": "headings"}}),
    ("which options are in the Colour list?", "ListOf", {"things": {"noun": "options", "scope": "Colour list"}}),
    ("what can I choose under Size?", "ListOf", {"things": {"noun": "options", "scope": "Size"}}),
    ("show me all the products", "ListOf", {"things": {"noun": "products"}}),
    ("Is there a Sign in button?", "IsThere", {"what": "Sign in button"}),
    ('is "Hello world" on the page?', "IsThere", {"what": "Hello world"}),
    ("does the page mention cookies?", "IsThere", {"what": "cookies", "text_only": True}),
    ("check whether the page mentions cookies", "IsThere", {"what": "cookies", "text_only": True}),
    ("is the Newsletter box ticked?", "IsState", {"what": "Newsletter box", "state": "checked"}),
    ("where does the link About lead?", "WhereLeads", {"target": "link About"}),
    ("what is the URL of the Docs link?", "WhereLeads", {"target": "the Docs link"}),
    ("what does the Contact link point to?", "WhereLeads", {"target": "Contact link"}),
    ("read the table", "ReadTable", {}),
    ("what's in the Users table?", "ReadTable", {"which": "Users table"}),
    (
        "what is the price of the Team plan?",
        "ValueOf",
        {"label": "price", "of": "Team plan", "whole": "price of the Team plan"},
    ),
    ("how much does Solo cost?", "ValueOf", {"label": "price", "of": "Solo", "whole": "price of Solo"}),
    ("what is Alice's email?", "ValueOf", {"label": "email", "of": "Alice", "whole": "Alice's email"}),
    ("tell me the total", "ValueOf", {"label": "total", "whole": "total"}),
    ("what's written in the Name field?", "ValueOf", {"label": "value", "of": "Name field", "whole": "Name field"}),
    ("what's the title of this page?", "PageFact", {"what": "title"}),
]


@pytest.mark.parametrize(("task", "kind", "fields"), QUESTIONS, ids=[row[0] for row in QUESTIONS])
def test_a_question_is_understood(task: str, kind: str, fields: dict[str, Any]) -> None:
    assert steps(task) == [(kind, fields)]


def test_several_in_a_row() -> None:
    task = (
        "go to https://a.example, click Sign in, type 'bob' into Username and press Enter; then select Blue from Colour"
    )
    assert kinds(task) == ["GotoStep", "ClickStep", "FillStep", "Press", "SelectStep"]


def test_sentences_and_lists_of_lines() -> None:
    assert kinds("Click Save. Then go back.\n1. tick Red\n2. press Enter") == ["ClickStep", "Move", "Check", "Press"]


def test_a_question_behind_instructions() -> None:
    assert kinds("open the Pricing page and tell me how many tiers there are") == ["ClickStep", "HowMany"]


def test_a_name_with_an_and_stays_whole() -> None:
    assert steps("click Save and continue") == [("ClickStep", {"target": "Save and continue"})]


def test_what_is_quoted_is_never_cut() -> None:
    assert steps("type 'fish, then click Buy and press Enter' into Note") == [
        ("FillStep", {"value": "fish, then click Buy and press Enter", "target": "Note"})
    ]


def test_two_fields_in_one_instruction() -> None:
    named = 'Enter the username "kai" and the password "q1" into the text fields'
    assert steps(named) == [
        ("FillStep", {"value": "kai", "target": "username"}),
        ("FillStep", {"value": "q1", "target": "password"}),
    ]


def test_signing_in_with_values_fills_and_then_presses() -> None:
    assert kinds("log in as bob with password secret") == ["FillStep", "FillStep", "ClickStep"]


def test_what_is_found_is_where_the_next_thing_is_done() -> None:
    assert steps("Find the row of Alice and click Delete") == [("ClickStep", {"target": "Delete in the row of Alice"})]
    assert steps("find the Save button and click it") == [("ClickStep", {"target": "the Save button"})]


def test_a_place_to_cut_that_the_page_decides() -> None:
    (fill,) = parse("type Feed the cat in What needs to be done")
    assert ("Feed the cat", "What needs to be done") in [(value, target.text) for value, target in fill.others]


@pytest.mark.parametrize(
    "task",
    [
        "how do I install python?",
        "why is the sky blue?",
        "when does the shop open?",
        "please frobnicate the gizmo with great vigour",
        "type something into the box",
    ],
)
def test_what_is_not_understood_is_reported(task: str) -> None:
    assert any(isinstance(step, Unknown) for step in parse(task))


def test_values_are_the_users_words_to_the_letter() -> None:
    (fill,) = parse("type  Two  spaces,  (kept)  into Note")
    assert fill.value == "Two  spaces,  (kept)"


@pytest.mark.parametrize(
    "task", ["", "   ", ".", "please", "and then", "\n\n", "'", '"', "click", "?", ";;;", "type", "in", "the"]
)
def test_scraps_do_not_break_it(task: str) -> None:
    assert all(isinstance(step, Unknown) for step in parse(task))
