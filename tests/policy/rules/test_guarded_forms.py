"""Forms that act by GET: what was chosen in one that holds a token against forgery is asked for when it is sent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from handrail.policy import AddressFacts, Allow, Ask, Deny, Facts, decide
from tests.policy.judged import SHOP, element, facts, form, outside, request


def users(*changed: str, button: str = "Change", **more) -> Facts:
    guarded = replace(form("get", f"{SHOP}/users", button), acts=tuple(map(outside, changed)))
    return facts(element("submit", button, form=guarded), **more)


def test_what_was_chosen_in_a_form_with_a_token_is_asked_for_with_its_values():
    asked = decide(request(), users("new_role=author", "users[]=5"))
    assert isinstance(asked, Ask)
    assert "“Change”" in asked.question
    assert "“new_role=author / users[]=5”" in asked.question
    assert asked.remedy == f"--grant submit@{SHOP}"


@pytest.mark.parametrize(
    ("given", "verdict"),
    [
        (users(), Allow),
        (users("m=202601", button="Filter"), Allow),
        (users("new_role=author", named=True), Allow),
        (users("new_role=author", named=True, prefilled=True), Ask),
        (users("new_role=author", relevant=True), Allow),
        (users("new_role=author", relevant=True, unsent=("author",)), Ask),
        (users("new_role=author", forbidden=frozenset(("submit",))), Deny),
    ],
)
def test_a_search_and_what_the_user_named_need_no_question(given: Facts, verdict: type):
    assert isinstance(decide(request(), given), verdict)


def test_a_grant_frees_it_but_nothing_that_deletes():
    granted = request(grants=[f"submit@{SHOP}"])
    assert isinstance(decide(granted, users("new_role=author")), Allow)
    asked = decide(granted, users("action=delete", "users[]=5"))
    assert isinstance(asked, Ask)
    assert asked.rule == "consequential_acts"
    assert isinstance(decide(request(origins=[]), users("new_role=author")), Ask), "where nothing may be changed"


@pytest.mark.parametrize(
    "name", ["token", "_wpnonce", "sesskey", "csrf_token", "__RequestVerificationToken", "form_key"]
)
def test_a_link_with_a_token_is_asked_for_unless_the_user_named_it(name: str):
    url = f"{SHOP}/index.php?action=rollback&{name}=a1b2"
    link = facts(element("link", "rollback 1 edit", href=outside(url)), address=AddressFacts(url, SHOP, known=True))
    asked = decide(request(), link)
    assert isinstance(asked, Ask)
    assert "“rollback 1 edit”" in asked.question
    assert f"{name}=a1b2" in asked.question
    assert isinstance(decide(request(), replace(link, named=True)), Allow)
    assert isinstance(decide(request(grants=[f"submit@{SHOP}"]), link), Allow)


@pytest.mark.parametrize("query", ["", "?pageToken=b2", "?token=", "?next_page_token=7", "?session=a1"])
def test_a_link_to_a_page_or_to_the_next_one_of_a_list_needs_no_question(query: str):
    url = f"{SHOP}/list{query}"
    link = facts(element("link", "More", href=outside(url)), address=AddressFacts(url, SHOP, known=True))
    assert isinstance(decide(request(), link), Allow)
