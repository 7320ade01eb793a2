"""Names to addresses, as the system resolves them."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address

IPAddress = IPv4Address | IPv6Address
Lookup = Callable[[str], Sequence[str]]
"""Blocks, and returns addresses as text; raises `OSError` where there are none."""
Resolve = Callable[[str], Awaitable[tuple[IPAddress, ...]]]

KEPT = 60.0
"""Seconds for which an answer is used again; a page opens many connections to each of its hosts, and not every system
keeps answers. Chromium's own cache keeps them as long where the system tells no lifetime."""
_MOST_KEPT = 1000
_AT_ONCE = 16
_HERE = (IPv4Address("127.0.0.1"), IPv6Address("::1"))


class Resolver:
    """Asks the system, in threads that nothing waits for.

    A lookup can hang for half a minute, and Python waits at its end for threads of a pool; these are daemons, so that a
    hanging name server holds up neither the end of the program nor the pool that the session shares.

    Args:
        lookup: in place of the system's resolver.
    """

    def __init__(self, lookup: Lookup | None = None) -> None:
        self._lookup = lookup or system_lookup
        self._places = asyncio.Semaphore(_AT_ONCE)
        self._known: dict[str, tuple[float, tuple[IPAddress, ...]]] = {}

    async def __call__(self, host: str) -> tuple[IPAddress, ...]:
        """The addresses of a host, in the order in which to try them.

        Raises:
            OSError: it has none.
        """
        name = host.lower().removesuffix(".")
        if name == "localhost" or name.endswith(".localhost"):
            # RFC 6761: never asked for. Not every system's resolver knows names below localhost.
            return _HERE
        until, addresses = self._known.get(name, (0.0, ()))
        if time.monotonic() < until:
            return addresses
        async with self._places:
            texts = await _in_a_thread(self._lookup, host)
        addresses = tuple(dict.fromkeys(ip_address(text) for text in texts))
        if len(self._known) >= _MOST_KEPT:
            self._known.clear()
        self._known[name] = (time.monotonic() + KEPT, addresses)
        return addresses


def system_lookup(host: str) -> list[str]:
    """What ``getaddrinfo`` says, in its order (RFC 6724)."""
    try:
        return [str(found[4][0]) for found in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)]
    except UnicodeError as error:
        raise OSError("not a host name") from error


async def _in_a_thread(lookup: Lookup, host: str) -> Sequence[str]:
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Sequence[str]] = loop.create_future()

    def settle(addresses: Sequence[str], error: Exception | None) -> None:
        if answer.done():
            return
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(addresses)

    def work() -> None:
        addresses: Sequence[str] = ()
        failed: Exception | None = None
        try:
            addresses = lookup(host)
        except Exception as error:  # noqa: BLE001 - handed over to the one who asked
            failed = error
        # The loop is closed where the program went on without us.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, addresses, failed)

    threading.Thread(target=work, name="handrail-gate-lookup", daemon=True).start()
    return await answer
