"""What is asked about tabs and what stands in their panels."""

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


PANES = f"""<title>Old</title><div>
<div class=pane><h4>Announce</h4><form><textarea></textarea><button>Add</button></form></div>
<div class=pane><form method=post action=/rename><h4>Organize</h4><p>{"Moving it changes its address. " * 12}</p>
<label>Name <input value=Old></label><button>Rename</button></form>
<form method=post action=/remove><h4>Are you sure?</h4><p>This will delete the Demo/Old component.</p>
<label>Confirmation <input></label><button>I understand, delete it</button></form>
<p>{"Last used today. " * 20}</p></div>
<div class=pane><h4>Settings</h4><button>Save</button></div></div>"""


async def test_a_question_about_a_button_in_a_long_item_says_what_its_form_says(session: Session, serve: PageServer):
    at = await opened(session, serve, PANES, "Look around")
    session.approve = person = Person(True)
    await session.call_as("model", "click", ref=at["I understand, delete it"])
    [question] = person.questions
    assert "“Organize Moving it changes its address." in question
    assert "… Are you sure? This will delete the Demo/Old component. Confirmation”" in question
