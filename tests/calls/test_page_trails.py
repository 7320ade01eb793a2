"""A question on a page that does not say what it is about names what the model pressed to come there."""

from __future__ import annotations

import pytest

from handrail import Session
from tests.calls.effects.test_request_judge import Person, changed
from tests.calls.effects.test_taint import opened
from tests.calls.test_pipeline_policy import as_model
from tests.pages import PageServer, Reply
from tests.tools.acting import ref

SURE = "<h1>Remove report</h1><p>Are you sure?</p>"
FORM = (
    f"{SURE}<form method=post action=/gone><input type=hidden name=t value=abc123><button id=go>Delete</button></form>"
)
SCRIPT = f"{SURE}<button id=go onclick=\"fetch('/gone', {{method: 'POST'}})\">Delete</button>"
DIALOG = f"{SURE}<div role=dialog>For good?<button id=go>Delete</button></div>"
ROWS = """<h1>Reports</h1><ul><li>Alpha report <a id=a href=/sure>Options</a><li>Beta report <a id=b HREF>Options</a>
<button id=more>More</button></ul>"""
LIST = ROWS.replace("HREF", "href=/sure")
ROUTE = "history.pushState(0, '', '/route'); document.body.innerHTML = document.getElementById('sure').innerHTML"
ROUTED = ROWS.replace("HREF", f'onclick="{ROUTE}" tabindex=0 role=button') + f"<template id=sure>{SCRIPT}</template>"
STEPS = ROWS.replace("HREF", "href=/edit")
FROM_BETA = "“Options” in “Beta report"


async def question_after(session: Session, serve: PageServer, first: str, sure: str, *presses: str) -> str:
    """Return the question about a deletion after these presses."""
    serve.put("/sure", lambda request: Reply(sure.encode()))
    serve.put("/edit", lambda request: Reply(b"<h1>Edit</h1><a id=next href=/sure>Go on</a>"))
    await opened(session, serve, first, "Delete the Alpha report")
    session.approve = person = Person(False)
    for press in presses:
        assert await as_model(session, "click", ref=await ref(session, press))
    assert not await as_model(session, "click", ref=await ref(session, "#go"))
    assert changed(serve) == []
    return person.questions[-1].partition("\n")[0]


PAGES = {
    "form": (LIST, FORM, "#b"),
    "script": (LIST, SCRIPT, "#b"),
    "dialog": (LIST, DIALOG, "#b"),
    "route of a script": (ROUTED, "", "#b"),
    "a page between": (STEPS, FORM, "#b", "#next"),
}


@pytest.mark.parametrize("page", PAGES)
async def test_a_question_names_the_row_from_which_its_page_was_opened(session: Session, serve: PageServer, page: str):
    question = await question_after(session, serve, *PAGES[page])
    assert FROM_BETA in question
    assert "Alpha" not in question


async def test_a_question_names_a_link_without_a_row_and_what_led_to_its_page(session: Session, serve: PageServer):
    links = "<h1>Reports</h1><a id=b href=/edit>Beta report</a>"
    question = await question_after(session, serve, links, FORM, "#b", "#next")
    assert "after the model pressed “Go on” / “Beta report”." in question


async def test_where_presses_in_two_rows_may_have_opened_a_page_both_are_named(session: Session, serve: PageServer):
    first = LIST.replace("</ul>", "<li>Gamma report <button id=c>Show</button></ul>")
    question = await question_after(session, serve, first, FORM, "#c", "#b")
    assert "“Options” in “Beta report" in question
    assert "“Show” in “Gamma report”" in question


async def test_a_question_names_at_most_three_presses_and_says_that_there_were_more(
    session: Session, serve: PageServer
):
    rows = [f"<li>{one} report <button id=c{at}>Show</button>" for at, one in enumerate(("Ann", "Ben", "Cleo", "Dan"))]
    first = LIST.replace("</ul>", f"{''.join(rows)}</ul>")
    question = await question_after(session, serve, first, FORM, "#c0", "#c1", "#c2", "#c3", "#a")
    assert "“Options” in “Alpha report” / “Show” in “Dan report” / “Show” in “Cleo report” / …." in question


async def test_a_page_at_the_same_address_is_another_page(session: Session, serve: PageServer):
    shows = [FORM, LIST.replace("/sure", "/list")]
    serve.put("/list", lambda request: Reply(shows.pop().encode()))
    await opened(session, serve, "<p>Start", "Delete the Alpha report")
    await session.call("goto", url=f"{serve.origin}/list")
    session.approve = person = Person(False)
    assert await as_model(session, "click", ref=await ref(session, "#b"))
    assert not await as_model(session, "click", ref=await ref(session, "#go"))
    assert FROM_BETA in person.questions[-1]


SAYS = {
    "heading": FORM.replace("Remove report", "Beta report Options More"),
    "row": "<ul><li>Beta report <button id=go>Delete</button><li>Alpha report <button>Delete</button></ul>",
    "checked": f"<label><input type=checkbox checked>Beta report</label>{SCRIPT}",
}


@pytest.mark.parametrize("says", SAYS)
async def test_a_question_that_says_which_thing_is_deleted_names_no_presses(
    session: Session, serve: PageServer, says: str
):
    question = await question_after(session, serve, LIST, SAYS[says], "#b")
    assert "Beta report" in question
    assert "after the model" not in question


async def test_a_page_that_the_user_or_an_address_opened_came_of_no_press(session: Session, serve: PageServer):
    serve.put("/sure", lambda request: Reply(FORM.encode()))
    await opened(session, serve, LIST, "Delete the Alpha report")
    session.approve = person = Person(False)
    assert await as_model(session, "click", ref=await ref(session, "#more"))
    await session.call("click", ref=await ref(session, "#a"))
    assert not await as_model(session, "click", ref=await ref(session, "#go"))
    assert "after the model" not in person.questions[-1]
    assert await as_model(session, "goto", url=f"{serve.origin}/sure?again")
    assert not await as_model(session, "click", ref=await ref(session, "#go"))
    assert "after the model" not in person.questions[-1]


BESIDE = {
    "a box that only agrees": f"<label><input type=checkbox checked>I understand</label>{SCRIPT}",
    "a row of buttons": f"{SURE}<ul><li><button id=go>Delete</button> <button>Cancel</button></ul>",
}


@pytest.mark.parametrize("says", BESIDE)
async def test_what_names_no_thing_keeps_no_row_from_a_question(session: Session, serve: PageServer, says: str):
    assert FROM_BETA in await question_after(session, serve, LIST, BESIDE[says], "#b")


@pytest.mark.parametrize("says", BESIDE)
async def test_a_press_in_no_row_is_told_only_where_nothing_else_is(session: Session, serve: PageServer, says: str):
    links = "<h1>Reports</h1><a id=b href=/sure>Beta report</a>"
    assert "after the model" not in await question_after(session, serve, links, BESIDE[says], "#b")


async def test_a_press_that_failed_led_to_no_page(session: Session, serve: PageServer):
    cover = "<div style='position: fixed; inset: 0 0 auto; height: 300px'>Wait</div>"
    serve.put("/sure", lambda request: Reply(FORM.encode()))
    await opened(session, serve, LIST + cover, "Delete the Alpha report")
    session.approve = person = Person(False)
    assert (await session.call_as("model", "click", ref=await ref(session, "#a"))).code == "covered"
    await session.tab.page.evaluate("document.querySelector('div').remove()")
    assert await as_model(session, "click", ref=await ref(session, "#b"))
    assert not await as_model(session, "click", ref=await ref(session, "#go"))
    assert FROM_BETA in person.questions[-1]
    assert "Alpha" not in person.questions[-1].partition("\n")[0]


PANES = """<h1>Reports</h1><ul><li>Alpha report <a id=a href=/x onclick="pane.hidden = false; return false">Open</a>
<li>Beta report <a id=b href="#b">Open</a></ul><p id=pane hidden>Shown</p>
<button id=go onclick="fetch('/gone', {method: 'POST'})">Delete</button>"""


@pytest.mark.parametrize("before", [[], ["#b"]], ids=["alone", "after a link that led on"])
async def test_a_link_of_a_row_that_opens_a_part_of_its_page_is_told(
    session: Session, serve: PageServer, before: list[str]
):
    question = await question_after(session, serve, PANES, "", *before, "#a")
    assert ", after the model pressed “Open” in “Alpha report”." in question
