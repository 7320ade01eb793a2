"""A lost browser or tab is restored where it was, by the same rules."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import stat
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import pytest

from handrail import Session
from handrail.browser.process.reaper import driver_process, end_processes, is_alive
from handrail.calls.recovery.browser_manager import first_that_answers
from handrail.calls.recovery.storage_copies import StateFile
from handrail.errors import NoBrowser
from tests.pages import Reply
from tests.running import running

SHOP = """
<title>Shop</title><h1>Shop</h1>
<p id=known></p>
<button onclick="fetch('/add', {method: 'POST'}).then(() => this.after('Added'))">Add</button>
<input aria-label=Name>
<script>
  localStorage.visits = Number(localStorage.visits || 0) + 1;
  document.cookie = 'seen=' + localStorage.visits;
  known.textContent = `visits ${localStorage.visits}, ${innerWidth} wide, ${navigator.language}`;
</script>
"""


@contextmanager
def heard(session: Session) -> Iterator[list[dict]]:
    events: list[dict] = []
    stop = session.events.subscribe(lambda event: events.append(event.to_dict()))
    yield events
    stop()


async def kill_browser(session: Session) -> None:
    """End the session's own browser process, and wait until that is known."""
    gone = asyncio.Event()
    cast(Any, session.browser).context.on("close", lambda _: gone.set())
    await asyncio.to_thread(end_processes, list(cast(Any, session.browser).processes))
    async with asyncio.timeout(30):
        await gone.wait()


async def test_a_browser_whose_driver_answers_nothing_any_more_is_replaced_without_its_page(
    serve, tmp_path, monkeypatch
):
    monkeypatch.setattr("handrail.calls.recovery.recovery.SILENCE", 0.5)
    monkeypatch.setattr("handrail.browser.opening.CLOSE_TIMEOUT", 0.5)
    shop = serve(SHOP)
    async with Session(run_dir=tmp_path, headless=True, shared=False, call_timeout=3.0) as session:
        await session.call("goto", url=shop)
        driver = driver_process(cast(Any, session.browser).context)
        assert driver is not None
        driver.suspend()
        lost = await session.call("read_page")
        assert (lost.code, lost.recoverable) == ("browser_lost", True)
        after = await session.call("page_info")
        assert after.followed["recovered"] == {"what": "browser", "url": None, "uncertain": None}
        assert not is_alive(driver)
        assert (await session.call("goto", url=shop)).ok


async def crash_tab(session: Session) -> None:
    """Crash the page of the active tab, and wait until that is known."""
    page, crashed = cast(Any, session.tab).page, asyncio.Event()
    page.on("crash", lambda _: crashed.set())
    devtools = await page.context.new_cdp_session(page)
    crash = asyncio.ensure_future(devtools.send("Page.crash"))
    await crashed.wait()
    crash.cancel()


async def ref_of(session: Session, words: str) -> str:
    nodes = (await session.snapshot()).nodes
    return next(node.ref for node in nodes if node.ref and words in node.name)


class Held(threading.Event):
    """Holds an answer back, and says when it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = threading.Event()

    def wait(self, timeout: float | None = None) -> bool:
        self.asked.set()
        return super().wait(timeout)


def posts(serve) -> list[str]:
    return [request.path for request in serve.requests if request.method == "POST"]


@pytest.mark.parametrize("engine", ["chromium", "firefox"])
async def test_a_browser_that_was_killed_between_calls_is_back_at_its_pages_with_its_storage(serve, tmp_path, engine):
    shop, other = serve(SHOP), serve("<title>Other</title>")
    options: dict[str, Any] = {"viewport": (900, 700), "locale": "de-CH", "headless": True, "browser": engine}
    async with Session(run_dir=tmp_path, **options) as session:
        await session.call("goto", url=other)
        await session.call("new_tab", url=shop)
        add, name = await ref_of(session, "Add"), await ref_of(session, "Name")
        await session.recovery.copies.wait()
        await kill_browser(session)
        with heard(session) as events:
            found = await session.call("search_page", pattern="visits 2, 900 wide, de-CH")
        assert found.data["total"] == 1, found.to_dict()
        assert found.followed["recovered"]["url"].raw == shop
        recovered = next(event for event in events if event["event"] == "recovered")
        assert (recovered["what"], recovered["url"], recovered["uncertain"]) == ("browser", shop, None)
        tabs = await session.tabs.list()
        assert [(tab.url.raw, tab.active) for tab in tabs] == [(shop, True), (other, False)]
        # Nothing that was given out before means anything else now.
        assert not {tab.id for tab in tabs} & {"t1", "t2"}
        assert await ref_of(session, "Add") not in (add, name)
        result = await session.call("click", ref=add)
        assert (result.code, posts(serve)) == ("stale_ref", [])


@pytest.mark.parametrize("engine", ["chromium", "firefox"])
async def test_an_act_that_was_under_way_is_uncertain_looked_at_and_not_repeated(serve, tmp_path, engine):
    hold = Held()
    held = serve.put("/add", Reply(b"", hold=hold))
    page = f"<title>Shop</title><form method=post action={held}><button>Order</button></form>"
    async with Session(run_dir=tmp_path, headless=True, browser=engine) as session:
        await session.call("goto", url=serve(page))
        order = await ref_of(session, "Order")
        pressed = asyncio.ensure_future(session.perform("user", "click", {"ref": order}, observe=True))
        await asyncio.to_thread(hold.asked.wait, 30)
        await kill_browser(session)
        result = await pressed
        assert (result.code, result.recoverable) == ("uncertain", True)
        assert "click was under way" in result.error
        assert result.followed["recovered"]["uncertain"]["tool"] == "click"
        assert "Order" in result.observation.snapshot.text
        assert posts(serve) == ["/add"]


@pytest.mark.browser
async def test_an_act_whose_page_counts_as_settled_because_the_browser_died_is_uncertain(serve, tmp_path, monkeypatch):
    async with Session(run_dir=tmp_path, headless=True) as session:
        await session.call("goto", url=serve(SHOP))
        add, page = await ref_of(session, "Add"), session.tab.page

        async def settled_by_death(act, active, *, ahead):
            gone = asyncio.ensure_future(page.wait_for_event("close", timeout=30_000))
            await asyncio.to_thread(end_processes, list(cast(Any, session.browser).processes))
            await gone
            return True

        monkeypatch.setattr(cast(Any, session.tabs)._effects, "settle", settled_by_death)
        result = await session.perform("user", "click", {"ref": add}, observe=True)
        assert (result.code, result.recoverable) == ("uncertain", True)


@pytest.mark.browser
async def test_an_act_right_after_a_loss_that_nobody_saw_is_not_carried_out(serve, tmp_path, monkeypatch):
    async with Session(run_dir=tmp_path, headless=True) as session:
        await session.call("goto", url=serve(SHOP))
        await kill_browser(session)
        result = await session.perform("model", "send_keys", {"keys": "Tab"}, observe=True)
        assert (result.code, "nothing was done" in result.error) == ("browser_lost", True)
        assert "Shop" in result.observation.snapshot.text
        assert (await session.call("send_keys", keys="Tab")).ok

        async def none_left(*_, **__):
            raise NoBrowser("No browser was found.")

        await kill_browser(session)
        monkeypatch.setattr("handrail.browser.open_browser", none_left, raising=False)
        result = await session.call("page_info")
        assert (result.code, result.recoverable) == ("browser_lost", False)
        assert result.error == "The browser was lost and could not be started again. No browser was found."


@pytest.mark.browser
async def test_the_same_rules_hold_after_a_recovery(serve, tmp_path, monkeypatch):
    monkeypatch.setenv("SHOP_PASSWORD", "opensesame42")
    asks = (
        "<title>Read</title><p>opensesame42</p><script>fetch('/tell', {method: 'POST'})</script><button>Save</button>"
    )
    read = serve(asks)
    secret = f"login=env:SHOP_PASSWORD@{serve.origin}"
    async with Session(run_dir=tmp_path, headless=True, secrets=[secret]) as session:
        # Reachable, but nothing may be changed there: the user did not go to it.
        session.permissions.reachable.add(serve.origin)
        session.provenance.links.add([read])
        assert (await session.call_as("model", "goto", url=read)).ok
        await kill_browser(session)
        seen = await session.call_as("model", "snapshot")
        assert "[secret:login]" in json.dumps(seen.to_dict())
        assert "opensesame42" not in json.dumps(seen.to_dict())
        assert seen.followed["recovered"]["url"].raw == read
        # Its page may only read, before and after; and the model still may change nothing there.
        assert posts(serve) == []
        assert not session.permissions.may_write(serve.origin)
        save = await ref_of(session, "Save")
        assert (await session.call_as("model", "send_keys", keys="x", ref=save)).code == "not_permitted"
        # The proxy judges as before.
        await session.tab.page.evaluate("fetch('http://127.0.0.2:8099/').catch(() => 0)")
        refused = cast(Any, session.browser).proxy.last_failure("http://127.0.0.2:8099/")
        assert "loopback" in str(refused)


@pytest.mark.browser
async def test_a_browser_that_dies_again_and_again_is_given_up_in_one_sentence(serve, tmp_path):
    async with Session(run_dir=tmp_path, headless=True) as session:
        await session.call("goto", url=serve(SHOP))
        await kill_browser(session)
        assert (await session.recover("a test")).url.raw.startswith(serve.origin)
        await kill_browser(session)
        # It died on that page, perhaps of it.
        assert (await session.recover("a test")).url is None
        await kill_browser(session)
        result = await session.call("page_info")
        assert (result.code, result.recoverable) == ("browser_lost", False)
        assert result.error == "The browser was lost 3 times within a minute and is not started again."
        assert (await session.call("note", text="what was found")).ok


async def test_a_tab_that_crashed_is_replaced_at_its_last_page(session, serve):
    shop = serve(SHOP)
    await session.call("goto", url=shop)
    await crash_tab(session)
    result = await session.perform("model", "read_page", {}, observe=True)
    assert result.code == "tab_lost"
    assert result.followed["recovered"]["what"] == "tab"
    assert result.observation.snapshot.url.raw == shop


async def test_a_page_that_does_not_open_again_takes_no_longer_than_a_call_may(serve, tmp_path, monkeypatch):
    for name in ("OPENING", "REOPENING"):
        monkeypatch.setattr(f"handrail.calls.recovery.recovery.{name}", 600.0)
    monkeypatch.setattr("handrail.calls.pipeline.MIN_OBSERVE_TIME", 0.5)
    shop = serve(SHOP)
    async with Session(run_dir=tmp_path, headless=True, call_timeout=2.0) as session:
        await session.call("goto", url=shop)
        await crash_tab(session)
        serve.put(urlsplit(shop).path, Reply(b"", hold=Held()))
        async with asyncio.timeout(60):
            result = await session.perform("model", "read_page", {}, observe=True)
        assert result.code == "tab_lost"
        assert result.followed["recovered"] == {"what": "tab", "url": None, "uncertain": None}


@pytest.mark.browser
async def test_the_state_of_a_run_is_for_its_owner_alone_without_secrets_and_can_be_started_with(serve, tmp_path):
    file = StateFile(tmp_path, lambda data: json.loads(json.dumps(data).replace("opensesame42", "[secret:login]")))
    async with Session(run_dir=tmp_path, headless=True) as session:
        session.recovery.keep(file)
        page = "<script>localStorage.who = 'ada'; localStorage.word = 'opensesame42'; document.cookie = 'a=1'</script>"
        await session.call("goto", url=serve(page))
        await session.recovery.end(finished=False)
    if os.name == "posix":
        assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
    assert "opensesame42" not in file.path.read_text()
    kept = json.loads(file.path.read_text())
    assert [cookie["name"] for cookie in kept["cookies"]] == ["a"]
    assert kept["origins"] == [{"origin": serve.origin, "localStorage": [{"name": "who", "value": "ada"}]}]


class FakeTime:
    def __init__(self) -> None:
        self.now = 0.0
        self.waits: list[float] = []

    def clock(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds


async def reached(answering: list[bool], *, seconds: float, begin: int = 0) -> tuple[list[str], FakeTime, bool]:
    """Endpoints that were tried, and how long was waited between, until the first attempt that is to succeed."""
    tried: list[str] = []
    time = FakeTime()

    async def connect(url):
        tried.append(url)
        if not answering[len(tried) - 1]:
            raise NoBrowser("nothing listens there")
        return url

    try:
        await first_that_answers(connect, ["a", "b"], begin=begin, seconds=seconds, clock=time.clock, sleep=time.sleep)
    except NoBrowser:
        return tried, time, False
    return tried, time, True


async def test_endpoints_are_tried_in_order_round_and_round_with_longer_and_longer_waits():
    tried, time, found = await reached([False] * 6 + [True], begin=1, seconds=60)
    assert (tried, found) == (["b", "a", "b", "a", "b", "a", "b"], True)
    assert time.waits == [0.5, 1, 2, 4, 8, 8]


async def test_endpoints_are_given_up_at_the_deadline_but_not_before_each_was_tried_once():
    tried, time, found = await reached([False] * 50, seconds=10)
    assert not found
    assert time.now <= 10
    tried, time, found = await reached([False] * 50, seconds=0)
    assert (tried, found) == (["a", "b"], False)


@contextmanager
def chromium_at(folder: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium") or "chromium"
    sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    command = [program, "--headless", "--remote-debugging-port=0", f"--user-data-dir={folder}", *sandbox, "about:blank"]
    with running(command, stderr=subprocess.PIPE, text=True, process_group=0) as process:
        line = next(line for line in process.stderr if "DevTools listening on " in line)
        yield line.split("DevTools listening on ")[1].strip(), process
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.skipif(os.name != "posix", reason="starts Chromium by hand")
@pytest.mark.browser
async def test_over_cdp_the_next_endpoint_takes_over_with_the_cookies(serve, tmp_path):
    shop = serve(SHOP)
    with chromium_at(tmp_path / "a") as (first, process), chromium_at(tmp_path / "b") as (second, _):
        nobody = "http://127.0.0.1:9"
        options: dict[str, Any] = {"cdp_urls": (nobody, first, second), "ungated": True}
        async with Session(run_dir=tmp_path, **options) as session:
            await session.call("goto", url=shop)
            await session.call("search_page", pattern="Shop")
            await session.recovery.copies.wait()
            gone = asyncio.Event()
            cast(Any, session.browser).context.on("close", lambda _: gone.set())
            os.killpg(process.pid, signal.SIGKILL)
            async with asyncio.timeout(30):
                await gone.wait()
            result = await session.call("page_info")
            assert result.data["url"].raw == shop
            # Storage of pages cannot be given to a browser that runs already; cookies can.
            assert (await session.call("search_page", pattern="visits 1,")).data["total"] == 1
            assert second.split("/")[2] in session.recovery.manager.endpoint


@pytest.mark.skipif(os.name != "posix", reason="starts Chromium by hand")
@pytest.mark.browser
async def test_a_page_that_outlives_the_connection_to_its_browser_is_held_as_before(serve, tmp_path):
    shop, ask = serve("<h1>Shop</h1>"), f"fetch('{serve.other_site}/told').then(() => 'told', () => 'stopped')"
    serve.put("/told", Reply(b"", headers={"Access-Control-Allow-Origin": "*"}))
    with chromium_at(tmp_path / "a") as (endpoint, _):
        async with Session(
            run_dir=tmp_path, cdp_urls=(endpoint,), ungated=True, allow_origins=[serve.origin]
        ) as session:
            await session.call_as("model", "goto", url=f"{shop}?of=the account 4711")
            assert await session.tab.page.evaluate(ask) == "stopped"
            gone, context = asyncio.Event(), cast(Any, session.browser).context
            context.on("close", lambda _: gone.set())
            await context.browser.close()
            async with asyncio.timeout(30):
                await gone.wait()
            assert (await session.call_as("model", "snapshot")).ok
            assert await session.tab.page.evaluate(ask) == "stopped"
            assert "4711" in session.tab.core.taint.filled_by[0]
