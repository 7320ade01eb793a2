"""web_search, through a session, in real browsers, against servers that answer like the providers; and what of a query
policy lets out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from handrail import Session
from handrail.errors import UsageError
from tests.conftest import OpenSession
from tests.pages import PageServer, Reply
from tests.tools.acting import shown
from tests.web_services.test_search import ANSWERS, RESULT

DUCKDUCKGO = """<form id=search_form><input name=q></form><div id=links class=results>
<div class="result results_links web-result result--ad"><h2><a class=result__a href="https://ad.example/">Ad</a></h2></div>
<div class="result results_links results_links_deep web-result"><div class="links_main result__body">
<h2 class=result__title><a rel=nofollow class=result__a
href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fshop.example%2Fkettle&amp;rut=7e1">Copper &amp; kettles</a></h2>
<a class=result__snippet href="//duckduckgo.com/l/?uddg=x">A <b>kettle</b> of copper</a></div></div></div>"""
GOOGLE = """<div id=search><div id=rso><div class=MjjYud><div class=g><span>
<a href="https://shop.example/kettle" data-ved=1><h3 class="LC20lb">Copper &amp; kettles</h3></a></span>
<div class="VwiC3b yXK7lf"><span>A <em>kettle</em> of copper</span>
</div></div></div></div></div>"""
BING = """<ol id=b_results><li class=b_algo><h2><a
href="https://www.bing.com/ck/a?!&amp;&amp;p=1&amp;u=a1aHR0cHM6Ly9zaG9wLmV4YW1wbGUva2V0dGxl&amp;ntb=1">
Copper &amp; kettles</a></h2><div class=b_caption><p>A <strong>kettle</strong> of copper</p></div></li></ol>"""
PAGES = {"duckduckgo": DUCKDUCKGO, "google": GOOGLE, "bing": BING}
TASK = "Find out what a copper kettle costs."


@pytest.fixture(params=["chromium", "firefox"])
def any_browser(request: pytest.FixtureRequest) -> Browser:
    return request.getfixturevalue(request.param)


@pytest.fixture
def provider(serve: PageServer) -> PageServer:
    return serve


@pytest.fixture
async def searching(
    open_session: OpenSession, tmp_path: Path, serve: PageServer, monkeypatch: pytest.MonkeyPatch
) -> Any:
    for name in ("BRAVE", "EXA", "TAVILY", "PARALLEL"):
        monkeypatch.setenv(f"{name}_API_KEY", "test-key-1")
    count = iter(range(9))

    async def opened(browser: Browser, name: str, **options: Any) -> Session:
        options = {"search": name, "search_url": f"{serve.origin}/search", **options}
        session = await open_session(browser, tmp_path / f"run{next(count)}", **options)
        session.provenance.words.add_text(TASK)
        return session

    return opened


def found(result: Any) -> list[tuple[str, str, str]]:
    return [(one["title"].raw, one["url"].raw, one["snippet"].raw) for one in result.data["results"]]


@pytest.mark.parametrize("name", PAGES)
async def test_a_provider_is_searched_in_a_tab_that_is_closed_again(
    searching: Any, any_browser: Browser, serve: PageServer, name: str
) -> None:
    session = await searching(any_browser, name)
    await shown(session, serve, "<title>Before</title>")
    serve(PAGES[name], "/search")
    result = await session.call_as("model", "web_search", query="copper kettle")
    assert result.ok, result
    assert found(result) == [(RESULT.title, RESULT.url, RESULT.snippet)]
    assert [one.label for one in result.data["results"][0].values()] == ["search-results"] * 3
    assert [tab.title.raw for tab in await session.tabs.list()] == ["Before"]
    assert session.tab.id == "t1"
    assert any("q=copper+kettle" in one.path for one in serve.requests)


@pytest.mark.parametrize("name", ANSWERS)
async def test_a_provider_is_searched_by_its_api(
    searching: Any, chromium: Browser, serve: PageServer, name: str
) -> None:
    session = await searching(chromium, name)
    serve.put("/search", Reply(json.dumps(ANSWERS[name]).encode(), content_type="application/json"))
    result = await session.call_as("model", "web_search", query="copper kettle")
    assert result.ok, result
    assert found(result) == [(RESULT.title, RESULT.url, RESULT.snippet)]
    assert session.provenance.links.has(RESULT.url)
    (sent,) = serve.requests
    assert name == "searxng" or "test-key-1" in str(sent.headers)
    assert name == "searxng" or session.vault.mask_text("test-key-1") != "test-key-1"


@pytest.mark.parametrize("name", ["duckduckgo", "searxng"])
async def test_only_words_of_the_task_are_searched_for_without_a_question(
    searching: Any, chromium: Browser, serve: PageServer, name: str
) -> None:
    asked: list[str] = []

    async def no(question: Any) -> bool:
        asked.append(question.question)
        return False

    session = await searching(chromium, name, approve=no)
    session.provenance.words.add_data({"phone": "0151 2345"})
    serve.put("/search", Reply(b'{"results": []}'))
    for query in ("q7hx3 of the page", "copper kettle kettle", "copper kettle ", "copper+kettle:x", "0151 2345"):
        result = await session.call_as("model", "web_search", query=query)
        refused = result.code == "not_permitted"
        assert refused is (query != "copper kettle "), (query, result)
    assert not any("q7hx3" in one.path or b"q7hx3" in one.body for one in serve.requests)
    assert "for “q7hx3 of the page”, which are not your words" in asked[0]


async def test_what_was_found_by_words_that_nobody_saw_is_no_link_to_follow(
    searching: Any, chromium: Browser, serve: PageServer
) -> None:
    granted = await searching(chromium, "searxng", grants=[f"open@{serve.origin}"])
    serve.put("/search", Reply(json.dumps(ANSWERS["searxng"]).encode(), content_type="application/json"))
    assert (await granted.call_as("model", "web_search", query="q7hx3")).ok
    assert not granted.provenance.links.has(RESULT.url)

    async def yes(_: Any) -> bool:
        return True

    asked = await searching(chromium, "searxng", approve=yes)
    assert (await asked.call_as("model", "web_search", query="q7hx3")).ok
    assert asked.provenance.links.has(RESULT.url)


@pytest.mark.parametrize("name", ["duckduckgo", "searxng"])
async def test_a_query_with_a_secret_is_refused_though_queries_are_granted(
    searching: Any, chromium: Browser, serve: PageServer, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PW", "cor2rect-Horse!")
    secret = f"login=env:PW@{serve.origin}"
    session = await searching(chromium, name, secrets=[secret], grants=[f"open@{serve.origin}"])
    result = await session.call_as("model", "web_search", query="cor2rect-Horse!")
    assert result.code == "not_permitted"
    assert serve.requests == []


@pytest.mark.parametrize(
    ("name", "page", "code"),
    [
        ("duckduckgo", "<form id=challenge-form>Select all ducks</form>", "search_captcha"),
        ("google", "<form id=captcha-form action=/sorry/index></form>", "search_captcha"),
        ("google", "<form action='https://consent.google.com/save'><button>Accept</button></form>", "search_consent"),
        ("bing", "<div class=captcha>One last step</div>", "search_captcha"),
    ],
)
async def test_a_page_that_asks_for_a_person_or_consent_is_said_to_be_one(
    searching: Any, chromium: Browser, serve: PageServer, name: str, page: str, code: str
) -> None:
    session = await searching(chromium, name)
    serve(page, "/search")
    assert (await session.call_as("model", "web_search", query="copper kettle")).code == code
    assert len(await session.tabs.list()) == 1


async def test_no_results_are_no_failure(searching: Any, chromium: Browser, serve: PageServer) -> None:
    session = await searching(chromium, "bing")
    serve("<ol id=b_results><li class=b_no>There are no results</li></ol>", "/search")
    assert (await session.call_as("model", "web_search", query="copper kettle")).data["results"] == []


async def test_an_api_that_fails_is_said_to_in_one_sentence(
    searching: Any, chromium: Browser, serve: PageServer
) -> None:
    session = await searching(chromium, "tavily")
    for asked, (reply, code) in enumerate(
        [
            (Reply(b"{}", 401), "service_refused"),
            (Reply(b"", 429), "service_busy"),
            (Reply(b"oops", 500), "service_failed"),
            (Reply(b"<html>"), "service_failed"),
            (Reply(b"", 302, headers={"location": "/other"}), "navigation_failed"),
        ]
    ):
        serve.put("/search", reply)
        result = await session.call_as("model", "web_search", query="copper kettle")
        assert (result.code, "test-key" in str(result.to_dict())) == (code, False)
        assert len(serve.requests) == asked + 1


async def test_a_run_that_stays_on_a_site_searches_no_other(
    searching: Any, chromium: Browser, serve: PageServer
) -> None:
    session = await searching(chromium, "searxng", guardrails="stay on shop.example")
    assert (await session.call_as("model", "web_search", query="copper kettle")).code == "not_permitted"
    assert serve.requests == []


async def test_ask_mode_searches_by_api_and_opens_no_tab(searching: Any, chromium: Browser, serve: PageServer) -> None:
    serve.put("/search", Reply(json.dumps(ANSWERS["searxng"]).encode()))
    session = await searching(chromium, "searxng", mode="ask")
    assert (await session.call_as("model", "web_search", query="copper kettle")).ok
    session = await searching(chromium, "duckduckgo", mode="ask")
    assert (await session.call_as("model", "web_search", query="copper kettle")).code == "not_available"
    assert len(serve.requests) == 1


async def test_without_a_provider_or_its_key_there_is_no_search(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = await session.call("web_search", query="x")
    assert (
        result.error == "web_search is off: no search provider is chosen, or in ask mode one that is searched in a tab."
    )
    monkeypatch.delenv("EXA_API_KEY", raising=False)
    with pytest.raises(UsageError, match="Exa needs a key"):
        async with Session(run_dir=tmp_path / "exa", search="exa", headless=True):
            pass
