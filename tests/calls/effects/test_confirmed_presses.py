"""A yes to a press covers what its page asks back, and nothing beside that."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from playwright.async_api import Browser

from handrail import Session
from handrail.browser.types.facts import Surroundings
from handrail.calls.effects.confirmed_presses import ApprovedPress
from handrail.calls.effects.request_judge import RequestJudge
from handrail.policy import Ask, DialogFacts, Grant, decide
from tests.calls.effects.test_taint import opened, posted
from tests.calls.test_consent import Yes
from tests.calls.test_pipeline_policy import as_model, refs
from tests.conftest import OpenSession
from tests.pages import PageServer, Reply
from tests.policy.judged import element, facts, outside, request

TASKS = """<ul><li><label><input type=checkbox>Select Task 5</label>
<li><label><input type=checkbox>Select Task 7</label></ul>
<button id=open>Delete tasks</button><button>Other</button>
<div role=dialog id=asks hidden><p>You are about to delete the selected tasks.</p>MORE
<button onclick="asks.hidden = true">Cancel</button><button id=yes>Delete them</button></div><script>
open_ = document.getElementById('open'); open_.onclick = () => { asks.hidden = false; AT_ONCE };
yes.onclick = () => { asks.hidden = true; fetch('/api/tasks/delete', {method: 'POST', body: '{"ids": [5, 7]}'}); };
</script>"""
FIRST = "The model wants to press “Delete tasks” (checked: “Select Task 5”)"
SECOND = "The model wants to press “Delete them” in “You are about to delete the selected tasks."


async def tasks(session: Session, serve: PageServer, *, more: str = "", at_once: str = "") -> tuple[Yes, str]:
    """The person, asked once about what opens the dialog, and the ref of its yes."""
    page = TASKS.replace("MORE", more).replace("AT_ONCE", at_once)
    at = await opened(session, serve, page, "Tidy up")
    session.approve = person = Yes("consequential_acts", "agreed_dialogs", "requests_you_named")
    await session.call("check", ref=at["Select Task 5"])
    assert await as_model(session, "click", ref=at["Delete tasks"])
    assert person.asked[0].question.startswith(FIRST)
    return person, (await refs(session))["Delete them"]


async def test_one_yes_covers_a_press_and_the_dialog_that_asks_whether_it_is_meant(session: Session, serve: PageServer):
    person, yes = await tasks(session, serve)
    assert await as_model(session, "click", ref=yes)
    assert len(person.asked) == 1
    assert len(posted(serve)) == 1
    assert await as_model(session, "click", ref=(await refs(session))["Delete tasks"])
    assert len(person.asked) == 2, "the next deletion is asked for again"


BOX = """<button id=open onclick="asks.hidden = false">Delete tasks</button>
<div hidden id=asks style="position: fixed; inset: 0; background: #8888"><p>You are about to delete 1 task.</p>
<button onclick="asks.hidden = true">Cancel</button>
<button onclick="asks.hidden = true; fetch('/api/tasks/delete', {method: 'POST', body: 'ids=5'})">Delete them</button>
</div>"""


async def test_one_yes_covers_a_box_over_the_page_that_says_not_that_it_is_a_dialog(
    session: Session, serve: PageServer
):
    at = await opened(session, serve, BOX, "Tidy up")
    session.approve = person = Yes("consequential_acts")
    for posts, asked in ((1, 1), (2, 2)):
        assert await as_model(session, "click", ref=at["Delete tasks"])
        assert await as_model(session, "click", ref=(await refs(session))["Delete them"])
        assert len(person.asked) == asked, person.asked
        assert len(posted(serve)) == posts


@pytest.mark.parametrize(
    ("asks", "covered"), [("Are you sure?", True), ("Remove 1 task?", True), ("Delete it and pay 40 euros?", False)]
)
async def test_one_yes_covers_what_is_sent_after_a_dialog_whose_button_says_nothing(
    session: Session, serve: PageServer, asks: str, *, covered: bool
):
    page = BOX.replace("Delete them", "OK").replace("You are about to delete 1 task.", asks)
    at = await opened(session, serve, page, "Tidy up")
    session.approve = person = Yes("consequential_acts")
    assert await as_model(session, "click", ref=at["Delete tasks"])
    await as_model(session, "click", ref=(await refs(session))["OK"])
    assert (len(posted(serve)), len(person.asked)) == ((1, 1) if covered else (0, 2))
    # The same button covers nothing once its dialog asks for something else.
    await as_model(session, "click", ref=(await refs(session))["Delete tasks"])
    assert len(person.asked) == (2 if covered else 3)


@pytest.mark.parametrize(
    "page",
    [
        {"more": "<button>Delete all projects</button><button>Close</button>"},
        {"more": "<input aria-label=Project value=Letters>"},
        {"at_once": "fetch('/api/gone', {method: 'POST'})"},
    ],
)
async def test_a_dialog_that_is_more_than_a_yes_and_a_no_is_asked_for(
    session: Session, serve: PageServer, page: dict[str, str]
):
    person, yes = await tasks(session, serve, **page)
    asked = len(person.asked)
    await as_model(session, "click", ref=yes)
    assert SECOND in person.asked[asked].question


async def test_a_yes_ends_with_the_next_act(session: Session, serve: PageServer):
    person, yes = await tasks(session, serve)
    assert await as_model(session, "hover", ref=yes)
    await as_model(session, "click", ref=yes)
    assert SECOND in person.asked[1].question


MAIL = """<ul><li>Anna's mail <button id=one onclick="ASKS">Delete</button><li>Ben's mail</ul>
<dialog id=asks><p>MESSAGE</p><button>Cancel</button>
<button id=yes onclick="asks.close(); send()">OK</button></dialog>
<script>const send = () => fetch('/api/mail/delete', {method: 'POST', body: 'ids=5'})</script>"""


@pytest.mark.parametrize("asks", ["asks.showModal()", "if (confirm(asks.querySelector('p').textContent)) send()"])
@pytest.mark.parametrize(("message", "asked"), [("Delete Anna's mail?", 1), ("Delete “Ben's mail”?", 2)])
async def test_one_yes_covers_a_dialog_that_names_no_other_thing(
    session: Session, serve: PageServer, asks: str, message: str, asked: int
):
    at = await opened(session, serve, MAIL.replace("ASKS", asks).replace("MESSAGE", message), "Tidy up")
    session.approve = person = Yes("consequential_acts", "agreed_dialogs", "requests_of_consequence")
    assert await as_model(session, "click", ref=at["Delete"])
    if "confirm" in asks:
        await as_model(session, "dialog", accept=True)
    else:
        await as_model(session, "click", ref=(await refs(session))["OK"])
    assert "Anna's mail" in person.asked[0].question
    assert len(person.asked) == asked, person.asked


def covers(message: str, row: str = "Anna's mail", checked: int = 0, *, by_page: bool) -> bool:
    """Return whether a yes to a deletion in a row, or beside checked boxes, covers a dialog of the page or browser."""
    boxes = tuple(outside(f"Box {letter}") for letter in "abc"[:checked])
    item = outside(f"{row} Delete") if not checked else None
    press = facts(element("button", "Delete", item=item, around=Surroundings(checked=boxes)), checked=boxes)
    asked = decide(request(), press)
    assert isinstance(asked, Ask)
    judge = cast(RequestJudge, SimpleNamespace(refusals=SimpleNamespace(has_sent=False)))
    approved = ApprovedPress.of(asked, press, judge)
    assert approved is not None
    said = outside(message)
    if by_page:
        ok = element("button", "OK", around=Surroundings(dialog=said, confirms=True))
        return bool(approved.covers(Ask("consequential_acts", "", ""), facts(ok, in_dialog=said)))
    dialog = DialogFacts("confirm", accepts=True, message=said, pressed=press.element)
    return bool(approved.covers(Ask("agreed_dialogs", "", ""), facts(dialog=dialog)))


@pytest.mark.parametrize("by_page", [True, False])
@pytest.mark.parametrize(
    ("message", "covered"),
    [
        ("Delete Anna's mail?", True),
        ("Delete “Anna's mail”?", True),
        ("Are you sure?", True),
        ("Delete 1 letter?", True),
        ("This cannot be undone.", True),
        ("Möchten Sie diese Nachricht wirklich löschen?", True),
        ("Delete this todo?", True),
        ("Delete the 1st letter?", True),
        ("1件を削除しますか？", True),
        ("Delete 240 letters of this folder?", False),
        ("Delete all letters of this folder?", False),
        ("Alle Nachrichten löschen?", False),
        ("Delete “Ben's mail”?", False),
        ("¿Eliminar todos los mensajes?", False),
        ("删除所有邮件？", False),
        ("Delete 1k letters?", False),
        ("Delete 1,000 letters?", False),
        ("Delete 1 million letters?", False),
        ("Delete 1+ letters?", False),
        ("删除1000封邮件？", False),
        ("Pay 40 euros and delete it?", False),
    ],
)
def test_one_yes_covers_a_dialog_that_names_no_other_thing_or_amount(message: str, covered: bool, by_page: bool):
    assert covers(message, by_page=by_page) is covered


@pytest.mark.parametrize(("message", "covered"), [("Delete 2?", True), ("Delete all 2?", True), ("Delete 9?", False)])
def test_one_yes_covers_a_dialog_that_counts_what_the_question_named(message: str, covered: bool):
    assert covers(message, checked=2, by_page=False) is covered


@pytest.mark.parametrize("row", ["Elk photo", "Koko Crater", "Toda", "All-hands notes"])
def test_a_word_in_the_name_of_a_row_does_not_make_a_question_one_about_all(row: str):
    assert not covers("Delete all photos?", row, by_page=False)


@pytest.mark.parametrize(("quoted", "covered"), [("“Buy milk”", True), ("“Pay rent”", False), ("it and buy", False)])
def test_one_yes_covers_a_confirmation_that_quotes_the_row_which_the_question_named(quoted: str, covered: bool):
    assert covers(f"Delete {quoted}?", "Buy milk", by_page=False) is covered


async def test_the_boxes_that_a_question_named_are_those_of_the_page(session: Session, serve: PageServer):
    page = """<label><input type=checkbox checked>Five</label><label><input type=checkbox checked>Seven</label>
    <button onclick="if (confirm('Delete 2 tasks?')) fetch('/api/tasks', {method: 'DELETE'})">Delete tasks</button>"""
    at = await opened(session, serve, page, "Tidy up")
    session.approve = person = Yes("consequential_acts", "agreed_dialogs")
    assert await as_model(session, "click", ref=at["Delete tasks"])
    await as_model(session, "dialog", accept=True)
    assert len(person.asked) == 1


CONFIRM = """<button onclick="if (confirm('MESSAGE')) fetch('/api/notes/3', {method: 'DELETE'})">Delete note</button>"""


LISTED = """<form method=post action=/users><label><input type=checkbox name="delete[ann]">ann</label>
<button name="fn[delete]" onclick="return confirm('Really delete?')">Delete selected</button></form>"""


@pytest.mark.parametrize("accept", [True, False])
async def test_a_dialog_that_may_be_answered_unasked_confirms_what_was_agreed_to(
    session: Session, serve: PageServer, accept: bool
):
    at = await opened(session, serve, LISTED, "Tidy up")
    session.permissions.grants.add(Grant("dialog", serve.origin))
    session.approve = person = Yes("consequential_acts")
    assert await as_model(session, "check", ref=at["ann"])
    assert await as_model(session, "click", ref=at["Delete selected"])
    assert await as_model(session, "dialog", accept=accept)
    assert [one.rule for one in person.asked] == ["consequential_acts"]
    assert len(posted(serve)) == accept


async def test_a_dialog_that_nobody_agreed_to_before_deletes_nothing(session: Session, serve: PageServer):
    at = await opened(session, serve, CONFIRM.replace("Delete note", "Next").replace("MESSAGE", "Go on?"), "Tidy up")
    session.permissions.grants.add(Grant("dialog", serve.origin))
    session.approve = person = Yes("consequential_acts")
    assert await as_model(session, "click", ref=at["Next"])
    await as_model(session, "dialog", accept=True)
    assert [one.rule for one in person.asked] == ["requests_of_consequence"]
    assert posted(serve) == []


LINK = """<title>Pages</title><a href="/pages/7/delete/?next=/pages/">Delete</a>"""
ASKS_BACK = """<title>Delete</title><form method=post action="ACTION"><input type=hidden name=next value=/pages/>FIELD
<button>Yes, delete it</button></form>"""


@pytest.mark.parametrize(
    ("action", "field", "asked"),
    [
        ("/pages/7/delete/?next=/pages/", "", 1),
        ("/pages/7/delete/", "", 1),
        ("/pages/8/delete/", "", 2),
        ("/pages/7/delete/?all=1", "", 2),
        ("/pages/7/delete/", "<input name=also aria-label=Also value=8>", 2),
    ],
)
async def test_one_yes_covers_a_link_and_the_page_that_asks_whether_it_is_meant(
    session: Session, serve: PageServer, action: str, field: str, asked: int
):
    page = ASKS_BACK.replace("ACTION", action).replace("FIELD", field).encode()
    serve.put("/pages/7/delete/", lambda request: Reply(page))
    at = await opened(session, serve, LINK, "Tidy up")
    session.approve = person = Yes("consequential_acts")
    assert await as_model(session, "click", ref=at["Delete"])
    assert await as_model(session, "click", ref=(await refs(session))["Yes, delete it"])
    assert f"“Delete” → “{serve.origin}/pages/7/delete/?next=/pages/”" in person.asked[0].question
    assert len(person.asked) == asked
    assert len(posted(serve)) == 1


ROWS = """<form method=post action=/users><table><tr><th>Pick<th>User<th>Mail</tr>
<tr><td><input type=checkbox name=ann checked><td>ann<td>ann@example.org</tr>
<tr><td><input type=checkbox name=ben><td>ben<td>ben@example.org</tr>
<tr><td colspan=3><button>Delete selected</button><button>Export</button></tr></table></form>"""


async def test_a_question_about_a_deletion_names_checked_rows_whose_boxes_have_no_name(
    session: Session, serve: PageServer
):
    at = await opened(session, serve, ROWS, "Tidy up")
    session.approve = person = Yes("consequential_acts")
    assert await as_model(session, "click", ref=at["Delete selected"])
    [asked] = person.asked
    assert "(checked: “ann ann@example.org”)" in asked.question


UPLOAD = """<input aria-label=City><input type=file aria-label=File onchange="
fetch('/store/4d0287e0', {method: 'PUT', body: this.files[0]})">"""


async def test_one_yes_covers_an_upload_and_what_the_page_sends_of_it(
    chromium: Browser, open_session: OpenSession, serve: PageServer, tmp_path: Path
):
    (tmp_path / "scores.csv").write_text("a,1")
    session = await open_session(chromium, tmp_path / "run", upload_dirs=[tmp_path])
    at = await opened(session, serve, UPLOAD, "Look around")
    session.approve = person = Yes("uploads_that_were_meant")
    assert await as_model(session, "fill", ref=at["City"], value="Zurich")
    assert await as_model(session, "upload_file", ref=at["File"], path=str(tmp_path / "scores.csv"))
    [asked] = person.asked
    assert asked.question.split("\n")[1:] == ["It wrote “Zurich”, which are not your words."]
    assert len(posted(serve)) == 1


AUTOMATIONS = """<table><tr><td>Vacuum week 37<td><button onclick="menu.hidden = false">Overflow menu</button></table>
<div role=menu id=menu hidden><button role=menuitem onclick="menu.hidden = true; asks.hidden = false">Delete</button>
</div>
<x-dialog id=asks hidden><p>Vacuum week 37 will be permanently deleted.</p><button>Delete it</button></x-dialog><script>
customElements.define('x-dialog', class extends HTMLElement {
  connectedCallback() { this.attachShadow({mode: 'open'}).innerHTML = '<div role=alertdialog><slot></slot></div>' }
});</script>"""


async def test_questions_about_a_deletion_say_what_the_menu_was_opened_for_and_what_the_dialog_asks(
    session: Session, serve: PageServer
):
    await opened(session, serve, AUTOMATIONS)
    session.approve = person = Yes("consequential_acts")
    for name in ("Overflow menu", "Delete", "Delete it"):
        assert await as_model(session, "click", ref=(await refs(session))[name])
    assert "“Delete” in “Vacuum week 37 Overflow menu”" in person.asked[0].question
    assert "“Vacuum week 37 will be permanently deleted.”" in person.asked[1].question
