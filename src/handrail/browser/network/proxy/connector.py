"""The way out: judge a host, then connect to what was judged."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from handrail.browser.network.proxy.resolve import IPAddress, Resolve
from handrail.browser.network.proxy.upstream import Upstream
from handrail.browser.types.options import Judge

CONNECTING = 30.0
"""Seconds until a connection stands, name and all. Browsers wait longer, people do not."""
HEAD_START = 0.25
"""Seconds before the next address is tried beside the one before (RFC 8305, "Happy Eyeballs")."""
CHUNK = 256 * 1024
"""Bytes that are on their way in one direction of one connection at most, about twice: beyond, the sender waits."""


class Refused(Exception):
    """The rule says no. ``reason``: what the host is."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Unreachable(Exception):
    """No connection. The text is for people, and our own."""


@dataclass(slots=True)
class Connection:
    """An open connection towards a site.

    Attributes:
        reader, writer: its streams.
        proxied: at the other end is a proxy that wants whole addresses, not the site.
    """

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    proxied: bool = False


class Connector:
    """Opens connections to what the rule lets through.

    Args:
        judge: the rule. One that raises refuses.
        resolve: names to addresses.
        upstream: the user's own proxy. Names are resolved there, so the rule gets none of their addresses and judges
            the host as it is written: a public name that leads to a private address on the far side gets through. To
            resolve it here too would tell the local name server what a proxy may be there to hide. Hosts that bypass
            it are resolved and judged as if there were none.
    """

    def __init__(self, judge: Judge, resolve: Resolve, upstream: Upstream | None = None) -> None:
        self._judge = judge
        self._resolve = resolve
        self._upstream = upstream

    async def open(self, host: str, port: int, *, tunnel: bool) -> Connection:
        """Connect to a host.

        Args:
            host: a name or an address, without brackets.
            port: from 1 to 65535.
            tunnel: bytes are to go through as they are; else it is for plain HTTP requests.

        Raises:
            Refused: by the rule.
            Unreachable: no such name, nothing listens, not in time.
        """
        try:
            async with asyncio.timeout(CONNECTING):
                if self._upstream is not None and not self._upstream.bypassed(host, port):
                    self._ask(host, port, ())
                    return await self._through(self._upstream, host, port, tunnel=tunnel)
                addresses = await self._addresses(host)
                self._ask(host, port, addresses)
                return Connection(*await connect(addresses, port))
        except TimeoutError as error:
            raise Unreachable("The server did not answer in time.") from error

    async def _addresses(self, host: str) -> tuple[IPAddress, ...]:
        try:
            addresses = await self._resolve(host)
        except OSError as error:
            raise Unreachable("No server has that name (DNS).") from error
        if not addresses:
            raise Unreachable("No server has that name (DNS).")
        return addresses

    def _ask(self, host: str, port: int, addresses: tuple[IPAddress, ...]) -> None:
        try:
            reason = self._judge(host, port, addresses)
        except Exception as error:  # noqa: BLE001 - whatever it is, the answer is no
            asyncio.get_running_loop().call_exception_handler(
                {"message": "Handrail's network rule raised; the request was refused.", "exception": error}
            )
            reason = "not judged, since the rule failed"
        if reason is not None:
            raise Refused(reason)

    async def _through(self, upstream: Upstream, host: str, port: int, *, tunnel: bool) -> Connection:
        try:
            addresses = await self._resolve(upstream.host)
            reader, writer = await connect(addresses, upstream.port, tls=upstream.tls)
        except (OSError, Unreachable) as error:
            raise Unreachable("The proxy cannot be reached.") from error
        if upstream.takes_requests and not tunnel:
            return Connection(reader, writer, proxied=True)
        try:
            await upstream.ask_for(host, port, reader, writer)
        except BaseException as error:
            writer.close()
            if isinstance(error, OSError | EOFError | ValueError):
                raise Unreachable("The proxy did not let the connection through.") from error
            raise
        return Connection(reader, writer)


async def connect(
    addresses: Sequence[IPAddress], port: int, *, tls: str | None = None
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to the first address that answers, each with a head start before the next.

    Args:
        addresses: at least one.
        port: the same at each.
        tls: the name that the certificate must be for; None for no TLS.

    Raises:
        Unreachable: none answers.
    """
    running: set[asyncio.Task[socket.socket]] = set()
    waiting = list(addresses)
    try:
        while waiting or running:
            if waiting:
                running.add(asyncio.create_task(_socket(waiting.pop(0), port)))
            done, running = await asyncio.wait(
                running, timeout=HEAD_START if waiting else None, return_when=asyncio.FIRST_COMPLETED
            )
            for task in done:
                if task.exception() is None:
                    running |= done - {task}
                    return await asyncio.open_connection(
                        sock=task.result(), limit=CHUNK, ssl=tls is not None or None, server_hostname=tls
                    )
        raise Unreachable("The server refused the connection.")
    finally:
        for task in running:
            task.cancel()
            task.add_done_callback(_close_late)


async def _socket(address: IPAddress, port: int) -> socket.socket:
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        sock.setblocking(False)
        await asyncio.get_running_loop().sock_connect(sock, (str(address), port))
    except BaseException:
        sock.close()
        raise
    return sock


def _close_late(task: asyncio.Task[socket.socket]) -> None:
    """One that connected after another was taken."""
    with suppress(asyncio.CancelledError, OSError):
        task.result().close()
