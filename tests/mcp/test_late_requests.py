"""What pages send by themselves between the calls of a client, when nobody can be asked."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from playwright.async_api import Browser

from handrail import Session
from handrail.mcp.server import make_server
from mcp import Client
from tests.calls.effects.test_late_requests import is_held
from tests.conftest import OpenSession
from tests.mcp.test_mcp import answering, text_of
from tests.pages import PageServer

PAGE = "<title>Mail</title><button id=b onclick='title = 1'>More</button><button>Less</button>"
POLL = """fetch('/refresh', { method: 'POST', body: new URLSearchParams({ last: Math.random() }) })
  .then(() => 'sent', () => 'stopped')"""


@pytest.fixture
async def mail(serve: PageServer, open_session: OpenSession, chromium: Browser, tmp_path: Any) -> Session:
    for path in ("/", "/mail.php", "/mail/of/anna"):
        serve(PAGE, path)
    serve("{}", "/refresh")
    return await open_session(chromium, tmp_path / "run", allow_origins=[serve.origin])


async def poll(session: Session) -> str:
    """How a request ends that the page sends by itself."""
    return str(await session.tab.page.evaluate(POLL))


async def poll_until(session: Session, client: Client, name: str = "page_info", **params: str) -> tuple[str, Any]:
    """How a request ends that waits for the next call, and the answer to that."""
    polled = asyncio.create_task(poll(session))
    held = asyncio.create_task(is_held(session))
    await asyncio.wait({polled, held}, return_when=asyncio.FIRST_COMPLETED)
    held.cancel()
    answer = await client.call_tool(name, params)
    return await polled, answer


@pytest.mark.parametrize(("path", "end"), [("/", "sent"), ("/mail.php", "sent"), ("/mail/of/anna", "stopped")])
async def test_a_page_opened_by_an_address_that_says_nothing_sends_what_it_does(
    mail: Session, serve: PageServer, path: str, end: str
):
    asked: list[Any] = []
    async with Client(make_server(mail), elicitation_callback=answering("no", asked)) as client:
        await client.call_tool("goto", {"url": serve.origin + path})
        assert (await poll_until(mail, client))[0] == end
    assert len(asked) == (end == "stopped")


SENDS_LATER = """<title>Tree</title><button>More</button><p id=seen></p><script>
const send = path => fetch('/refresh/' + path, { method: 'POST' }).then(() => { seen.append(path + ' sent ') },
    () => { seen.append(path + ' stopped ') });
</script>"""


@pytest.mark.parametrize(("answer", "end"), [("once", "sent"), ("no", "stopped")])
async def test_a_request_between_calls_waits_for_the_answer_that_the_next_one_asks_for(
    mail: Session, serve: PageServer, answer: str, end: str
):
    serve(SENDS_LATER, "/tree")
    serve("{}", "/refresh/late")
    serve("{}", "/refresh/again")
    asked: list[Any] = []
    async with Client(make_server(mail), elicitation_callback=answering(answer, asked)) as client:
        await client.call_tool("goto", {"url": f"{serve.origin}/tree"})
        await client.call_tool("click", {"ref": "More"})
        async with mail.tab.page.expect_request("**/refresh/late"):
            await mail.tab.page.evaluate("() => void send('late')")
        await is_held(mail)
        assert asked == []
        seen = text_of(await client.call_tool("snapshot", {}))
        assert (f"late {end}" in seen, "stopped_requests" in seen) == (True, end == "stopped")
        assert ["/refresh/late" in one.message for one in asked] == [True]
        # What comes during a call is asked about at once.
        await mail.tab.page.evaluate("() => { setTimeout(() => send('again'), 50) }")
        seen = text_of(await client.call_tool("wait_for", {"text": f"again {end}", "timeout": 10}))
        assert "timeout" not in seen
    assert len(asked) == (2 if end == "sent" else 1), "after a no, nothing that comes late is asked"


async def test_a_request_between_calls_is_asked_about_in_the_next_one_and_its_like_then_passes(
    mail: Session, serve: PageServer
):
    asked: list[Any] = []
    async with Client(make_server(mail), elicitation_callback=answering("once", asked)) as client:
        await client.call_tool("goto", {"url": serve.origin})
        await client.call_tool("click", {"ref": "More"})
        end, next_ = await poll_until(mail, client, "click", ref="Less")
        assert (end, ["/refresh" in one.message for one in asked]) == ("sent", [True])
        assert "refused" not in text_of(next_)
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
            end, answer = await poll_until(mail, client, "click", ref=name)
            assert end == "stopped"
            answers.append(answer)
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
        end, note = await poll_until(mail, client, "click", ref="Less")
    note = text_of(note)
    assert end == "stopped"
    assert "Handrail refused a request of the page (POST /refresh)" in note
    assert "refused click" not in note
