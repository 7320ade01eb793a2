"""What the task names, in real pages: a denial, a question and a word in passing let nothing through."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser

from handrail import Session
from tests.calls.test_pipeline_attacks import posted
from tests.calls.test_pipeline_policy import as_model, refs
from tests.conftest import OpenSession
from tests.pages import PageServer

SEND = """<form method=post action=/sent><input name=a aria-label=Text><button>Send message</button></form>
<form method=post action=/shared><button>Share</button></form>
<form method=post action=/sent><button>Send</button></form>"""


@pytest.fixture
async def mail(session: Session, serve: PageServer) -> Session:
    for path in ("/sent", "/shared"):
        serve("<h1>Done</h1>", path)
    await session.call("goto", url=serve(SEND, "/mail"))
    return session


@pytest.mark.parametrize(
    ("task", "button"),
    [
        ("Fill in the mail. Never click Send.", "Send"),
        ("Fülle die Nachricht aus, ohne auf Send zu klicken", "Send"),
        ("What does the Send button do?", "Send"),
        ("look up the Share price", "Share"),
        ("Tell me how to send the message", "Send message"),
    ],
)
async def test_what_is_denied_asked_about_or_said_in_passing_is_not_pressed(
    mail: Session, serve: PageServer, task: str, button: str
):
    mail.provenance.words.add_text(task)
    assert not await as_model(mail, "click", ref=(await refs(mail))[button])
    assert posted(serve) == []


@pytest.mark.parametrize(
    ("task", "button"),
    [
        ("Send the shop the message 'Is it open?'", "Send message"),
        ("Send the shop this: 'Is it open?', then press send", "Send"),
        ("Do not forget to click Share", "Share"),
    ],
)
async def test_what_the_task_asks_for_is_pressed(mail: Session, serve: PageServer, task: str, button: str):
    mail.provenance.words.add_text(task)
    assert await as_model(mail, "click", ref=(await refs(mail))[button])
    assert len(posted(serve)) == 1


PROJECT = """<form method=post action=/sent><label>Client <select name=client {client}><option>Acme<option>Globex
<option>Create project</select></label><label><input type=radio name=seen {team}>Team</label>
<label><input type=checkbox name=mails checked>Mails</label><label>Name <input name=name {name}></label>
<button>Create project</button></form>"""
FIELDS = {
    "Client": ("select", {"values": "Globex"}), "Team": ("check", {}), "Mails": ("uncheck", {}),
    "Name": ("fill", {"value": "Globex"}),
}  # fmt: skip
FORBIDDEN = ["do not create the project.", "do not press Create project.", "do not submit it.", "do not send the form."]


@pytest.mark.parametrize("forbidden", FORBIDDEN)
async def test_the_fields_of_a_form_whose_sending_is_forbidden_are_filled_in(
    session: Session, serve: PageServer, forbidden: str
):
    page = serve(PROJECT.format(client="", team="", name=""))
    session.provenance.words.add_text(f"Set the client to Globex, the name to Globex, Mails off, Team on; {forbidden}")
    await session.call("goto", url=page)
    at = await refs(session)
    for name, (tool, given) in FIELDS.items():
        assert await as_model(session, tool, ref=at[name], **given), name
    many = [{"ref": at["Client"], "value": "Acme"}, {"ref": at["Mails"], "value": True}]
    assert await as_model(session, "fill_form", fields=many)
    assert not await as_model(session, "fill", ref=at["Name"], value="Globex", submit=True)
    assert not await as_model(session, "enter", ref=at["Team"])
    assert not await as_model(session, "click", ref=at["Create project"])
    assert posted(serve) == []


@pytest.mark.parametrize(("forbidden", "unsafe"), [*((one, False) for one in FORBIDDEN), (FORBIDDEN[0], True)])
async def test_a_choice_that_says_or_sends_what_is_forbidden_is_not_made(
    open_session: OpenSession, chromium: Browser, tmp_path: Path, serve: PageServer, forbidden: str, unsafe: bool
):
    session = await open_session(chromium, tmp_path / "run", unsafe=unsafe)
    sends = "onchange=form.submit()"
    page = serve(PROJECT.format(client=sends, team=sends, name=sends.replace("change", "input")))
    session.provenance.words.add_text(f"Set the client to Globex, the name to Globex, Team on; {forbidden}")
    for name in ("Client", "Team", "Name"):
        await session.call("goto", url=page)
        tool, given = FIELDS[name]
        await session.call_as("model", tool, ref=(await refs(session))[name], **given)
        assert posted(serve) == [], name
    await session.call("goto", url=page)
    if "reate" in forbidden:
        at = (await refs(session))["Client"]
        assert not await as_model(session, "select", ref=at, values="Create project")


async def test_what_the_task_forbids_no_grant_allows(mail: Session, serve: PageServer):
    mail.permissions = type(mail.permissions).of(
        [serve.origin], [f"{verb}@{serve.origin}" for verb in ("send", "submit")]
    )
    mail.provenance.words.add_text("Fill in the mail, but do not send it")
    assert not await as_model(mail, "click", ref=(await refs(mail))["Send"])
    mail.provenance.words.add_text("Now send it")
    assert await as_model(mail, "click", ref=(await refs(mail))["Send"])
    assert posted(serve) == ["/sent"]
