"""What a page sends by itself when it is opened: by a link, by its address, in ask mode, and after a loss."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser

from handrail import Session
from handrail.policy.facts import Mode
from tests.calls.effects.test_request_judge import Person, changed
from tests.calls.test_pipeline_policy import refs
from tests.conftest import OpenSession
from tests.pages import PageServer

FORM = "<form method=post action=/share><input type=hidden name=publish value=9></form><script>f.submit()</script>"
PAGES = {
    "/join": "<script>fetch('/api/teams/3/invitations/accept', { method: 'POST' })</script>",
    "/leave": "<script>fetch('/api/account', { method: 'DELETE' })</script>",
    "/post": FORM.replace("<form", "<form id=f"),
}


async def mails(session: Session, serve: PageServer) -> None:
    for path, page in PAGES.items():
        serve(f"<title>One moment</title><h1>One moment</h1>{page}", path)
    serve("<title>Shared</title>", "/share")
    links = "".join(f"<p><a href={path}>{path[1:]}</a></p>" for path in PAGES)
    await session.call("goto", url=serve(f"<h1>Mail</h1>{links}"))


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("way", ["by a link", "by its address", "by an address of the user"])
async def test_what_an_opened_page_sends_of_consequence_is_asked_for(
    session: Session, serve: PageServer, path: str, way: str
):
    await mails(session, serve)
    if way == "by an address of the user":
        session.provenance.words.add_text(f"Look at {serve.origin}{path} and tell me what it says")
    session.approve = person = Person(False)
    at = await refs(session)
    by_link = way == "by a link"
    params = {"ref": at[path[1:]]} if by_link else {"url": serve.origin + path}
    await session.call_as("model", "click" if by_link else "goto", **params)
    await session.call_as("model", "wait", seconds=0.2)
    assert changed(serve) == []
    assert len(person.questions) == 1


async def test_in_ask_mode_an_opened_page_changes_nothing_and_nobody_is_asked(session: Session, serve: PageServer):
    session.approve = person = Person(True)
    for path in PAGES:
        session.mode = "act"
        await mails(session, serve)
        session.mode = "ask"
        await session.call_as("model", "click", ref=(await refs(session))[path[1:]])
        await session.call_as("model", "wait", seconds=0.2)
        assert (changed(serve), person.questions) == ([], []), path


async def test_in_ask_mode_an_opened_page_may_ask_its_site_by_post(session: Session, serve: PageServer):
    asks = "fetch('/graphql', { method: 'POST', body: JSON.stringify({ query: '{ mails { id } }' }) })"
    serve(f"<script>{asks}.then(() => {{ document.title = 'Read' }})</script>", "/inbox")
    await session.call("goto", url=serve("<a href=/inbox>Inbox</a>"))
    session.mode = "ask"
    await session.call_as("model", "click", ref=(await refs(session))["Inbox"])
    await session.tab.page.wait_for_function("document.title === 'Read'")
    assert changed(serve) == ["POST /graphql"]


async def test_a_page_that_is_opened_again_sends_nothing_of_consequence(session: Session, serve: PageServer):
    await mails(session, serve)
    session.approve = person = Person(True)
    for path in PAGES:
        assert await session.return_to(serve.origin + path)
        await session.call_as("model", "wait", seconds=0.2)
        assert (changed(serve), person.questions) == ([], []), path


async def test_a_page_that_is_opened_again_counts_as_filled_in_unless_the_user_wrote_its_address(
    session: Session, serve: PageServer
):
    form = "<form method=post action=/sent><input name=to value=mallory><button>Send message</button></form>"
    linked = serve(form, "/compose") + "?to=mallory"
    await session.call("goto", url=serve(f"<a href='{linked}'>Write</a>"))
    await session.call_as("model", "snapshot")
    session.provenance.words.add_text(f"Go to {serve.origin}/compose and click Send message")
    for url, filled_in in ((linked, True), (f"{serve.origin}/compose", False)):
        assert await session.return_to(url)
        assert session.tab.core.taint.prefilled is filled_in


async def test_a_page_that_is_opened_again_keeps_the_users_own_limits_without_policy_too(
    open_session: OpenSession, chromium: Browser, tmp_path: Path, serve: PageServer
):
    limits = "stay on 127.0.0.1; do not delete anything"
    session = await open_session(chromium, tmp_path / "run", guardrails=limits, unsafe=True)
    serve("<title>Elsewhere</title>", "/elsewhere")
    leaves = f"fetch('/api/7', {{ method: 'DELETE' }}).catch(() => 0); location = '{serve.other_site}/elsewhere'"
    assert await session.return_to(serve(f"<title>Home</title><script>{leaves}</script>", "/home"))
    await session.call_as("model", "wait", seconds=0.2)
    assert changed(serve) == []
    assert session.tab.page.url == f"{serve.origin}/home"


async def test_a_yes_after_an_unnamed_press_covers_no_like_request_of_another_sites_page(
    session: Session, serve: PageServer
):
    like = f"fetch('{serve.origin}/api/like', {{ method: 'POST', mode: 'no-cors' }})"
    serve(f"<title>Foreign</title><script>{like}</script>", "/foreign")
    session.permissions.reachable.add(serve.other_site)
    session.provenance.links.add([f"{serve.other_site}/foreign"])
    session.approve = person = Person(True)
    await session.call("goto", url=serve(f'<button onclick="{like}">Heart</button>'))
    for _ in range(2):
        await session.call_as("model", "click", ref=(await refs(session))["Heart"])
    assert len(person.questions) == 1
    session.approve = person = Person(False)
    await session.call_as("model", "goto", url=f"{serve.other_site}/foreign")
    await session.call_as("model", "wait", seconds=0.2)
    assert f"from a page of {serve.other_site}" in person.questions[0]
    assert len(changed(serve)) == 2


LATE = "setTimeout(() => {for (const path of ['/visits', '/posts/7']) send(path)}, 200)"


@pytest.mark.parametrize(("mode", "sent"), [("act", ["POST /visits"]), ("ask", [])])
async def test_the_page_that_a_model_begins_with_sends_no_more_than_one_that_it_opens(
    session: Session, serve: PageServer, mode: Mode, sent: list[str]
):
    send = "const send = path => fetch(path, { method: path === '/visits' ? 'POST' : 'DELETE' }).finally(done)"
    done = "let left = 2; const done = () => { if (!--left) document.title = 'Done' }"
    session.mode = mode
    session.approve = person = Person(False)
    url = serve(f"<script>{done}; {send}; {LATE}</script>")
    assert (await session.perform("user", "goto", {"url": url}, begins_run=True)).ok
    await session.tab.page.wait_for_function("document.title === 'Done'")
    assert changed(serve) == sent
    assert len(person.questions) == (mode == "act")
