"""The filtering proxy under real browsers: a page tries every way to an address that it may not reach."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.async_api import Browser, Page
from playwright.async_api import Error as PlaywrightError

from handrail.browser import BrowserOptions, Proxy
from handrail.browser.network.filtering_proxy.connector import Refused
from handrail.browser.network.route_hold import SEND_BEACON
from handrail.errors import NoBrowser, UsageError
from handrail.policy.reachable_hosts import endpoint, reason_to_refuse
from tests.browser.conftest import Open
from tests.browser.network.filtering_proxy.recorder import Recorder
from tests.browser.proxy import LoggingProxy
from tests.pages import PageServer, Reply, Request

PAGE = (Path(__file__).parent / "attacks.html").read_text()
WORKER = """
const turn = new URL(location).search.slice(1), at = '127.0.0.1:PORT/' + turn;
addEventListener('install', (event) => {
  const socket = new WebSocket('ws://' + at + '/service-worker-websocket');
  event.waitUntil(new Promise((resolve) => { socket.onopen = socket.onclose = socket.onerror = resolve; }));
  event.waitUntil(fetch('http://' + at + '/service-worker', { mode: 'no-cors' }).catch(() => 0));
});
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
"""
HOSTS = [
    "127.0.0.1", "localhost", "shop.localhost", "[::1]", "2130706433", "0x7f.1", "017700000001", "127.1",
    "[::ffff:127.0.0.1]", "user@127.0.0.1", "user:pw@localhost", "127.0.0.1.", "0.0.0.0",
]  # fmt: skip
WAYS = {
    "img", "fetch", "frame", "websocket", "css", "preload", "script", "object", "video", "redirect", "refresh",
    "refresh-header", "svg", "form", "beacon", "xhr", "eventsource", "import", "worker-fetch", "worker-websocket",
    "service-worker", "service-worker-websocket", "popup", "top", "download", "keepalive", "report",
}  # fmt: skip
OF_CHROMIUM = {"ping", "prefetch", "modulepreload"}
BOTH = pytest.mark.parametrize("browser", ["chromium", "firefox"])


class Rule:
    """The real rule, with what a user named; ``asked`` holds what it refused."""

    def __init__(self, *origins: str) -> None:
        self.allowed = {endpoint(origin) for origin in origins}
        self.refused: set[str] = set()

    def __call__(self, host: str, port: int, addresses: Sequence[Any]) -> str | None:
        reason = reason_to_refuse(host, port, addresses, self.allowed)  # type: ignore[arg-type]
        if reason is not None:
            self.refused.add(host)
        return reason


@pytest.fixture
def recorder() -> Iterator[Recorder]:
    recorder = Recorder()
    yield recorder
    recorder.stop()


def put_up(serve: PageServer, recorder: Recorder) -> None:
    """The attacking site: its page, and what helps it."""
    serve("", path="/nothing")
    script = WORKER.replace("PORT", str(recorder.port)).encode()
    serve.put("/service-worker.js", Reply(script, content_type="text/javascript"))
    for turn in ("one", "two"):
        target = f"http://127.0.0.1:{recorder.port}/{turn}"
        serve.put(f"/refresh-to/{turn}", Reply(b"x", headers={"refresh": f"0; url={target}/refresh-header"}))
    # A chain, which goes where its query says.
    serve.put("/redirect", Reply(b"", 302, headers={"location": "/hop"}))


async def attack(page: Page, serve: PageServer, recorder: Recorder, turn: str, hosts: list[str]) -> None:
    """One turn: every way out of the page, then popups and navigations of the tab itself."""
    target = f"http://127.0.0.1:{recorder.port}/{turn}/"
    serve.put("/hop", Reply(b"", 307, headers={"location": target + "redirect"}))
    told = quote(json.dumps({"hosts": hosts, "port": recorder.port, "turn": turn}))
    reports = f"default-src * data: blob: 'unsafe-inline'; font-src 'none'; report-uri {target}report"
    serve(PAGE, path="/", headers={"content-security-policy-report-only": reports})
    await page.goto("about:blank")
    await page.goto(f"{serve.other_site}/#{told}")
    await page.wait_for_function("left().length === 0", timeout=60_000)
    # Firefox keeps a websocket waiting that follows others which failed.
    await page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    async with page.context.expect_page() as popup:
        await page.evaluate("url => void open(url)", target + "popup")
    await (await popup.value).wait_for_load_state()
    await (await popup.value).close()
    await page.goto(target + "top")


async def test_no_request_of_a_page_reaches_a_host_that_the_user_did_not_name(
    opened: Open, serve: PageServer, recorder: Recorder, any_browser: Browser, tmp_path: Path
):
    """Two turns: first the host is forbidden and nothing may come; then it is allowed, and every way must come, so that
    the first turn is known to have tried it."""
    browser = any_browser.browser_type.name
    put_up(serve, recorder)
    state = {"cookies": [{"name": "a", "value": "1", "domain": "127.0.0.1", "path": "/"}], "origins": []}
    (tmp_path / "state.json").write_text(json.dumps(state))
    rule = Rule(serve.origin, serve.other_site)
    one = await opened(browser=browser, network=rule, storage_state=tmp_path / "state.json")
    page = one.tabs.active.page
    await attack(page, serve, recorder, "one", HOSTS)
    assert await page.title() == "Refused by Handrail"
    assert rule.refused >= {"127.0.0.1", "localhost", "shop.localhost", "::1", "::ffff:7f00:1", "0.0.0.0"}
    assert one.proxy is not None
    assert isinstance(one.proxy.last_failure(f"http://127.0.0.1:{recorder.port}/"), Refused)
    assert recorder.anything == []

    rule.allowed.add(("127.0.0.1", recorder.port))
    await attack(page, serve, recorder, "two", ["127.0.0.1"])
    ways = WAYS | (OF_CHROMIUM if browser == "chromium" else set())
    assert not await asyncio.to_thread(recorder.missing, {f"/two/{way}" for way in ways}, 30)
    # What comes late of the first turn would be among them.
    assert not [path for path in recorder.paths if path.startswith("/one/")]

    # With the proxy closed, nothing is reached any more.
    await one.proxy.close()
    seen = len(serve.requests)
    for address in (f"{serve.origin}/nothing", f"{serve.other_site}/nothing", f"http://127.0.0.1:{recorder.port}/late"):
        # Its ports may still serve other contexts, which have passwords of their own.
        with suppress(PlaywrightError):
            answer = await page.goto(address)
            assert (answer and answer.status) == 407
    assert len(serve.requests) == seen
    assert "/late" not in recorder.paths
    assert recorder.datagrams == 0

    # Without the proxy and its arguments, the same page gets out over UDP too.
    context = await any_browser.new_context()
    await context.add_init_script(SEND_BEACON)
    told = quote(json.dumps({"hosts": [], "port": recorder.port, "turn": "three"}))
    await (await context.new_page()).goto(f"{serve.origin}/#{told}")
    assert await asyncio.to_thread(recorder.wait_for_datagram, 30)
    await context.close()


def lose_answer(_: Request) -> Reply:
    raise ConnectionAbortedError


@BOTH
@pytest.mark.parametrize("asks", ["fetch('/order', { method: 'POST', body: 'a' })", "document.forms[0].submit()"])
async def test_what_may_change_something_is_not_sent_again_where_its_answer_is_lost(
    opened: Open, serve: PageServer, browser: str, asks: str
):
    serve.put("/order", lose_answer)
    one = await opened(browser=browser, network=Rule(serve.origin))
    page = one.tabs.active.page
    await page.goto(serve("<form method=post action=/order></form>"))
    async with page.expect_event("requestfailed"):
        await page.evaluate(f"() => void {asks}")
    assert [request.method for request in serve.requests if request.path == "/order"] == ["POST"]


@BOTH
async def test_the_proxy_holds_in_a_profile_its_password_reaches_no_site_and_the_cache_works(
    opened: Open, serve: PageServer, browser: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    serve.put("/asks", Reply(b"x", 401, headers={"www-authenticate": 'Basic realm="Handrail"'}))
    serve.put("/kept.js", Reply(b"'kept'", content_type="text/javascript", headers={"cache-control": "max-age=999"}))
    url = serve("<title>Shop</title><script src=/kept.js></script>")
    # A machine's settings do not open a way past it; these are Playwright's own.
    monkeypatch.setenv("PLAYWRIGHT_DISABLE_FORCED_CHROMIUM_PROXIED_LOOPBACK", "1")
    monkeypatch.setenv("PLAYWRIGHT_PROXY_BYPASS_FOR_TESTING", "localhost,127.0.0.1")
    one = await opened(browser=browser, network=Rule(serve.origin), profile=tmp_path / "profile")
    page = one.tabs.active.page
    # A server that asks for a password gets none.
    answer = await page.goto(f"{serve.origin}/asks")
    assert answer is not None
    assert answer.status == 401
    for _ in range(2):
        await page.goto(url)
    assert [request.path for request in serve.requests].count("/kept.js") == 1
    said = {name.lower() for request in serve.requests for name in request.headers}
    assert not {name for name in said if "auth" in name or "proxy" in name}
    answer = await page.goto(serve.other_site)
    assert answer is not None
    assert answer.status == 403
    assert [tab.id for tab in await one.tabs.list()] == ["t1"]
    await one.close()

    # The profile is not spoiled for a browser without rules.
    one = await opened(browser=browser, profile=tmp_path / "profile")
    assert one.proxy is None
    await one.tabs.active.page.goto(serve.other_site + url.removeprefix(serve.origin))
    assert await one.tabs.active.page.title() == "Shop"


@BOTH
async def test_a_proxy_of_the_user_gets_http_and_https_but_hosts_of_its_bypass_not_and_no_site_its_password(
    opened: Open, browser: str, serve: PageServer
):
    proxy = LoggingProxy("ada", "pass:word")
    try:
        serve.put("/asks", Reply(b"x", 401, headers={"www-authenticate": 'Basic realm="shop"'}))
        one = await opened(browser=browser, proxy=Proxy(proxy.address, "ada", "pass:word", bypass="127.0.0.1"))
        page = one.tabs.active.page
        answer = await page.goto(f"{serve.origin}/asks")
        assert answer is not None
        assert answer.status == 401
        await page.goto(serve("<title>Direct</title>"))
        assert await page.title() == "Direct"
        await page.goto("http://shop.test/plans")
        assert await page.title() == "Through the proxy"
        with pytest.raises(PlaywrightError):
            await page.goto("https://shop.test/")
    finally:
        proxy.stop()
    assert not [request for request in serve.requests if "Authorization" in request.headers]
    # It lets nothing through that comes without the password.
    assert "CONNECT shop.test:443" in proxy.asked
    assert "GET http://shop.test/plans" in proxy.asked
    assert not [line for line in proxy.asked if "127.0.0.1" in line]


@pytest.mark.browser
async def test_a_browser_that_does_not_use_the_proxy_is_rejected(opened: Open, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(
        "handrail.browser.network.filtering_proxy.FilteringProxy.addresses", ("http://127.0.0.1:9",) * 2
    )
    with pytest.raises(NoBrowser, match="filtering proxy") as raised:
        await opened(browser="chromium", network=Rule())
    assert raised.value.hint


def test_a_running_browser_cannot_be_given_rules_unless_that_is_accepted():
    at = "http://127.0.0.1:9222"
    with pytest.raises(UsageError, match=re.escape("already running")) as raised:
        BrowserOptions(cdp_url=at, network=Rule())
    assert "ungated" in raised.value.hint
    assert BrowserOptions(cdp_url=at, network=Rule(), ungated=True).ungated
    with pytest.raises(UsageError, match="ungated"):
        BrowserOptions(ungated=True)


@pytest.mark.browser
def test_the_proxy_of_a_dropped_browser_ends():
    # In a process of its own: Playwright leaves pipes open when it is dropped.
    script = """
import asyncio, gc
from handrail.browser import BrowserOptions, open_browser

async def answers(port):
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except ConnectionError:
        return False
    writer.close()
    return True

async def main():
    one = await open_browser(BrowserOptions(browser="chromium", headless=True, network=lambda *_: None))
    port = one.proxy.port
    print(await answers(port))
    del one
    gc.collect()
    while await answers(port):
        pass
    print("ended")

asyncio.run(main())
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=100)
    assert (done.stdout, done.returncode) == ("True\nended\n", 0), done.stderr
