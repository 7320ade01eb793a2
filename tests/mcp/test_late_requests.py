"""What pages send by themselves between the calls of a client, when nobody can be asked."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser

from handrail import Session
from handrail.mcp.server import make_server
from mcp import Client
from tests.conftest import OpenSession
from tests.mcp.test_mcp import answering, text_of
from tests.pages import PageServer

PAGE = "<title>Mail</title><button id=b onclick='title = 1'>More</button><button>Less</button>"
POLL = """fetch('/refresh', { method: 'POST', body: new URLSearchParams({ last: Math.random() }) })
  .then(() => 'sent', () => 'stopped')"""


@pytest.fixture
async def mail(serve: PageServer, open_session: OpenSession, chromium: Browser, tmp_path: Any) -> Session:
    for path in ("/", "/mail", "/mail.php", "/mail/of/anna"):
        serve(PAGE, path)
    serve("{}", "/refresh")
    return await open_session(chromium, tmp_path / "run", allow_origins=[serve.origin])


async def poll(session: Session) -> str:
    """How a request ends that the page sends by itself."""
    return str(await session.tab.page.evaluate(POLL))


@pytest.mark.parametrize(
    ("path", "end"), [("/", "sent"), ("/mail", "sent"), ("/mail.php", "sent"), ("/mail/of/anna", "stopped")]
)
async def test_a_page_opened_by_an_address_that_says_nothing_sends_what_it_does(
    mail: Session, serve: PageServer, path: str, end: str
):
    asked: list[Any] = []
    async with Client(make_server(mail), elicitation_callback=answering("no", asked)) as client:
        await client.call_tool("goto", {"url": serve.origin + path})
        assert await poll(mail) == end
    assert asked == []


async def test_a_request_between_calls_is_asked_about_in_the_next_one_and_its_like_then_passes(
    mail: Session, serve: PageServer
):
    asked: list[Any] = []
    async with Client(make_server(mail), elicitation_callback=answering("once", asked)) as client:
        await client.call_tool("goto", {"url": serve.origin})
        await client.call_tool("click", {"ref": "More"})
        assert await poll(mail) == "stopped"
        assert asked == []
        next_ = text_of(await client.call_tool("click", {"ref": "Less"}))
        assert ["/refresh" in one.message for one in asked] == [True]
        assert "refused" not in next_
        assert [await poll(mail), await poll(mail)] == ["sent", "sent"]
        await client.call_tool("page_info", {})
    assert len(asked) == 1


async def test_a_request_that_stays_stopped_is_reported_once_and_not_as_what_came_of_the_act(
    mail: Session, serve: PageServer
):
    asked: list[Any] = []
    async with Client(make_server(mail), elicitation_callback=answering("no", asked)) as client:
        await client.call_tool("goto", {"url": serve.origin})
        await client.call_tool("click", {"ref": "More"})
        answers = []
        for name in ("Less", "More", "Less"):
            assert await poll(mail) == "stopped"
            answers.append(await client.call_tool("click", {"ref": name}))
    assert not any(one.is_error for one in answers)
    assert ["stopped_before" in text_of(one) for one in answers] == [True, False, False]
    assert not any("stopped_requests" in text_of(one) or "refused" in text_of(one) for one in answers)
    assert len(asked) == 1


async def test_what_was_refused_between_calls_is_not_told_as_the_act_that_came_before_it(
    mail: Session, serve: PageServer
):
    async with Client(make_server(mail)) as client:
        await client.call_tool("goto", {"url": serve.origin})
        await client.call_tool("click", {"ref": "More"})
        assert await poll(mail) == "stopped"
        note = text_of(await client.call_tool("click", {"ref": "Less"}))
    assert "Handrail refused a request of the page" in note
    assert "refused click" not in note
