"""What is connected to: the rule is asked with what will be connected to, and nothing else is connected to."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from collections.abc import Sequence
from ipaddress import ip_address
from typing import Any

import pytest

from handrail.browser.network.filtering_proxy import connector, resolve
from handrail.browser.network.filtering_proxy.connector import Refused, Unreachable
from handrail.browser.network.filtering_proxy.resolve import Resolver
from handrail.policy.reachable_hosts import endpoint, reason_to_refuse
from tests.browser.network.filtering_proxy.conftest import Wires
from tests.browser.network.filtering_proxy.wires import answers

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"


def rule(*origins: str) -> Any:
    """The real rule, with what a user named."""
    allowed = {named for origin in origins if (named := endpoint(origin))}
    return lambda host, port, addresses: reason_to_refuse(host, port, addresses, allowed)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "127.1", "2130706433", "0x7f.1", "017700000001", "0177.0.0.1", "localhost", "LOCALHOST.",
        "a.b.localhost", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:0:0:1]", "[::127.0.0.1]",
        "0.0.0.0", "[::]", "rebound.test", "mixed.test",
    ],
)  # fmt: skip
async def test_private_addresses_are_refused_unless_the_user_named_them(wires: Wires, host: str):
    def lookup(name: str) -> Sequence[str]:
        return {"rebound.test": ["::ffff:127.0.0.1"], "mixed.test": ["1.1.1.1", "127.0.0.1"]}.get(
            name
        ) or resolve.system_lookup(name)

    site = await wires.site(answers(OK))
    # Another port of the same host is named, and another name for the same port.
    proxy = await wires.proxy(rule(f"http://{host}:1", f"http://named.test:{site.port}"), lookup=lookup)
    client = await wires.client(proxy)
    answer = await client.ask(f"http://{host}:{site.port}/")
    assert answer.status == 403
    assert answer.headers["x-handrail-refused"].encode() in answer.body
    assert answer.headers["cache-control"] == "no-store"
    assert (await client.ask(f"{host}:{site.port}", method="CONNECT")).status == 403
    assert isinstance(proxy.last_failure(f"http://{host}:{site.port}/"), Refused)
    assert site.connections == 0


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "shop.localhost", "nas.test"])
async def test_a_host_that_the_user_named_is_reached_whatever_it_resolves_to(wires: Wires, host: str):
    site = await wires.site(answers(OK))
    proxy = await wires.proxy(rule(f"http://{host}:{site.port}"), lookup=lambda _: ["127.0.0.1"])
    client = await wires.client(proxy)
    assert (await client.ask(f"http://{host}:{site.port}/")).body == b"hi"
    assert (await client.ask(f"{host}:{site.port}", method="CONNECT")).status == 200
    assert proxy.last_failure(f"http://{host}:{site.port}/") is None


async def test_the_address_that_was_judged_is_connected_to_and_a_new_one_is_judged_again(
    wires: Wires, monkeypatch: pytest.MonkeyPatch
):
    """DNS rebinding. 127.0.0.2 plays the public address, 127.0.0.1 the one behind it."""
    asked: list[str] = []
    good = await wires.site(answers(OK), host="127.0.0.2")
    bad = await wires.site(answers(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret"))

    def lookup(_: str) -> list[str]:
        asked.append("")
        return ["127.0.0.2"] if len(asked) == 1 else ["127.0.0.1"]

    def only_good(_host: str, _port: int, addresses: Sequence[object]) -> str | None:
        return None if [str(address) for address in addresses] == ["127.0.0.2"] else "a loopback address"

    monkeypatch.setattr(resolve, "CACHE_SECONDS", 0.0)
    proxy = await wires.proxy(only_good, lookup=lookup)
    assert (await (await wires.client(proxy)).ask(f"http://evil.test:{good.port}/")).body == b"hi"
    assert len(asked) == 1
    for port in (good.port, bad.port):
        assert (await (await wires.client(proxy)).ask(f"http://evil.test:{port}/")).status == 403
    assert (good.connections, bad.connections, len(asked)) == (1, 0, 3)


async def test_a_name_with_public_and_other_addresses_is_reached_at_the_others_alone(
    wires: Wires, monkeypatch: pytest.MonkeyPatch
):
    site = await wires.site(answers(OK))
    targets: list[list[str]] = []

    async def connect(addresses: Sequence[object], port: int) -> object:
        targets.append([str(address) for address in addresses])
        return await asyncio.open_connection("127.0.0.1", port)

    monkeypatch.setattr(connector, "connect", connect)
    answered = [["93.184.216.34", "192.168.1.7", "fd00::7"], ["93.184.216.34", "1.1.1.1"]]
    for number, _ in enumerate(answered):
        proxy = await wires.proxy(lambda *_: None, lookup=lambda _, number=number: answered[number])
        assert (await (await wires.client(proxy)).ask(f"http://nas.test:{site.port}/")).body == b"hi"
    assert targets == [["192.168.1.7", "fd00::7"], ["93.184.216.34", "1.1.1.1"]]


async def test_a_rule_that_raises_refuses_and_is_reported(wires: Wires):
    heard: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: heard.append(context))
    try:
        site = await wires.site(answers(OK))
        client = await wires.client(await wires.proxy(lambda *_: 1 / 0))
        assert (await client.ask(f"http://{site.at}/")).status == 403
    finally:
        asyncio.get_running_loop().set_exception_handler(None)
    assert isinstance(heard[0]["exception"], ZeroDivisionError)
    assert site.connections == 0


async def test_a_host_that_cannot_be_reached_is_reported(wires: Wires, monkeypatch: pytest.MonkeyPatch):
    def lookup(host: str) -> list[str]:
        if host == "nowhere.test":
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        return [] if host == "empty.test" else ["127.0.0.1"]

    site = await wires.site(answers(OK))
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
        proxy = await wires.proxy(lookup=lookup)
        client = await wires.client(proxy)
        for host, said in (("nowhere.test", "DNS"), ("empty.test", "DNS"), ("down.test", "refused the connection")):
            answer = await client.ask(f"http://{host}:{port}/")
            assert (answer.status, said in answer.body.decode()) == (502, True)
            assert (await client.ask(f"{host}:{port}", method="CONNECT")).status == 502
            assert said in str(proxy.last_failure(f"http://{host.upper()}:{port}/x?y"))
        monkeypatch.setattr(connector, "start_connection", lambda *_, **__: asyncio.Event().wait())
        monkeypatch.setattr(connector, "CONNECT_TIMEOUT", 0.05)
        assert b"in time" in (await client.ask(f"http://{site.at}/")).body
    monkeypatch.undo()
    assert (await client.ask(f"http://{site.at}/")).status == 200
    # It is about the last time.
    assert proxy.last_failure(f"http://127.0.0.1:{site.port}/") is None
    assert [proxy.last_failure(url) for url in ("about:blank", "http://[::1", "data:,x", "https://shop.test/")] == [
        None
    ] * 4


async def test_a_slow_address_does_not_delay_the_next_one(wires: Wires, monkeypatch: pytest.MonkeyPatch):
    loop = asyncio.get_running_loop()
    really = loop.sock_connect
    tried: list[str] = []

    async def slow(sock: socket.socket, address: tuple[str, int]) -> None:
        tried.append(address[0])
        if address[0] == "192.0.2.9":
            await asyncio.Event().wait()
        await really(sock, address)

    site = await wires.site(answers(OK))
    client = await wires.client(await wires.proxy(lookup=lambda _: ["192.0.2.9", "127.0.0.3", "127.0.0.1"]))
    monkeypatch.setattr(loop, "sock_connect", slow)
    assert (await client.ask(f"http://many.test:{site.port}/")).body == b"hi"
    assert tried == ["192.0.2.9", "127.0.0.3", "127.0.0.1"]


async def test_resolved_addresses_are_cached(monkeypatch: pytest.MonkeyPatch):
    asked: list[str] = []

    def lookup(host: str) -> list[str]:
        asked.append(host)
        if host == "bad.test":
            raise OSError("no such name")
        return ["127.0.0.1", "127.0.0.1", "::1"]

    resolver = Resolver(lookup)
    for _ in range(3):
        assert await resolver("Shop.test.") == (ip_address("127.0.0.1"), ip_address("::1"))
        with pytest.raises(OSError, match="no such name"):
            await resolver("bad.test")
    assert asked == ["Shop.test.", "bad.test", "bad.test", "bad.test"]
    monkeypatch.setattr(resolve, "CACHE_SECONDS", 0.0)
    for _ in range(2):
        await resolver("other.test")
    assert asked[4:] == ["other.test", "other.test"]


async def test_connecting_raises_when_no_address_answers():
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        with pytest.raises(Unreachable, match="refused"):
            await connector.connect([ip_address("127.0.0.1"), ip_address("::1")], closed.getsockname()[1])


def test_a_name_server_that_hangs_does_not_hold_up_the_end_of_the_program():
    script = """
import asyncio, time
from handrail.browser.network.filtering_proxy import FilteringProxy
from tests.browser.network.filtering_proxy.wires import Client

async def main():
    started = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.slow_callback_duration = 60  # the machine may be busy
    def hangs(host):
        loop.call_soon_threadsafe(started.set)
        time.sleep(600)
    async with FilteringProxy(lambda *_: None, lookup=hangs) as proxy:
        client = await Client.at(proxy)
        await client.send("http://slow.test/")
        await started.wait()
        client.close()

asyncio.run(main())
print("ended")
"""
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-W", "error", "-c", script], capture_output=True, text=True, timeout=60
    )
    assert (done.stdout, done.stderr, done.returncode) == ("ended\n", "", 0)
