"""A secret is asked before it goes into a field that is not for it, and when it is sent from there."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser

from handrail.policy import Answer, Ask, Grant
from handrail.policy.permissions import Refusal
from handrail.vault import parse_secret
from tests.calls.effects.test_request_judge import Person
from tests.calls.test_pipeline_policy import as_model, refs
from tests.conftest import OpenSession
from tests.pages import PageServer

PAGE = """<h1>Board</h1><form method=post action=/send>
<label>FIELD <input name=text></label><button>Send</button></form>"""


@pytest.mark.parametrize(
    ("kind", "field", "sent"), [("text", "Message", False), ("text", "API key", True), ("otp", "Code", True)]
)
async def test_a_secret_is_sent_unasked_from_a_field_that_is_for_it_alone(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path, kind: str, field: str, sent: bool
):
    (tmp_path / "value").write_text("sk-live-9f8e7d6c5b")
    secret = parse_secret(f"s=file:{tmp_path / 'value'}@{serve.origin},{kind}")
    session = await open_session(chromium, tmp_path / "run", secrets=[secret])
    session.provenance.words.add_text("Send the message 'Hello' to the board")
    await session.call("goto", url=serve(PAGE.replace("FIELD", field)))
    at = await refs(session)
    assert (await session.call_as("model", "fill_secret", ref=at[field], name="s")).ok is sent
    session.approve = Person(True)
    assert (await session.call_as("model", "fill_secret", ref=at[field], name="s")).ok
    session.approve = None
    assert await as_model(session, "click", ref=at["Send"]) is sent
    assert [one.method for one in serve.requests].count("POST") == sent


@pytest.mark.parametrize("form", ["<form action=/find>FIELD</form>", "FIELD"])
async def test_a_secret_is_asked_before_a_field_may_put_it_into_an_address(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path, form: str
):
    (tmp_path / "value").write_text("sk-live-9f8e7d6c5b")
    session = await open_session(
        chromium, tmp_path / "run", secrets=[parse_secret(f"s=file:{tmp_path / 'value'}@{serve.origin},text")]
    )
    session.approve = person = Person(False)
    live = "oninput=\"fetch('/live?x=' + this.value)\""
    await session.call("goto", url=serve(form.replace("FIELD", f"<input type=search aria-label=Search {live}>")))
    at = await refs(session)
    assert not await as_model(session, "fill_secret", ref=at["Search"], name="s")
    assert person.questions == [
        f"The model wants to put “s”, which is secret, into the field “Search” on {serve.origin}, from where it may be "
        "sent."
    ]
    assert not [request for request in serve.requests if "sk-live" in request.path]


@pytest.mark.parametrize("per_site", [True, False])
async def test_a_yes_to_the_models_own_texts_frees_no_secret(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path, per_site: bool
):
    (tmp_path / "value").write_text("sk-live-9f8e7d6c5b")
    secret = parse_secret(f"s=file:{tmp_path / 'value'}@{serve.origin},text")
    session = await open_session(chromium, tmp_path / "run", secrets=[secret], ask_per_site=per_site)
    if not per_site:
        session.permissions.grants |= {Grant("write", serve.origin), Grant("submit", serve.origin)}
    like = "<button onclick=\"fetch('/like', {method: 'POST'})\">Like</button>"
    await session.call("goto", url=serve(like + PAGE.replace("FIELD", "Message")))
    at, answers = await refs(session), list[str]()

    async def for_the_run(question: Ask) -> Answer:
        answers.append(question.rule)
        return "run"

    session.approve = for_the_run
    assert await as_model(session, "click", ref=at["Like"])
    for _ in range(2):
        assert (await session.call_as("model", "fill_secret", ref=at["Message"], name="s")).ok
    assert answers == [*(["requests_you_named"] if per_site else []), *["secrets_in_other_fields"] * 2]


async def test_a_question_shows_no_secret(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path
):
    (tmp_path / "value").write_text("Kx7Wq2vLm9Zt")
    secret = parse_secret(f"s=file:{tmp_path / 'value'}@{serve.origin},password")
    session = await open_session(chromium, tmp_path / "run", secrets=[secret])
    session.approve = person = Person(False)
    await session.call(
        "goto", url=serve("<button onclick=\"fetch('/check?p=Kx7Wq2vLm9Zt', {method: 'POST'})\">OK</button>")
    )
    await session.call_as("model", "click", ref=(await refs(session))["OK"])
    assert "/check?p=[secret:s]" in person.questions[0]


async def test_what_the_user_never_wants_written_keeps_a_secret_out_of_a_site_that_is_trusted(
    open_session: OpenSession, chromium: Browser, serve: PageServer, tmp_path: Path
):
    (tmp_path / "value").write_text("sk-live-9f8e7d6c5b")
    secret = parse_secret(f"s=file:{tmp_path / 'value'}@{serve.origin},text")
    session = await open_session(chromium, tmp_path / "run", secrets=[secret])
    session.permissions.trusted |= {serve.origin}
    await session.call("goto", url=serve(PAGE.replace("FIELD", "Message")))
    at = await refs(session)
    assert (await session.call_as("model", "fill_secret", ref=at["Message"], name="s")).ok
    session.permissions.refusals |= {Refusal("write", serve.origin)}
    refused = await session.call_as("model", "fill_secret", ref=at["Message"], name="s")
    assert (refused.ok, refused.code) == (False, "not_permitted")
