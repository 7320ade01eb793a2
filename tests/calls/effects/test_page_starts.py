"""What a page asks its site by itself when it has come, and which is only called like a change of access."""

from __future__ import annotations

import pytest

from handrail import Session
from handrail.policy.permissions import Grant
from tests.calls.effects.test_request_judge import changed
from tests.calls.effects.test_standing_access import Person
from tests.calls.test_pipeline_policy import refs
from tests.pages import PageServer

LOGIN = "<title>Sign in</title><form action=/desk><label>Email <input></label><button>Login</button></form>SCRIPT"
DESK = """<title>Loading</title><p id=out>Loading</p><button onclick="ask()">Again</button><script>
const ask = () => fetch('PATH', { method: 'POST', body: JSON.stringify(BODY) }).then(() => document.title = 'Desk');
onload = ask;</script>"""
ADDRESS, EMPTY = "/browser/master_password", "{ password: '' }"


async def signed_in(session: Session, serve: PageServer, path: str, body: str) -> Person:
    serve(DESK.replace("PATH", path).replace("BODY", body), "/desk")
    serve("{}", path)
    session.permissions.grants.add(Grant("submit", serve.origin))
    await session.call("goto", url=serve(LOGIN.replace("SCRIPT", "")))
    session.approve = person = Person()
    assert (await session.call_as("model", "fill", ref=(await refs(session))["Email"], value="desk@example.com")).ok
    assert (await session.call_as("model", "click", ref=(await refs(session))["Login"])).ok
    assert (await session.call_as("model", "wait_for", text="Loading")).ok
    assert changed(serve) == [f"POST {path}"]
    return person


async def test_a_page_that_asks_at_its_start_whether_a_password_is_needed_changes_no_access(
    session: Session, serve: PageServer
):
    person = await signed_in(session, serve, ADDRESS, EMPTY)
    assert person.asked == []


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (ADDRESS, "{ password: 'open sesame' }"),
        (ADDRESS, "{ password: '', user: 7 }"),
        (ADDRESS, "{}"),
        ("/users/change_password", EMPTY),
        ("/members/7/permissions", EMPTY),
        ("/invitations/password", EMPTY),
        (ADDRESS + "?user=7", EMPTY),
    ],
)
async def test_a_page_that_says_more_than_that_at_its_start_is_asked(
    session: Session, serve: PageServer, path: str, body: str
):
    person = await signed_in(session, serve, path, body)
    assert [grant.verb for grant in person.asked[0].grants] == ["access"]


async def test_the_same_after_a_press_on_the_page_is_asked(session: Session, serve: PageServer):
    person = await signed_in(session, serve, ADDRESS, EMPTY)
    assert (await session.call_as("model", "click", ref=(await refs(session))["Again"])).ok
    assert [grant.verb for grant in person.asked[0].grants] == ["access"]


async def test_the_same_of_a_page_that_the_model_filled_in_by_its_address_is_asked(session: Session, serve: PageServer):
    serve(DESK.replace("PATH", ADDRESS).replace("BODY", EMPTY), "/desk")
    serve("{}", ADDRESS)
    await session.call("goto", url=serve("<title>Home</title>"))
    session.permissions.grants.add(Grant("submit", serve.origin))
    session.approve = person = Person()
    assert (await session.call_as("model", "goto", url=f"{serve.origin}/desk?for=somebody+else")).ok
    assert [grant.verb for grant in person.asked[0].grants] == ["access"]
