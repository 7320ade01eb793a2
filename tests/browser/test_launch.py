"""Opening browsers: what the options do, in real ones, and one sentence where they will not start."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import async_playwright

from handrail.browser import Proxy
from handrail.browser.playwright_browser import PlaywrightBrowser
from handrail.browser.process.launch_errors import no_connection
from handrail.browser.types.errors import BrowserLost
from handrail.errors import NoBrowser, UsageError
from handrail.private_files import write_private
from handrail.tools.support.matcher import Matcher
from tests.browser.conftest import Open
from tests.browser.proxy import LoggingProxy
from tests.chat import ChatServer
from tests.pages import PageServer, Reply
from tests.running import running as running_process

SHELL = shutil.which("chromium-headless-shell")
FULL = shutil.which("chromium")
ROOT = hasattr(os, "geteuid") and os.geteuid() == 0

in_both = pytest.mark.parametrize("browser", ["chromium", "firefox"])
posix = pytest.mark.skipif(sys.platform == "win32", reason="a shell script as browser")

QUIET = 6.0
"""Seconds in which nobody may be called: three times what a browser took that did."""


@pytest.fixture
def proxy() -> Iterator[LoggingProxy]:
    proxy = LoggingProxy()
    yield proxy
    proxy.stop()


def fake_browser(tmp_path: Path, script: str) -> Path:
    path = tmp_path / "chromium"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


async def test_what_chromium_would_send_for_a_page_itself_is_not_offered_to_pages(opened: Open, serve: PageServer):
    browser = await opened(browser="chromium")
    page = browser.tabs.active.page
    await page.goto(serve("<h1>Here</h1>"))
    assert await page.evaluate("isSecureContext && 'serviceWorker' in navigator"), "else nothing of it would be here"
    held_by_nobody = ["BackgroundFetchManager", "IdentityCredential", "runAdAuction", "joinAdInterestGroup"]
    script = "names => names.filter(name => name in window || name in navigator)"
    assert await page.evaluate(script, held_by_nobody) == []


async def test_in_firefox_keys_choose_nothing_that_was_typed_on_another_site(opened: Open, serve: PageServer):
    browser = await opened(browser="firefox")
    page, elsewhere = browser.tabs.active.page, PageServer()
    form = "<form action=/sent><input name=username autofocus><button>Send</button></form>"
    serve("<p>Sent", "/sent")
    try:
        await page.goto(serve(form))
        await page.click("input")
        await page.keyboard.type("anna-4711")
        await page.click("button")
        await page.wait_for_url("**/sent*")
        await page.goto(elsewhere(form))
        await page.click("input")
        for _ in range(10):
            # The list comes from a database: keys before that ask for it again.
            for key in ("ArrowDown", "ArrowDown", "Tab", "Shift+Tab"):
                await page.keyboard.press(key, delay=50)
        assert await page.input_value("input") == ""
    finally:
        elsewhere.stop()


@in_both
async def test_a_browser_says_what_it_is_its_context_is_as_the_options_say_and_kinds_of_requests_are_dropped(
    opened: Open, browser: str
):
    one = await opened(
        browser=browser,
        viewport=(1000, 700),
        locale="de-CH",
        timezone="Europe/Zurich",
        user_agent="Handrail/1",
        block={"image", "stylesheet", "websocket"},
    )
    assert browser in one.name.lower()
    assert re.match(r"\d+\.", one.version)
    assert [tab.id for tab in await one.tabs.list()] == ["t1"]
    seen = await one.tabs.active.page.evaluate(
        """[innerWidth, innerHeight, navigator.language, navigator.userAgent,
            Intl.DateTimeFormat().resolvedOptions().timeZone, new Date(0).toLocaleDateString()]"""
    )
    assert seen == [1000, 700, "de-CH", "Handrail/1", "Europe/Zurich", "1.1.1970"]
    with ChatServer() as server:
        await drops_pictures_style_sheets_and_websockets(one, server)


async def drops_pictures_style_sheets_and_websockets(one: PlaywrightBrowser, serve: ChatServer) -> None:
    page_with_all = f"""<link rel=stylesheet href=/style.css><img src=/picture.png><script>
        const socket = new WebSocket('{serve.chat}');
        socket.onopen = () => socket.send('arrived');
        socket.onmessage = () => socket.close();
        socket.onclose = () => fetch('/data.json').then(r => r.text()).then(t => document.title = t)</script>"""
    url = serve(page_with_all)
    serve.put("/picture.png", Reply(b"", content_type="image/png"))
    serve.put("/style.css", Reply(b"", content_type="text/css"))
    serve.put("/data.json", Reply(b"loaded", content_type="application/json"))
    page = one.tabs.active.page
    await page.goto(url)
    await page.wait_for_function("document.title === 'loaded'")
    assert {request.path for request in serve.requests} - {"/favicon.ico"} == {
        url.removeprefix(serve.origin),
        "/data.json",
    }
    assert serve.heard == []


@in_both
async def test_the_state_goes_round_and_only_its_owner_can_read_it(
    opened: Open, browser: str, serve: PageServer, tmp_path: Path
):
    url = serve("<script>localStorage.cart = 'tea'; document.cookie = 'seen=1; max-age=9999'</script>")
    blank = serve("nothing")
    saved, at_close = tmp_path / "deep" / "saved.json", tmp_path / "closed.json"
    one = await opened(browser=browser, save_state=at_close)
    await one.tabs.active.page.goto(url)
    await one.save_state(saved)
    await one.close()
    assert json.loads(saved.read_text()) == json.loads(at_close.read_text())
    if sys.platform != "win32":
        assert [stat.S_IMODE(path.stat().st_mode) for path in (saved, at_close)] == [0o600, 0o600]

    again = await opened(browser=browser, storage_state=saved)
    await again.tabs.active.page.goto(blank)
    assert await again.tabs.active.page.evaluate("[localStorage.cart, document.cookie]") == ["tea", "seen=1"]


@pytest.mark.skipif(sys.platform == "win32", reason="file modes of POSIX")
def test_a_state_that_others_could_read_is_made_private_and_written_whole_or_not_at_all(tmp_path: Path):
    path = tmp_path / "state.json"
    path.write_text("old")
    path.chmod(0o644)
    write_private(path, "new")
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("new", 0o600)
    with pytest.raises(UnicodeEncodeError):
        write_private(path, "\ud800")
    assert [p.name for p in tmp_path.iterdir()] == ["state.json"]
    assert path.read_text() == "new"


@pytest.mark.parametrize("text", ["not json", '{"cookies": 7}', '{"cookies": [{"name": 7}]}', "[]"])
@pytest.mark.browser
async def test_a_file_that_is_no_storage_state_is_one_sentence(opened: Open, tmp_path: Path, text: str):
    state = tmp_path / "state.json"
    state.write_text(text)
    with pytest.raises(UsageError, match="is not a storage state"):
        await opened(storage_state=state)


@pytest.mark.browser
async def test_a_state_that_cannot_be_written_is_an_error_and_the_browser_is_closed(opened: Open, tmp_path: Path):
    (tmp_path / "file").touch()
    one = await opened(save_state=tmp_path / "file" / "state.json")
    with pytest.raises(UsageError, match="cannot be written"):
        await one.close()
    assert not one.context.browser.is_connected()


@pytest.mark.browser
async def test_the_state_of_a_browser_that_is_gone_cannot_be_saved(opened: Open, tmp_path: Path):
    one = await opened()
    await one.context.browser.close()
    with pytest.raises(BrowserLost):
        await one.save_state(tmp_path / "state.json")


@pytest.mark.browser
async def test_no_browser_calls_anyone_by_itself(opened: Open, proxy: LoggingProxy):
    """Not at start, not for a form with a sign-in and an address, which browsers like to ask their makers about."""
    fields = "<input name=email autocomplete=email><input name=street><input name=city><input type=password>"

    async def signs_in(program: str) -> None:
        one = await opened(executable=Path(program), proxy=Proxy(proxy.address))
        page = one.tabs.active.page
        await page.goto("http://shop.test/sign-in")
        assert await page.title() == "Through the proxy"
        await page.set_content(f"<form>{fields}</form>")
        await page.locator("[name=email]").fill("ada@shop.test")
        await page.locator("[type=password]").fill("secret")

    await asyncio.gather(*(signs_in(program) for program in (SHELL, FULL, shutil.which("firefox-esr")) if program))
    assert not await asyncio.to_thread(proxy.called_elsewhere.wait, QUIET), proxy.asked


@pytest.mark.skipif(FULL is None, reason="needs full Chromium")
@pytest.mark.browser
async def test_without_our_arguments_chromium_calls_its_maker(proxy: LoggingProxy):
    """The test above can fail: this is what it watches for."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=FULL, proxy={"server": proxy.address})
        await browser.new_page()
        assert await asyncio.to_thread(proxy.called_elsewhere.wait, 30)
        await browser.close()


async def browser_pid(browser: PlaywrightBrowser) -> int:
    assert browser.context.browser is not None
    session = await browser.context.browser.new_browser_cdp_session()
    info = (await session.send("SystemInfo.getProcessInfo"))["processInfo"]
    return next(process["id"] for process in info if process["type"] == "browser")


def arguments_of(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("sandbox", [None, False])
@pytest.mark.browser
async def test_the_sandbox_is_on_except_as_root_or_where_it_was_switched_off(opened: Open, sandbox: bool | None):
    one = await opened(browser="chromium", sandbox=sandbox)
    arguments = arguments_of(await browser_pid(one))
    assert ("--no-sandbox" in arguments) is (ROOT or sandbox is False)
    # A second list would replace Playwright's, without which tabs hang and pages are upgraded to https.
    assert len([a for a in arguments if a.startswith("--disable-features=")]) == 1
    assert any("HttpsUpgrades" in a for a in arguments)


class RunningChromium:
    """A Chromium that the test starts by itself."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        assert self.process.stderr is not None
        said = ""
        for line in self.process.stderr:
            said += line
            if match := re.search(r"DevTools listening on (ws://(\S+?)/\S+)", line):
                self.ws, self.url = match[1], f"http://{match[2]}"
                return
        raise AssertionError(said)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[RunningChromium]:
    program = FULL or SHELL
    if program is None or sys.platform == "win32":
        pytest.skip("needs a Chromium to start by hand")
    sandbox = ["--no-sandbox"] if ROOT else []
    command = [program, "--headless", "--remote-debugging-port=0", f"--user-data-dir={tmp_path / 'running'}", *sandbox]
    pipes = {"stderr": subprocess.PIPE, "stdout": subprocess.DEVNULL}
    with running_process([*command, "about:blank"], text=True, process_group=0, **pipes) as process:
        yield RunningChromium(process)
        os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.browser
async def test_a_running_chromium_is_connected_to_read_and_left_running(
    opened: Open, running: RunningChromium, serve: PageServer
):
    url = serve("<title>Mine</title><h1>Hello</h1>")
    one = await opened(cdp_url=running.url)
    tab = one.tabs.active
    assert await tab.goto(url) == 200
    # The kit is known in the context that was there before us.
    assert (await tab.reader.search(Matcher.compile("Hello"))).total == 1
    await one.close()
    assert running.process.poll() is None
    again = await opened(cdp_url=running.ws)
    assert "Mine" in [await page.title() for page in again.context.pages]


@pytest.mark.parametrize(
    ("url", "said"),
    [("http://127.0.0.1:1", "nothing listens there"), ("ws://user:secret@127.0.0.1:1/x", "nothing listens there")],
)
async def test_no_browser_at_the_cdp_address_is_one_sentence(opened: Open, url: str, said: str):
    with pytest.raises(NoBrowser, match=said) as raised:
        await opened(cdp_url=url)
    assert "secret" not in raised.value.message
    assert "--remote-debugging-port" in raised.value.hint


def test_an_address_without_a_browser_is_named_as_it_is_written_but_for_what_could_be_a_secret():
    error = no_connection("http://user:secret@[::1]:9222/json", Exception("connect ECONNREFUSED"))
    assert error.message == "No browser could be connected to at http://[::1]:9222: nothing listens there."


async def test_a_server_that_is_no_browser_is_one_sentence(opened: Open, serve: PageServer):
    with pytest.raises(NoBrowser, match="could be connected to"):
        await opened(cdp_url=serve.origin)


@posix
@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("exit 1", "did not start"),
        ("echo 'error while loading shared libraries: libnss3.so' >&2; exit 127", "lacks a library"),
        ("echo 'FATAL: No usable sandbox! Update your kernel' >&2; exit 1", "cannot start its sandbox"),
        ("echo 'Missing X server or $DISPLAY' >&2; exit 1", "found no display"),
        ("sleep 60", "did not answer in time"),
    ],
)
@pytest.mark.browser
async def test_a_browser_that_does_not_start_is_one_sentence(opened: Open, tmp_path: Path, script: str, said: str):
    program = fake_browser(tmp_path, script)
    with pytest.raises(NoBrowser, match=said) as raised:
        await opened(executable=program, timeout=2)
    assert "\n" not in raised.value.message
    assert raised.value.hint


@posix
@pytest.mark.browser
async def test_a_file_that_is_no_program_is_one_sentence(opened: Open, tmp_path: Path):
    program = tmp_path / "chromium"
    program.write_bytes(b"\x00\x01 not a program")
    with pytest.raises(NoBrowser, match="may not be started"):
        await opened(executable=program)
    program.chmod(0o755)
    with pytest.raises(NoBrowser, match="did not start"):
        await opened(executable=program)


@pytest.mark.browser
async def test_two_browsers_at_once_do_not_know_each_other(opened: Open, serve: PageServer):
    first, second = await asyncio.gather(opened(), opened())
    await first.tabs.active.page.goto(serve("<script>document.cookie='a=1'</script>"))
    await second.tabs.active.page.goto(serve("nothing"))
    assert await second.tabs.active.page.evaluate("document.cookie") == ""
    await first.close()
    assert await second.tabs.active.page.title() == ""


@posix
@pytest.mark.browser
async def test_a_browser_that_died_can_be_closed(opened: Open):
    one = await opened()
    os.kill(await browser_pid(one), signal.SIGKILL)
    await one.close()
    assert one.context.browser is not None
    assert not one.context.browser.is_connected()
