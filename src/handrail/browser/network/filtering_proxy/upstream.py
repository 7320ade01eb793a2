"""The user's own proxy, behind the filtering proxy: HTTP, HTTPS, SOCKS4 and SOCKS5.

Its password stays here. If Playwright got it, it would go to every web server that asks for one (measured with 1.64:
the credentials of a proxy answer any ``401``), and the browser's HTTP cache would be off.
"""

from __future__ import annotations

import asyncio
import base64
import ipaddress
import socket
from collections.abc import Sequence
from fnmatch import fnmatch
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies

from handrail.browser.network.filtering_proxy.resolve import IPAddress
from handrail.browser.network.filtering_proxy.syntax import MAX_HEAD, authority
from handrail.browser.types.network.proxy import Proxy
from handrail.errors import UsageError

_PORTS = {"http": 80, "https": 443, "socks4": 1080, "socks5": 1080}


def system_proxy() -> Proxy | None:
    """Return the proxy that the environment (``https_proxy``, ``http_proxy``, ``all_proxy``, ``no_proxy``) or the
    system's settings name, which a browser without the filtering proxy would use. None if none is, or by a script.
    """
    named = getproxies()
    server = next((named[kind] for kind in ("https", "http", "all", "socks") if named.get(kind)), None)
    if server is None:
        return None
    try:
        parts = urlsplit(server if "://" in server else f"http://{server}")
        return Proxy(
            f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}",
            unquote(parts.username or ""),
            unquote(parts.password or ""),
            bypass=",".join([*_OWN, *_no_proxy(named.get("no", ""))]),
        )
    except (ValueError, UsageError):
        return None


# Browsers never send these hosts through a proxy, whatever the system says.
_OWN = ("localhost", ".localhost", "127.0.0.0/8", "::1")


def _no_proxy(text: str) -> list[str]:
    """Return the rules of ``no_proxy``: a name also stands for what is below it."""
    rules = []
    for rule in (part.strip().lower() for part in text.split(",")):
        if rule.startswith((".", "*")):
            rules.append(rule)
        elif rule:
            rules += [rule, f".{rule}"]
    return rules


class Upstream:
    """Opens connections through a proxy. Names are passed on; the proxy resolves them."""

    def __init__(self, proxy: Proxy) -> None:
        parts = urlsplit(proxy.server)
        self.host = parts.hostname or ""
        self.port = parts.port or _PORTS[parts.scheme]
        self.tls = self.host if parts.scheme == "https" else None
        self.is_socks = parts.scheme.startswith("socks")
        self._scheme = parts.scheme
        self._bypass = tuple(rule.strip().lower() for rule in proxy.bypass.split(",") if rule.strip())
        self.authorization: bytes | None = None
        """The value of ``Proxy-Authorization``; None if the proxy asks for none."""
        if proxy.username:
            self.authorization = b"Basic " + base64.b64encode(f"{proxy.username}:{proxy.password}".encode())

    def bypasses(self, host: str, port: int) -> bool:
        """Return whether the user exempted this host from the proxy: ``.example.org``, ``*.example.org``, ``10.0.0.7``,
        ``10.0.0.0/8``, each with ``:port`` or without."""
        return any(_matches(rule, host.lower(), port) for rule in self._bypass)

    async def connect_socks(self, addresses: Sequence[IPAddress], host: str, port: int) -> socket.socket:
        """Connect to a SOCKS proxy at the first of its addresses that answers, and let it connect to a host.

        Raises:
            OSError: it cannot be reached.
            ValueError: it does not connect.
        """
        # Imported only here: that takes 50 ms.
        from python_socks import ProxyConnectionError, ProxyError, ProxyType
        from python_socks.async_.asyncio import Proxy as SocksProxy

        for address in addresses:
            proxy = SocksProxy(ProxyType[self._scheme.upper()], str(address), self.port, rdns=True)
            try:
                return await proxy.connect(host, port)
            except ProxyConnectionError:
                continue
            except (OSError, ProxyError) as error:
                raise ValueError(str(error)) from error
        raise ConnectionRefusedError("no address of the proxy answers")

    async def open_tunnel(
        self, host: str, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Ask an HTTP proxy, on an open connection to it, for a tunnel to a host; then the streams are the host's.
        Raises `OSError`, `EOFError`, `ValueError`: it does not open one."""
        at = authority(host, port)
        signed = b"Proxy-Authorization: %s\r\n" % self.authorization if self.authorization else b""
        writer.write(b"CONNECT %s HTTP/1.1\r\nHost: %s\r\n%s\r\n" % (at, at, signed))
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.LimitOverrunError as error:
            raise ValueError("too long an answer") from error
        version, status, *_ = head.split(b" ", 2)
        if len(head) > MAX_HEAD or not version.startswith(b"HTTP/1.") or not status.startswith(b"2"):
            raise ConnectionRefusedError("the proxy refused")


def _matches(rule: str, host: str, port: int) -> bool:
    try:
        return ipaddress.ip_address(host) in ipaddress.ip_network(rule, strict=False)
    except ValueError:
        pass
    name, colon, number = rule.rpartition(":")
    if colon and number.isdigit() and not name.endswith(":"):
        return int(number) == port and _matches(name.strip("[]"), host, port)
    return fnmatch(host, "*" + rule if rule.startswith(".") else rule.strip("[]"))
