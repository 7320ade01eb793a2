"""A question about what deletes all that a search found says what was searched for."""

from __future__ import annotations

import pytest

from handrail import Session
from tests.calls.effects.test_request_judge import Person
from tests.calls.effects.test_taint import opened
from tests.calls.test_pipeline_policy import as_model
from tests.pages import PageServer
from tests.tools.acting import ref

GO = "<main><h1>Archive</h1><button id=go>Delete all results</button></main>"
SEARCH = "<input type=search aria-label=Search>"
PAGES = {
    "search box": f"{SEARCH}{GO}",
    "role": f"<form role=search><input name=q></form>{GO}",
    "the one field": f"<input placeholder='Type here'>{GO}",
    "a button that says nothing of all": f"{SEARCH}{GO.replace('Delete all results', 'Delete')}",
    "a choice beside it": f"{SEARCH}<select><option>All folders</select>{GO}",
    "a dialog": f"{SEARCH}<main><h1>Archive</h1><div role=dialog>Remove all results?<button id=go>Delete</button>",
}


@pytest.mark.parametrize("page", PAGES)
async def test_a_question_about_what_deletes_all_results_says_what_was_searched_for(
    session: Session, serve: PageServer, page: str
):
    await opened(session, serve, PAGES[page], "Delete all reports that say report 2020")
    session.approve = person = Person(False)
    assert await as_model(session, "fill", ref=await ref(session, "input"), value="report")
    assert not await as_model(session, "click", ref=await ref(session, "#go"))
    assert "report”" in person.questions[-1].partition("\n")[0]


SAYS = {
    "row": "<ul><li>Ann Ash <button id=go>Delete</button><li>Ben Brecht <button>Delete</button></ul>",
    "selected": "<ul><li aria-selected=true role=option>Ann Ash</ul><button id=go>Delete</button>",
    "dialog": "<div role=dialog>Delete Ann Ash?<button id=go>Delete</button></div>",
    "form": "<form method=post><p>Ann Ash</p><input type=hidden name=t value=x><button id=go>Delete</button></form>",
}


@pytest.mark.parametrize("says", SAYS)
async def test_a_question_still_says_which_thing_is_deleted_beside_a_search(
    session: Session, serve: PageServer, says: str
):
    page = "<input type=search value=report>"
    await opened(session, serve, f"{page}{SAYS[says]}", "Delete Ann Ash")
    session.approve = person = Person(False)
    assert not await as_model(session, "click", ref=await ref(session, "#go"))
    assert "Ann Ash" in person.questions[-1]
    assert "report" not in person.questions[-1]


async def test_what_only_sends_says_nothing_of_a_search(session: Session, serve: PageServer):
    page = (
        f"{SEARCH.replace('>', ' value=report>')}<form method=post><textarea>Hi</textarea><button id=go>Send</button>"
    )
    await opened(session, serve, page, "Look around")
    session.approve = person = Person(False)
    assert not await as_model(session, "click", ref=await ref(session, "#go"))
    assert "report" not in person.questions[-1]
