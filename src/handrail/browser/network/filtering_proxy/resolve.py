"""Resolves names to addresses as the system does."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from ipaddress import IPv4Address, IPv6Address, ip_address

IPAddress = IPv4Address | IPv6Address
Lookup = Callable[[str], Sequence[str]]
"""Blocks, and returns addresses as text; raises `OSError` if there are none."""
Resolve = Callable[[str], Awaitable[tuple[IPAddress, ...]]]

CACHE_SECONDS = 60.0
"""Seconds for which an answer is reused: a page opens many connections to each host, and not every system caches
answers. Chromium's own cache keeps them as long if the system gives no lifetime."""
_MAX_CACHED = 1000
_MAX_LOOKUPS = 16
_LOOPBACK = (IPv4Address("127.0.0.1"), IPv6Address("::1"))


class Resolver:
    """Resolves names by asking the system, in threads that nothing waits for.

    A lookup can hang for half a minute, and Python waits at its end for threads of a pool. These are daemon threads, so
    a hanging name server delays neither the end of the program nor the pool that the session shares.

    Args:
        lookup: in place of the system's resolver.
    """

    def __init__(self, lookup: Lookup | None = None) -> None:
        self._lookup = lookup or system_lookup
        self._slots = asyncio.Semaphore(_MAX_LOOKUPS)
        self._cache: dict[str, tuple[float, tuple[IPAddress, ...]]] = {}

    async def __call__(self, host: str) -> tuple[IPAddress, ...]:
        """Return the addresses of a host, in the order in which to try them. Raises `OSError`: it has none."""
        name = host.lower().removesuffix(".")
        if name == "localhost" or name.endswith(".localhost"):
            # RFC 6761: such names are never looked up, and not every system's resolver knows names below localhost.
            return _LOOPBACK
        until, addresses = self._cache.get(name, (0.0, ()))
        if time.monotonic() < until:
            return addresses
        async with self._slots:
            texts = await _in_a_thread(self._lookup, host)
        addresses = tuple(dict.fromkeys(ip_address(text) for text in texts))
        if len(self._cache) >= _MAX_CACHED:
            self._cache.clear()
        self._cache[name] = (time.monotonic() + CACHE_SECONDS, addresses)
        return addresses


def system_lookup(host: str) -> list[str]:
    """Return what ``getaddrinfo`` returns, in its order (RFC 6724)."""
    try:
        return [str(found[4][0]) for found in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)]
    except UnicodeError as error:
        raise OSError("not a host name") from error


async def _in_a_thread(lookup: Lookup, host: str) -> Sequence[str]:
    answer: Future[Sequence[str]] = Future()
    # From here on nobody can cancel it: the thread always has where to put its answer.
    answer.set_running_or_notify_cancel()

    def work() -> None:
        try:
            answer.set_result(lookup(host))
        except Exception as error:  # noqa: BLE001 - handed over to the one who asked
            answer.set_exception(error)

    threading.Thread(target=work, name="handrail-proxy-lookup", daemon=True).start()
    return await asyncio.wrap_future(answer)
