"""Serves only the websockets of Firefox, which it sends through SOCKS5 (RFC 1928)."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from handrail.browser.network.filtering_proxy.connection import REQUEST_TIMEOUT
from handrail.browser.network.filtering_proxy.connector import Refused, Unreachable
from handrail.browser.network.filtering_proxy.http1 import Http1Stream
from handrail.browser.network.filtering_proxy.proxy_state import ProxyState, Tunnel, registered
from handrail.browser.network.filtering_proxy.syntax import authority, connect_target

_CONNECT, _BY_NAME = 1, 3
_CONNECTED, _NOT_ALLOWED, _UNREACHABLE = 0, 2, 4


async def serve_websocket(state: ProxyState, browser: Http1Stream) -> None:
    """Serve one connection until it ends; the caller closes it. Anything that is not SOCKS5 gets no answer."""
    with suppress(OSError, EOFError, TimeoutError, ValueError):
        async with asyncio.timeout(REQUEST_TIMEOUT):
            to = await _read_target(browser)
        try:
            await state.wait_before(to)
            state.check_tunnel(to)
            connection = await state.connector.open(to.host, to.port, tunnel=True)
        except (Refused, Unreachable) as error:
            await _answer(browser, _NOT_ALLOWED if isinstance(error, Refused) else _UNREACHABLE)
            return
        site = Http1Stream("site", connection.reader, connection.writer)
        try:
            # What is allowed may have changed while the host was connected to.
            state.check_tunnel(to)
            with registered(state.tunnels, to):
                await _answer(browser, _CONNECTED)
                await state.relay(browser, site, to)
        except Refused:
            await _answer(browser, _NOT_ALLOWED)
        finally:
            site.close()


async def _read_target(browser: Http1Stream) -> Tunnel:
    """Read the greeting and the request.

    Raises:
        OSError, EOFError: the connection broke.
        ValueError: it is not what Firefox sends: no password, and the host as text, even if that is an address.
    """
    reader = browser.reader
    version, count = await reader.readexactly(2)
    if version != 5 or 0 not in await reader.readexactly(count):
        raise ValueError("not SOCKS5 without a password")
    browser.writer.write(bytes((5, 0)))
    *request, length = await reader.readexactly(5)
    if request != [5, _CONNECT, 0, _BY_NAME]:
        raise ValueError("not a connection to a host by its name")
    host = (await reader.readexactly(length)).decode("ascii")
    port = int.from_bytes(await reader.readexactly(2), "big")
    target = connect_target(authority(host, port))
    if target is None:
        raise ValueError("not a host and port")
    return Tunnel(*target[:2], "websocket")


async def _answer(browser: Http1Stream, code: int) -> None:
    # The address of our end is left empty: nobody asks for it.
    browser.writer.write(bytes((5, code, 0, 1, 0, 0, 0, 0, 0, 0)))
    await browser.writer.drain()
