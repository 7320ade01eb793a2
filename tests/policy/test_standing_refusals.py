"""What the user answered "never" to: refused without a question, whatever else permits it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from handrail.browser.types.side_effects import ArrivingFile
from handrail.calls.human_input import is_approved
from handrail.errors import UsageError
from handrail.policy import AddressFacts, Allow, Answer, Ask, Deny, DialogFacts, Facts, Permissions, decide
from handrail.policy.decision import STANDING
from handrail.policy.permissions import Refusal
from handrail.policy.rules.files import may_keep
from handrail.policy.words.user_words import UserWords
from tests.policy.judged import BUTTON, EVIL, FIELD, FILL, SHOP, element, facts, outside, request, text

PAYS = facts(element("button", "Pay now"))
ELSEWHERE = facts(element("text", "Comment", origin=EVIL), text=text("made up"))
DELETES = facts(address=AddressFacts(f"{SHOP}/posts/delete/42", SHOP, known=True))
MADE_UP = Facts("", "", address=AddressFacts(f"{EVIL}/made-up", EVIL, known=False))


async def never(_: Ask) -> Answer:
    return "never"


@pytest.mark.parametrize(
    ("call", "of", "kept"),
    [
        (request(), PAYS, f"never pay@{SHOP}"),
        (request(), facts(element("button", "Delete account")), f"never delete@{SHOP}"),
        (request(), facts(element("button", "Send message"), text=None), f"never send@{SHOP}"),
        (request("fill", "write"), ELSEWHERE, f"never {EVIL}"),
        (request("goto", "goto", "navigate"), MADE_UP, f"never open@{EVIL}"),
        (request("goto", "goto", "navigate"), DELETES, f"never delete@{SHOP}"),
        (request("dialog"), facts(dialog=DialogFacts("confirm", True, outside("Sure?"))), f"never dialog@{SHOP}"),
    ],
)
async def test_never_is_not_asked_again_and_wins_over_grants_trust_and_no_policy(call, of: Facts, kept: str):
    question, permissions = decide(call, of), call.permissions
    assert isinstance(question, Ask)
    assert not await is_approved(question, never, permissions)
    assert set(map(str, permissions.refusals)) == {kept}
    flags: list[dict[str, Any]] = [{}, {"origins": [SHOP, EVIL]}, {"trusted": [SHOP, EVIL]}, {"unsafe": True}]
    for flag in flags:
        allowed = replace(Permissions.of(**flag), refusals=permissions.refusals)
        again = decide(replace(call, permissions=allowed), of)
        assert isinstance(again, Deny), flag
        assert again.rule == STANDING
        assert f"handrail grants revoke {kept}" in again.reason
    assert isinstance(decide(replace(call, caller="user"), of), Allow)


async def test_it_holds_for_its_site_and_its_kind_alone():
    permissions = Permissions.of([SHOP])
    permissions.refusals.add(Refusal("pay", EVIL))
    call = replace(request(), permissions=permissions)
    assert isinstance(decide(call, PAYS), Ask)
    permissions.refusals.add(Refusal("pay", SHOP))
    assert isinstance(decide(call, PAYS), Deny)
    assert isinstance(decide(call, facts(element("button", "Delete account"))), Ask)
    assert isinstance(decide(replace(FILL, permissions=permissions), facts(FIELD, text=text("x", own=True))), Allow)


def test_what_the_task_names_is_refused_where_the_whole_act_was():
    sends = facts(element("button", "Send message"), named=True)
    call = request()
    assert isinstance(decide(call, sends), Allow)
    call.permissions.refusals.add(Refusal("send", SHOP))
    assert isinstance(decide(call, sends), Deny)


@pytest.mark.parametrize(("tool", "effect"), [("goto", "navigate"), ("fetch", "read")])
def test_an_address_is_refused_by_its_own_site_from_wherever_it_is_opened(tool: str, effect: str):
    call = request(tool, effect=effect, trusted=[EVIL])
    call.permissions.refusals.add(Refusal("delete", EVIL))
    for origin, kind in ((EVIL, Deny), (SHOP, Ask)):
        address = AddressFacts(f"{origin}/posts/delete/42", origin, known=True)
        assert isinstance(decide(call, facts(address=address)), kind)


def test_never_to_what_a_model_makes_up_leaves_the_users_own_words():
    call = replace(FILL, permissions=Permissions.of(["https://other.example"]))
    call.permissions.refusals.add(Refusal("write", SHOP))
    sensitive = element("text", "Password", sensitive=True)
    call.permissions.origins.add(SHOP)
    assert isinstance(decide(call, facts(sensitive, text=text("made up"))), Deny)
    assert isinstance(decide(call, facts(FIELD, text=text("mine", own=True))), Allow)


def test_addresses_that_a_model_makes_up_stay_closed_on_opened_sites():
    permissions = replace(Permissions.of([EVIL]), refusals={Refusal("open", EVIL)})
    assert not permissions.may_open(EVIL)
    assert permissions.may_write(EVIL)


async def test_of_several_questions_never_refuses_what_is_asked_every_time():
    of = facts(element("submit", "Pay now", form=BUTTON.form and replace(BUTTON.form, action_origin=EVIL)))
    question = decide(request(), of)
    assert isinstance(question, Ask)
    assert "+" in question.rule
    assert question.refusals == (Refusal("pay", SHOP),)


def test_no_file_of_a_site_is_kept_whose_downloads_were_refused():
    permissions, words = Permissions.of([SHOP], trusted=[SHOP]), UserWords()
    words.add_text("Download the report.")
    file = ArrivingFile(f"{SHOP}/report.pdf", "report.pdf", "application/pdf")
    assert may_keep(file, facts(), permissions, words, approved=True, asked=True)
    permissions.refusals.add(Refusal("download", SHOP))
    assert not may_keep(file, facts(), permissions, words, approved=True, asked=True)


@pytest.mark.parametrize("line", ["", "fly@shop.example", "pay@*.example", "@"])
def test_a_refusal_that_is_none_is_a_clear_error(line: str):
    with pytest.raises(UsageError):
        Refusal.parse(line)
