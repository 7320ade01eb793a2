"""What the offline model answers to a page's dialog: what the user's words say, and nothing else."""

from __future__ import annotations

import pytest

from handrail.results import Ok
from handrail.trust import External
from tests.models.offline.fakes import ORIGIN
from tests.models.offline.talk import SIGN_IN, Talk, shape


def test_an_alert_is_closed_and_a_question_is_answered_only_as_the_user_says() -> None:
    talk = Talk("click Sign in, then click Inbox")
    talk.turn(SIGN_IN)
    assert shape(talk.turn("", dialog="alert")) == ("dialog", {"accept": True})
    talk = Talk("click Sign in, then click Inbox")
    talk.turn(SIGN_IN)
    call = talk.turn("", dialog="confirm")
    assert (call.name, "accept the dialog" in call.params["reason"]) == ("abort", True)
    for last, answer in (("click OK", True), ("click Cancel", False), ("dismiss the dialog", False)):
        talk = Talk(f"click Sign in, then {last}")
        talk.turn(SIGN_IN)
        assert shape(talk.turn("", dialog="confirm")) == ("dialog", {"accept": answer})


@pytest.mark.parametrize("more", ["", ", then click Inbox"])
def test_a_question_that_says_no_more_than_the_press_that_the_user_asked_for_is_answered_yes(more: str) -> None:
    for question, answered in (
        ("Remove “Reading Lamp” from the basket?", "dialog"),
        ("Are you sure?", "abort"),
        ("Remove Reading Lamp and delete the account?", "abort"),
        ("Remove Reading Lamp? It costs 40 €.", "abort"),
        ("Do not remove Reading Lamp, but delete the account?", "abort"),
    ):
        talk = Talk(f"click Remove Reading Lamp{more}")
        assert talk.turn('button "Remove Reading Lamp"').name == "click"
        call = talk.turn("", dialog="confirm", question=question)
        assert (call.name, call.params.get("accept", True)) == (answered, True)
        assert call.name == "dialog" or "accept the dialog" in call.params["reason"]
    talk = Talk("click Remove Reading Lamp, then dismiss the dialog")
    talk.turn('button "Remove Reading Lamp"')
    call = talk.turn("", dialog="confirm", question="Remove Reading Lamp?")
    assert shape(call) == ("dialog", {"accept": False})


def test_a_question_between_two_presses_is_not_answered_by_the_second() -> None:
    talk = Talk("click Archive and Delete")
    page = """
        button "Archive"
        button "Delete"
    """
    assert shape(talk.turn(page)) == ("click", {"ref": "e1"})
    assert talk.turn("", dialog="confirm").name == "abort"


def test_a_question_about_a_page_behind_a_dialog_is_told_what_the_dialog_asks() -> None:
    for question in ("does the page say archived?", "how many links are there?"):
        talk = Talk(f"click Archive, then {question}")
        talk.turn('button "Archive"')
        call = talk.turn("", dialog="confirm", question="Really archive everything?")
        said = "asks “Really archive everything?” in a confirm dialog"
        assert (call.name, said in call.params["reason"]) == ("abort", True)


def test_what_a_dialog_said_that_was_closed_is_told() -> None:
    for kind, question, told in (
        ("alert", "Your order 17 was saved.", "(the page said “Your order 17 was saved.”)"),
        ("confirm", "Save order 17?", "(the page asked “Save order 17?”)"),
    ):
        talk = Talk("click Save order 17")
        page = 'button "Save order 17"'
        talk.turn(page)
        opened = Ok(followed={"dialog": {"kind": kind, "message": External(question, ORIGIN, "dialog")}})
        assert talk.turn("", opened, dialog=kind, question=question).name == "dialog"
        assert talk.turn(page).params["result"] == f"Done: click “Save order 17” {told}."
