"""The filtering proxy itself: where it listens, who may use it, how it ends."""

from __future__ import annotations

import asyncio
import base64
import secrets
from collections import OrderedDict
from contextlib import suppress
from typing import Self
from urllib.parse import urlsplit

import h11

from handrail.browser.network.filtering_proxy import error_pages
from handrail.browser.network.filtering_proxy.connection import ClientConnection, ProxyState, Restriction
from handrail.browser.network.filtering_proxy.connector import CHUNK, Connector, Refused, Unreachable
from handrail.browser.network.filtering_proxy.http1 import Http1Stream
from handrail.browser.network.filtering_proxy.resolve import Lookup, Resolver
from handrail.browser.network.filtering_proxy.upstream import Upstream
from handrail.browser.types.options import NetworkRule
from handrail.browser.types.proxy import Proxy

MAX_CONNECTIONS = 400
"""Served at once. Each takes two of the process's open files, of which there are often 1024; a page must not take them
all from the session."""
_MAX_FAILURES = 200
_BACKLOG = 512
_CLOSE_TIMEOUT = 5.0


class FilteringProxy:
    """A filtering proxy for one browser. Use it as ``async with FilteringProxy(judge) as proxy``.

    Args:
        judge: ``(host, port, addresses) -> reason or None``; asked on the event loop, so it must not block.
            ``addresses`` is empty where the user's own proxy resolves the name.
        upstream: the user's own proxy, which gets the requests.
        lookup: resolves names in place of the system; called in a thread.
    """

    def __init__(self, judge: NetworkRule, *, upstream: Proxy | None = None, lookup: Lookup | None = None) -> None:
        beyond = Upstream(upstream) if upstream is not None else None
        self.username = "handrail"
        self.password = secrets.token_urlsafe(24)
        self.sign_in_host = f"{secrets.token_hex(12)}.invalid"
        """A host for which the proxy answers itself, for a browser to sign in at. Random, so that no page can ask for
        it and learn that it is in Handrail."""
        self._state = ProxyState(
            connector=Connector(judge, Resolver(lookup), beyond),
            authorization=b"Basic " + base64.b64encode(f"{self.username}:{self.password}".encode()),
            upstream_authorization=beyond.authorization if beyond is not None else None,
            sign_in_host=self.sign_in_host,
            report=self._report,
        )
        self._failures: OrderedDict[tuple[str, int], Refused | Unreachable] = OrderedDict()
        self._running: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def port(self) -> int:
        """Where it listens on 127.0.0.1."""
        assert self._server is not None
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    @property
    def address(self) -> str:
        """As browsers take it."""
        return f"http://127.0.0.1:{self.port}"

    async def __aenter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        self._server = await asyncio.start_server(self._on_connection, "127.0.0.1", 0, limit=CHUNK, backlog=_BACKLOG)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Stop listening, and end every connection. Closing twice is fine."""
        running = list(self._running)
        self._end()
        if running:
            await asyncio.wait(running, timeout=_CLOSE_TIMEOUT)

    def close_from_any_thread(self) -> None:
        """`close` without waiting, from wherever the browser was dropped; its loop may have ended."""
        # Where the loop is closed, what was open in it is too.
        with suppress(RuntimeError):
            if self._loop is not None:
                self._loop.call_soon_threadsafe(self._end)

    def restrict(self, restriction: Restriction) -> None:
        """Allow only what this allows too, until `lift`. Tunnels that are open stay so: see `cut_tunnels`."""
        self._state.restrictions.append(restriction)

    def lift(self, restriction: Restriction) -> None:
        """End a restriction."""
        self._state.restrictions.remove(restriction)

    def cut_tunnels(self, restriction: Restriction) -> None:
        """End every tunnel that may not be opened now. The browser opens it anew where that is allowed again."""
        for task, at in self._state.tunnels.items():
            if not restriction.allows_tunnel(*at):
                task.cancel()

    def last_failure(self, host: str, port: int) -> Refused | Unreachable | None:
        """Why a host was not reached the last time it was asked for; None where it was, or was not asked for.

        Browsers tell no more than that the proxy did not connect.
        """
        return self._failures.get((host.lower(), port))

    def last_failure_at(self, url: str) -> Refused | Unreachable | None:
        """`last_failure` for the host of an address, as the browser writes it (``response.url``, ``request.url``)."""
        try:
            parts = urlsplit(url)
            port = parts.port or {"http": 80, "https": 443}[parts.scheme]
        except (ValueError, KeyError):
            return None
        return self.last_failure(parts.hostname or "", port)

    def _end(self) -> None:
        if self._server is not None:
            self._server.close()
        for task in self._running:
            task.cancel()

    def _on_connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        browser = Http1Stream("browser", reader, writer)
        task = asyncio.create_task(self._serve(browser))
        self._running.add(task)
        task.add_done_callback(lambda task: self._on_done(task, browser))

    def _on_done(self, task: asyncio.Task[None], browser: Http1Stream) -> None:
        self._running.discard(task)
        # Also where the task was cancelled before it ran.
        browser.close()
        if not task.cancelled() and (error := task.exception()) is not None:
            message = "A connection to Handrail's filtering proxy failed"
            task.get_loop().call_exception_handler({"message": message, "exception": error})

    async def _serve(self, browser: Http1Stream) -> None:
        if len(self._running) > MAX_CONNECTIONS:
            response, body = error_pages.TOO_BUSY
            with suppress(OSError, h11.ProtocolError):
                await browser.send(response, h11.Data(data=body))
            return
        await ClientConnection(self._state, browser).serve()

    def _report(self, host: str, port: int, failure: Refused | Unreachable | None) -> None:
        at = (host.lower(), port)
        self._failures.pop(at, None)
        if failure is not None:
            self._failures[at] = failure
            if len(self._failures) > _MAX_FAILURES:
                self._failures.popitem(last=False)
