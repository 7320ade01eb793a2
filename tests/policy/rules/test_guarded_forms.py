"""Forms that act by GET: what was chosen in one that holds a token against forgery is asked for when it is sent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from handrail.browser.types.forgery_tokens import names_forgery_token
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


def test_a_question_says_how_often_a_guarded_form_or_link_is_pressed():
    url = f"{SHOP}/index.php?action=rollback&token=a1b2"
    link = element("link", "rollback 1 edit", href=outside(url))
    for given in (users("new_role=author", times=3), facts(link, address=AddressFacts(url, SHOP, known=True), times=3)):
        asked = decide(request(), given)
        assert isinstance(asked, Ask)
        assert "”, 3 times on https://shop.example, which may change" in asked.question


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
    "name",
    [
        "token",
        "_wpnonce",
        "sesskey",
        "csrf_token",
        "__RequestVerificationToken",
        "form_key",
        "_authenticator",
        "p_auth",
        "wpEditToken",
    ],
)
def test_a_link_with_a_token_is_asked_for_unless_the_user_named_it(name: str):
    url = f"{SHOP}/index.php?action=rollback&{name}=a1b2"
    link = facts(element("link", "rollback 1 edit", href=outside(url)), address=AddressFacts(url, SHOP, known=True))
    asked = decide(request(), link)
    assert isinstance(asked, Ask)
    assert "“rollback 1 edit”" in asked.question
    assert f"{name}=a1b2" in asked.question
    assert isinstance(decide(request(), replace(link, named=True)), Allow)
    assert isinstance(decide(request(), replace(link, relevant=True)), Allow)
    assert isinstance(decide(request(grants=[f"submit@{SHOP}"]), link), Allow)


@pytest.mark.parametrize("name", ["creditToken", "credit_token"])
def test_a_token_of_another_kind_guards_against_nothing(name: str):
    assert not names_forgery_token(name)


def test_a_link_with_a_token_whose_origin_is_not_known_is_asked_for_each_time():
    url = "https://ann@shop.example/index.php?action=rollback&token=a1b2"
    link = element("link", "rollback 1 edit", href=outside(url))
    asked = decide(request(grants=[f"submit@{SHOP}"]), facts(link, address=AddressFacts(url, None, known=True)))
    assert isinstance(asked, Ask)
    assert (asked.remedy, asked.grants) == ("", ())


@pytest.mark.parametrize(
    "query", ["", "?pageToken=b2", "?token=", "?next_page_token=7", "?session=a1", "?authenticator=b2"]
)
def test_a_link_to_a_page_or_to_the_next_one_of_a_list_needs_no_question(query: str):
    url = f"{SHOP}/list{query}"
    link = facts(element("link", "More", href=outside(url)), address=AddressFacts(url, SHOP, known=True))
    assert isinstance(decide(request(), link), Allow)


CODE = "5c1d0f6a2b7e4c39"


@pytest.mark.parametrize(
    "address",
    [
        f"promote?sectok={CODE}",
        f"promote?my_post_key={CODE}",
        f"promote?user_token={CODE}",
        f"promote?securitytoken=1732640000-{CODE}",
        f"promote?requesttoken={CODE}",
        f"promote?_xfToken=1732640000,{CODE}",
        f"promote?t=1732640000%2C{CODE}",
        f"promote?{CODE}{CODE}=1",
        "promote?hash=5c1d0f6a",
        f"promote?g_authToken={CODE}",
        f"promote?ticket={CODE}",
        f"promote?Jenkins-Crumb={CODE}",
        f"confirm?key={CODE}",
        f"confirm?code={CODE}",
        f"confirm?signature={CODE}",
        f"confirm?auth={CODE}",
        "confirm?secret=Zm9v4YmF2yMjM0NQ",
        f"promote/csrf/{CODE}",
        f"promote;csrf={CODE}",
        f"unsubscribe/{CODE}",
        f"confirm/{CODE}",
        f"approve/{CODE}?from=mail",
        f"File:Photo.jpg?action=rollback&csrf_token={CODE}",
        f"setcurrent/contract.pdf?form_token={CODE}",
        f"File:Photo.jpg?action=rollback&token={CODE}",
        f"list?action=promote&security={CODE}",
    ],
)
def test_a_link_is_asked_for_by_a_code_whose_name_says_that_it_proves_something(address: str):
    url = f"{SHOP}/members/7/{address}"
    link = facts(element("link", "Top", href=outside(url)), address=AddressFacts(url, SHOP, known=True))
    assert isinstance(decide(request(), link), Ask)


@pytest.mark.parametrize(
    "address",
    [
        "list?page=2&sort=price",
        "list?pageToken=CAUQ8AA3x7Kq1",
        "list?after=eyJpZCI6MTIzNDU2Nzg5MH0",
        "list?cursor=QVFIUm5kX2k1d2x4",
        "list?continuation_token=4qmFsgK9x1Q2",
        "items/550e8400-e29b-41d4-a716-446655440000",
        "items?id=550e8400-e29b-41d4-a716-446655440000",
        f"products/{CODE}a1b2c3d4",
        f"posts/{CODE}a1b2c3d4/comments",
        f"orders/{CODE}",
        "commit/9fceb02d0ae598e95dc970b74767f19372d61af8",
        "blob/9fceb02d0ae598e95dc970b74767f19372d61af8/src/main.py",
        "tree?h=9fceb02d0ae598e95dc970b74767f19372d61af8",
        "document/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit",
        "Meeting-notes-0f6a2b7e4c395c1d0f6a2b7e4c395c1d",
        "watch?v=dQw4w9WgXcQ&list=PL590L5WQmH8fJ54F369BLDSqIwcs",
        "dp/B08N5WRWNW/ref=sr_1_3?crid=2M096C61O4MLT&keywords=lamp",
        "how-to-make-bread-in-2024",
        f"news?sid={CODE}{CODE}",
        f"news;jsessionid={CODE}{CODE}",
        f"news?PHPSESSID={CODE}",
        f"news?session_key={CODE}",
        f"news?utm_source=mail&utm_campaign=a1b2c3d4e5&fbclid=IwAR0{CODE}",
        "search?q=token&ei=5c1dZ4m7Lqi3kPIP0f6a2b&ved=0ahUKEwj5c1d0f6a2b7e",
        "photos/a.jpg?action=crop&size=9",
        f"photos/a.jpg?X-Amz-Signature={CODE}{CODE}&X-Amz-Security-Token={CODE}",
        "o/images%2Fa.png?alt=media&token=550e8400-e29b-41d4-a716-446655440000",
        f"films/a.mp4?hash={CODE}&expires=1732640000",
        f"papers/a.pdf?Signature={CODE}&Key-Pair-Id=K2JCJMDEHXQW5F",
        "catalogue?code=SKU12345",
        "catalogue?coupon_code=SAVE20NOW5",
        "issues?key=PROJ-1234",
        "issues?ticket_id=8f3a9c1b",
        f"assets?v={CODE}",
        "itm/1234567?hash=item2f0e8a3c4d:g:KpkAAOSw1234abcd",
        f"listing/1234?click_key={CODE}%3A1234&click_sum=0f6a2b7e",
        f"campaign?u={CODE}a1b2c3d4&id=0f6a2b7e4c",
        "playlist/37i9dQZF1DXcBWIGoYBM5M",
    ],
)
def test_a_link_to_a_thing_a_page_a_session_or_a_signed_picture_needs_no_question(address: str):
    url = f"{SHOP}/{address}"
    link = facts(element("link", "More", href=outside(url)), address=AddressFacts(url, SHOP, known=True))
    assert isinstance(decide(request(), link), Allow)
