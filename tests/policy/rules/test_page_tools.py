"""Calls of tools that a page offers: asked each time, with all of their arguments."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from handrail.browser.types.acts import HeldRequest
from handrail.policy import Allow, Ask, Deny, Facts, decide
from handrail.policy.facts import CallRequest, PageToolFacts
from handrail.policy.permissions import NavigationLimits
from handrail.policy.rules.page_tools import shows_all_of
from tests.policy.judged import SHOP, request

CALL = Facts(SHOP, "n", page_tool=PageToolFacts("add_to_cart", '{"id": 3}', holds_secret=False))


def call(**permissions: Any) -> CallRequest:
    return request("call_page_tool", "page_tool", "change", **permissions)


@pytest.mark.parametrize("verb", ["submit", "write", "press", "send"])
def test_no_grant_ends_the_asking_and_the_question_shows_all(verb: str):
    asked = decide(call(origins=[SHOP], grants=[f"{verb}@{SHOP}"]), CALL)
    assert isinstance(asked, Ask)
    assert (asked.rule, asked.lasts) == ("page_tools_are_asked", False)
    assert asked.question == f"The model wants to use “add_to_cart”, a tool of the page on {SHOP}, with {{“id”: 3}}."
    assert asked.remedy == f"--trust {SHOP}"


def test_trust_ends_it_and_where_changes_are_not_allowed_that_is_asked_too():
    assert isinstance(decide(call(trusted=[SHOP]), CALL), Allow)
    asked = decide(call(origins=["https://other.example"]), CALL)
    assert isinstance(asked, Ask)
    assert set(asked.rule.split("+")) == {"page_tools_are_asked", "changes_where_allowed"}


def test_what_the_tab_holds_of_the_model_is_in_the_question_once():
    asked = decide(call(origins=[SHOP]), replace(CALL, unsent=("q7hx3",)))
    assert isinstance(asked, Ask)
    assert asked.question.count("add_to_cart") == 1


def test_what_no_question_can_show_is_refused():
    long = PageToolFacts("add_to_cart", json.dumps({"note": ["x" * 9_990]}), holds_secret=False)
    assert isinstance(decide(call(origins=[SHOP]), replace(CALL, page_tool=long)), Deny)


@pytest.mark.parametrize("mark", ["'", '"', "”", "“", '\\"', "’"])
def test_marks_in_an_argument_make_no_other_arguments_of_it(mark: str):
    said = {"to": f"Ada{mark}, {mark}cc{mark}: {mark}Eve", "sizes": [f"S{mark}, {mark}M", None]}
    tool = PageToolFacts("send", json.dumps(said, ensure_ascii=False), holds_secret=False)
    asked = decide(call(origins=[SHOP]), replace(CALL, page_tool=tool))
    assert isinstance(asked, Ask)
    shown = asked.question.partition("with ")[2]
    assert [shown.count("“"), shown.count("”")] == [4, 4]
    assert shown.startswith("{“to”: “Ada")
    assert "Eve”, “sizes”: [“S" in shown


def test_no_trust_lets_a_secret_out():
    secret = PageToolFacts("add_to_cart", '{"id": 3}', holds_secret=True)
    refused = decide(call(trusted=[SHOP]), replace(CALL, page_tool=secret))
    assert isinstance(refused, Deny)
    assert refused.rule == "page_tools_are_asked"


def test_who_said_not_to_send_what_is_filled_in_is_told_no_such_call():
    assert isinstance(decide(call(trusted=[SHOP]), replace(CALL, withheld="do not send it")), Deny)


@pytest.mark.parametrize(
    ("name", "arguments", "never"),
    [
        ("deleteAll", "", "delete"),
        ("delete_order", "", "delete"),
        ("pay-now", "", "pay"),
        ("search", '{"q": "x"}', "write"),
    ],
)
def test_what_the_user_forbade_no_tool_does_by_its_name(name: str, arguments: str, never: Any):
    limited = call(trusted=[SHOP])
    limited.permissions.rails = NavigationLimits(never=frozenset((never,)))
    tool = PageToolFacts(name, arguments, holds_secret=False)
    assert isinstance(decide(limited, replace(CALL, page_tool=tool)), Deny)


TOOL = PageToolFacts("add_to_cart", '{"id": 3, "note": "for Ada", "sizes": ["S", "M"]}', holds_secret=False)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/cart", b"id=3"),
        ("/cart", b"id=3&note=for+Ada"),
        ("/api/v1/carts/3", b""),
        ("/cart/add?id=3", b""),
        ("/cart", b'{"id": 3, "sizes": ["S", "M"]}'),
        ("/cart/for%20Ada", b"{}"),
    ],
)
def test_a_yes_to_the_call_covers_a_request_made_of_its_name_and_arguments(path: str, body: bytes):
    assert shows_all_of(TOOL, HeldRequest("POST", SHOP + path, origin=SHOP, body=body))


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/cart", b"id=4"),
        ("/cart", b"id=3&count=9"),
        ("/cart", b"id=3&close="),
        ("/cart?close=", b"id=3"),
        ("/cart", b"note=3"),
        ("/cart", b"id=3&id=4"),
        ("/cart", b'{"id": 4, "id": 3}'),
        ("/cart", b'{"id": true}'),
        ("/cart", b'{"sizes": ["M", "S"]}'),
        ("/cart", b'{"cart": {"id": 3}}'),
        ("/cart", b'[{"id": 3}]'),
        ("/cart", b"close account"),
        ("/cart", b"--x\r\nContent-Disposition: form-data; name=id\r\n\r\n3\r\n--x--"),
        ("/cart", b"id=3\xff"),
        ("/cart", None),
        ("/cart/4", b""),
        ("/cart?do=checkout", b"id=3"),
        ("/cart;checkout", b"id=3"),
        ("/cart%2Fcheckout", b"id=3"),
        ("/account/close", b"id=3"),
        ("/%00", b"id=3"),
    ],
)
def test_it_covers_none_that_says_anything_else(path: str, body: bytes | None):
    assert not shows_all_of(TOOL, HeldRequest("POST", SHOP + path, origin=SHOP, body=body))


@pytest.mark.parametrize(("size", "covered"), [('{"w": 2, "h": 1}', True), ('{"w": 1, "h": 2}', False)])
def test_it_covers_an_argument_of_several_parts_in_whatever_order_they_are_sent(size: str, covered: bool):
    tool = PageToolFacts("add_to_cart", '{"size": {"h": 1, "w": 2}}', holds_secret=False)
    sent = HeldRequest("POST", f"{SHOP}/cart", origin=SHOP, body=f'{{"size": {size}}}'.encode())
    assert shows_all_of(tool, sent) is covered


def test_it_covers_no_form_that_opens_a_page_and_no_act_named_in_a_header():
    for more in ({"opens_document": True}, {"action": "4f2a"}):
        assert not shows_all_of(TOOL, HeldRequest("POST", f"{SHOP}/cart", origin=SHOP, body=b"id=3", **more))
