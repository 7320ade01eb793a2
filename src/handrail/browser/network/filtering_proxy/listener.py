"""Serves each connection in a task of its own, at the ports of one proxy or of several that share a browser."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Self

import h11

from handrail.browser.network.filtering_proxy import error_pages
from handrail.browser.network.filtering_proxy.connection import MAX_CONNECTIONS, ClientConnection
from handrail.browser.network.filtering_proxy.connector import CHUNK
from handrail.browser.network.filtering_proxy.http1 import Http1Stream
from handrail.browser.network.filtering_proxy.proxy_state import ProxyState

_BACKLOG = 512
CLOSE_TIMEOUT = 5.0
Serve = Callable[[Http1Stream], Awaitable[None]]


class Listener:
    """Serves connections until it is closed."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()
        self._servers: list[asyncio.Server] = []
        self._proxies = 1

    async def listen(self, serve: Serve, path: Path | None = None) -> int:
        """Listen on 127.0.0.1 and return the port, or on a socket at ``path`` and return 0."""
        meet, options = partial(self._on_connection, serve), {"limit": CHUNK, "backlog": _BACKLOG}
        # What is cancelled here has the server already, and closes it: one that serves at once would be nobody's.
        if path is not None:
            server = await asyncio.start_unix_server(meet, path, start_serving=False, **options)
        else:
            server = await asyncio.start_server(meet, "127.0.0.1", 0, start_serving=False, **options)
        self._servers.append(server)
        await server.start_serving()
        port: int = server.sockets[0].getsockname()[1] if path is None else 0
        return port

    async def close(self) -> None:
        """Stop listening, and end every connection. Closing twice is fine."""
        running = list(self._running)
        self.end()
        if running:
            await asyncio.wait(running, timeout=CLOSE_TIMEOUT)

    def end(self) -> None:
        """Close the servers without waiting for them."""
        for server in self._servers:
            server.close()
        for task in self._running:
            task.cancel()

    def _on_connection(self, serve: Serve, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        browser = Http1Stream("browser", reader, writer)
        task = asyncio.create_task(self._serve(serve, browser))
        self._running.add(task)
        task.add_done_callback(lambda task: self._on_done(task, browser))

    def _on_done(self, task: asyncio.Task[None], browser: Http1Stream) -> None:
        self._running.discard(task)
        # Also if the task was cancelled before it ran.
        browser.close()
        if not task.cancelled() and (error := task.exception()) is not None:
            message = "A connection to Handrail's filtering proxy failed"
            task.get_loop().call_exception_handler({"message": message, "exception": error})

    async def _serve(self, serve: Serve, browser: Http1Stream) -> None:
        if len(self._running) > MAX_CONNECTIONS * self._proxies:
            response, body = error_pages.TOO_BUSY
            with suppress(OSError, h11.ProtocolError):
                await browser.send(response, h11.Data(data=body))
            return
        await serve(browser)


class ProxyPorts(Listener):
    """The ports on 127.0.0.1 at which browsers reach filtering proxies: one for https, one for websockets.

    Several proxies can share the ports: a connection belongs to the proxy whose password it carries, as long as it is
    open, and to none without a password.
    """

    def __init__(self) -> None:
        super().__init__()
        self._states: list[ProxyState] = []
        self.https = self.websocket = 0

    async def __aenter__(self) -> Self:
        self.https = await self.listen(lambda browser: ClientConnection(self.find, browser, "https").serve())
        self.websocket = await self.listen(lambda browser: ClientConnection(self.find, browser, "websocket").serve())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def addresses(self) -> tuple[str, str]:
        """Both addresses, as browsers take them. If a browser is told only the second, all its tunnels are judged as
        websockets, also those for https."""
        return f"http://127.0.0.1:{self.https}", f"http://127.0.0.1:{self.websocket}"

    def add(self, state: ProxyState) -> None:
        """Serve also connections with this proxy's password."""
        self._states.append(state)
        self._proxies = len(self._states)

    def remove(self, state: ProxyState) -> None:
        """Stop serving connections with this proxy's password, and end the open ones."""
        if state in self._states:
            self._states.remove(state)
        for task in state.connections:
            task.cancel()

    def find(self, authorization: bytes) -> ProxyState | None:
        """Return the proxy whose password this is; None if it is nobody's."""
        found = [one for one in self._states if hmac.compare_digest(authorization, one.authorization)]
        return found[0] if found else None
