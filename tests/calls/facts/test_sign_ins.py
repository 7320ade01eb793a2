"""What counts as a sign-in: the first page of a site that takes the password, and a code on the page it leads to."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser

from handrail import Session
from tests.calls.effects.test_taint import opened, posted
from tests.calls.test_consent import Yes
from tests.calls.test_pipeline_policy import as_model, refs
from tests.conftest import OpenSession
from tests.pages import PageServer, Reply, Request

SIGN_IN = "<form method=post action=/in><input type=password aria-label=Password><button>Go</button></form>"
CODE = (
    "<form method=post action=/code><input aria-label=Code autocomplete=one-time-code><button>Confirm</button></form>"
)
CARD = "<form method=post action=/wallet><input aria-label=Card autocomplete=cc-number><button>Next</button></form>"


@pytest.fixture
async def session(
    open_session: OpenSession, chromium: Browser, tmp_path: Path, serve: PageServer, monkeypatch: pytest.MonkeyPatch
) -> Session:
    monkeypatch.setenv("PW", "hunter2hunter2")
    monkeypatch.setenv("CODE", "493817")
    monkeypatch.setenv("CARD", "4111111111111111")
    secrets = [f"{name}=env:{name.upper()}@{serve.origin},{kind}" for name, kind in KINDS.items()]
    serve.put("/in", lambda request: Reply(f"<h1>Code</h1>{CODE}".encode()))
    serve.put("/code", done)
    serve.put("/wallet", done)
    return await open_session(chromium, tmp_path / "run", secrets=secrets, allow_origins=[serve.origin])


KINDS = {"pw": "password", "code": "otp", "card": "card"}


def done(_: Request) -> Reply:
    return Reply(b"<h1>Done</h1>")


async def sign_in(session: Session, serve: PageServer) -> None:
    at = await opened(session, serve, SIGN_IN, "What are my last three bills?")
    assert await as_model(session, "fill_secret", name="pw", ref=at["Password"])
    assert await as_model(session, "click", ref=at["Go"])


async def test_a_code_on_the_page_that_a_sign_in_leads_to_is_a_part_of_it(session: Session, serve: PageServer):
    await sign_in(session, serve)
    at = await refs(session)
    assert await as_model(session, "fill_secret", name="code", ref=at["Code"])
    assert await as_model(session, "click", ref=at["Confirm"])
    assert len(posted(serve)) == 2


async def test_a_form_whose_action_is_a_script_goes_to_no_other_site(session: Session, serve: PageServer):
    by_script = """<form id=login method=post action="javascript:void(0)"><input type=password aria-label=Password>
    <button>Go</button></form><script>login.onsubmit = (event) => {
      event.preventDefault();
      fetch('/in', {method: 'POST', body: '{}'});
    }</script>"""
    at = await opened(session, serve, by_script, "What are my last three bills?")
    session.approve = person = Yes()
    assert await as_model(session, "fill_secret", name="pw", ref=at["Password"])
    assert await as_model(session, "click", ref=at["Go"])
    assert (posted(serve), person.asked) == ([b"{}"], [])


async def test_a_code_on_a_page_that_was_opened_later_confirms_something_and_is_asked(
    session: Session, serve: PageServer
):
    await sign_in(session, serve)
    session.approve = person = Yes()
    await session.call("goto", url=serve(f"<h1>Confirm your new address</h1>{CODE}", "/step"))
    await session.call_as("model", "goto", url=f"{serve.origin}/step")
    at = await refs(session)
    assert await as_model(session, "fill_secret", name="code", ref=at["Code"])
    assert not await as_model(session, "click", ref=at["Confirm"])
    assert [one.rule for one in person.asked] == ["requests_say_what_you_said"]
    assert len(posted(serve)) == 1


SCRIPTED = """<input type=password aria-label=Password><button onclick="go('in')">Log in</button>
<button onclick="go('public')">Go on</button>
<script>const go = (path) => fetch(`/${path}`, {method: 'POST'})</script>"""


async def test_on_a_page_without_forms_only_the_first_press_signs_in(session: Session, serve: PageServer):
    at = await opened(session, serve, SCRIPTED, "What are my last three bills?")
    session.approve = person = Yes()
    assert await as_model(session, "fill_secret", name="pw", ref=at["Password"])
    assert await as_model(session, "click", ref=at["Log in"])
    await session.call_as("model", "click", ref=at["Go on"])
    assert [one.rule for one in person.asked] == ["requests_you_named"]
    assert len(posted(serve)) == 1


async def test_card_data_signs_in_nowhere(session: Session, serve: PageServer):
    at = await opened(session, serve, CARD, "What are my last three bills?")
    session.approve = person = Yes()
    assert await as_model(session, "fill_secret", name="card", ref=at["Card"])
    assert not await as_model(session, "click", ref=at["Next"])
    assert [one.rule for one in person.asked] == ["requests_say_what_you_said"]
    assert posted(serve) == []


LOGIN = """<form method=post action=/account/login><input aria-label=User name=user>
<input type=password aria-label=Password name=password><input type=hidden name=loginMethod value=password>
<button>Sign in</button></form>"""
ASKS_ONCE = ["words_sent_from_fields"]


@pytest.mark.parametrize("submit", [True, False])
async def test_a_sign_in_with_a_password_that_the_model_wrote_is_asked_once(
    session: Session, serve: PageServer, submit: bool
):
    serve.put("/account/login", done)
    at = await opened(session, serve, LOGIN, "What are my last three bills?")
    session.approve = person = Yes(*ASKS_ONCE)
    assert await as_model(session, "fill", ref=at["User"], value="ann")
    assert await as_model(session, "fill", ref=at["Password"], value="correct horse", submit=submit)
    assert submit or await as_model(session, "click", ref=at["Sign in"])
    assert [one.rule for one in person.asked] == ASKS_ONCE
    assert person.asked[0].question.split("\n") == [
        "The model wants to write ••••••••, which are not your words, into the field “Password” "
        f"on {serve.origin}, and to send it to {serve.origin}.",
        "It wrote “ann”, which are not your words.",
    ]
    assert posted(serve) == [b"user=ann&password=correct+horse&loginMethod=password"]


async def test_a_yes_to_a_sign_in_covers_no_text_that_came_later(session: Session, serve: PageServer):
    at = await opened(session, serve, LOGIN, "What are my last three bills?")
    session.approve = person = Yes(*ASKS_ONCE)
    assert await as_model(session, "fill", ref=at["Password"], value="correct horse")
    assert await as_model(session, "fill", ref=at["User"], value="ann")
    assert not await as_model(session, "click", ref=at["Sign in"])
    assert [one.rule for one in person.asked] == [*ASKS_ONCE, "requests_say_what_you_said"]
    assert posted(serve) == []


async def test_a_yes_to_a_password_covers_no_deletion(session: Session, serve: PageServer):
    at = await opened(session, serve, LOGIN.replace("/login", "/delete"), "What are my last three bills?")
    session.approve = person = Yes(*ASKS_ONCE)
    assert await as_model(session, "fill", ref=at["Password"], value="correct horse")
    assert not await as_model(session, "click", ref=at["Sign in"])
    assert [one.rule for one in person.asked] == [*ASKS_ONCE, "consequential_acts"]
    assert posted(serve) == []


async def test_a_password_typed_twice_into_a_form_is_asked_about_once_and_another_one_again(
    session: Session, serve: PageServer
):
    once_more = "<input type=password aria-label=Repeat name=repeat><input type=password form=other aria-label=Other>"
    page = LOGIN.replace("<button", once_more + "<button") + "<form id=other></form>"
    at = await opened(session, serve, page, "Tell me what my last bills are")
    session.approve = person = Yes(*ASKS_ONCE)
    for name, value, asked in (
        ("Password", "correct horse", 1),
        ("Repeat", "correct horse", 1),
        ("Repeat", "battery", 2),
        ("Other", "correct horse", 3),
    ):
        assert await as_model(session, "fill", ref=at[name], value=value)
        assert [one.rule for one in person.asked] == ASKS_ONCE * asked
    assert await as_model(session, "fill", ref=at["User"], value="what came later")
    assert not await as_model(session, "fill", ref=at["Repeat"], value="correct horse", submit=True)
    assert [one.rule for one in person.asked[3:]] == ["requests_say_what_you_said"]
    assert posted(serve) == []
