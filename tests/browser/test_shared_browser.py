"""Sessions that share a browser have nothing else in common: no cookie, no rule, no secret, no file, no crash."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import cast

import psutil
import pytest

from handrail import Browser, Session
from handrail.browser.process.reaper import is_alive
from handrail.browser.types.network.network_rules import HttpSignIn
from handrail.browser.types.network.proxy import Proxy
from handrail.browser.types.options import BrowserOptions, own_browser_because
from handrail.errors import UsageError
from tests.calls.recovery.test_recovery import kill_browser
from tests.pages import PageServer, Reply
from tests.tools.acting import js

pytestmark = pytest.mark.browser

ASKING = """url => Promise.race([fetch(url, {mode: 'no-cors'}).then(() => 'reached', () => 'refused'),
    new Promise(done => setTimeout(() => done('refused'), 5000))])"""
SOCKET = """url => new Promise(done => { const socket = new WebSocket(url);
    socket.onopen = () => done('open'); socket.onerror = () => done('refused') })"""


@pytest.fixture
async def two(tmp_path: Path) -> AsyncIterator[tuple[Session, Session]]:
    (tmp_path / "password").write_text("cor2rect-Horse!")
    secret = f"login=file:{tmp_path / 'password'}@https://shop.example"
    async with AsyncExitStack() as stack:
        opened = [
            await stack.enter_async_context(
                Session(headless=True, run_dir=tmp_path / name, secrets=[secret] if name == "a" else [])
            )
            for name in "ab"
        ]
        yield opened[0], opened[1]


@pytest.fixture
def other() -> Iterator[PageServer]:
    with PageServer() as server:
        yield server


def browser_of(session: Session) -> object:
    return session.browser.context.browser


async def test_they_share_a_browser_and_neither_cookies_nor_storage(two, serve: PageServer):
    one, another = two
    assert (browser_of(one) is browser_of(another)) is True
    cookie = {"set-cookie": "who=one; path=/"}
    page = serve.put("/", Reply(b"<title>Here</title>", headers=cookie))
    await one.goto(page)
    await js(one, "localStorage.setItem('who', 'one'); caches.open('c').then(c => c.put('/x', new Response('one')))")
    serve.put("/", Reply(b"<title>There</title>"))
    await another.goto(page)
    assert await js(one, "[document.cookie, localStorage.who]") == ["who=one", "one"]
    mine = await js(another, "caches.keys().then(keys => [document.cookie, localStorage.who ?? null, keys.length])")
    assert mine == ["", None, 0]
    assert "who=one" not in serve.requests[-1].headers.get("cookie", "")


async def test_the_addresses_that_one_may_reach_the_other_may_not(two, serve: PageServer, other: PageServer):
    one, another = two
    await one.goto(serve("<title>One</title>"))
    await another.goto(other("<title>Another</title>"))
    for session, own, foreign in ((one, serve, other), (another, other, serve)):
        asked = {
            "own": await session.tab.page.evaluate(ASKING, f"{own.origin}/asked"),
            "socket": await session.tab.page.evaluate(SOCKET, foreign.origin.replace("http", "ws") + "/stolen"),
        }
        # The filtering proxy answers a plain request itself.
        await session.tab.page.evaluate(ASKING, f"{foreign.origin}/stolen")
        assert asked == {"own": "reached", "socket": "refused"}
    assert [request.path for server in (serve, other) for request in server.requests if "stolen" in request.path] == []


async def test_the_limits_of_an_act_hold_for_its_session_alone(two, serve: PageServer, other: PageServer):
    one, another = two
    await another.goto(other("<title>Another</title>"))
    await one.goto(serve("<button onclick=\"fetch('/buy?now=1', {method: 'POST', body: 'x=1'})\">Go</button>"))
    # Only now: to open a page that never rests takes seconds.
    await js(another, "void setInterval(() => fetch('/beat', {method: 'POST'}), 30)")
    result = await one.call_as("model", "click", ref="Go")
    beaten = len(other.requests)
    assert (await another.wait_for(state="load")).ok
    async with asyncio.timeout(30):
        while len(other.requests) <= beaten + 3:
            await js(another, "new Promise(done => setTimeout(done, 30))")
    assert "/beat" not in str(result.to_dict())
    assert not any(request.path.startswith("/buy") for request in serve.requests)
    assert another.state.tabs.stopped() == []


async def test_secrets_and_downloads_are_of_one_session(two, serve: PageServer):
    one, another = two
    named = {"content-disposition": 'attachment; filename="list.csv"'}
    serve.put("/list", Reply(b"item,price", content_type="text/csv", headers=named))
    page = serve("<p>cor2rect-Horse!</p><a href=/list download>List</a>")
    for session in two:
        await session.goto(page)
    assert "cor2rect-Horse!" not in (await one.snapshot()).text
    assert "cor2rect-Horse!" in (await another.snapshot()).text
    assert (await one.click("List")).followed["downloads"][0]["state"] == "saved"
    assert [file.name for file in cast(Path, one.run_dir / "downloads").iterdir()] == ["list.csv"]
    assert not (another.run_dir / "downloads").exists()


async def test_a_page_that_crashes_and_a_session_that_ends_leave_the_others(two, serve: PageServer):
    one, another = two
    for session in two:
        await session.goto(serve("<title>Here</title>"))
    crashed = asyncio.Event()
    one.tab.page.on("crash", lambda _: crashed.set())
    devtools = await one.browser.context.new_cdp_session(one.tab.page)
    crash = asyncio.ensure_future(devtools.send("Page.crash"))
    await crashed.wait()
    assert (await another.page_info()).data["title"] == "Here"
    assert "recovered" not in (await another.page_info()).followed
    await one.page_info()
    assert (await one.page_info()).data["title"] == "Here"
    crash.cancel()
    processes: frozenset[psutil.Process] = one.browser.processes
    await one.close()
    assert (await another.reload()).ok
    await another.close()
    assert not any(map(is_alive, processes))


async def test_a_browser_that_is_lost_is_restored_for_each_and_shared_again(two, serve: PageServer):
    one, another = two
    for session in two:
        await session.goto(serve("<title>Here</title>"))
    lost = browser_of(one)
    gone = asyncio.Event()
    another.browser.context.on("close", lambda _: gone.set())
    await kill_browser(one)
    await gone.wait()
    infos = await asyncio.gather(one.page_info(), another.page_info())
    assert [info.followed["recovered"]["what"] for info in infos] == ["browser", "browser"]
    assert [info.data["title"] for info in infos] == ["Here", "Here"]
    assert (browser_of(one) is browser_of(another), browser_of(one) is lost) == (True, False)


async def test_sessions_that_would_start_a_browser_otherwise_have_another(two, tmp_path: Path):
    async with (
        Session(headless=True, unsafe=True, run_dir=tmp_path / "c") as ungated,
        Session(headless=True, shared=False, run_dir=tmp_path / "d") as own,
        Session(headless=True, profile=tmp_path / "profile", run_dir=tmp_path / "e") as with_profile,
    ):
        browsers = [browser_of(one) for one in (two[0], ungated, own, with_profile)]
        assert len({id(browser) for browser in browsers}) == 4


@pytest.mark.parametrize(
    "options",
    [
        {"profile": "p"}, {"cdp_url": "http://127.0.0.1:9222"}, {"browser": "firefox"},
        {"accept_certificates": ["https://nas.example"]}, {"http_sign_in": HttpSignIn("https://a.example", "u", "p")},
    ],
)  # fmt: skip
def test_what_binds_a_whole_browser_is_not_shared(options):
    assert own_browser_because(BrowserOptions(**options))
    with pytest.raises(UsageError, match="No browser can be shared"):
        BrowserOptions(shared=True, **options)


def test_what_binds_a_context_alone_is_shared(tmp_path: Path):
    state = tmp_path / "state.json"
    state.write_text("{}")
    options = BrowserOptions(
        network=lambda *_: "no", proxy=Proxy("http://127.0.0.1:9"), viewport=(300, 300), locale="de",
        timezone="Europe/Zurich", user_agent="x", block=frozenset({"image", "websocket"}), storage_state=state,
        downloads=tmp_path,
    )  # fmt: skip
    assert own_browser_because(options) == ""


async def test_each_is_behind_its_own_proxy_and_rules_whatever_the_other_allows(serve: PageServer, tmp_path: Path):
    page = serve("<title>Here</title>")
    async with (
        Session(headless=True, run_dir=tmp_path / "a", locale="de-CH", viewport=(500, 400)) as one,
        Session(headless=True, run_dir=tmp_path / "b", network=lambda *_: "closed") as closed,
        Session(headless=True, run_dir=tmp_path / "c", block={"script"}) as other,
    ):
        assert len({id(browser_of(session)) for session in (one, closed, other)}) == 1
        await one.goto(page)
        refused = await closed.goto(page)
        assert "closed" in (refused.error or "")
        await other.goto(page)
        shown = "[navigator.language, innerWidth]"
        assert (await js(one, shown), await js(other, shown)) == (["de-CH", 500], ["en-US", 1280])


async def test_firefox_has_a_browser_for_each_session(serve: PageServer, tmp_path: Path):
    page = serve("<title>Here</title>")
    async with (
        Session(browser="firefox", headless=True, run_dir=tmp_path / "a", page_tools=True) as one,
        Session(browser="firefox", headless=True, run_dir=tmp_path / "b") as another,
    ):
        assert (browser_of(one) is browser_of(another)) is False
        for session, page_tools in ((one, True), (another, False)):
            await session.goto(page)
            assert (await session.call("list_page_tools")).ok is page_tools
            assert await js(session, "'modelContext' in document || 'modelContext' in navigator") is page_tools
        await js(one, "document.cookie = 'who=one'; localStorage.setItem('who', 'one')")
        assert await js(another, "[document.cookie, localStorage.who ?? null]") == ["", None]
        await kill_browser(one)
        assert (await another.reload()).ok


async def test_a_session_that_finds_the_browser_lost_starts_another_though_it_lives_for_others(two, serve: PageServer):
    one, another = two
    for session in two:
        await session.goto(serve("<title>Here</title>"))
    # As after missed deadlines: Playwright still takes the browser for connected.
    one.browser.tabs._on_browser_lost()
    assert (await one.page_info()).followed["recovered"]["what"] == "browser"
    assert (browser_of(one) is browser_of(another)) is False
    assert (await another.page_info()).data["title"] == "Here"


async def test_a_browser_stays_open_between_its_sessions(serve: PageServer, tmp_path: Path):
    async with Browser(headless=True) as browser:
        seen, processes = [], frozenset[psutil.Process]()
        for name in "ab":
            async with browser.session(run_dir=tmp_path / name) as session:
                await session.goto(serve("<title>Here</title>"))
                seen.append((browser_of(session), await js(session, "document.cookie")))
                await js(session, "document.cookie = 'who=one'")
                processes = session.browser.processes
        assert seen[0] == seen[1]
        assert any(map(is_alive, processes))
    assert not any(map(is_alive, processes))


def test_the_options_of_a_browser_are_for_all_its_sessions():
    with pytest.raises(UsageError, match="headless is an option of the whole browser"):
        Browser().session(headless=True)
    with pytest.raises(UsageError, match="No browser can be shared"):
        Browser(browser="firefox")
