"""What the proxy relays, and how."""

from __future__ import annotations

import asyncio

import h11
import pytest

from handrail.browser.network.filtering_proxy import tunnel
from handrail.browser.network.judged_hosts import JudgedHosts
from tests.browser.network.filtering_proxy.conftest import Wires
from tests.browser.network.filtering_proxy.wires import Answer, answers, head_of

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
BIG = 96 * 1024 * 1024
"""More bytes than the kernel may hold for the connections of a test (`tcp_rmem`)."""


async def test_a_request_reaches_the_site_as_without_a_proxy(wires: Wires):
    heads: list[bytes] = []

    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heads.append(await head_of(reader))
        writer.write(b"HTTP/1.1 200 Fine\r\nX-Kept: 1\r\nKeep-Alive: 5\r\nConnection: X-Hop\r\nX-Hop: 1\r\n")
        writer.write(b"Content-Length: 2\r\n\r\nhi")

    site = await wires.site(handler)
    client = await wires.client(await wires.proxy())
    answer = await client.ask(
        f"http://{site.at}?q=1",
        headers=[(b"User-Agent", b"T"), (b"Proxy-Connection", b"keep-alive"), (b"Connection", b"x-mine"),
                 (b"X-Mine", b"1"), (b"Upgrade", b"h2c"), (b"TE", b"trailers"), (b"X-Spelled-So", b"1")],
    )  # fmt: skip
    assert answer == Answer(200, {"x-kept": "1", "content-length": "2"}, b"hi")
    # Neither the password, nor what is of the connection, nor the host that the request's headers claim.
    assert heads == [
        b"GET /?q=1 HTTP/1.1\r\nHost: %s\r\nConnection: keep-alive\r\nUser-Agent: T\r\nX-Spelled-So: 1\r\n\r\n"
        % site.at.encode()
    ]


async def test_a_site_that_wants_the_password_of_a_proxy_is_not_taken_for_this_one(wires: Wires):
    wants = b'HTTP/1.1 407 Who?\r\nProxy-Authenticate: Basic realm="x"\r\nContent-Length: 2\r\n\r\nhi'
    site = await wires.site(answers(wants))
    answer = await (await wires.client(await wires.proxy())).ask(f"http://{site.at}/")
    assert answer == Answer(502, {"content-length": "2"}, b"hi")


async def test_connections_are_kept_on_both_sides_and_opened_anew_where_the_site_ended_one(wires: Wires):
    hung_up = asyncio.Event()

    async def closes(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await head_of(reader)
        writer.write(OK)
        writer.close()
        await writer.wait_closed()
        hung_up.set()

    keeps, ends = await wires.site(answers(OK)), await wires.site(closes)
    client = await wires.client(await wires.proxy())
    for _ in range(3):
        assert (await client.ask(f"http://{keeps.at}/")).body == b"hi"
    assert keeps.connections == 1
    for count in (1, 2):
        hung_up.clear()
        assert (await client.ask(f"http://{ends.at}/")).body == b"hi"
        await hung_up.wait()
        assert ends.connections == count
    assert (await client.ask(f"http://{keeps.at}/")).body == b"hi"
    assert keeps.connections == 2


@pytest.mark.parametrize(
    ("method", "said", "body"),
    [
        ("GET", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n", b"abcde"),
        ("GET", b"HTTP/1.0 200 OK\r\n\r\nuntil the end", b"until the end"),
        ("GET", b"HTTP/1.1 103 Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx", b"x"),
        ("HEAD", b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n", b""),
        ("GET", b"HTTP/1.1 204 No\r\n\r\n", b""),
        ("GET", b"HTTP/1.1 304 Same\r\nContent-Length: 99\r\n\r\n", b""),
        ("GET", b"HTTP/1.1 999 Own\r\nContent-Length: 0\r\n\r\n", b""),
    ],
)
async def test_bodies_come_whole_however_they_are_framed(wires: Wires, method: str, said: bytes, body: bytes):
    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await head_of(reader)
        writer.write(said)

    site = await wires.site(handler)
    client = await wires.client(await wires.proxy())
    assert (await client.ask(f"http://{site.at}/", method=method)).body == body
    # The connection to the browser is good for more.
    assert (await client.ask(f"http://{site.at}/", method=method)).body == body


@pytest.mark.parametrize("chunked", [True, False])
async def test_large_bodies_go_both_ways(wires: Wires, chunked: bool):
    got = bytearray()

    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server = h11.Connection(h11.SERVER)
        while not isinstance(event := server.next_event(), h11.EndOfMessage):
            if event is h11.NEED_DATA:
                server.receive_data(await reader.read(65536))
            elif isinstance(event, h11.Data):
                got.extend(event.data)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(got))
        writer.write(got)
        await writer.drain()

    site = await wires.site(handler)
    client = await wires.client(await wires.proxy())
    body = bytes(range(256)) * (4 * 1024)
    headers = [(b"Transfer-Encoding", b"chunked")] if chunked else []
    answer = await client.ask(f"http://{site.at}/up", method="POST", headers=headers, body=body)
    assert (len(answer.body), answer.body == body) == (len(body), True)


@pytest.mark.parametrize("tunnelled", [True, False])
async def test_a_site_waits_while_the_browser_does_not_read(wires: Wires, tunnelled: bool):
    sent = 0
    waits = asyncio.Event()

    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        if not tunnelled:
            await head_of(reader)
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % BIG)
        while sent < BIG:
            writer.write(b"x" * 65536)
            sent += 65536
            try:
                await asyncio.wait_for(writer.drain(), 0.5)
            except TimeoutError:
                waits.set()
                await writer.drain()

    site = await wires.site(handler)
    client = await wires.client(await wires.proxy())
    await client.send(site.at if tunnelled else f"http://{site.at}/", method="CONNECT" if tunnelled else "GET")
    await client.reader.readuntil(b"\r\n\r\n")
    await waits.wait()
    assert sent < BIG
    left = BIG
    while left:
        left -= len(await client.reader.read(min(left, 1 << 20)))
    assert sent == BIG


async def test_an_answer_before_the_end_of_the_request_is_relayed(wires: Wires):
    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await head_of(reader)
        writer.write(b"HTTP/1.1 413 Too much\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno")
        await writer.drain()

    site = await wires.site(handler)
    client = await wires.client(await wires.proxy())
    answer = await client.ask(f"http://{site.at}/", method="POST", body=b"x" * 300_000)
    assert (answer.status, answer.body) == (413, b"no")


async def test_a_truncated_answer_is_not_taken_for_a_whole_one(wires: Wires):
    proxy = await wires.proxy()
    for said in (b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", b"not HTTP at all\r\n\r\n", b""):

        async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, said: bytes = said) -> None:
            await head_of(reader)
            writer.write(said)

        site = await wires.site(handler)
        client = await wires.client(proxy)
        with pytest.raises((h11.RemoteProtocolError, ConnectionError)):
            await client.ask(f"http://{site.at}/")


async def test_a_browser_that_hangs_up_ends_the_request_at_the_site(wires: Wires):
    asked, ended = asyncio.Event(), asyncio.Event()

    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await head_of(reader)
        asked.set()
        await reader.read()
        ended.set()

    site = await wires.site(handler)
    client = await wires.client(await wires.proxy())
    await client.send(f"http://{site.at}/slow")
    await asked.wait()
    client.close()
    await ended.wait()


async def test_a_tunnel_carries_bytes_both_ways_and_one_side_may_end_first(wires: Wires):
    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        everything = await reader.read()
        writer.write(everything[::-1])

    site = await wires.site(handler)
    client = await wires.client(await wires.proxy())
    assert (await client.ask(site.at, method="CONNECT")).status == 200
    client.writer.write(b"abc" * 100_000)
    client.writer.write_eof()
    assert await client.reader.read(-1) == b"cba" * 100_000
    assert await client.ended()


async def test_a_half_open_tunnel_is_closed_after_a_while(wires: Wires, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tunnel, "HALF_OPEN_TIMEOUT", 0.05)

    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        await asyncio.Event().wait()

    site = await wires.site(handler)
    client = await wires.client(await wires.proxy())
    assert (await client.ask(site.at, method="CONNECT")).status == 200
    client.writer.write_eof()
    assert await client.ended()


async def test_a_tunnel_to_a_host_that_was_judged_is_cut_when_a_page_begins_to_hold_something(wires: Wires):
    async def takes_all(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
        while await reader.read(65536):
            pass

    proxy, away, opened = await wires.proxy(), await wires.site(takes_all), await wires.site(takes_all)
    hosts = JudgedHosts(proxy, lambda url: url == f"https://{opened.at}")
    clients = [await wires.client(proxy) for _ in range(2)]
    for client, site in zip(clients, (away, opened), strict=True):
        hosts.note_judged(f"https://{site.at}/upload")
        # WebRTC asks without this header, and has a rule of its own.
        answer = await client.ask(site.at, method="CONNECT", headers=[(b"User-Agent", b"Chromium")])
        assert answer.status == 200
    hosts.cover(everything=True, is_tainted=True)
    assert await clients[0].ended()
    assert [to.addresses[0] for to in proxy._state.tunnels.values()] == [f"https://{opened.at}"]


async def test_an_answer_that_still_comes_is_cut_when_a_page_begins_to_hold_something(wires: Wires):
    async def never_ends(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await head_of(reader)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1")
        await reader.read()

    proxy, away, opened = await wires.proxy(), await wires.site(never_ends), await wires.site(never_ends)
    hosts = JudgedHosts(proxy, lambda url: url.startswith(f"http://{opened.at}/"))
    clients = [await wires.client(proxy) for _ in range(2)]
    for client, site in zip(clients, (away, opened), strict=True):
        await client.send(f"http://{site.at}/drip")
        assert (await client.reader.readline()).startswith(b"HTTP/1.1 200")
    hosts.cover(everything=True, is_tainted=True)
    while not await clients[0].ended():
        pass
    assert list(proxy._state.exchanges.values()) == [f"http://{opened.at}/drip"]
