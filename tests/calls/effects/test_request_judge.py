"""The user is asked about a request while the browser holds it, and the page goes on as they answer."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from playwright.async_api import Browser

from handrail import Session
from handrail.calls import human_input
from handrail.policy import Ask
from handrail.trust import plain
from tests.calls.test_pipeline_policy import refs
from tests.conftest import OpenSession
from tests.pages import PageServer

PAGE = """<title>Records</title>
<button onclick="go('DELETE', '/api/1')">OK</button>
<button onclick="go('POST', '/api/2/erase').then(() => go('POST', '/api/3/erase'))">Tidy</button>
<form action=/remove/4 method=post><input name=a type=hidden></form>
<button onclick="document.forms[0].submit()">Form</button>
<script>
  const end = title => () => { document.title = title };
  const go = (method, path) => fetch(path, { method }).then(end('Done'), end('Stopped'));
</script>"""


class Person:
    """Answers every question alike, and keeps them."""

    def __init__(self, answer: bool) -> None:
        self.answer = answer
        self.questions: list[str] = []
        self.clocks_stand = True

    async def __call__(self, question: Ask) -> bool:
        self.questions.append(question.question)
        # The page is left alone for a while, as a person does.
        await asyncio.get_running_loop().run_in_executor(None, list, range(1000))
        running = set(human_input._limits.get()) - set(human_input._over)
        self.clocks_stand &= all(limit.when() is None for limit in running)
        return self.answer


async def click(session: Session, name: str, person: Person | None) -> dict[str, object]:
    session.approve = person
    result = await session.call_as("model", "click", ref=(await refs(session))[name])
    assert result.ok or result.code == "not_permitted"
    return result.followed


def changed(serve: PageServer) -> list[str]:
    return [f"{request.method} {request.path}" for request in serve.requests if request.method != "GET"]


async def test_a_request_of_consequence_goes_on_after_a_yes(session: Session, serve: PageServer):
    yes = Person(True)
    await session.call("goto", url=serve(PAGE))
    await click(session, "OK", yes)
    assert changed(serve) == ["DELETE /api/1"]
    assert (await session.tab.title()).raw == "Done"
    assert len(yes.questions) == 1
    assert "DELETE" in yes.questions[0]
    assert yes.clocks_stand


async def test_a_form_that_a_script_sends_is_held_open_until_the_answer(session: Session, serve: PageServer):
    serve("<title>Removed</title>", "/remove/4")
    await session.call("goto", url=serve(PAGE))
    await click(session, "Form", Person(True))
    assert changed(serve) == ["POST /remove/4"]
    assert (await session.tab.title()).raw == "Removed"


async def test_after_a_no_the_page_gets_an_error_and_nobody_is_asked_again_for_the_same(
    session: Session, serve: PageServer
):
    no = Person(False)
    await session.call("goto", url=serve(PAGE))
    followed = await click(session, "OK", no)
    assert len(followed["stopped_requests"]) == 1  # type: ignore[arg-type]  # a list
    await click(session, "OK", no)
    # Two of one shape are one question.
    await click(session, "Tidy", no)
    assert len(no.questions) == 2
    assert changed(serve) == []
    assert (await session.tab.title()).raw == "Stopped"


async def test_what_was_stopped_twice_is_told_once_with_its_number_and_not_as_sent(
    any_session: Session, serve: PageServer
):
    page = """<button onclick="send().finally(send)">OK</button>
    <script>const send = () => fetch('/api/1', { method: 'DELETE' })</script>"""
    await any_session.call("goto", url=serve(page))
    followed = await click(any_session, "OK", Person(False))
    assert plain(followed) == {"stopped_requests": [f"DELETE {serve.origin}/api/1 (2 times)"]}


async def test_where_nobody_can_answer_the_user_reads_the_flag(session: Session, serve: PageServer):
    notices: list[str] = []
    session.events.subscribe(lambda event: notices.append(event.remedy) if event.kind == "decision" else None)
    await session.call("goto", url=serve(PAGE))
    await click(session, "OK", None)
    assert changed(serve) == []
    assert notices[-1] == f"--trust {serve.origin}"


async def test_the_users_own_acts_send_what_they_send(session: Session, serve: PageServer):
    await session.call("goto", url=serve("<button onclick=\"fetch('/api/1', { method: 'DELETE' })\">OK</button>"))
    await session.call("click", ref=(await refs(session))["OK"])
    assert changed(serve) == ["DELETE /api/1"]


STORE = """<title>Store</title><ul>
<li>Copper kettle <button onclick="go('/api/like/1')">+</button>
<li>Steel pan <button onclick="go('/api/like/2')">Heart</button>
<li>Oak board <button onclick="go('/api/like/3')">Star</button></ul>
<button onclick="go('/api/theme')">Dark theme</button>
<script>const go = path => fetch(path, { method: 'POST' })</script>"""


async def test_what_the_user_did_not_name_sends_nothing_and_the_act_is_no_failure(session: Session, serve: PageServer):
    session.provenance.words.add_text("Like the copper kettle.")
    await session.call("goto", url=serve(STORE))
    session.approve = None
    result = await session.call_as("model", "click", ref=(await refs(session))["Heart"])
    assert result.ok
    assert len(result.followed["stopped_requests"]) == 1
    # The row is what they named.
    assert (await session.call_as("model", "click", ref=(await refs(session))["+"])).ok
    assert changed(serve) == ["POST /api/like/1"]


async def test_what_a_person_let_go_once_goes_again_in_the_session(session: Session, serve: PageServer):
    yes = Person(True)
    await session.call("goto", url=serve(STORE))
    await click(session, "Heart", yes)
    await click(session, "Star", yes)
    assert changed(serve) == ["POST /api/like/2", "POST /api/like/3"]
    assert len(yes.questions) == 1
    await click(session, "Dark theme", yes)
    assert len(yes.questions) == 2


async def test_what_the_plan_said_would_be_changed_is_named(session: Session, serve: PageServer):
    session.provenance.words.add_text("It is too bright here")
    session.provenance.planned.add_text("Switch on the dark theme")
    await session.call("goto", url=serve(STORE))
    await click(session, "Dark theme", None)
    assert changed(serve) == ["POST /api/theme"]
    # Only the user's own words may be written and sent.
    assert not session.provenance.words.has("Switch on the dark theme")


async def test_what_one_act_deletes_in_several_requests_is_asked_once(session: Session, serve: PageServer):
    yes = Person(True)
    script = "for (const one of ['a.txt', 'b.txt', 'c.txt']) fetch('/files/' + one, { method: 'DELETE' })"
    await session.call("goto", url=serve(f'<button onclick="{script}">Tidy</button>'))
    await click(session, "Tidy", yes)
    assert sorted(changed(serve)) == ["DELETE /files/a.txt", "DELETE /files/b.txt", "DELETE /files/c.txt"]
    assert len(yes.questions) == 1
    await click(session, "Tidy", yes)
    assert len(yes.questions) == 2


MENUS = """<title>Menus</title><button aria-haspopup=menu onclick="menu.hidden = false">Share</button>
<div id=menu role=menu hidden><div role=menuitem tabindex=0 onclick="go('/api/3')">By mail</div></div>
<button aria-expanded=false onclick="go('/api/1')">Delete account</button>
<button aria-haspopup=true onclick="go('/api/2')">Share with all</button>
<script>const go = path => fetch(path, { method: 'POST' })</script>"""


async def test_words_on_what_only_opens_a_menu_ask_nothing_until_a_request_follows(session: Session, serve: PageServer):
    yes = Person(True)
    session.provenance.words.add_text("Share it with all")
    await session.call("goto", url=serve(MENUS))
    await click(session, "Share", yes)
    assert yes.questions == []
    await click(session, "Delete account", yes)
    assert len(yes.questions) == 1
    assert "delete" in yes.questions[0]
    # The user named it.
    await click(session, "Share with all", yes)
    assert len(yes.questions) == 1
    assert changed(serve) == ["POST /api/1", "POST /api/2"]
    await click(session, "Delete account", None)
    assert len(changed(serve)) == 2


async def test_what_a_page_sends_when_it_is_pointed_at_is_asked_for(session: Session, serve: PageServer):
    await session.call("goto", url=serve("<button onmouseenter=\"fetch('/seen', { method: 'POST' })\">OK</button>"))
    result = await session.call_as("model", "hover", ref=(await refs(session))["OK"])
    assert result.ok
    assert len(result.followed["stopped_requests"]) == 1
    assert changed(serve) == []


async def test_what_another_site_sends_to_an_opened_one_teaches_no_habit(session: Session, serve: PageServer):
    send = f"fetch('{serve.origin}/api/team', {{ method: 'POST', mode: 'no-cors', body: 'x' }})"
    serve(f"<title>Foreign</title><script>{send}</script>", "/foreign")
    session.permissions.reachable.add(serve.other_site)
    session.provenance.links.add([f"{serve.other_site}/foreign"])
    page = "<title>Home</title><button onclick=\"fetch('/api/team', { method: 'POST', body: 'x' })\">OK</button>"
    await session.call("goto", url=serve(page))
    await session.call_as("model", "goto", url=f"{serve.other_site}/foreign")
    assert changed(serve) == []
    await session.call("goto", url=serve(page))
    await click(session, "OK", None)
    assert changed(serve) == []


async def test_what_a_frame_of_another_site_sends_after_a_press_beside_it_was_named_by_nobody(
    session: Session, serve: PageServer
):
    session.provenance.words.add_text("Save the entry")
    session.permissions.origins.add(serve.other_site)
    serve("<script>onmessage = () => fetch('/api/x', { method: 'POST', body: '7' })</script>", "/frame")
    frame = f"<iframe src={serve.other_site}/frame></iframe>"
    page = f"<button onclick=\"frames[0].postMessage(1, '*')\">Save the entry</button>{frame}"
    await session.call("goto", url=serve(page))
    person = Person(False)
    await click(session, "Save the entry", person)
    assert changed(serve) == []
    assert "which you did not name" in person.questions[0]


async def test_a_yes_covers_what_its_question_showed_and_no_more(session: Session, serve: PageServer):
    session.provenance.words.add_text("Take a note of the cart")
    page = """<label>Amount <input type=number id=amount></label>
      <button onclick="post('/cart/7/note').then(() => post('/cart/7/pay')).then(() => post('/cart/7/x'))">Note</button>
      <button onclick="fetch('/cart/9', { method: 'DELETE' })">Tidy</button>
      <button onclick="post('/cart/say', amount.value)">Cart</button>
      <script>const post = (path, body) => fetch(path, { method: 'POST', body })</script>"""

    class Once(Person):
        async def __call__(self, question: Ask) -> bool:
            return await super().__call__(question) and len(self.questions) == 1

    await session.call("goto", url=serve(page))
    at = await refs(session)
    await session.call_as("model", "fill", ref=at["Amount"], value="12345")
    once = Once(True)
    # A yes to what deletes does not agree to what was written, of which its question says nothing.
    await click(session, "Tidy", once)
    await click(session, "Cart", once)
    assert changed(serve) == ["DELETE /cart/9"]
    assert "12345" in once.questions[-1]
    again = Once(True)
    await click(session, "Note", again)
    assert changed(serve) == ["DELETE /cart/9", "POST /cart/7/note"]
    assert len(again.questions) >= 2


ROW = "<table><tr><td>Teapot, blue</td><td><button onclick=go()>Go</button></td></tr></table>"
BATCH = "--b\r\nContent-Type: application/http\r\n\r\nDELETE /items/5 HTTP/1.1\r\n\r\n--b--"


def pressing(*calls: tuple[str, str, str, dict[str, str]]) -> str:
    """A page whose row sends these requests, one after the other: method, path, body and headers."""
    sent = [
        [path, {"method": method, "headers": headers} | ({"body": body} if body else {})]
        for method, path, body, headers in calls
    ]
    all_of_them = f"for (const one of {json.dumps(sent)}) await fetch(...one).catch(() => {{}})"
    return f"{ROW}<script>const go = async () => {{ {all_of_them}; document.title = 'Done' }}</script>"


@pytest.fixture(params=["chromium", "firefox"])
def browser(request: pytest.FixtureRequest) -> Browser:
    found: Browser = request.getfixturevalue(request.param)
    return found


async def test_a_header_that_names_another_method_is_the_method(
    browser: Browser, open_session: OpenSession, serve: PageServer, tmp_path: Path
):
    session, person = await open_session(browser, tmp_path / "run"), Person(False)
    session.provenance.words.add_text("Rename the blue teapot to red teapot")
    headers = ("X-HTTP-Method-Override", "X-Method-Override", "x-http-method")
    calls = [("POST", f"/items/{at}", "", {header: "delete"}) for at, header in enumerate(headers)]
    page = pressing(*calls, ("GET", "/items/9", "", {"X-HTTP-Method": "DELETE"}))
    await session.call("goto", url=serve(page))
    await click(session, "Go", person)
    assert not [one.path for one in serve.requests if one.path.startswith("/items")]
    assert "DELETE" in person.questions[0]


async def test_what_a_row_of_your_words_sends_is_asked_where_its_body_says_that_it_is_grave(
    session: Session, serve: PageServer
):
    session.provenance.words.add_text("Rename the blue teapot to red teapot")
    bodies = ('{"deleted": true}', '{"status": "published"}', '{"role": "admin"}', '{"shared_with": [77]}', BATCH)
    no_headers: dict[str, str] = {}
    calls = [("POST", f"/items/{at}", body, no_headers) for at, body in enumerate(bodies)]
    await session.call("goto", url=serve(pressing(("POST", "/items/9", '{"status": "done"}', no_headers), *calls)))
    person = Person(False)
    await click(session, "Go", person)
    assert [one for one in changed(serve) if "/items" in one] == ["POST /items/9"], person.questions
