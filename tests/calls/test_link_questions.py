"""A yes to press a link lets only that be reached which the question named."""

from __future__ import annotations

import pytest

from handrail import Session
from tests.calls.effects.test_request_judge import Person
from tests.calls.test_pipeline_policy import refs
from tests.pages import HttpServer, PageServer, Reply


@pytest.fixture
def router():
    """A server on this machine that nobody named."""
    with HttpServer(lambda _: Reply(b"<h1>Router</h1>")) as server:
        yield server


async def test_the_question_of_a_press_names_the_other_site_that_the_link_leads_to(
    session: Session, serve: PageServer, router: HttpServer
):
    link = f'<a href="{router.origin}/reboot">Delete draft</a>'
    await session.call("goto", url=serve(f"<h1>Wiki</h1>{link}<a href=/delete/4>Delete page</a>"))
    at = await refs(session)
    session.approve = no = Person(False)
    await session.call_as("model", "click", ref=at["Delete draft"])
    assert f"It leads to {router.origin}, a loopback address." in no.questions[0]
    assert router.origin not in session.permissions.reachable
    await session.call_as("model", "click", ref=at["Delete page"])
    assert "It leads to" not in no.questions[1]
    session.approve = Person(True)
    await session.call_as("model", "click", ref=at["Delete draft"])
    assert router.origin in session.permissions.reachable


async def test_a_question_tells_of_the_address_of_a_link_only_what_the_model_typed(session: Session, serve: PageServer):
    results = (
        "<form><label>Find <input name=q></label></form><a href='/edit?list=SavedSearch-13&text=Blue+wheels'>Edit</a>"
    )
    serve("<title>Edit</title><form method=post><button>Delete</button></form>", "/edit")
    session.approve = person = Person(False)
    await session.call("goto", url=serve(results))
    assert (await session.call_as("model", "fill", ref="Find", value="Blue wheels")).ok
    assert (await session.call_as("model", "click", ref="Edit")).ok
    assert (await session.call_as("model", "goto", url=f"{serve.origin}/edit?id=3")).ok
    await session.call_as("model", "click", ref="Delete")
    assert "Blue wheels" in person.questions[0]
    assert "SavedSearch" not in person.questions[0]
