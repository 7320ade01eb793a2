"""A press on a tab only shows a panel: what that is called asks nothing, and what the page then sends is judged."""

from __future__ import annotations

import pytest

from handrail import Session
from tests.calls.effects.test_request_judge import Person
from tests.calls.effects.test_taint import opened
from tests.pages import PageServer

TABS = """<title>Old</title><ul role=tablist><li><a role=tab href=#p onclick="p.hidden = false">Move or remove</a></ul>
<div id=p role=tabpanel hidden><h2>Move it</h2><button>Move</button></div>"""


async def test_a_tab_that_shows_a_panel_opens_whatever_that_is_called(session: Session, serve: PageServer):
    at = await opened(session, serve, TABS, "Look around")
    session.approve = person = Person(False)
    result = await session.call_as("model", "click", ref=at["Move or remove"])
    assert (result.ok, person.questions) == (True, [])


SENDS = TABS.replace("p.hidden = false", "fetch('/api/1', {method: 'POST'})")


@pytest.mark.parametrize("page", [SENDS, TABS.replace("#p", "/x#p"), TABS.replace("role=tablist", "")])
async def test_what_it_sends_and_what_shows_none_is_asked(session: Session, serve: PageServer, page: str):
    at = await opened(session, serve, page, "Look around")
    session.approve = person = Person(False)
    await session.call_as("model", "click", ref=at["Move or remove"])
    [question] = person.questions
    assert "which may delete or revoke something" in question
    assert [request for request in serve.requests if request.method == "POST"] == []
