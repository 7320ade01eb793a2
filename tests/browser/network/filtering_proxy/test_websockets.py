"""The proxy knows which tunnels are websockets or WebRTC, and has them open only where the rule for them allows it."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Page

from handrail.browser import Proxy
from handrail.browser.network.filtering_proxy import FilteringProxy
from tests.browser.conftest import Open
from tests.browser.network.filtering_proxy.conftest import Wires
from tests.browser.network.filtering_proxy.recorder import Recorder
from tests.browser.network.filtering_proxy.wires import Client, Streams
from tests.pages import PageServer

BROWSER = [(b"User-Agent", b"A browser")]


async def echoes(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """A site that says back each line."""
    while line := await reader.readline():
        writer.write(line)


async def says_back(streams: Streams | Client) -> bool:
    """Whether the other end of a tunnel says a line back; False where the tunnel was cut."""
    reader, writer = (streams.reader, streams.writer) if isinstance(streams, Client) else streams
    writer.write(b"hello\n")
    try:
        return await reader.readline() == b"hello\n"
    except ConnectionError:
        return False


@asynccontextmanager
async def client_at(proxy: FilteringProxy, port: int) -> AsyncIterator[Client]:
    client = Client(proxy, await asyncio.open_connection("127.0.0.1", port))
    yield client
    client.close()


async def test_a_tunnel_is_a_websocket_by_the_port_it_comes_to_and_only_then_the_rule_is_asked(wires: Wires):
    site, proxy, asked = await wires.site(echoes), await wires.proxy(), []
    proxy.hold_websockets(lambda *at: asked.append(at) or False)
    async with client_at(proxy, proxy.port) as https, client_at(proxy, proxy.websocket_port) as websocket:
        assert (await https.ask(site.at, method="CONNECT", headers=BROWSER)).status == 200
        assert asked == []
        assert (await websocket.ask(site.at, method="CONNECT", headers=BROWSER)).status == 403
        assert asked == [("127.0.0.1", site.port)]
        assert site.connections == 1, "what is refused is not connected to"
        assert proxy.last_failure(f"http://127.0.0.1:{site.port}/") is None, "a page there is reached"
        assert await says_back(https)
    assert proxy.open_websockets() == set()


async def test_a_stricter_rule_cuts_the_websockets_that_it_does_not_allow_and_nothing_else(wires: Wires):
    site, other, proxy = await wires.site(echoes), await wires.site(echoes), await wires.proxy()
    ports = proxy.port, proxy.port, proxy.websocket_port, proxy.websocket_port
    async with (
        client_at(proxy, ports[0]) as https,
        client_at(proxy, ports[1]) as webrtc,
        client_at(proxy, ports[2]) as kept,
        client_at(proxy, ports[3]) as cut,
    ):
        for client, at in ((https, other), (kept, site), (cut, other)):
            assert (await client.ask(at.at, method="CONNECT", headers=BROWSER)).status == 200
        # Chromium names itself in every other request for a tunnel.
        assert (await webrtc.ask(site.at, method="CONNECT")).status == 200
        assert proxy.open_websockets() == {("127.0.0.1", site.port), ("127.0.0.1", other.port)}
        proxy.hold_websockets(lambda _, port: port == site.port)
        assert [await says_back(one) for one in (https, webrtc, kept, cut)] == [True, False, True, False]
        assert proxy.open_websockets() == {("127.0.0.1", site.port)}
        async with client_at(proxy, proxy.port) as again:
            assert (await again.ask(site.at, method="CONNECT")).status == 403


async def test_a_rule_that_changes_while_a_host_is_connected_to_holds(wires: Wires):
    site, allowed = await wires.site(echoes), [True, False]
    proxy = await wires.proxy()
    proxy.hold_websockets(lambda *_: allowed.pop(0))
    async with client_at(proxy, proxy.websocket_port) as client:
        assert (await client.ask(site.at, method="CONNECT")).status == 403


async def test_a_rule_that_raises_refuses(wires: Wires):
    site, proxy = await wires.site(echoes), await wires.proxy()
    asyncio.get_running_loop().set_exception_handler(lambda *_: None)
    proxy.hold_websockets(lambda *_: 1 / 0 > 0)
    async with client_at(proxy, proxy.websocket_port) as client:
        await client.send(site.at, method="CONNECT")
        assert await client.ended()
    assert site.connections == 0


@asynccontextmanager
async def socks_client(at: str, port: int) -> AsyncIterator[Streams]:
    reader, writer = await (
        asyncio.open_unix_connection(at.removeprefix("file://"))
        if at.startswith("file://")
        else asyncio.open_connection(at, port)
    )
    yield reader, writer
    writer.close()


async def ask_socks(streams: Streams, host: str, port: int) -> int:
    """Ask for a connection as Firefox does; what the proxy answers, -1 where it hangs up."""
    reader, writer = streams
    writer.write(b"\5\1\0")
    try:
        assert await reader.read(2) in (b"\5\0", b"")
        writer.write(b"\5\1\0\3" + bytes([len(host)]) + host.encode() + port.to_bytes(2, "big"))
        return (await reader.readexactly(10))[1]
    except (ConnectionError, asyncio.IncompleteReadError):
        return -1


async def test_websockets_of_firefox_come_through_a_socket_that_only_this_user_can_open(wires: Wires):
    site, proxy = await wires.site(echoes), await wires.proxy()
    at = await proxy.listen_for_socks()
    folder = Path(at[0].removeprefix("file://")).parent
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    async with socks_client(*at) as standing, socks_client(*at) as late:
        assert await ask_socks(standing, site.host, site.port) == 0
        assert await says_back(standing)
        assert proxy.open_websockets() == {("127.0.0.1", site.port)}
        proxy.hold_websockets(lambda *_: False)
        assert not await says_back(standing)
        assert await ask_socks(late, site.host, site.port) == 2
    await proxy.close()
    assert not folder.exists()


@pytest.mark.parametrize(
    ("host", "code"),
    [("evil.test", 2), ("gone.test", 4), ("::1", 4), ("evil test", -1), ("user@a.test", -1), ("a.test/", -1), ("", -1)],
)
async def test_the_network_rule_judges_websockets_of_firefox_too(wires: Wires, host: str, code: int):
    def lookup(host: str) -> list[str]:
        return ["1.1.1.1"] if host == "evil.test" else []

    proxy = await wires.proxy(lambda host, *_: "evil" if host == "evil.test" else None, lookup=lookup)
    async with socks_client(*await proxy.listen_for_socks()) as streams:
        assert await ask_socks(streams, host, 9) == code


@pytest.mark.parametrize("said", [b"\4\1\0\x50\1\1\1\1\0", b"\5\1\2", b"GET / HTTP/1.1\r\n\r\n", b"\5\0", b"\5"])
async def test_what_does_not_speak_socks5_as_firefox_does_gets_no_connection(wires: Wires, said: bytes):
    proxy = await wires.proxy(lambda *_: pytest.fail("asked the rule"))
    async with socks_client(*await proxy.listen_for_socks()) as (reader, writer):
        writer.write(said)
        writer.write_eof()
        assert await reader.read() == b""


@pytest.mark.parametrize(
    ("upstream", "code"), [(Proxy("http://127.0.0.1:9"), 4), (Proxy("http://127.0.0.1:9", "ada", "secret"), -1)]
)
async def test_without_unix_sockets_nobody_is_lent_the_password_of_the_users_own_proxy(
    wires: Wires, monkeypatch: pytest.MonkeyPatch, upstream: Proxy, code: int
):
    monkeypatch.delattr("asyncio.start_unix_server")
    proxy = await wires.proxy(upstream=upstream)
    async with socks_client(*await proxy.listen_for_socks()) as streams:
        assert await ask_socks(streams, "shop.test", 80) == code


OFFER = """at => {
  if (!globalThis.RTCPeerConnection) return 'none';
  globalThis.made = ['turn', 'turns'].map((kind) => {
    const iceServers = [{ urls: `${kind}:${at}?transport=tcp`, username: 'u', credential: 'c' }];
    const connection = new RTCPeerConnection({ iceServers });
    connection.createDataChannel('x');
    return connection;
  });
  return Promise.all(made.map(async (one) => {
    const over = new Promise((done) => {
      one.onicegatheringstatechange = () => one.iceGatheringState === 'complete' && done();
    });
    await one.setLocalDescription(await one.createOffer());
    await over;
  })).then(() => 'tried');
}"""


async def offer(page: Page, at: str) -> str:
    made: str = await page.evaluate(OFFER, at)
    return made


@pytest.mark.parametrize("browser", ["chromium", "firefox"])
async def test_webrtc_reaches_no_server_once_websockets_are_held(opened: Open, serve: PageServer, browser: str):
    recorder = Recorder()
    try:
        one = await opened(browser=browser, network=lambda *_: None)
        page = one.tabs.active.page
        await page.goto(serve("<h1>Calls</h1>"))
        assert one.proxy is not None
        at = f"127.0.0.1:{recorder.port}"
        made = "tried" if browser == "chromium" else "none"
        # Without a rule Chromium gets there, over TCP and TLS.
        assert await offer(page, at) == made
        assert (recorder.anything == []) is (browser == "firefox")
        one.proxy.hold_websockets(lambda *_: True)
        recorder.lines.clear()
        assert await offer(page, at) == made
        assert recorder.anything == []
    finally:
        recorder.stop()
