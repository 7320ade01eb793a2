"""One question for a site: what a yes to it covers, and what is asked all the same."""

from __future__ import annotations

import pytest

from handrail.browser.types.acts import HeldRequest
from handrail.calls.human_input import is_approved
from handrail.policy import AddressFacts, Allow, Answer, Ask, Facts, Permissions, decide
from handrail.policy.decision import ask_for_grant, ask_for_site
from handrail.policy.permissions import SITE_VERBS, VERBS, Grant
from handrail.policy.requests.facts import ActFacts, RequestFacts
from handrail.policy.requests.judge import judge_request
from tests.policy.judged import BUTTON, EVIL, FIELD, SHOP, element, facts, form, request, text

WWW = "https://www.shop.example"
GOTO = request("goto", "goto", "navigate", origins=[])
THERE = Facts("", "", address=AddressFacts(f"{SHOP}/made-up", SHOP, known=False))


async def yes_for_the_session(_: Ask) -> Answer:
    return "run"


async def opened_site() -> Permissions:
    """What holds after a yes to the first question, of a `goto`."""
    permissions = Permissions(ask_per_site=True)
    question = decide(GOTO, THERE)
    assert isinstance(question, Ask)
    assert await is_approved(question, yes_for_the_session, permissions)
    return permissions


async def test_after_one_yes_a_site_is_read_filled_in_and_sent_to_without_a_question():
    permissions = await opened_site()
    calls = [
        (("goto", "goto", "navigate"), THERE),
        (("fill", "write"), facts(FIELD, text=text("words of the model"))),
        (("fill", "write"), facts(element("text", "Password", sensitive=True), text=text("words of the model"))),
        (("send_keys", "press"), facts(FIELD, keys=("Control+b",))),
        (("click",), facts(BUTTON)),
        (("click",), facts(element("submit", "Send message", form=form(submitter="Send message")))),
    ]
    for call, known in calls:
        asked = request(*call)
        asked.permissions.origins.clear()
        assert isinstance(decide(asked, known), Allow | Ask)
        object.__setattr__(asked, "permissions", permissions)
        assert isinstance(decide(asked, known), Allow), call


@pytest.mark.parametrize("place", [SHOP, WWW])
async def test_the_yes_covers_the_site_with_and_without_www_and_no_other(place):
    permissions = await opened_site()
    assert permissions.may_write(place)
    assert [verb for verb in VERBS if permissions.allows(verb, place)] == list(SITE_VERBS)
    assert not permissions.may_write(EVIL)
    assert not any(permissions.allows(verb, EVIL) for verb in VERBS)


@pytest.mark.parametrize("name", ["Delete account", "Pay now", "Invite Ann", "Change password"])
async def test_paying_deleting_and_changing_access_are_asked_all_the_same(name):
    asked = request("click")
    object.__setattr__(asked, "permissions", await opened_site())
    assert isinstance(decide(asked, facts(element("submit", name, form=form(submitter=name)))), Ask)


@pytest.mark.parametrize(
    ("method", "path", "asked"),
    [
        ("POST", "/api/comments", False),
        ("POST", "/messages/send", False),
        ("DELETE", "/api/1", True),
        ("POST", "/checkout/pay", True),
        ("POST", "/members/invite", True),
        ("POST", "/account/change-password", True),
    ],
)
async def test_a_request_is_judged_by_what_it_does_also_on_an_opened_site(method, path, asked):
    sent = RequestFacts.of(HeldRequest(method, SHOP + path, origin=SHOP))
    act = ActFacts(unsent=("words of the model",))
    decision = judge_request(sent, act, await opened_site())
    assert isinstance(decision, Ask) is asked
    if asked:
        assert "submit@" not in decision.remedy


def test_a_grant_for_forms_permits_no_change_of_access():
    sent = RequestFacts.of(HeldRequest("POST", f"{SHOP}/members/invite", origin=SHOP))
    held = Permissions.of([SHOP], [f"submit@{SHOP}"])
    decision = judge_request(sent, ActFacts(), held)
    assert isinstance(decision, Ask)
    assert decision.remedy == f"--grant access@{SHOP}"
    assert isinstance(judge_request(sent, ActFacts(asked=frozenset(["access", "submit"])), held), Allow)


def test_a_question_for_a_site_names_it_and_what_is_asked_all_the_same():
    asked = ask_for_site(ask_for_grant("words", "write", SHOP, "The model wants to write."))
    assert asked.sites == (SHOP,)
    assert asked.prompt == (
        f"The model wants to write. Allow? A yes for the session lets it read, fill in and send on {SHOP}. "
        "Paying, deleting, changing access, dialogs and files are still asked."
    )


def test_never_names_the_site_once_and_still_refuses_each_kind_of_act_there():
    asked = ask_for_site(ask_for_grant("words", "write", "http://shop.example", "The model wants to write."))
    assert asked.never == "“Never” refuses the model this for good: http://shop.example."
    assert {refusal.verb for refusal in asked.refusals} == {*SITE_VERBS, None}


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb not in SITE_VERBS])
def test_a_question_for_more_than_a_site_stays_as_it_is(verb):
    asked = Ask("rule", "The model wants more.", "--flag", (Grant(verb, SHOP), Grant("write", SHOP)), (SHOP,))
    assert ask_for_site(asked) is asked
    once = Ask("rule", "The model wants to pay.", "--trust")
    assert ask_for_site(once) is once


async def test_a_yes_for_once_opens_nothing():
    async def once(_: Ask) -> Answer:
        return "once"

    permissions = Permissions(ask_per_site=True)
    assert await is_approved(ask_for_grant("words", "write", SHOP, "The model wants to write."), once, permissions)
    assert permissions == Permissions(ask_per_site=True)


async def test_where_nobody_asked_for_it_a_yes_covers_what_was_asked():
    permissions = Permissions()
    question = decide(GOTO, THERE)
    assert isinstance(question, Ask)
    assert await is_approved(question, yes_for_the_session, permissions)
    assert permissions.grants == {Grant("open", SHOP)}
    assert not permissions.may_write(SHOP)
    asked = request("goto", "goto", "navigate", origins=[])
    object.__setattr__(asked, "permissions", permissions)
    assert isinstance(decide(asked, THERE), Allow)
