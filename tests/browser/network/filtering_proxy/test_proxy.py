"""What the proxy does not take, whom it serves, and how it ends."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress

import psutil
import pytest

from handrail.browser.network.filtering_proxy import FilteringProxy, connection
from handrail.browser.network.filtering_proxy import listener as listener_module
from tests.browser.network.filtering_proxy.conftest import Wires
from tests.browser.network.filtering_proxy.wires import answers

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"


@pytest.mark.parametrize(
    ("method", "target"),
    [
        ("GET", "/"), ("GET", "https://shop.test/"), ("GET", "ftp://shop.test/"), ("GET", "http://user@shop.test/"),
        ("GET", "http://user:pw@127.0.0.1:80/"), ("GET", "http://"), ("GET", "http:///x"), ("GET", "http://shop.test:0/"),
        ("GET", "http://shop.test:65536/"), ("GET", "http://shop%2etest/"), ("GET", "http://a\\b/"),
        ("GET", "http://[::1/"), ("GET", "http://::1/"), ("GET", "http://shop.test:80:81/"), ("OPTIONS", "*"),
        ("CONNECT", "shop.test"), ("CONNECT", "http://shop.test:443"), ("CONNECT", "user@shop.test:443"),
        ("CONNECT", "shop.test:443/x"), ("CONNECT", "shop.test:99999"), ("CONNECT", ":443"),
    ],
)  # fmt: skip
async def test_an_ambiguous_target_is_rejected(wires: Wires, method: str, target: str):
    client = await wires.client(await wires.proxy(lambda *_: pytest.fail("asked the rule"), lookup=pytest.fail))
    assert (await client.ask(target, method=method)).status == 400


async def test_only_the_browser_with_the_password_is_served(wires: Wires):
    site = await wires.site(answers(OK))
    proxy = await wires.proxy()
    for method, target in (
        ("GET", f"http://{site.at}/"),
        ("CONNECT", site.at),
        ("GET", f"http://{proxy.sign_in_host}/"),
    ):
        client = await wires.client(proxy)
        answer = await client.ask(target, method=method, signed=False)
        assert (answer.status, answer.headers["proxy-authenticate"]) == (407, 'Basic realm="Handrail"')
        # Asked for it, a browser asks again on the same connection; other passwords do not do.
        wrong = [(b"Proxy-Authorization", b"Basic aGFuZHJhaWw6")]
        assert (await client.ask(target, method=method, signed=False, headers=wrong)).status == 407
        assert (await client.ask(target, method=method)).status == 200
    assert site.connections == 2


async def test_an_endless_head_is_cut_off(wires: Wires):
    site = await wires.site(answers(OK))
    client = await wires.client(await wires.proxy())
    client.writer.write(b"GET http://%s/ HTTP/1.1\r\nX: " % site.at.encode())
    with pytest.raises(ConnectionError):  # noqa: PT012 - one of the writes fails
        while True:
            client.writer.write(b"x" * 65536)
            await client.writer.drain()
    assert site.connections == 0


async def test_a_quiet_connection_is_ended(wires: Wires, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(connection, "REQUEST_TIMEOUT", 0.05)
    assert await (await wires.client(await wires.proxy())).ended()


async def test_many_connections_are_served_at_once_and_too_many_get_503(wires: Wires, monkeypatch: pytest.MonkeyPatch):
    site = await wires.site(answers(OK))
    proxy = await wires.proxy()
    clients = [await wires.client(proxy) for _ in range(150)]
    replies = await asyncio.gather(*(client.ask(f"http://{site.at}/{i}") for i, client in enumerate(clients)))
    assert {answer.status for answer in replies} == {200}
    monkeypatch.setattr(listener_module, "MAX_CONNECTIONS", 150)
    assert b" 503 " in await (await wires.client(proxy)).reader.readline()


async def test_closing_ends_everything(wires: Wires):
    waits = asyncio.Event()

    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        waits.set()

    site = await wires.site(handler)
    proxy = await wires.proxy()
    before = asyncio.all_tasks()
    idle, tunnelled, waiting = [await wires.client(proxy) for _ in range(3)]
    assert (await tunnelled.ask(site.at, method="CONNECT")).status == 200
    await waiting.send(f"http://{site.at}/never")
    port = proxy.port
    await proxy.close()
    await proxy.close()
    assert [await client.ended() for client in (idle, tunnelled, waiting)] == [True] * 3
    await waits.wait()
    assert not {task for task in asyncio.all_tasks() - before if "handrail" in repr(task)}
    with socket.socket() as knock, pytest.raises(ConnectionRefusedError):
        knock.connect(("127.0.0.1", port))


@pytest.mark.parametrize("steps", range(1, 6))
async def test_a_proxy_whose_opening_is_cancelled_leaves_no_port_open(steps: int):
    """The deadline of a call that fetches may end it there, at any step."""
    before = listening()
    opening = asyncio.create_task(FilteringProxy(lambda *_: None).__aenter__())
    for _ in range(steps):
        await asyncio.sleep(0)
    opening.cancel()
    with suppress(asyncio.CancelledError):
        await (await opening).close()
    assert listening() == before


def listening() -> set[int]:
    """The ports at which this process listens."""
    found = psutil.Process().net_connections("tcp")
    return {one.laddr.port for one in found if one.status == psutil.CONN_LISTEN}
