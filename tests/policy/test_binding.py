"""Which rules bind whom, and what comes of several at once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from handrail.policy import AddressFacts, Allow, Ask, Deny, FileFacts, decide
from handrail.policy.facts import CallRequest, Facts, SecretFacts
from handrail.policy.permissions import Grant
from handrail.policy.rules.secrets import FIELDS, secret_goes_home, secrets_go_home
from tests.policy.judged import EVIL, SHOP, element, facts, form, outside, request

LOGIN = SecretFacts("login", (SHOP,), "password")
PASSWORD = element("text", input_type="password", sensitive=True)
SECRET = request("fill_secret", "secret")


@pytest.mark.parametrize("caller", ["user", "model"])
def test_a_secret_goes_home_whoever_types_it(caller) -> None:
    call = replace(SECRET, caller=caller)
    assert isinstance(decide(call, facts(PASSWORD, secret=LOGIN)), Allow)
    for field in (replace(PASSWORD, origin=EVIL), element("text", input_type="search"), None):
        denied = decide(call, facts(field, secret=LOGIN))
        assert isinstance(denied, Deny)
        assert denied.rule == "secret_goes_home"
    assert secrets_go_home(call, facts(PASSWORD)) is None


def test_a_refusal_of_a_secret_says_where_it_belongs_and_which_flag_would_let_it() -> None:
    both = replace(LOGIN, origins=(SHOP, "https://pay.example"))
    away = secret_goes_home(both, replace(PASSWORD, origin=EVIL))
    assert away == Deny(
        "secret_goes_home",
        f"The secret login belongs to {SHOP} and https://pay.example, and the field is on {EVIL}.",
        f"--secret login=SOURCE@{SHOP},https://pay.example,{EVIL}",
    )
    leads = secret_goes_home(LOGIN, replace(PASSWORD, form=form(action=f"{EVIL}/x")))
    assert leads is not None
    assert f"and the field's form leads to {EVIL}." in leads.reason
    nowhere = secret_goes_home(LOGIN, replace(PASSWORD, origin="null"))
    assert nowhere is not None
    assert "the field is on a page without an origin of its own" in nowhere.reason
    assert nowhere.remedy == ""
    long = secret_goes_home(LOGIN, replace(PASSWORD, origin=f"https://{'a' * 400}.example"))
    assert long is not None
    assert f"the field is on https://{'a' * 291}…." in long.reason
    assert long.remedy == f"'--secret login=SOURCE@{SHOP},https://{'a' * 291}…'".replace("'--secret ", "--secret '")
    odd = secret_goes_home(replace(LOGIN, name="it's"), replace(PASSWORD, origin=EVIL))
    assert odd is not None
    assert odd.remedy.startswith("--secret 'it'")


def test_each_kind_of_secret_says_which_field_it_wants() -> None:
    assert FIELDS == {
        "password": "a password field",
        "username": "a field for a user name, e-mail address or telephone number",
        "otp": "a field for a one-time code",
        "card": "a field for card data",
        "text": "a text field",
    }
    wrong = secret_goes_home(LOGIN, element("text", input_type="search"))
    assert wrong is not None
    assert wrong.reason == "The secret login goes only into a password field, and this is none."
    none = secret_goes_home(LOGIN, None)
    assert none is not None
    assert none.reason == "The secret login goes into a field, and the call names none."


ASK = CallRequest("model", "ask", "click", "change", "click", offered_in_ask=False)


def test_in_ask_mode_nothing_is_changed_with_or_without_policy_and_a_link_is_followed() -> None:
    refused = decide(ASK, Facts(SHOP, "n1"))
    assert refused == Deny("ask_mode", "In ask mode nothing is changed, and click could.", remedy="--mode act")
    unsafe = replace(ASK, permissions=request(unsafe=True).permissions)
    assert isinstance(decide(unsafe, Facts(SHOP, "n1")), Deny)
    link = facts(element("link", href=outside(f"{SHOP}/next")))
    assert decide(ASK, link) == Allow("ask_mode", follow=f"{SHOP}/next")
    assert isinstance(decide(replace(ASK, tool="double_click"), link), Deny)


@pytest.mark.parametrize(
    ("caller", "effect", "offered", "allowed"),
    [
        ("model", "read", True, True),
        ("model", "control", True, True),
        # It fetches or keeps a file.
        ("model", "read", False, False),
        ("user", "read", False, True),
        ("model", "navigate", True, True),
        ("model", "navigate", False, False),
        ("user", "navigate", False, True),
        ("user", "change", True, False),
        ("model", "change", True, False),
    ],
)
def test_in_ask_mode_reading_and_what_is_offered_there_go_on(caller, effect, offered: bool, allowed: bool) -> None:
    call = replace(ASK, caller=caller, effect=effect, offered_in_ask=offered, tool="go")
    assert isinstance(decide(call, Facts(SHOP, "n1")), Allow) is allowed
    assert isinstance(decide(replace(call, mode="act"), facts(element("button"))), Allow)


def test_without_policy_only_the_user_s_own_limits_bind_and_the_user_is_kept_from_accidents() -> None:
    script = Facts(SHOP, "n1", address=AddressFacts("javascript:alert(1)", None, known=True))
    goto = request("goto", effect="navigate")
    assert isinstance(decide(goto, script), Deny)
    assert isinstance(decide(replace(goto, caller="user"), script), Deny)
    assert isinstance(decide(request("goto", effect="navigate", unsafe=True), script), Allow)
    file = facts(element("file"), file=FileFacts(Path("/etc/passwd"), (Path("/home"),)))
    upload = request("upload_file", "upload")
    assert isinstance(decide(replace(upload, caller="user"), file), Deny)
    assert isinstance(decide(upload, file), Deny)


ONE = Ask("one", "One?", "--a", (Grant("press", SHOP),), (SHOP,))
TWO = Ask("two", "Two?", "--b", (Grant("write", SHOP),))
ONCE = Ask("once", "Sure?", "")
NO = Deny("no", "No.")
YES = Allow("yes", follow=EVIL)


@pytest.mark.parametrize(
    ("answers", "decision"),
    [
        ([None, ONE], ONE),
        ([ONE, None, TWO], Ask("one+two", "One?\nTwo?", "--a --b", (*ONE.grants, *TWO.grants), (SHOP,))),
        ([ONE, replace(TWO, remedy="--a")], Ask("one+two", "One?\nTwo?", "--a", (*ONE.grants, *TWO.grants), (SHOP,))),
        ([ONE, ONCE], Ask("one+once", "One?\nSure?", "--a")),
        ([ONE, NO, TWO], NO),
        ([NO, YES], NO),
        # What becomes a navigation is bound by the rules that follow.
        ([YES, None], YES),
        ([YES, NO], NO),
        ([YES, ONE], replace(ONE, follow=EVIL)),
        ([ONE, YES, TWO], Ask("one+two", "One?\nTwo?", "--a --b", (*ONE.grants, *TWO.grants), (SHOP,), EVIL)),
        ([None], Allow("no_rule_objects")),
    ],
)
def test_a_refusal_decides_and_questions_are_put_together(answers, decision) -> None:
    rules = [lambda call, found, answer=answer: answer for answer in answers]
    assert decide(request("hover"), Facts(SHOP, "n1"), rules) == decision
