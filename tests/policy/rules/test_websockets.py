"""Presses beside an open websocket: what is asked, and which pages a yes accepts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from handrail.policy import Allow, Ask, decide
from tests.policy.judged import BUTTON, SHOP, element, facts, outside, request, text

FILLED: dict[str, Any] = {"websockets": ("chat.example",), "prefilled": True, "named": True}


def test_a_press_on_a_page_that_an_address_may_have_filled_in_is_asked_for_beside_a_websocket():
    filled = {"websockets": ("chat.example",), "prefilled": True, "named": True}
    asked = decide(request(), facts(BUTTON, **filled))
    assert isinstance(asked, Ask)
    assert (asked.rule, asked.remedy) == ("presses_beside_websockets", f"--grant write@{SHOP}")
    assert "An address that you did not give opened this page" in asked.question
    assert isinstance(decide(request(), facts(BUTTON, **{**filled, "websockets": ()})), Allow)
    assert isinstance(decide(request(), facts(BUTTON, **{**filled, "prefilled": False})), Allow)
    assert isinstance(decide(request("hover"), facts(BUTTON, **filled)), Allow)
    assert isinstance(decide(request(grants=[f"write@{SHOP}"]), facts(BUTTON, **filled)), Allow)


def test_the_question_names_a_press_without_a_name_by_its_row():
    entry = element("button", "", item=outside("Chimney sweep 8:30"))
    asked = decide(request(), facts(entry, **FILLED))
    assert isinstance(asked, Ask)
    assert "press a control without a name in “Chimney sweep 8:30” on" in asked.question


def test_the_question_says_how_often_something_is_pressed():
    asked = decide(request(), facts(element("button", "Next"), **FILLED, times=3))
    assert isinstance(asked, Ask)
    assert "press “Next”, 3 times on" in asked.question


@pytest.mark.parametrize(
    ("key", "verdict"), [("Escape", Allow), ("PageDown", Allow), ("Enter", Ask), ("Space", Ask), ("Delete", Ask)]
)
def test_on_an_accepted_page_keys_that_do_more_than_move_are_asked_for(key: str, verdict: type) -> None:
    given = facts(element("button", "Next"), **FILLED, filled_by=(), keys=(key,))
    assert isinstance(decide(request("press"), given), verdict)


def test_a_blank_that_is_typed_where_no_text_can_stand_presses_beside_a_websocket():
    typed = facts(element("other", "Next"), **FILLED, filled_by=(), text=text(" ", own=True))
    write = request("type_text", "write")
    assert isinstance(decide(write, typed), Allow)
    assert isinstance(decide(write, replace(typed, keys=("Space",))), Ask)


@pytest.mark.parametrize(
    "path", ["/config/backup", "/lists/shopping-list/items/7", "/Config/Areas_2/", "/config/entities?historyBack=1"]
)
def test_a_yes_to_a_press_accepts_the_page_of_an_address_whose_words_a_person_can_read(path: str):
    button = element("button", "Next")
    asked = decide(request(), facts(button, **FILLED, filled_by=(SHOP + path,)))
    assert isinstance(asked, Ask)
    assert f"A yes also accepts the page as {SHOP}{path} opened it." in asked.question
    assert isinstance(decide(request(), facts(button, **FILLED, filled_by=())), Allow)
    for grave in (BUTTON, element("button", "Send")):
        assert isinstance(decide(request(), facts(grave, **FILLED, filled_by=())), Ask)


@pytest.mark.parametrize(
    "addresses",
    [
        ("",),
        (f"{SHOP}/mail?to=mallory",),
        (f"{SHOP}/mail?to=mallory&page=1",),
        (f"{SHOP}/mail?to=49301234567",),
        (f"{SHOP}/mail?page=1&size=2&to=3",),
        (f"{SHOP}/mail#to=mallory",),
        (f"{SHOP}/mail/to=mallory",),
        (f"{SHOP}/mail/mallory%40evil.example",),
        (f"{SHOP}/mail/mallory@evil.example",),
        (f"{SHOP}/mail/m\u0430llory",),
        ("https://mallory@shop.example/config/backup",),
        (f"{SHOP}/{'/'.join(['word'] * 7)}",),
        (f"{SHOP}/{'w' * 80}",),
        (f"{SHOP}/config/backup", ""),
        tuple(f"{SHOP}/config/{number}" for number in range(4)),
    ],
)
def test_no_yes_accepts_the_page_of_an_address_that_says_more(addresses: tuple[str, ...]):
    asked = decide(request(), facts(BUTTON, **FILLED, filled_by=addresses))
    assert isinstance(asked, Ask)
    assert "accepts" not in asked.question


@pytest.mark.parametrize("tool", ["snapshot", "read_page", "find_elements"])
def test_to_read_beside_a_websocket_is_no_press(tool: str) -> None:
    assert isinstance(decide(request(tool, effect="read"), facts(BUTTON, **FILLED)), Allow)
