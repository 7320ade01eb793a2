"""What a question about a request says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from handrail.browser.types.acts import HeldRequest
from handrail.messages import Sentence
from handrail.policy import Allow, Ask, Deny, Permissions
from handrail.policy.requests.facts import ActFacts, RequestFacts
from handrail.policy.requests.judge import judge_request
from handrail.policy.requests.wording import short_address, told_fields
from tests.policy.requests.sent import HOME, request

PLAIN = ActFacts(relevant=True)
WROTE = ActFacts(asked=frozenset({"submit"}), unsent=("I quit",))
PRESSED = (Sentence(", after the model pressed {what}", what="“Archive”"),)
PREFILLED = ActFacts(asked=frozenset({"submit"}), prefilled=True)


def test_a_question_says_each_act_that_is_asked_every_time_and_first_what_the_address_says():
    asked = judge_request(request("POST", "/account/delete", {"iban": "DE2"}), PLAIN, Permissions.of([HOME]))
    assert isinstance(asked, Ask)
    assert asked.question.endswith(", which may delete or revoke something, which may pay or order something.")
    assert [one.verb for one in asked.refusable] == ["delete", "pay"]


def test_a_question_shows_all_of_a_text_and_of_one_that_is_too_long_none_is_asked():
    text = "Dear all, " + "x" * 5000 + " IBAN 123 " + "x" * 4000
    asked = judge_request(request(), replace(WROTE, unsent=(text,)), Permissions.of([HOME]))
    assert isinstance(asked, Ask)
    assert f"“{text}”" in asked.question
    assert isinstance(judge_request(request(), replace(WROTE, unsent=(text, text)), Permissions.of([HOME])), Deny)
    granted = Permissions.of([HOME], [f"submit@{HOME}"])
    assert isinstance(judge_request(request(), replace(WROTE, unsent=(text, text)), granted), Allow)


FORM = RequestFacts.of(HeldRequest("POST", HOME + "/save", opens_document=True, origin=HOME, body=b"a=1"))


@pytest.mark.parametrize(
    ("sent", "more", "tells"),
    [
        (request(body={"note": "I quit"}), {}, False),
        (FORM, {}, True),
        # What is grave, or cannot be read to its end, may be about what earlier pages were told.
        (request("POST", "/items/7/delete", {"a": 1}), {}, True),
        (request(body={"a": 1}), {"written": frozenset({"send"})}, True),
        (RequestFacts.of(HeldRequest("POST", HOME + "/save", origin=HOME, body=None)), {}, True),
        (request(body=b'{"a": [1'), {}, True),
    ],
)
def test_a_question_tells_what_stood_in_fields_before_unless_the_request_says_all_it_is_about(sent, more, tells):
    act = replace(WROTE, entered=("Name: Ada",), entered_before=("City: Bonn",), **more)
    asked = judge_request(sent, act, Permissions.of([HOME]))
    assert isinstance(asked, Ask)
    assert ("Name: Ada" in asked.question, "City: Bonn" in asked.question) == (True, tells)


def test_who_may_send_forms_is_asked_for_what_else_a_request_does():
    share = request("POST", "/api/documents/7/share")
    granted = Permissions.of([HOME], grants=[f"submit@{HOME}"])
    asked = judge_request(share, replace(PLAIN, asked=frozenset({"submit"})), granted)
    assert isinstance(asked, Ask)
    assert asked.question.endswith("documents/7/share”, which may change who has access.")
    assert asked.remedy == f"--grant access@{HOME}"


def test_a_question_says_where_nothing_of_what_the_model_wrote_was_found():
    asked = judge_request(request(), replace(WROTE, absent=frozenset({"I quit"})), Permissions.of([HOME]))
    assert isinstance(asked, Ask)
    assert "in which nothing was found of what the model wrote" in asked.question
    found = judge_request(request(), WROTE, Permissions.of([HOME]))
    assert isinstance(found, Ask)
    assert "nothing was found" not in found.question


def test_a_question_about_paying_shows_what_the_user_did_not_say():
    pay = request("POST", "/api/payments", {"amount": 9000})
    asked = judge_request(pay, replace(PREFILLED, unsent=("Mallory", "9000")), Permissions.of([HOME]))
    assert isinstance(asked, Ask)
    assert asked.rule == "requests_of_consequence"
    assert "after the model wrote “Mallory / 9000”, which are not your words" in asked.question
    assert "may have been filled in by an address that you did not give" in asked.question


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("/run", {"do": "empty_trash", "user_role": "admin"}, ["delete or revoke", "change who has access"]),
        (
            "/run",
            {"query": "mutation { inviteMember(id: 1) publishPost(id: 3) }"},
            ["change who has", "send or publish"],
        ),
    ],
)
def test_a_question_says_every_act_of_consequence_and_not_the_gravest_alone(
    path: str, body: object, said: list[str]
) -> None:
    decision = judge_request(request(path=path, body=body), PLAIN, Permissions.of([HOME]))
    assert isinstance(decision, Ask)
    assert all(one in decision.question for one in said)


def test_only_what_is_asked_every_time_can_be_refused_for_good_and_only_on_a_site_that_is_known():
    both = request("POST", "/account/delete", {"publish": True})
    asked = judge_request(both, PLAIN, Permissions.of([HOME]))
    assert isinstance(asked, Ask)
    assert ("may send" in asked.question, [one.verb for one in asked.refusable]) == (True, ["delete"])


def test_a_question_lists_the_fields_that_say_what_is_done():
    assert told_fields(["status=publish", "visibility=public", "name=trees"], ["fruit trees"]) == (
        " (status: publish, visibility: public, name: trees)"
    )


CONFIG = {"folders": [], "gui": {"authMode": "static", "insecureAccess": False}, "options": {"copyMethod": "standard"}}


def test_of_a_whole_record_the_fields_are_told_that_are_grave_or_the_models():
    def told(method: str, body: object, *unsent: str) -> str:
        decision = judge_request(request(method, "/config", body), ActFacts(unsent=unsent), Permissions.of([HOME]))
        assert isinstance(decision, Ask)
        return decision.question

    assert "/config”" in told("PUT", CONFIG)
    assert "/config (copyMethod: standard" in told("PUT", CONFIG, "standard")
    assert "/config (role: admin" in told("PUT", {**CONFIG, "users": [{"role": "admin"}]})
    # These say what is done.
    assert "/config (authMode: static" in told("PATCH", CONFIG)
    assert "/config (status: done" in told("PUT", {"task": {"status": "done"}})


def test_the_gravest_fields_are_told_first():
    body = ["mode=a", "method=b", "action=c", "status=published"]
    assert told_fields(body, []) == " (status: published, mode: a, method: b)"


def test_an_address_in_a_question_is_shown_without_the_end_of_codes_and_with_long_names():
    assert (
        short_address("https://a.example/items/0123456789abcdef0123/edit") == "https://a.example/items/01234567…/edit"
    )
    for named in ("https://a.example/about-our-company-and-team/edit", "https://a.example/items/4711/edit?q=1"):
        assert short_address(named) == named


def test_what_was_pressed_is_not_told_as_a_choice_too():
    def told(**act: Any) -> str:
        decision = judge_request(request(), replace(PREFILLED, **act), Permissions.of([HOME]))
        assert isinstance(decision, Ask)
        return decision.question

    assert "filled in or chose" not in told(pressed="“Archive”", follows=PRESSED, entered=("Archive",))
    in_row = "“Archive” in “Old backup”"
    follows = (Sentence(", after the model pressed {what}", what=in_row),)
    assert "filled in or chose" not in told(pressed=in_row, follows=follows, entered=("Archive",))
    assert "The model filled in or chose “Note”." in told(
        pressed="“Archive”", follows=PRESSED, entered=("Archive", "Note")
    )
    assert "filled in or chose “Archive”" in told(pressed="“Archive”", entered=("Archive",))
