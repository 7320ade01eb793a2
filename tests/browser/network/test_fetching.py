"""What is fetched outside of pages passes the filtering proxy as pages do, over http and https."""

from __future__ import annotations

import asyncio
import itertools
from contextlib import suppress

import pytest

from handrail.browser.network import fetching
from handrail.browser.network.fetching import fetch, file_name
from handrail.browser.network.filtering_proxy import FilteringProxy
from handrail.browser.types.errors import DeadlineHit, NavigationFailed
from tests.pages import PageServer, Reply


async def test_a_tunnel_is_taken_for_one_of_https_where_websockets_are_refused(serve: PageServer) -> None:
    """Of a proxy that refuses, the error says so; this server speaks no TLS."""
    async with FilteringProxy(lambda *_: None) as proxy:
        proxy.hold_websockets(lambda *_: False)
        with pytest.raises(NavigationFailed, match="could not be fetched"):
            await fetch(f"https://127.0.0.1:{serve.port}/", proxy, max_bytes=10, may_follow=lambda _: True)


async def test_an_answer_that_comes_byte_by_byte_has_no_more_time_than_any_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fetching, "TIMEOUT", 1.0)
    parts = itertools.count()

    async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        with suppress(OSError):
            while next(parts) < 1000:
                writer.write(b"x")
                await writer.drain()
                # The server's own pace, below the time of one read.
                await asyncio.sleep(0.05)

    server = await asyncio.start_server(drip, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with FilteringProxy(lambda *_: None) as proxy:
        with pytest.raises(DeadlineHit):
            await fetch(f"http://127.0.0.1:{port}/", proxy, max_bytes=1_000, may_follow=lambda _: True)
    server.close()
    assert next(parts) < 500


async def test_a_long_answer_is_cut_and_a_packed_one_unpacked_no_further(serve: PageServer) -> None:
    import gzip

    packed = gzip.compress(b"x" * 50_000_000)
    serve.put("/bomb", Reply(packed, content_type="text/plain", headers={"content-encoding": "gzip"}))
    serve.put("/odd", Reply(b"x", headers={"content-encoding": "br"}))
    serve.put("/none", Reply(b"x", headers={"content-encoding": "None"}))
    async with FilteringProxy(lambda *_: None) as proxy:
        plain = await fetch(f"{serve.origin}/none", proxy, max_bytes=10, may_follow=lambda _: True)
        assert plain.data == b"x"
        answer = await fetch(f"{serve.origin}/bomb", proxy, max_bytes=1_000, may_follow=lambda _: True)
        assert (len(answer.data), answer.cut) == (1_000, True)
        with pytest.raises(NavigationFailed, match="packed"):
            await fetch(f"{serve.origin}/odd", proxy, max_bytes=10, may_follow=lambda _: True)


@pytest.mark.parametrize(
    ("url", "disposition", "name"),
    [
        ("https://example.org/a/list.csv?x=1", "", "list.csv"),
        ("https://example.org/a%20b.pdf", "inline", "a b.pdf"),
        ("https://example.org/x", 'attachment; filename="../up.csv"', "../up.csv"),
        ("https://example.org/x", "attachment; filename*=UTF-8''pr%C3%AFx.csv", "prïx.csv"),
        ("https://example.org/", "", ""),
        ("https://example.org/list.csv", "attachment; filename*=idna''abc", "list.csv"),
        ("https://example.org/list.csv", "attachment; filename*=punycode''a%C3", "list.csv"),
        ("https://example.org/list.csv", "attachment; filename*=undefined''a", "list.csv"),
        ("https://example.org/list.csv", "attachment; filename*=a\0b''a", "list.csv"),
    ],
)
def test_a_file_is_called_as_its_server_or_its_address_says(url: str, disposition: str, name: str) -> None:
    assert file_name(url, disposition) == name


def test_the_name_that_a_server_gives_is_read_to_a_limit() -> None:
    assert len(file_name("https://example.org/x", 'attachment; filename="' + "; " * 60_000)) <= 2000


@pytest.mark.parametrize(
    ("location", "fault"), [("http://[x/", "not a web address"), ("http://xn--/", "could not be fetched")]
)
async def test_a_redirect_to_what_is_no_address_fails(serve: PageServer, location: str, fault: str) -> None:
    url = serve.put("/moved", Reply(b"", 302, headers={"location": location}))
    async with FilteringProxy(lambda *_: None) as proxy:
        with pytest.raises(NavigationFailed, match=fault):
            await fetch(url, proxy, max_bytes=10, may_follow=lambda _: True)


async def test_of_an_answer_that_broke_off_the_address_is_not_blamed(serve: PageServer) -> None:
    serve.put("/cut", Reply(b"x" * 500, content_type="application/octet-stream", cut=True))
    async with FilteringProxy(lambda *_: None) as proxy:
        with pytest.raises(NavigationFailed, match="broke off before the answer was complete"):
            await fetch(f"{serve.origin}/cut", proxy, max_bytes=1_000_000, may_follow=lambda _: True)
