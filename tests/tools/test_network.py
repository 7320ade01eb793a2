"""console, network and fetch_url, through a session."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from playwright.async_api import Browser

from handrail import Session
from handrail.browser.reading.page_logs import MAX_ADDRESS, without_secrets
from handrail.trust import plain
from tests.conftest import OpenSession
from tests.documents.making import pdf
from tests.pages import PageServer, Reply
from tests.tools.acting import js, shown

PAGE = """<title>Shop</title><script>
console.log('ready'); console.error('no stock');
window.done = fetch('/api/prices?token=abc', {method: 'POST', body: JSON.stringify({password: 'x', q: 'kettle'}),
  headers: {'x-api-key': 'k'}}).then((answer) => answer.json()).then(() => fetch('/gone'));
setTimeout(() => { throw new Error('late') });
</script>"""
NOT_PERMITTED = "not_permitted"


@pytest.fixture
async def session(open_session: OpenSession, chromium: Browser, tmp_path: Path) -> Session:
    return await open_session(chromium, tmp_path / "run", own=True)


@pytest.fixture
async def firefox_session(open_session: OpenSession, firefox: Browser, tmp_path: Path) -> Session:
    return await open_session(firefox, tmp_path / "run", own=True)


def put_prices(serve: PageServer) -> None:
    headers = {"set-cookie": "sid=cookievalue"}
    body = b'{"prices": [30, 24], "access_token": "tok-1"}'
    serve.put("/api/prices", Reply(body, content_type="application/json", headers=headers))


async def look(session: Session, serve: PageServer, *, has_request_bodies: bool = True) -> None:
    put_prices(serve)
    await shown(session, serve, PAGE)
    await js(session, "done.then(() => true)")
    found = await session.call_as("model", "network", contains="/api/")
    [request] = found.data["requests"]
    assert (request["method"], request["status"], request["content_type"]) == ("POST", 200, "application/json")
    assert "abc" not in request["url"]
    whole = await session.call_as("model", "network", id=request["id"])
    assert whole.data["response_body"] == '{"prices": [30, 24], "access_token": "•••"}'
    assert whole.data.get("request_body") == ('{"password":"•••","q":"kettle"}' if has_request_bodies else None)
    assert sorted(whole.data["request_headers"]) == ["content-type", "x-api-key"]
    shown_to_model = str(plain(whole.data))
    assert not [word for word in ("tok-1", "cookievalue", "'k'", "abc") if word in shown_to_model]
    failed = await session.call("network", failed=True)
    assert [one["status"] for one in failed.data["requests"] if "/gone" in one["url"]] == [404]
    assert (await session.call("network", id="r999")).code == "no_such_request"


async def test_requests_are_listed_and_one_shown_with_its_bodies_without_secrets(
    session: Session, serve: PageServer
) -> None:
    await look(session, serve)


async def test_requests_in_firefox(firefox_session: Session, serve: PageServer) -> None:
    # Over BiDi there are none.
    await look(firefox_session, serve, has_request_bodies=False)


async def test_a_long_body_is_reached_by_next(session: Session, serve: PageServer) -> None:
    serve.put("/long", Reply("".join(f"{number} " for number in range(5_000)).encode(), content_type="text/plain"))
    await shown(session, serve, "<script>window.done = fetch('/long').then((answer) => answer.text())</script>")
    await js(session, "done.then(() => true)")
    [request] = (await session.call("network", contains="/long")).data["requests"]
    found, text = await session.call("network", id=request["id"]), ""
    while True:
        text += found.data["response_body"].raw
        if not found.truncated:
            break
        found = await session.call(found.next.tool, **found.next.params)
    assert text.split() == [str(number) for number in range(5_000)]


async def test_the_console_has_messages_and_uncaught_errors(session: Session, serve: PageServer) -> None:
    put_prices(serve)
    await shown(session, serve, PAGE)
    await js(session, "done.then(() => new Promise((end) => setTimeout(end, 50)))")
    said = (await session.call_as("model", "console")).data["messages"]
    texts = [(one["kind"], one["text"].raw) for one in said]
    assert ("log", "ready") in texts
    errors = (await session.call("console", level="error")).data["messages"]
    assert {"no stock"} < {one["text"].raw for one in errors}
    assert any("late" in one["text"] for one in errors)
    assert (await session.call("console", contains="stock")).data["total"] == 1


def test_what_is_called_like_a_secret_is_hidden_in_a_time_that_a_page_cannot_stretch() -> None:
    assert without_secrets('{"Api-Key": "x\\"y", "pin": 1}') == '{"Api-Key": "•••", "pin": 1}'
    assert without_secrets("a=1&session_id=2&code=3#x") == "a=1&session_id=•••&code=•••#x"
    started = time.process_time()
    for text in ('"' + "token" * 400_000, '"' + "a" * 2_000_000, '"token":"' + "\\" * 2_000_000, '"' * 2_000_000):
        without_secrets(text)
    assert time.process_time() - started < 20


async def test_an_address_is_read_without_cookies_and_without_leaving_the_page(
    session: Session, serve: PageServer
) -> None:
    serve.put("/feed", Reply(b'{"a": 1}', content_type="application/json"))
    serve.put(
        "/html",
        Reply(b"<!doctype html><title>T</title><h1>Hi</h1><script>evil()</script><p><a href=there?a=1>There</a>"),
    )
    serve.put("/a.pdf", Reply(pdf([[(72, 700, 10, "Page one")]]), content_type="application/pdf"))
    await shown(session, serve, "<p>here")
    await session.tab.page.context.add_cookies([{"name": "sid", "value": "1", "url": serve.origin}])
    for path, text in (
        ("/feed", '{\n "a": 1\n}'),
        ("/html", f"# Hi\n\n[There]({serve.origin}/there?a=1)"),
        ("/none", "# Not found"),
    ):
        found = await session.call_as("model", "fetch_url", url=serve.origin + path)
        assert found.data["text"] == text
        assert found.data["text"].origin == serve.origin
    assert found.data["status"] == 404
    around = "<p><a href=/a>Menu</a></p>{}<footer>Recent posts</footer><script>'<main>'</script>"
    for main in (
        "<main><h1>News</h1><main>Frost.</main></main>",
        "<div role=main><h1>News</h1><div>Frost.</div></div>",
    ):
        serve.put("/page", Reply(around.format(main).encode()))
        found = await session.call_as("model", "fetch_url", url=f"{serve.origin}/page")
        assert found.data["text"].raw.split() == ["#", "News", "Frost."]
        rest = (await session.call_as("model", found.next.tool, **found.next.params)).data["text"].raw
        assert rest.split("\n\n") == [f"[Menu]({serve.origin}/a)", "Recent posts"]
    found = await session.call("fetch_url", url=f"{serve.origin}/a.pdf")
    read = await session.call(found.next.tool, **found.next.params)
    assert read.data["pages"][0]["text"] == "Page one"
    assert not [one for one in serve.requests if one.path in ("/feed", "/html") and "sid=1" in str(one.headers)]
    assert await js(session, "document.body.innerText") == "here"


async def test_what_is_fetched_is_judged_like_a_goto(session: Session, serve: PageServer) -> None:
    await shown(session, serve, f"<a href={serve.other_site}/linked>x</a>")
    serve.put("/linked", Reply(b"<p>linked"))
    serve.put("/out", Reply(status=302, headers={"location": f"{serve.other_site}/loot?canary"}))
    for url in (f"{serve.other_site}/loot?canary", f"{serve.origin}/posts/delete/4", "http://169.254.169.254/latest"):
        assert (await session.call_as("model", "fetch_url", url=url)).code == NOT_PERMITTED, url
    assert (await session.call_as("model", "fetch_url", url=f"{serve.origin}/out?x=canary")).code == "navigation_failed"
    assert not [one for one in serve.requests if "loot" in one.path]
    linked = await session.call_as("model", "fetch_url", url=f"{serve.other_site}/linked")
    assert linked.data["text"] == "linked"


async def test_of_a_long_address_the_beginning_is_listed(session: Session, serve: PageServer) -> None:
    await shown(session, serve, "<title>Shop</title>")
    await js(session, "fetch('/long?q=' + 'a'.repeat(50_000)).catch(() => 0).then(() => true)")
    [(request, _)] = [one for one in await session.tab.logs.requests() if "/long" in one[0].url.raw]
    assert len(request.url.raw) == MAX_ADDRESS + 1
    assert request.url.raw.endswith("aa…")
