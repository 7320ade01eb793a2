"""Links that a model may follow since it was shown them: none that it may have made up itself, whatever shows it."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from playwright.async_api import Browser

from handrail import Session
from handrail.policy import Permissions
from handrail.policy.permissions import NavigationLimits
from tests.calls.test_pipeline_policy import refs
from tests.conftest import OpenSession
from tests.pages import PageServer, Reply, Request

ROWS = "<p>row</p>" * 400


@pytest.fixture
async def session(open_session: OpenSession, chromium: Browser, tmp_path: Path) -> Session:
    """A session that remembers no requests of other tests."""
    return await open_session(chromium, tmp_path / "run", own=True)


@pytest.fixture
async def stolen(session: Session, serve: PageServer) -> str:
    """An address that carries data to a site that the user opened nothing on. A page of theirs repeats what it is
    asked for."""
    address = f"{serve.other_site}/leak?d=SECRET"

    def repeat(request: Request) -> Reply:
        asked = parse_qs(urlsplit(request.path).query).get("q", [""])[0]
        body = f"<title>Found</title><p>First</p><ul><li>{escape(asked)}</ul>{ROWS}<p>See {escape(asked)} there</p>"
        return Reply(f"{body}<a class=next href={serve.other_site}/list>Next</a>".encode())

    def hand_over(request: Request) -> Reply:
        headers = {"content-disposition": "attachment; filename=found.txt"}
        return Reply(parse_qs(urlsplit(request.path).query)["q"][0].encode(), 200, "text/plain", headers)

    serve.put("/found", repeat)
    serve.put("/file", hand_over)
    serve("<title>List</title><ul><li>Kettle</ul>", "/list")
    serve(f"<title>Feed</title><a href={serve.other_site}/given?x=1>Given</a>", "/feed")
    session.permissions.reachable.add(serve.other_site)
    session.provenance.words.add_text("Look around, and download the file that was found")
    home = "<title>Home</title><a href=/found>Search</a> <a href=/feed>Feed</a>"
    await session.call("goto", url=serve(f"{home} <a href={serve.other_site}/list>List</a>", "/home"))
    await session.call_as("model", "snapshot")
    return address


async def tainted(session: Session, serve: PageServer, stolen: str) -> None:
    assert (await session.call_as("model", "goto", url=f"{serve.origin}/found?q={quote(stolen)}")).ok
    assert session.tab.core.taint.holds


async def assert_unlearned(session: Session, serve: PageServer, stolen: str) -> None:
    """That the address may not be opened once every tab is clean."""
    await session.call("goto", url=f"{serve.origin}/home")
    assert not session.tabs.holds_taint()
    assert (await session.call_as("model", "goto", url=stolen)).code == "not_permitted"
    assert not [one for one in serve.requests if one.path.startswith("/leak")]


async def show_all(session: Session) -> str:
    """All that a model is shown of the files that came."""
    listed = await session.call_as("model", "list_downloads")
    shown = str(listed.to_dict())
    for file in listed.data["downloads"]:
        shown += str((await session.call_as("model", "read_download", file=file["id"])).to_dict())
    return shown


async def test_what_an_address_of_the_model_s_own_answers_teaches_no_link(
    session: Session, serve: PageServer, stolen: str
):
    fetched = await session.call_as("model", "fetch_url", url=f"{serve.origin}/found?q={quote(stolen)}")
    assert stolen in fetched.data["text"].raw
    await session.call_as("model", "fetch_url", url=f"{serve.origin}/feed?x=|{stolen}")
    assert stolen in await show_all(session)
    await assert_unlearned(session, serve, stolen)


async def test_what_is_no_pdf_is_not_kept(session: Session, serve: PageServer, stolen: str):
    read = await session.call_as("model", "read_pdf", url=f"{serve.origin}/found?q={quote(stolen)}")
    assert read.code == "not_a_pdf"
    assert (await session.call_as("model", "list_downloads")).data["total"] == 0


async def test_a_file_that_came_while_a_tab_was_tainted_teaches_no_link(
    session: Session, serve: PageServer, stolen: str
):
    await session.call_as("model", "goto", url=f"{serve.origin}/file?q={quote(stolen)}")
    await session.call("goto", url=f"{serve.origin}/home")
    await tainted(session, serve, stolen)
    assert (await session.call_as("model", "fetch_url", url=f"{serve.origin}/feed")).ok
    await session.call("goto", url=f"{serve.origin}/home")
    assert stolen in await show_all(session)
    assert not session.provenance.links.has(f"{serve.other_site}/given?x=1")
    await assert_unlearned(session, serve, stolen)


async def test_a_page_that_was_left_teaches_no_link_later(session: Session, serve: PageServer, stolen: str):
    await tainted(session, serve, stolen)
    part: Any = await session.call_as("model", "snapshot", mode="full", max_chars=2_000)
    await session.call("goto", url=f"{serve.origin}/home")
    assert part.truncated
    while part.truncated:
        part = await session.call_as("model", part.next.tool, **part.next.params)
    assert stolen in part.data["snapshot"].raw
    await assert_unlearned(session, serve, stolen)


async def test_requests_and_messages_of_a_page_that_was_left_teach_no_link(
    session: Session, serve: PageServer, stolen: str
):
    serve("<script>console.log(decodeURIComponent(location.search))</script>", "/log")
    assert (await session.call_as("model", "goto", url=f"{serve.origin}/log?x= {stolen}&y=|{stolen}")).ok
    await session.call("goto", url=f"{serve.origin}/home")
    for tool in ("network", "console"):
        assert (await session.call_as("model", tool)).ok
    assert stolen in str((await session.call_as("model", "network", contains="/log")).to_dict())
    await assert_unlearned(session, serve, stolen)


async def test_records_that_were_collected_on_a_tainted_page_teach_no_link(
    session: Session, serve: PageServer, stolen: str
):
    session.permissions = Permissions.of([serve.origin], [f"follow@{serve.origin}"])
    session.permissions.reachable.add(serve.other_site)
    await tainted(session, serve, stolen)
    found = await session.call_as("model", "collect", item="li", fields={"it": ""}, next="a.next", max_pages=2)
    assert [record["it"] for record in found.data["records"]] == [stolen, "Kettle"]
    assert not session.tabs.holds_taint()
    await assert_unlearned(session, serve, stolen)


async def test_a_link_that_was_given_teaches_what_it_leads_to_and_no_address_teaches_one_within_it(
    session: Session, serve: PageServer, stolen: str
):
    assert (await session.call_as("model", "fetch_url", url=f"{serve.origin}/feed")).ok
    links = session.provenance.links
    assert links.has(f"{serve.other_site}/given?x=1")
    nested = "http://a.example/?x=|http://b.example/1"
    page = (
        f"<p>{nested} <p>|http://c.example/| <p>'http://d.example/x'. <p>(http://e.example/y). <p>e?u=http://f.example/"
    )
    await session.call("goto", url=serve(page, "/page"))
    await session.call_as("model", "read_page")
    learned = [nested, "http://c.example/", "http://d.example/x", "http://e.example/y"]
    assert [one for one in learned if not links.has(one)] == []
    assert [one for one in ("http://b.example/1", "http://f.example/") if links.has(one)] == []


async def test_a_link_of_an_outline_may_be_opened_from_a_later_page_and_its_form_sent(
    session: Session, serve: PageServer
):
    session.provenance.words.add_text("Put a mug and a blanket into the basket")
    form = "<form method=post action=/add><button>Add to basket</button></form>"
    serve(f"<title>Blanket</title>{form}", "/products/wool-blanket")
    serve("<title>Added</title>", "/add")
    listed = "<a href=/products/wool-blanket>Blanket</a> <a href=mug>Mug</a> <p>Or link &quot;x&quot; -> /products/text"
    listed += "<table><tr><td><a href=pen>Pen -> /products/text | </a><td>2<td><button>Buy</button></table>"
    await session.call("goto", url=serve(f"<title>Shop</title>{listed}", "/shop/home"))
    await session.observe()
    links = session.provenance.links
    assert links.is_of_own_site(f"{serve.origin}/products/wool-blanket")
    assert links.is_of_own_site(f"{serve.origin}/shop/mug")
    assert links.is_of_own_site(f"{serve.origin}/shop/pen"), "of a row on one line"
    assert not links.has(f"{serve.origin}/products/text")
    await session.call("goto", url=serve("<title>Basket</title>", "/basket"))
    assert (await session.call_as("model", "goto", url=f"{serve.origin}/products/wool-blanket")).ok
    assert (await session.call_as("model", "click", ref="Add to basket")).ok
    assert [one.method for one in serve.requests if one.path == "/add"] == ["POST"]


async def test_links_are_learned_at_once_beside_texts_of_quotation_marks(session: Session, serve: PageServer):
    """To look for the end of a string at each of these marks would take an hour."""
    marks = '\\"' * 24_000
    serve(f"<title>Marks</title><a href=/next>Next</a>{f'<p>{marks}</p>' * 8}", "/marks")
    await session.call("goto", url=f"{serve.origin}/marks")
    assert (await session.call_as("model", "snapshot", mode="full", max_chars=400_000)).ok
    assert session.provenance.links.has(f"{serve.origin}/next")


@pytest.mark.parametrize("limits", [NavigationLimits(), NavigationLimits(frozenset(("127.0.0.1",)))])
@pytest.mark.parametrize("address", ["http://[site]/x?token=5", "http://[::1/", "//[site"])
async def test_an_address_that_no_browser_reads_is_shown_and_leads_nowhere(
    session: Session, serve: PageServer, address: str, limits: NavigationLimits
):
    session.permissions.rails = limits
    page = f"<a href='{address}'>Docs</a><form method=post action='{address}'><button>Save</button></form>"
    await session.call("goto", url=serve(page))
    assert address in [node.url.raw for node in (await session.snapshot()).nodes if node.url is not None]
    at = await refs(session)
    assert (await session.call_as("model", "download", ref=at["Docs"])).code == "navigation_failed"
    for name in ("Save", "Docs"):
        await session.call("goto", url=serve(page))
        clicked = await session.call_as("model", "click", ref=(await refs(session))[name])
        assert clicked.code in (None, "not_permitted"), clicked
    assert not [one.path for one in serve.requests if one.method == "POST" or "token" in one.path]
