"""One question about several calls: what it shows of each, and what a yes to it covers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from handrail.policy import Ask, decide
from handrail.policy.facts import FileFacts, SecretFacts
from handrail.policy.joint_questions import ForeseenCall, is_as_foreseen, joint_question, value_put_in
from handrail.policy.rules.text_entry import HIDDEN_TEXT
from tests.policy.judged import FILL, element, facts, form, text

HOST = ("shop.example",)


def foreseen(name: str, value: str, **more) -> ForeseenCall:
    given = facts(element("text", name, form=more.pop("form", None)), text=text(value), websockets=HOST, **more)
    return ForeseenCall(FILL, None, given, decide(FILL, given), frozenset((value,)))


def test_it_shows_each_text_with_its_field_and_everywhere_that_they_are_sent():
    calls = [
        foreseen("Nick", "ann", submits=True, form=form(action="https://a.example/in")),
        foreseen("Room", "boats", submits=True, form=form(action="https://b.example/in")),
    ]
    asked = joint_question(calls)
    assert isinstance(asked, Ask)
    first = asked.question.split("\n")[0]
    assert "“Nick”: “ann”; “Room”: “boats”" in first
    assert first.endswith("and to send it to https://a.example, https://b.example.")
    assert joint_question(calls[:1]) is None
    assert joint_question([foreseen("Nick", "a" * 6_000), foreseen("Room", "b" * 6_000)]) is None, "too much to show"


def test_a_yes_covers_a_call_only_as_it_was_shown():
    call = foreseen("Room", "boats", submits=True)
    shown = frozenset(("ann", "boats"))
    assert is_as_foreseen(call, call.facts, shown)
    assert is_as_foreseen(call, replace(call.facts, unsent=("ann",)), shown)
    for other in (
        replace(call.facts, unsent=("eve",)),
        replace(call.facts, text=text("ships")),
        replace(call.facts, element=element("text", "Send to")),
        replace(call.facts, prefilled=True),
        facts(
            element("text", "Room", origin="https://evil.example"), text=text("boats"), websockets=HOST, submits=True
        ),
    ):
        assert not is_as_foreseen(call, other, shown)


def test_of_what_is_put_into_a_field_no_secret_is_shown_and_of_a_file_its_name():
    assert value_put_in(FILL, facts(element("text", "Nick"), text=text("ann"))) == "“ann”"
    typed = facts(element("password", "Password", sensitive=True), text=text("Blue-Otter-42"))
    filled = facts(element("text", "Code"), secret=SecretFacts("login", HOST, "otp"))
    assert {value_put_in(FILL, typed), value_put_in(FILL, filled)} == {HIDDEN_TEXT}
    upload = facts(element("file", "Bill"), file=FileFacts(Path("/home/ann/bills/may.pdf"), ()))
    assert value_put_in(FILL, upload) == "“may.pdf”"
