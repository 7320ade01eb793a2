"""A page that answered a form sends that form again when it is opened again; a yes covers what its question showed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from handrail import Session
from handrail.calls.written.entries import Entry
from tests.calls.effects.test_taint import opened, posted
from tests.calls.test_consent import Yes
from tests.calls.test_pipeline_policy import as_model, refs
from tests.conftest import OpenSession
from tests.pages import PageServer, Reply

SHOP = """<form method=post action=/go><label>Quantity <input name=n></label><button>{}</button></form>"""
TASK = "Buy 2 kettles. Fill in the quantity"


@pytest.mark.parametrize("tool", ["reload", "back"])
# Firefox itself asks before it sends a form again, and shows that to nobody over BiDi.
async def test_to_reload_the_answer_to_a_payment_is_asked_as_the_payment_was(
    session: Session, serve: PageServer, tool: str
) -> None:
    serve.put("/go", Reply(b"<h1>Thank you</h1>", headers={"cache-control": "no-store"}))
    at = await opened(session, serve, SHOP.format("Buy now"), TASK)
    session.approve = Yes("consequential_acts")
    assert await as_model(session, "fill", ref=at["Quantity"], value="2")
    assert await as_model(session, "click", ref=at["Buy now"])
    assert posted(serve) == [b"n=2"]
    session.approve = no = Yes()
    if tool == "back":
        await session.call("goto", url=serve("<h1>Elsewhere</h1>"))
    await session.call_as("model", tool)
    assert posted(serve) == [b"n=2"]
    [asked] = no.asked
    assert asked.rule == "requests_of_consequence"
    assert not asked.lasts
    request, entries = asked.question.split("\n")
    assert f"The page wants to send “POST {serve.origin}/go”, " in request
    assert "after the model pressed “Buy now”, once more." in request
    assert entries == "The model filled in or chose “Quantity: 2”."


async def test_to_reload_the_answer_to_another_form_is_said_to_send_it_once_more(
    session: Session, serve: PageServer
) -> None:
    serve("<h1>Saved</h1>", "/go")
    at = await opened(session, serve, SHOP.format("Save"), "Save the quantity 2")
    assert await as_model(session, "fill", ref=at["Quantity"], value="2")
    assert await as_model(session, "click", ref=at["Save"])
    session.approve = no = Yes()
    await session.call_as("model", "reload")
    [asked] = no.asked
    assert asked.question.endswith(", once more.\nThe model filled in or chose “Quantity: 2”.")
    assert posted(serve) == [b"n=2"]


LIST = """<label>Quantity <input id=n></label><button onclick="fetch('/api/cart', {method: 'POST',
body: JSON.stringify({n: n.value})})">Go</button>"""


async def test_a_yes_to_a_request_is_none_to_the_same_with_another_number(session: Session, serve: PageServer) -> None:
    at = await opened(session, serve, LIST, "Tell me what the shop says to 3 and to 500 kettles")
    session.approve = person = Yes("requests_you_named")
    for number in ("3", "3", "500"):
        assert await as_model(session, "fill", ref=at["Quantity"], value=number)
        await as_model(session, "click", ref=at["Go"])
    shown = [one.question.split("\n")[1] for one in person.asked]
    assert shown == [f"The model filled in or chose “Quantity: {one}”." for one in ("3", "500")]
    assert posted(serve) == [b'{"n":"3"}', b'{"n":"3"}', b'{"n":"500"}']


async def test_long_texts_of_the_users_own_refuse_no_payment(session: Session, serve: PageServer) -> None:
    letter = "Dear shop, " + "I would like to say how much I like the kettle. " * 300
    page = SHOP.format("Buy now").replace("<label>", "<label>Message <textarea name=m></textarea></label><label>", 1)
    at = await opened(session, serve, page, f'Buy 2 kettles, with the message "{letter}"')
    session.approve = person = Yes("consequential_acts")
    assert await as_model(session, "fill", ref=at["Message"], value=letter)
    assert await as_model(session, "fill", ref=at["Quantity"], value="2")
    assert await as_model(session, "click", ref=at["Buy now"])
    [asked] = person.asked
    assert "…" in asked.question
    assert "Quantity: 2”" in asked.question
    assert len(asked.question) < 600


async def test_long_texts_that_are_not_the_users_still_do(session: Session, serve: PageServer) -> None:
    at = await opened(session, serve, SHOP.format("Buy now").replace("<input name=n>", "<textarea></textarea>"), "Look")
    session.approve = person = Yes()
    assert await as_model(session, "fill", ref=at["Quantity"], value="word " * 2_001)
    result = await session.call_as("model", "click", ref=at["Buy now"])
    assert (result.code, person.asked) == ("not_permitted", [])


async def test_the_question_of_a_dialog_and_of_a_file_says_what_was_filled_in(
    chromium: Browser, open_session: OpenSession, serve: PageServer, tmp_path: Path
) -> None:
    (tmp_path / "cv.txt").write_text("Ada")
    session = await open_session(chromium, tmp_path / "run", upload_dirs=[tmp_path])
    page = """<form method=post action=/go enctype=multipart/form-data><label>CV <input type=file name=f></label>
    <label>Quantity <input name=n></label><button onclick="return confirm('Buy now?')">Go</button></form>"""
    at = await opened(session, serve, page, "Upload cv.txt and enter 2")
    session.approve = person = Yes("words_sent_from_fields", "consequential_acts")
    assert await as_model(session, "upload_file", ref=at["CV"], path=str(tmp_path / "cv.txt"))
    assert await as_model(session, "fill", ref=at["Quantity"], value="2")
    await session.call_as("model", "click", ref=at["Go"])
    await session.call_as("model", "dialog", accept=True)
    assert "The model filled in or chose “CV: cv.txt / Quantity: 2”." in person.asked[-1].question.split("\n")


async def test_a_resumed_run_tells_what_was_filled_in_before(session: Session, serve: PageServer) -> None:
    calls: list[tuple[str, dict[str, Any], str]] = [
        ("fill", {"ref": "e1", "value": "30"}, "Quantity"),
        ("select", {"ref": "e2", "values": ["Blue"]}, "Colour"),
    ]
    session.provenance.words.add_text("Buy 30 kettles in blue")
    session.state.texts.note_earlier_calls(calls, session.table, session.provenance)
    assert session.state.texts.entered_on(serve.origin, but_for=()) == [
        Entry("Quantity", "30"),
        Entry("Colour", "Blue"),
    ]
    await session.call("goto", url=serve("<form method=post action=/go><button>Buy now</button></form>"))
    session.approve = person = Yes()
    await session.call_as("model", "click", ref=(await refs(session))["Buy now"])
    said = person.asked[0].question.split("\n")[1:]
    assert said == ["Earlier on this site the model filled in or chose “Colour: Blue / Quantity: 30”."]
