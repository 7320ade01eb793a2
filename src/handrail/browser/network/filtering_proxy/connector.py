"""Opens connections to sites: judges a host, then connects to what was judged."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from dataclasses import dataclass

from aiohappyeyeballs import start_connection

from handrail.browser.network.filtering_proxy.accepted_certificates import AcceptedCertificates
from handrail.browser.network.filtering_proxy.resolve import IPAddress, Resolve
from handrail.browser.network.filtering_proxy.upstream import Upstream
from handrail.browser.types.network.network_rules import NetworkRule

CONNECT_TIMEOUT = 30.0
"""Seconds until a connection must be open, resolving included. Browsers wait longer, people do not."""
NEXT_ADDRESS_DELAY = 0.25
"""Seconds before the next address is tried beside the one before (RFC 8305, "Happy Eyeballs")."""
CHUNK = 256 * 1024
"""About half the bytes that may be on their way in one direction of a connection before the sender waits."""

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Refused(Exception):
    """The rule refuses; the text says what the host is."""


class Unreachable(Exception):
    """No connection; the text is our own, for people."""


class ProxyUnreachable(Unreachable):
    """The user's own proxy does not answer."""


class WrongCertificate(Unreachable):
    """The site presents another certificate than the user accepted."""


@dataclass(frozen=True, slots=True)
class Connection:
    """An open connection towards a site.

    Attributes:
        to_proxy: the other end is a proxy that wants whole addresses, not the site.
    """

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    to_proxy: bool = False


class Connector:
    """Opens connections to what the rule allows.

    Args:
        judge: the rule. One that raises refuses.
        upstream: the user's own proxy. It resolves names, so the rule gets no addresses and judges the host as written:
            a public name that leads to a private address behind that proxy gets through. Resolving it here too would
            tell the local name server what the proxy may be there to hide. Hosts that bypass the proxy are resolved and
            judged as if there were none.
        accepted: hosts and ports with which TLS begins here.
    """

    def __init__(
        self,
        judge: NetworkRule,
        resolve: Resolve,
        upstream: Upstream | None = None,
        accepted: AcceptedCertificates | None = None,
    ) -> None:
        self._judge = judge
        self._resolve = resolve
        self._upstream = upstream
        self.accepted = accepted

    async def open(self, host: str, port: int, *, tunnel: bool) -> Connection:
        """Connect to a host.

        Args:
            host: a name or an address, without brackets.
            tunnel: bytes pass through as they are; else the connection is for plain HTTP requests.

        Raises:
            Refused: by the rule.
            Unreachable: no such name, nothing listens, a time-out, or another certificate than the accepted one.
        """
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT):
                connection = await self._connect(host, port, tunnel=tunnel)
                if tunnel and self.ends_tls(host, port):
                    await self._check_certificate(host, port, connection.writer)
                return connection
        except TimeoutError as error:
            raise Unreachable("The server did not answer in time.") from error

    def ends_tls(self, host: str, port: int) -> bool:
        """Return whether a connection for a tunnel has TLS already, because its certificate is checked here."""
        return self.accepted is not None and (host, port) in self.accepted

    async def _connect(self, host: str, port: int, *, tunnel: bool) -> Connection:
        if self._upstream is not None and not self._upstream.bypasses(host, port):
            self._check_rule(host, port, ())
            return await self._connect_through(self._upstream, host, port, tunnel=tunnel)
        addresses = await self._addresses(host)
        self._check_rule(host, port, addresses)
        return Connection(*await connect(_of_one_network(addresses), port))

    async def _check_certificate(self, host: str, port: int, writer: asyncio.StreamWriter) -> None:
        assert self.accepted is not None, "it ends TLS"
        try:
            if await self.accepted.is_presented(host, port, writer):
                return
        except OSError as error:
            writer.close()
            raise Unreachable("No secure connection: the server's TLS is not valid.") from error
        except BaseException:
            writer.close()
            raise
        writer.close()
        raise WrongCertificate("The server's certificate is not the one that was accepted.")

    async def _addresses(self, host: str) -> tuple[IPAddress, ...]:
        try:
            addresses = await self._resolve(host)
        except OSError as error:
            raise Unreachable("No server has that name (DNS).") from error
        if not addresses:
            raise Unreachable("No server has that name (DNS).")
        return addresses

    def _check_rule(self, host: str, port: int, addresses: tuple[IPAddress, ...]) -> None:
        try:
            reason = self._judge(host, port, addresses)
        except Exception as error:  # noqa: BLE001 - whatever it is, the answer is no
            asyncio.get_running_loop().call_exception_handler(
                {"message": "Handrail's network rule raised; the request was refused.", "exception": error}
            )
            reason = "not judged, since the rule failed"
        if reason is not None:
            raise Refused(reason)

    async def _connect_through(self, upstream: Upstream, host: str, port: int, *, tunnel: bool) -> Connection:
        try:
            addresses = await self._addresses(upstream.host)
            if upstream.is_socks:
                sock = await upstream.connect_socks(addresses, host, port)
                return Connection(*await asyncio.open_connection(sock=sock, limit=CHUNK))
            reader, writer = await connect(addresses, upstream.port, tls=upstream.tls)
        except (OSError, Unreachable) as error:
            raise ProxyUnreachable("The proxy cannot be reached.") from error
        except ValueError as error:
            raise Unreachable("The proxy did not let the connection through.") from error
        if not tunnel:
            return Connection(reader, writer, to_proxy=True)
        try:
            await upstream.open_tunnel(host, port, reader, writer)
        except BaseException as error:
            writer.close()
            if isinstance(error, OSError | EOFError | ValueError):
                raise Unreachable("The proxy did not let the connection through.") from error
            raise
        return Connection(reader, writer)


def _of_one_network(addresses: Sequence[IPAddress]) -> Sequence[IPAddress]:
    """Return the addresses of a name that may be connected to. Of one that has public addresses and others, which only
    a user can have named, these others alone: a page from a public one could read what the others answer."""
    return [one for one in addresses if not one.is_global] or addresses


async def connect(addresses: Sequence[IPAddress], port: int, *, tls: str | None = None) -> Streams:
    """Connect to the first address that answers, IPv4 and IPv6 in turn, each with a head start before the next.

    Args:
        addresses: at least one. Nothing is resolved again, so the connection goes to what was judged.
        tls: the name that the certificate must be for; None for no TLS.

    Raises:
        Unreachable: none answers.
        OSError: TLS fails.
    """
    targets = [
        (socket.AF_INET if at.version == 4 else socket.AF_INET6, socket.SOCK_STREAM, 0, "", (str(at), port))
        for at in addresses
    ]
    try:
        sock = await start_connection(targets, happy_eyeballs_delay=NEXT_ADDRESS_DELAY)
    except OSError as error:
        raise Unreachable("The server refused the connection.") from error
    return await asyncio.open_connection(sock=sock, limit=CHUNK, ssl=tls is not None or None, server_hostname=tls)
