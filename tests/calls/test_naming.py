"""What the task names, in real pages: a denial, a question and a word in passing let nothing through."""

from __future__ import annotations

import pytest

from handrail import Session
from tests.calls.test_pipeline_policy import as_model, refs
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


def posted(serve: PageServer) -> list[str]:
    return [request.path for request in serve.requests if request.method != "GET"]


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


async def test_what_the_task_forbids_no_grant_allows(mail: Session, serve: PageServer):
    mail.permissions = type(mail.permissions).of(
        [serve.origin], [f"{verb}@{serve.origin}" for verb in ("send", "submit")]
    )
    mail.provenance.words.add_text("Fill in the mail, but do not send it")
    assert not await as_model(mail, "click", ref=(await refs(mail))["Send"])
    mail.provenance.words.add_text("Now send it")
    assert await as_model(mail, "click", ref=(await refs(mail))["Send"])
    assert posted(serve) == ["/sent"]
