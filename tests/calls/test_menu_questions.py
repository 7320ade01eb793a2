"""A question about an entry of a menu says what the menu was opened for."""

from __future__ import annotations

import pytest

from handrail import Session
from tests.calls.effects.test_request_judge import Person
from tests.calls.effects.test_taint import opened
from tests.calls.test_pipeline_policy import as_model
from tests.pages import PageServer
from tests.tools.acting import ref

MEMBERS = """<button>Anna</button><ul><li><button onclick="menu.hidden = 0" onmouseover=onclick()>Jonas</button></ul>
<ul role=menu id=menu hidden><li role=menuitem tabindex=-1>More</li>
<li role=menuitem tabindex=-1 onclick="fetch('/members', {method: 'POST', body: 'level=2'})">Ignore user</ul>"""


@pytest.mark.parametrize("acts", [[("click", "Jonas")], [("hover", "Jonas")], [("click", "Jonas"), ("click", "More")]])
async def test_a_question_about_an_entry_of_a_menu_names_what_the_menu_was_opened_for(
    session: Session, serve: PageServer, acts: list[tuple[str, str]]
):
    await opened(session, serve, MEMBERS)
    session.approve = person = Person(True)
    for tool, name in [("click", "Anna"), *acts, ("click", "Ignore user")]:
        assert await as_model(session, tool, ref=name)
    assert "“Ignore user” in “Jonas”" in person.questions[-1]


MENUS = """<ul><li>Jonas <button id=j J onclick="menu.hidden = 0">…</button>
<li>Anna <button id=a A onclick="menu.hidden = 0">…</button></ul>
<div MENU id=menu hidden>
<button role=ENTRY onclick="fetch('/x', {method: 'POST', body: 'level=2'})">Ignore</button></div>"""


ROLES = {"MENU": "role=menu", "ENTRY": "menuitem"}


PLAIN = {"MENU": "", "ENTRY": "none"}


OPEN, CONTROLS = " aria-haspopup=menu aria-expanded=true", " aria-haspopup=menu aria-controls=menu"


@pytest.mark.parametrize(
    ("attributes", "then", "named"),
    [
        (ROLES, "hover", "“Ignore” in “Jonas … / Anna …”"),
        (ROLES, "focus", "“Ignore” in “Jonas … / Anna …”"),
        (ROLES | {" J": OPEN}, "hover", "“Ignore” in “Jonas …”"),
        (PLAIN | {"MENU": "role=menu aria-labelledby=j", " J": OPEN}, "hover", "“Ignore” in “Jonas …”"),
        (PLAIN | {" J": CONTROLS}, "hover", "“Ignore” in “Jonas …”"),
        (PLAIN | {" J": CONTROLS + OPEN, " A": CONTROLS}, "focus", "“Ignore” in “Jonas …”"),
        (PLAIN | {"MENU": "popover", " J": " popovertarget=menu"}, "focus", "“Ignore” in “Jonas …”"),
        (PLAIN, "hover", "“Ignore”, which you did not name"),
    ],
)
async def test_a_question_about_an_entry_of_a_menu_names_all_that_it_may_have_been_opened_for(
    session: Session, serve: PageServer, attributes: dict[str, str], then: str, named: str
):
    page = MENUS
    for name, value in {" J": "", " A": "", **attributes}.items():
        page = page.replace(name, value)
    await opened(session, serve, page)
    session.approve = person = Person(True)
    opener, other = [await ref(session, one) for one in ("#j", "#a")]
    assert await as_model(session, "click", ref=opener)
    assert await as_model(session, then, ref=other)
    assert await as_model(session, "click", ref="Ignore")
    assert named in person.questions[-1]


async def test_a_question_about_a_deletion_says_neither_what_opened_a_menu_nor_a_dialog_twice(
    session: Session, serve: PageServer
):
    page = """<button aria-haspopup=menu onclick="asks.hidden = false">More</button><button>Delete</button>
    <div role=dialog aria-label=Sure id=asks hidden><p>Delete the task?</p><label><input type=checkbox>Not again</label>
    <button>Cancel</button><button id=yes>Delete</button></div>"""
    await opened(session, serve, page)
    session.approve = person = Person(True)
    assert await as_model(session, "click", ref="More")
    found = await session.find_elements("#yes")
    assert await as_model(session, "click", ref=found.data["elements"][0]["ref"])
    [question] = person.questions
    assert (question.count("Delete the task?"), "More" in question) == (1, False)


LONE = """<ul role=menu id=menu hidden>
<li role=menuitem tabindex=-1 onclick="menu.hidden = 1; asks.hidden = 0">Delete</ul>
<div role=dialog id=asks hidden><p>Delete 'Old backup' permanently?</p><button>Cancel</button>
<button onclick="asks.hidden = 1; fetch('/backups/1', {method: 'DELETE'})">Yes, delete</button></div>
<div><div class=card><h2>Old backup</h2><span>Archived</span>
<p><span id=more role=button tabindex=0 aria-haspopup=menu aria-controls=menu onclick="menu.hidden = 0"></span>
</div></div>
<style>#more { display: inline-block; width: 20px; height: 20px }</style>"""


@pytest.mark.parametrize(
    ("page", "named", "questions"),
    [
        (LONE, "“Delete” in “Old backup” on", 1),
        (LONE.replace("<span>Archived</span>", "<h3>Notes</h3>"), "“Delete” on", 2),
        (LONE.replace("div class=card", "header"), "“Delete” on", 2),
    ],
)
async def test_a_menu_of_the_only_card_of_a_list_is_called_by_its_title(
    session: Session, serve: PageServer, page: str, named: str, questions: int
):
    await opened(session, serve, page)
    session.approve = person = Person(True)
    await as_model(session, "click", ref=await ref(session, "#more"))
    await as_model(session, "click", ref="Delete")
    assert named in person.questions[0]
    await as_model(session, "click", ref="Yes, delete")
    assert len(person.questions) == questions
    assert [one.path for one in serve.requests if one.method == "DELETE"] == ["/backups/1"]
