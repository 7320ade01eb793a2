"""A site that is only read leads no request of its own on to an opened site, in any browser."""

from __future__ import annotations

import pytest

from handrail import Session
from tests.pages import PageServer, Reply

PAGES = {
    "form": "<form method=post action=/on><input name=share value=mallory></form>"
    "<script>document.forms[0].submit()</script>",
    "fetch": "<script>fetch('/on', {method: 'POST', mode: 'no-cors', body: 'share=mallory'})</script>",
}


async def led_on(session: Session, serve: PageServer, page: str) -> list[str]:
    """What reached the opened site of a page of another one."""
    serve.put("/on", Reply(b"", 307, headers={"location": f"{serve.origin}/share"}))
    serve("shared", "/share")
    serve(f"<h1>Elsewhere</h1>{PAGES[page]}", "/there")
    await session.call("goto", url=serve(f"<h1>News</h1><a href='{serve.other_site}/there'>There</a>"))
    await session.call_as("model", "snapshot")
    await session.call_as("model", "goto", url=f"{serve.other_site}/there")
    assert "/there" in [one.path for one in serve.requests]
    await session.call_as("model", "wait", seconds=0.5)
    return [one.path for one in serve.requests if one.method == "POST" and one.path == "/share"]


@pytest.mark.parametrize("page", PAGES)
async def test_a_request_is_not_led_on_to_an_opened_site(session: Session, serve: PageServer, page: str):
    assert await led_on(session, serve, page) == []


@pytest.mark.parametrize("page", PAGES)
async def test_a_request_is_not_led_on_in_firefox(firefox_session: Session, serve: PageServer, page: str):
    assert await led_on(firefox_session, serve, page) == []
