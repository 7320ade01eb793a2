"""A question about an answer in a dialog names the row that the dialog came for, however the page builds it."""

from __future__ import annotations

import pytest

from handrail import Session
from tests.calls.effects.test_request_judge import Person, changed
from tests.calls.effects.test_taint import opened
from tests.calls.test_pipeline_policy import as_model
from tests.pages import PageServer
from tests.tools.acting import ref

LIST = """<h1>Reports</h1><ul><li>Alpha report <button onclick="ask(1)">Options</button>
<li>Beta report <button id=beta onclick="ask(2)">Options</button></ul>"""
SCRIPT = """<script>let at; const ask = (of) => { at = of; asks.hidden = false; asks.open = true; };
const yes = () => { asks.hidden = true; fetch('/reports/' + at, {method: 'DELETE'}); };</script>"""
YES = "<button id=yes onclick='yes()'>Delete</button>"
DIALOGS = {
    "items": f"<dialog id=asks><ul><li><button>Rename</button><li>{YES}<li><button>Cancel</button></ul></dialog>",
    "words and items": f"<dialog id=asks><p>Delete this?</p><ul><li>{YES}<li><button>Cancel</button></ul></dialog>",
    "buttons alone": f"<div role=dialog id=asks hidden><button>Rename</button>{YES}</div>",
    "a list of its own": f"<dialog id=asks><ul><li>Picture {YES}<li>Text <button>Delete</button></ul></dialog>",
    "tip": f"<div role=tooltip id=asks hidden><p>Are you sure?</p><button>No</button>{YES}</div>",
    "tip that says yes": "<div role=tooltip id=asks hidden><p>Sure to delete it?</p><button>No</button>"
    f"{YES.replace('Delete', 'Yes')}</div>",
}


@pytest.mark.parametrize("dialog", DIALOGS)
async def test_a_question_names_the_row_that_a_dialog_came_for(session: Session, serve: PageServer, dialog: str):
    await opened(session, serve, f"{LIST}{DIALOGS[dialog]}{SCRIPT}", "Delete the Alpha report")
    session.approve = person = Person(False)
    assert await as_model(session, "click", ref=await ref(session, "#beta"))
    await as_model(session, "click", ref=await ref(session, "#yes"))
    assert "after the model pressed “Options” in “Beta report”" in person.questions[-1]
    assert "Alpha" not in person.questions[-1].partition("\n")[0]
    assert changed(serve) == []


async def test_a_question_about_a_dialog_in_a_row_names_the_row_once(session: Session, serve: PageServer):
    rows = LIST.replace("</ul>", f"<div role=dialog id=asks hidden>For good? {YES}</div></ul>")
    await opened(session, serve, f"{rows}{SCRIPT}", "Delete the Alpha report")
    session.approve = person = Person(False)
    assert await as_model(session, "click", ref=await ref(session, "#beta"))
    assert not await as_model(session, "click", ref=await ref(session, "#yes"))
    assert person.questions[-1].count("Beta report") == 1
    assert "after the model" not in person.questions[-1]


async def test_what_a_tip_only_describes_is_in_no_dialog(session: Session, serve: PageServer):
    rows = LIST.replace("</ul>", "</ul><span role=tooltip aria-label='Delete all of them'>")
    await opened(session, serve, f"{rows}<button id=all>Delete all</button></span>{SCRIPT}", "Tidy up")
    session.approve = person = Person(False)
    await as_model(session, "hover", ref=await ref(session, "#beta"))
    assert not await as_model(session, "click", ref=await ref(session, "#all"))
    assert "“Delete all” in “Reports” on" in person.questions[-1]


async def test_one_yes_covers_a_press_and_the_tip_that_asks_whether_it_is_meant(session: Session, serve: PageServer):
    page = f"{LIST.replace('Options', 'Delete')}{DIALOGS['tip that says yes']}{SCRIPT}"
    await opened(session, serve, page, "Delete the Alpha report")
    session.approve = person = Person(True)
    assert await as_model(session, "click", ref=await ref(session, "#beta"))
    assert await as_model(session, "click", ref=await ref(session, "#yes"))
    assert changed(serve) == ["DELETE /reports/2"]
    assert len(person.questions) == 1


CHOICE = (
    """<label>Theme <select onchange="setTimeout(() => confirm('Sure?'))"><option>Light<option>Dark</select></label>"""
)


async def test_a_field_that_was_filled_in_is_told_with_what_it_holds_and_not_as_pressed(
    session: Session, serve: PageServer
):
    at = await opened(session, serve, CHOICE, "Look around")
    session.approve = person = Person(False)
    assert await as_model(session, "fill_form", fields=[{"ref": at["Theme"], "value": "Dark"}])
    assert not await as_model(session, "dialog", accept=True)
    assert "“Sure?”, after the model filled in “Theme” (“Dark”)." in person.questions[-1]


async def test_a_question_of_a_session_without_words_says_nothing_of_the_users(session: Session, serve: PageServer):
    await session.call("goto", url=serve("<form method=post><input name=to aria-label=To><button>Send</button></form>"))
    session.approve = person = Person(False)
    assert await as_model(session, "fill", ref="To", value="Eve")
    assert not await as_model(session, "click", ref="Send")
    assert person.questions[-1].endswith("\nIt wrote “Eve”.")
    session.provenance.words.add_text("Look around")
    assert not await as_model(session, "click", ref="Send")
    assert person.questions[-1].endswith("\nIt wrote “Eve”, which are not your words.")
