"""What is known of the act that a request came after, where it may have come of another one, or of another document."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from handrail.browser.types.acts import HeldRequest
from handrail.policy import Ask, Permissions
from handrail.policy.permissions import Verb
from handrail.policy.requests.facts import ActFacts, RequestFacts
from handrail.policy.requests.judge import judge_request
from tests.policy.requests.sent import HOME

OTHER = "https://other.example"
SEND: frozenset[Verb] = frozenset({"send"})
PAY: frozenset[Verb] = frozenset({"pay"})
NAMED = ActFacts(
    agreed_on=HOME, pressed="“Save”", verbs=SEND | PAY, asked=SEND | PAY, relevant=True, wanted=True, refuses=True
)


@pytest.mark.parametrize(
    ("mine", "other", "together"),
    [
        ({"reads_only": False}, {"reads_only": True}, {"reads_only": True}),
        ({"reads_only": True}, {"reads_only": False}, {"reads_only": True}),
        ({"agreed_on": HOME}, {"agreed_on": HOME}, {"agreed_on": HOME}),
        ({"agreed_on": HOME}, {"agreed_on": OTHER}, {"agreed_on": ""}),
        ({"pressed": "“Save”"}, {"pressed": "“Go”"}, {"pressed": "“Go”"}),
        ({"pressed": "“Save”"}, {"pressed": ""}, {"pressed": "“Save”"}),
        ({"verbs": SEND | PAY}, {"verbs": PAY}, {"verbs": PAY}),
        ({"written": SEND}, {"written": PAY}, {"written": SEND | PAY}),
        ({"withheld": "send it"}, {"withheld": ""}, {"withheld": "send it"}),
        ({"withheld": ""}, {"withheld": "send it"}, {"withheld": "send it"}),
        ({"asked": SEND | PAY}, {"asked": PAY}, {"asked": PAY}),
        ({"relevant": True}, {"relevant": False}, {"relevant": False}),
        ({"wanted": False}, {"wanted": True}, {"wanted": False}),
        ({"refuses": True}, {"refuses": False}, {"refuses": False}),
    ],
)
def test_what_may_come_of_two_acts_is_let_through_by_both_or_not_at_all(mine, other, together) -> None:
    (name, expected), *_ = together.items()
    assert getattr(ActFacts(**mine).within(ActFacts(**other)), name) == expected


def test_what_comes_of_one_act_twice_is_judged_as_of_it() -> None:
    assert NAMED.within(NAMED) == NAMED


def test_nobody_named_what_comes_from_another_document_than_the_one_acted_on() -> None:
    on_home = replace(NAMED, acted_on=HOME)
    assert on_home.of_document(HOME) == on_home
    # Where a page is opened, it does not matter from which document its requests come.
    assert NAMED.of_document(OTHER) == NAMED
    from_other = on_home.of_document(OTHER)
    assert from_other.pressed == NAMED.pressed
    assert (from_other.agreed_on, from_other.verbs, from_other.asked) == ("", frozenset(), frozenset())
    assert (from_other.relevant, from_other.wanted, from_other.refuses) == (False, False, False)


def test_an_agreement_is_one_about_an_origin() -> None:
    assert ActFacts(agreed_on=HOME).has_agreed(HOME)
    assert not ActFacts(agreed_on=HOME).has_agreed(OTHER)
    assert not ActFacts().has_agreed("")


def test_a_question_tells_the_texts_that_a_request_may_hold_and_all_entries() -> None:
    act = ActFacts(unsent=("I quit", "kettle"), absent=frozenset({"kettle"}), entered=("Name: Ada",))
    assert act.told == ("I quit", "Name: Ada")


def test_a_request_goes_to_the_host_behind_a_user_name():
    held = HeldRequest("PUT", HOME.replace("://", "://ada:blue@") + "/api", origin=HOME, body=b"{}")
    sent = RequestFacts.of(held)
    assert sent.to_origin == HOME
    question = judge_request(sent, ActFacts(pressed="“Keep”"), Permissions.of([HOME]))
    assert isinstance(question, Ask)
    assert "blue" not in question.question


@pytest.mark.parametrize(
    ("document", "acts"),
    [
        ("query PermissionsQuery { permissions { value } }", ()),
        ("query Invitations { invitations { id } } query ShareLinks { sharing { id } }", ()),
        ("query DeleteUser { deleteUser }", ("delete",)),
        ("mutation Invite { inviteUser }", ("access",)),
        ("query A { permissions } mutation B { changePassword }", ("access",)),
    ],
)
def test_a_query_of_graphql_reads_as_a_get_does_whatever_it_is_called(document: str, acts: tuple[Verb, ...]) -> None:
    name = document.split()[1]
    body = json.dumps({"operationName": name, "variables": {}, "query": document}).encode()
    sent = HeldRequest(method="POST", url=f"{HOME}/graphql?op={name}", origin=HOME, body=body)
    assert RequestFacts.of(sent).verbs == acts
