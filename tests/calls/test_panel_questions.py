"""What is asked about tabs and what stands in their panels."""

from __future__ import annotations

from handrail import Session
from tests.calls.effects.test_request_judge import Person
from tests.calls.effects.test_taint import opened
from tests.pages import PageServer

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
