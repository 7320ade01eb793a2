"""What names and addresses say that a control does."""

from dataclasses import replace

import pytest

from handrail.policy import AddressFacts, Allow, Ask, decide
from handrail.policy.rules.acts import may_refuse_cookies
from handrail.policy.words.consequences import (
    Evidence,
    gravest,
    verb_of_name,
    verbs,
    verbs_of,
)
from handrail.policy.words.cookie_refusals import refuses_all, refuses_cookies
from tests.policy.judged import BUTTON, SHOP, element, facts, form, outside, request


@pytest.mark.parametrize(
    ("name", "verb"),
    [
        ("Place your order", "pay"),
        ("Jetzt kostenpflichtig bestellen", "pay"),
        ("Cancel my subscription", "delete"),
        ("L\u00f6\u00adschen", "delete"),
        ("De\u200blete", "delete"),
        ("\uff24\uff45\uff4c\uff45\uff54\uff45", "delete"),
        ("Make public", "access"),
        ("Change your password", "access"),
        ("Invia", "send"),
        ("Save", None),
        ("Undeleted", None),
        ("Order by price", None),
    ],
)
def test_a_name_says_what_its_control_does(name, verb):
    assert verb_of_name(name) == verb


@pytest.mark.parametrize("path", ["/pages/7/delete", "/x/Delete/", "/post.php?action=delete&id=1", "/a?op=revoke"])
def test_an_address_that_deletes(path):
    assert gravest(Evidence(url="https://shop.example" + path)) == "delete"


@pytest.mark.parametrize("path", ["/how-to-delete", "/search?q=delete", "/"])
def test_an_address_that_does_not(path):
    assert gravest(Evidence(url="https://shop.example" + path)) is None


@pytest.mark.parametrize(
    "name",
    ["Only necessary", "Accept only essential cookies", "Reject all cookies", "Necessary cookies only",
     "Nur notwendige Cookies", "Refuser tous les cookies", "Rechazar todas las cookies", "Rifiuta tutti i cookie",
     "Apenas cookies necess\u00e1rios", "Alleen noodzakelijke cookies", "Decline optional cookies"],
)  # fmt: skip
def test_a_banner_may_be_refused(name):
    assert refuses_cookies(name)
    assert may_refuse_cookies(facts(element("submit", name, form=form(submitter=name), in_cookie_banner=True)))
    assert may_refuse_cookies(facts(element("submit", name, form=form(submitter=name)))) is ("cookie" in name.lower())


@pytest.mark.parametrize("name", ["Accept all", "Accept all cookies", "OK", "Only necessary? Delete all", "Reject all"])
def test_a_banner_is_not_accepted(name):
    assert not refuses_cookies(name)
    assert not may_refuse_cookies(facts(element("submit", name, form=form(submitter=name))))


def test_a_form_with_fields_is_no_banner():
    name = "Only necessary"
    filled = replace(form(submitter=name), fields=(BUTTON.name,))
    assert not may_refuse_cookies(facts(element("submit", name, form=filled, in_cookie_banner=True)))


@pytest.mark.parametrize(
    ("path", "question"),
    [
        ("/posts/delete/42", "which may delete or revoke something"),
        ("/transfer?to=mallory&amount=5", "which may pay or order something"),
        ("/posts?action=reply", None),
    ],
)
def test_an_address_that_deletes_or_pays_is_asked_for_unless_the_user_wrote_it_or_trusts_its_origin(path, question):
    address = AddressFacts(SHOP + path, SHOP, known=True)
    opens = request("goto", effect="navigate")
    decision = decide(opens, facts(address=address))
    assert (isinstance(decision, Ask) and question in decision.question) if question else isinstance(decision, Allow)
    assert not isinstance(decision, Ask) or (decision.rule, decision.remedy, decision.lasts) == (
        "addresses_that_delete", f"--trust {SHOP}", False
    )  # fmt: skip
    assert isinstance(decide(opens, facts(address=replace(address, by_user=True))), Allow)
    assert isinstance(decide(request("goto", effect="navigate", trusted=[SHOP]), facts(address=address)), Allow)


@pytest.mark.parametrize(
    ("name", "verb"),
    [
        ("Delete this page", "delete"), ("× Remove", "delete"), ("Konto löschen", "delete"),
        ("个人资料删除", "delete"), ("Remove filter: red", None), ("How to delete", None),
        ("How to delete your account", None), ("Share", None), ("Buy", None),
        ("アカウントを間違って削除したとき", None),
    ],
)  # fmt: skip
def test_a_link_deletes_where_its_name_says_that_and_no_more(name, verb):
    assert verbs_of(element("link", name, href=outside(f"{SHOP}/next")), submits=False)[:1] == ([verb] if verb else [])


@pytest.mark.parametrize(
    ("made", "verb"),
    [
        (form("get", f"{SHOP}/posts/delete"), "delete"),
        (replace(form("get", f"{SHOP}/posts/delete"), scripted=True), None),
        (form("dialog", f"{SHOP}/posts/delete"), None),
        (replace(form("post", f"{SHOP}/posts"), values=(outside("7"), outside("DELETE"))), "delete"),
        (replace(form("post", f"{SHOP}/posts"), values=(outside("How do I delete it?"),)), None),
        (form("post", f"{SHOP}/team/invite"), "access"),
        (form("get", f"{SHOP}/team/invite"), None),
    ],
)
def test_a_button_does_what_its_form_says_too(made, verb):
    button = element("submit", "OK", form=made)
    assert verbs_of(button, submits=True)[:1] == ([verb] if verb else [])
    assert verbs_of(button, submits=False) == []
    assert verbs_of(replace(button, name=outside("Pay")), submits=True)[:1] == ["pay"]


@pytest.mark.parametrize(
    ("name", "bare"),
    [
        ("Reject all", True), ("Decline", True), ("Alle ablehnen", True), ("Tout refuser", True),
        ("Rechazar todo", True), ("Rifiuta tutti", True), ("Rejeitar tudo", True), ("Alles weigeren", True),
        ("Reject all friends", False), ("Accept all", False), ("Reject the offer", False),
    ],
)  # fmt: skip
def test_a_button_may_say_that_it_refuses_and_not_what(name: str, bare: bool):
    assert refuses_all(name) is bare


@pytest.mark.parametrize(
    ("path", "keys", "grave"),
    [
        ("/orders", ("item", "quantity", "size=L"), "pay"),
        ("/payments", ("amount", "limit"), "pay"),
        ("/items/7", ("status=deleted", "page=2"), "delete"),
        ("/items", ("deleted=true", "filter=all"), "delete"),
        ("/comments", ("text", "page=12"), "send"),
        ("/members", ("user", "limit"), "access"),
        ("/contacts/remove-duplicates", ("of",), "delete"),
        ("/orders", ("page=2", "size=20"), None),
        ("/orders", ("status=open", "page=2"), None),
    ],
)
def test_a_body_asks_for_a_page_of_a_list_where_all_of_its_fields_do(path, keys, grave):
    assert gravest(Evidence(method="POST", url=f"https://shop.example{path}", body_keys=keys)) == grave


@pytest.mark.parametrize(
    ("keys", "grave"),
    [
        (("grant_type=password", "username", "password"), None),
        (("grant_type=password", "delete"), "delete"),
        (("grant_type=token", "username"), "access"),
        (("name", "scope"), "access"),
    ],
)
def test_a_token_for_a_password_is_a_sign_in(keys, grave):
    assert gravest(Evidence(method="POST", url="https://shop.example/auth/token", body_keys=keys)) == grave


@pytest.mark.parametrize(
    ("key", "asks", "acts"),
    [
        ("params=_delete", True, []),
        ("params=_delete", False, ["delete"]),
        ("action=delete", True, ["delete"]),
        ("route=post/delete", True, ["delete"]),
    ],
)
def test_a_name_that_a_request_only_asks_for_is_no_act(key: str, asks: bool, acts: list[str]) -> None:
    assert verbs(Evidence(method="POST", url=f"{SHOP}/rpc", body_keys=(key,), asks=asks)) == acts
