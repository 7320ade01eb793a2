"""The user's own proxy, behind the gate: HTTP, HTTPS, SOCKS4 and SOCKS5.

Its password stays here. Given to Playwright instead, it goes to every web server that asks for one (measured with 1.64:
the credentials of a proxy answer any ``401``), and switches the browser's HTTP cache off.
"""

from __future__ import annotations

import asyncio
import base64
import ipaddress
from fnmatch import fnmatch
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies

from handrail.browser.network.proxy.syntax import MOST_HEAD, authority
from handrail.browser.types.proxy import Proxy
from handrail.errors import UsageError

_PORTS = {"http": 80, "https": 443, "socks4": 1080, "socks5": 1080}


def system_proxy() -> Proxy | None:
    """The proxy that the environment (``https_proxy``, ``http_proxy``, ``all_proxy``, ``no_proxy``) or the system's
    settings name, which a browser without a gate would use. None where there is none, or only a script that names it.
    """
    named = getproxies()
    server = next((named[kind] for kind in ("https", "http", "all", "socks") if named.get(kind)), None)
    if server is None:
        return None
    try:
        parts = urlsplit(server if "://" in server else f"http://{server}")
        host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
        return Proxy(
            f"{parts.scheme}://{host}" + (f":{parts.port}" if parts.port else ""),
            unquote(parts.username or ""),
            unquote(parts.password or ""),
            bypass=",".join([*_OWN, *_no_proxy(named.get("no", ""))]),
        )
    except (ValueError, UsageError):
        return None


# Browsers keep these to themselves whatever the system says.
_OWN = ("localhost", ".localhost", "127.0.0.0/8", "::1")


def _no_proxy(text: str) -> list[str]:
    """The rules of ``no_proxy``: a name stands for what is below it too."""
    rules = []
    for rule in (part.strip().lower() for part in text.split(",")):
        if rule.startswith((".", "*")):
            rules.append(rule)
        elif rule:
            rules += [rule, f".{rule}"]
    return rules


class Upstream:
    """A proxy, and how to ask it for a connection. Names are passed on; the proxy resolves them.

    Args:
        proxy: as the user named it.
    """

    def __init__(self, proxy: Proxy) -> None:
        parts = urlsplit(proxy.server)
        self.host = parts.hostname or ""
        self.port = parts.port or _PORTS[parts.scheme]
        self.tls = self.host if parts.scheme == "https" else None
        self._scheme = parts.scheme
        self._bypass = tuple(rule.strip().lower() for rule in proxy.bypass.split(",") if rule.strip())
        self.authorization: bytes | None = None
        """The value of ``Proxy-Authorization``; None where the proxy asks for none."""
        if proxy.username:
            self.authorization = b"Basic " + base64.b64encode(f"{proxy.username}:{proxy.password}".encode())

    @property
    def takes_requests(self) -> bool:
        """It wants plain HTTP as requests with whole addresses, not as bytes through a tunnel."""
        return self._scheme in ("http", "https")

    def bypassed(self, host: str, port: int) -> bool:
        """Whether the user said that this host goes direct: ``.example.org``, ``*.example.org``, ``10.0.0.7``,
        ``10.0.0.0/8``, each with ``:port`` or without."""
        return any(_matches(rule, host.lower(), port) for rule in self._bypass)

    async def ask_for(self, host: str, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Ask the proxy, on an open connection to it, for one to a host; afterwards the streams are the host's.

        Raises:
            OSError, EOFError, ValueError: it does not give one.
        """
        if self._scheme == "socks5":
            await _socks5(host, port, reader, writer)
        elif self._scheme == "socks4":
            await _socks4(host, port, reader, writer)
        else:
            await self._connect(host, port, reader, writer)

    async def _connect(self, host: str, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        at = authority(host, port)
        signed = b"Proxy-Authorization: %s\r\n" % self.authorization if self.authorization else b""
        writer.write(b"CONNECT %s HTTP/1.1\r\nHost: %s\r\n%s\r\n" % (at, at, signed))
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.LimitOverrunError as error:
            raise ValueError("too long an answer") from error
        version, status, *_ = head.split(b" ", 2)
        if len(head) > MOST_HEAD or not version.startswith(b"HTTP/1.") or not status.startswith(b"2"):
            raise ConnectionRefusedError("the proxy said no")


async def _socks5(host: str, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """RFC 1928, without authentication, which browsers have none of either."""
    writer.write(b"\x05\x01\x00")
    if await reader.readexactly(2) != b"\x05\x00":
        raise ConnectionRefusedError("the proxy asks for a password")
    writer.write(b"\x05\x01\x00" + _socks5_host(host) + port.to_bytes(2, "big"))
    version, status, _, kind = await reader.readexactly(4)
    if version != 5 or status != 0:
        raise ConnectionRefusedError("the proxy said no")
    length = {1: 4, 4: 16}.get(kind) or (await reader.readexactly(1))[0]
    await reader.readexactly(length + 2)


def _socks5_host(host: str) -> bytes:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        name = host.encode("ascii")
        if len(name) > 255:
            raise ValueError("too long a name") from None
        return b"\x03" + bytes([len(name)]) + name
    return (b"\x01" if address.version == 4 else b"\x04") + address.packed


async def _socks4(host: str, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """SOCKS 4A: an address that cannot be one, then the name. IPv6 addresses it does not know."""
    try:
        packed, name = ipaddress.IPv4Address(host).packed, b""
    except ValueError:
        packed, name = b"\x00\x00\x00\x01", host.encode("ascii") + b"\x00"
    writer.write(b"\x04\x01" + port.to_bytes(2, "big") + packed + b"\x00" + name)
    answer = await reader.readexactly(8)
    if answer[1] != 0x5A:
        raise ConnectionRefusedError("the proxy said no")


def _matches(rule: str, host: str, port: int) -> bool:
    try:
        return ipaddress.ip_address(host) in ipaddress.ip_network(rule, strict=False)
    except ValueError:
        pass
    name, colon, number = rule.rpartition(":")
    if colon and number.isdigit() and not name.endswith(":"):
        return int(number) == port and _matches(name.strip("[]"), host, port)
    return fnmatch(host, "*" + rule if rule.startswith(".") else rule.strip("[]"))
