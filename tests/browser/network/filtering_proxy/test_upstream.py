"""The user's own proxy behind the filtering proxy, of each kind, as sites and proxies see it."""

from __future__ import annotations

import asyncio
import os
import shutil
import ssl
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from handrail.browser import Proxy
from handrail.browser.network.filtering_proxy.http1 import Http1Stream
from handrail.browser.network.filtering_proxy.tunnel import tunnel
from handrail.browser.network.filtering_proxy.upstream import Upstream, system_proxy
from handrail.policy.reachable_hosts import reason_to_refuse
from tests.browser.network.filtering_proxy.conftest import Wires
from tests.browser.network.filtering_proxy.wires import answers, head_of

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"


class FakeProxy:
    """Speaks HTTP, SOCKS4 and SOCKS5, knows every name as one site, and writes down what it is asked for."""

    def __init__(self, port: int, *, refuses: bool = False) -> None:
        self.asked: list[str] = []
        self._port = port
        self._refuses = refuses

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = await reader.readexactly(1)
        if first == b"\x05":
            assert await reader.readexactly(2) == b"\x01\x00"
            writer.write(b"\x05\x00")
            *_, kind = await reader.readexactly(4)
            length = {1: 4, 4: 16}.get(kind) or (await reader.readexactly(1))[0]
            self.asked.append(f"socks5 {kind} {await reader.readexactly(length)!r}")
            await reader.readexactly(2)
            writer.write((b"\x05\x02" if self._refuses else b"\x05\x00") + b"\x00\x01\x00\x00\x00\x00\x00\x00")
        elif first == b"\x04":
            asked = await reader.readexactly(7)
            await reader.readuntil(b"\x00")
            name = await reader.readuntil(b"\x00") if asked[3:6] == b"\x00\x00\x00" else b""
            self.asked.append(f"socks4 {name!r}")
            writer.write(b"\x00" + (b"\x5b" if self._refuses else b"\x5a") + bytes(6))
        else:
            head = first + await head_of(reader)
            self.asked.append(head.decode())
            if not head.startswith(b"CONNECT"):
                writer.write(OK)
                return
            writer.write(b"HTTP/1.1 %s\r\n\r\n" % (b"403 No" if self._refuses else b"200 Yes"))
        if not self._refuses:
            site = Http1Stream("site", *await asyncio.open_connection("127.0.0.1", self._port))
            try:
                await tunnel(Http1Stream("browser", reader, writer), site)
            finally:
                site.writer.close()


@pytest.mark.parametrize("scheme", ["http", "socks4", "socks5"])
async def test_names_are_sent_to_the_users_proxy_and_its_password_to_nobody_else(wires: Wires, scheme: str):
    heads: list[bytes] = []

    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heads.append(await head_of(reader))
        writer.write(OK)

    site = await wires.site(handler)
    fake = FakeProxy(site.port)
    behind = await wires.site(fake)
    password = ("ada", "pass:word") if scheme == "http" else ()
    proxy = await wires.proxy(
        lambda host, port, addresses: reason_to_refuse(host, port, addresses, ()),
        upstream=Proxy(f"{scheme}://{behind.at}", *password),
        lookup=lambda host: [host] if host == "127.0.0.1" else pytest.fail("resolved here"),
    )
    client = await wires.client(proxy)
    assert (await client.ask("http://shop.test/plans")).body == b"hi"
    client = await wires.client(proxy)
    assert (await client.ask("shop.test:443", method="CONNECT")).status == 200
    client.writer.write(b"GET / HTTP/1.1\r\nThrough: tunnel\r\n\r\n")
    assert await client.reader.readexactly(len(OK)) == OK
    plain, tunnelled = fake.asked
    signed = "Proxy-Authorization: Basic YWRhOnBhc3M6d29yZA==\r\n"
    if scheme == "http":
        assert plain.startswith("GET http://shop.test/plans HTTP/1.1\r\nHost: shop.test\r\n")
        assert tunnelled.startswith("CONNECT shop.test:443 HTTP/1.1\r\nHost: shop.test:443\r\n")
        assert plain.count("Proxy-Authorization") == tunnelled.count("Proxy-Authorization") == 1
        assert signed in plain
        assert signed in tunnelled
        assert heads == [b"GET / HTTP/1.1\r\nThrough: tunnel\r\n\r\n"]
    else:
        assert "shop.test" in plain
        assert "shop.test" in tunnelled
        assert heads[0].startswith(b"GET /plans HTTP/1.1\r\nHost: shop.test\r\n")
    assert not [head for head in heads if b"Authorization" in head]


async def test_ip_addresses_are_refused_before_the_users_proxy_is_asked(wires: Wires):
    fake = FakeProxy(1)
    behind = await wires.site(fake)
    proxy = await wires.proxy(
        lambda host, port, addresses: reason_to_refuse(host, port, addresses, {("10.0.0.7", 80)}),
        upstream=Proxy(f"http://{behind.at}"),
    )
    client = await wires.client(proxy)
    for host in ("127.0.0.1", "0x7f.1", "10.0.0.8", "[::1]", "[::ffff:10.0.0.1]", "169.254.169.254", "localhost"):
        assert (await client.ask(f"http://{host}/")).status == 403
        assert (await client.ask(f"{host}:80", method="CONNECT")).status == 403
    assert fake.asked == []
    assert (await client.ask("http://10.0.0.7/")).status == 200


async def test_hosts_that_bypass_the_proxy_are_resolved_and_judged_here(wires: Wires):
    site = await wires.site(answers(OK))
    fake = FakeProxy(site.port)
    behind = await wires.site(fake)
    proxy = await wires.proxy(
        lambda host, port, addresses: reason_to_refuse(host, port, addresses, {("named.home.test", site.port)}),
        upstream=Proxy(f"http://{behind.at}", bypass=".home.test"),
        lookup=lambda _: ["127.0.0.1"],
    )
    client = await wires.client(proxy)
    assert (await client.ask(f"http://other.home.test:{site.port}/")).status == 403
    assert (await client.ask(f"http://named.home.test:{site.port}/")).body == b"hi"
    assert fake.asked == []


@pytest.mark.parametrize(
    ("bypass", "host", "port", "direct"),
    [
        (".example.org", "a.example.org", 80, True), (".example.org", "example.org", 80, False),
        ("*.example.org", "a.example.org", 80, True), ("example.org", "EXAMPLE.org", 80, True),
        ("example.org", "a.example.org", 80, False), ("10.0.0.7", "10.0.0.7", 80, True),
        ("10.0.0.0/8", "10.1.2.3", 80, True), ("10.0.0.0/8", "11.0.0.1", 80, False), ("a.test:81", "a.test", 81, True),
        ("a.test:81", "a.test", 80, False), ("x, a.test", "a.test", 80, True), ("", "a.test", 80, False),
        ("[::1]:81", "::1", 81, True), ("::1", "::1", 80, True), ("[::1]", "::1", 80, True),
    ],
)  # fmt: skip
def test_what_bypasses_the_proxy(bypass: str, host: str, port: int, direct: bool):
    assert Upstream(Proxy("http://127.0.0.1:1", bypass=bypass)).bypasses(host, port) is direct


@pytest.mark.parametrize(
    ("environment", "proxy"),
    [
        ({}, None),
        ({"http_proxy": "proxy.test:3128"}, Proxy("http://proxy.test:3128")),
        ({"http_proxy": "http://a.test", "https_proxy": "https://b.test:8443"}, Proxy("https://b.test:8443")),
        ({"all_proxy": "socks5://[::1]:1080"}, Proxy("socks5://[::1]:1080")),
        ({"https_proxy": "http://ada:p%40ss@b.test:80/"}, Proxy("http://b.test:80", "ada", "p@ss")),
        ({"https_proxy": "nonsense://b.test"}, None),
        ({"https_proxy": "http://b.test:port"}, None),
        ({"https_proxy": "http://:8080"}, None),
    ],
)
def test_the_proxy_that_the_environment_names_is_used(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], proxy: Proxy | None
):
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)
    for name, value in {**environment, "no_proxy": "corp.test, .lan"}.items():
        monkeypatch.setenv(name, value)
    found = system_proxy()
    if proxy is None or found is None:
        assert found is proxy
        return
    assert replace(found, bypass="") == proxy
    direct = [host for host in HOSTS if Upstream(found).bypasses(host, 80)]
    assert direct == ["localhost", "a.localhost", "127.0.0.1", "::1", "corp.test", "www.corp.test", "nas.lan"]


HOSTS = (
    "localhost",
    "a.localhost",
    "127.0.0.1",
    "::1",
    "corp.test",
    "www.corp.test",
    "mycorp.test",
    "nas.lan",
    "b.test",
)


@pytest.mark.parametrize("scheme", ["http", "socks4", "socks5"])
async def test_a_proxy_that_refuses_or_cannot_be_reached_is_reported(wires: Wires, scheme: str):
    behind = await wires.site(FakeProxy(1, refuses=True))
    proxy = await wires.proxy(upstream=Proxy(f"{scheme}://{behind.at}"))
    assert b"did not let" in (await (await wires.client(proxy)).ask("shop.test:443", method="CONNECT")).body
    proxy = await wires.proxy(upstream=Proxy(f"{scheme}://127.0.0.1:1"))
    assert b"proxy cannot be reached" in (await (await wires.client(proxy)).ask("http://shop.test/")).body


def certified(name: str, folder: Path) -> tuple[Path, ssl.SSLContext]:
    """A certificate for a name, and a server's context with it."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
         "-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}"],
        check=True, capture_output=True,
    )  # fmt: skip
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    return certificate, context


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl for a certificate")
async def test_an_https_proxy_is_used_over_tls(wires: Wires, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    certificate, context = certified("proxy.test", tmp_path)
    site = await wires.site(answers(OK))
    behind = await wires.site(FakeProxy(site.port), tls=context)
    upstream = Proxy(f"https://proxy.test:{behind.port}")
    proxy = await wires.proxy(upstream=upstream, lookup=lambda _: ["127.0.0.1"])
    # Nobody vouches for the certificate.
    assert b"cannot be reached" in (await (await wires.client(proxy)).ask("http://shop.test/")).body
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    assert (await (await wires.client(proxy)).ask("http://shop.test/")).body == b"hi"
    client = await wires.client(proxy)
    assert (await client.ask("shop.test:443", method="CONNECT")).status == 200
    client.writer.write(b"GET / HTTP/1.1\r\n\r\n")
    assert await client.reader.readexactly(len(OK)) == OK
