"""The filtering proxy itself: where it listens, who may use it, how it ends."""

from __future__ import annotations

import asyncio
import base64
import secrets
import tempfile
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Literal, Self
from urllib.parse import urlsplit

import h11

from handrail.browser.network.filtering_proxy import error_pages
from handrail.browser.network.filtering_proxy.connection import ProxyState, Restriction, serve_http
from handrail.browser.network.filtering_proxy.connector import CHUNK, Connector, Refused, Unreachable
from handrail.browser.network.filtering_proxy.http1 import Http1Stream
from handrail.browser.network.filtering_proxy.resolve import Lookup, Resolver
from handrail.browser.network.filtering_proxy.socks5 import serve_websocket
from handrail.browser.network.filtering_proxy.upstream import Upstream
from handrail.browser.types.options import NetworkRule, WebsocketRule
from handrail.browser.types.proxy import Proxy

MAX_CONNECTIONS = 400
"""Served at once. Each takes two of the process's open files, of which there are often 1024; a page must not take them
all from the session."""
_MAX_FAILURES = 200
_BACKLOG = 512
_CLOSE_TIMEOUT = 5.0
_Serve = Callable[[Http1Stream], Awaitable[None]]


class FilteringProxy:
    """A filtering proxy for one browser. Use it as ``async with FilteringProxy(judge) as proxy``.

    Args:
        judge: ``(host, port, addresses) -> reason or None``; asked on the event loop, so it must not block.
            ``addresses`` is empty where the user's own proxy resolves the name.
        upstream: the user's own proxy, which gets the requests.
        lookup: resolves names in place of the system; called in a thread.
        websockets: False refuses all of them.
    """

    def __init__(
        self,
        judge: NetworkRule,
        *,
        upstream: Proxy | None = None,
        lookup: Lookup | None = None,
        websockets: bool = True,
    ) -> None:
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
            no_websockets=not websockets,
        )
        self._failures: OrderedDict[tuple[str, int], Refused | Unreachable] = OrderedDict()
        self._running: set[asyncio.Task[None]] = set()
        self._servers: list[asyncio.Server] = []
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def port(self) -> int:
        """Where it listens on 127.0.0.1. A tunnel that is asked for here is for https."""
        return _port(self._servers[0])

    @property
    def websocket_port(self) -> int:
        """The same, where a tunnel that is asked for is for a websocket."""
        return _port(self._servers[1])

    @property
    def addresses(self) -> tuple[str, str]:
        """Both, as browsers take them. A browser that is told only the second has all its tunnels, also those for
        https, judged as websockets."""
        return f"http://127.0.0.1:{self.port}", f"http://127.0.0.1:{self.websocket_port}"

    async def __aenter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        for kind in ("https", "websocket"):
            await self._listen(partial(serve_http, self._state, kind))
        return self

    async def _listen(self, serve: _Serve, path: Path | None = None) -> None:
        meet, options = partial(self._on_connection, serve), {"limit": CHUNK, "backlog": _BACKLOG}
        self._servers.append(
            await asyncio.start_server(meet, "127.0.0.1", 0, **options)
            if path is None
            else await asyncio.start_unix_server(meet, path, **options)
        )

    async def listen_for_socks(self) -> tuple[str, int]:
        """Listen for SOCKS5, through which Firefox sends its websockets, and nothing else.

        Firefox has no password for it. So it listens in a folder that is this user's own; whoever can open that can
        read this process's memory as well. Where there are no such sockets (Windows), it listens on 127.0.0.1. There
        any program of this machine can open connections through it, as the rules allow: to public hosts, which it
        could reach without, and through a proxy of the user's. A password of that proxy is not lent: with one, no
        websocket is served.

        Returns:
            The host and port, as Firefox takes them.
        """
        serve = partial(serve_websocket, self._state)
        try:
            self._folder = tempfile.TemporaryDirectory(prefix="handrail-", ignore_cleanup_errors=True)
            path = Path(self._folder.name) / "websockets"
            await self._listen(serve, path)
        except (AttributeError, OSError):
            await self._listen(_refuse if self._state.upstream_authorization is not None else serve)
            return "127.0.0.1", _port(self._servers[-1])
        return f"file://{path}", 0

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
        for task, to in self._state.tunnels.items():
            if not restriction.allows_tunnel(to.host, to.port):
                task.cancel()

    def hold_websockets(self, rule: WebsocketRule) -> None:
        """Let websockets be open only where the rule allows it, from now on, and no WebRTC; what is open beside that is
        cut. The rule takes the place of the one before. It is asked on the event loop, so it must not block, and again
        for each websocket that is opened."""
        self._state.websocket_rule = rule
        for task, to in self._state.tunnels.items():
            if not self._state.may_stay(to):
                task.cancel()

    def open_websockets(self) -> set[tuple[str, int]]:
        """The hosts and ports to which websockets are open."""
        return {(to.host, to.port) for to in self._state.tunnels.values() if to.kind == "websocket"}

    @property
    def signed_in(self) -> set[Literal["plain", "tunnel"]]:
        """How the browser has used its password for the sign-in host: in plain requests, and for a tunnel, for which
        there is no answer. Whoever signs in begins by emptying it."""
        return self._state.signed_in

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
        for server in self._servers:
            server.close()
        for task in self._running:
            task.cancel()
        if self._folder is not None:
            self._folder.cleanup()

    def _on_connection(self, serve: _Serve, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        browser = Http1Stream("browser", reader, writer)
        task = asyncio.create_task(self._serve(serve, browser))
        self._running.add(task)
        task.add_done_callback(lambda task: self._on_done(task, browser))

    def _on_done(self, task: asyncio.Task[None], browser: Http1Stream) -> None:
        self._running.discard(task)
        # Also where the task was cancelled before it ran.
        browser.close()
        if not task.cancelled() and (error := task.exception()) is not None:
            message = "A connection to Handrail's filtering proxy failed"
            task.get_loop().call_exception_handler({"message": message, "exception": error})

    async def _serve(self, serve: _Serve, browser: Http1Stream) -> None:
        if len(self._running) > MAX_CONNECTIONS:
            response, body = error_pages.TOO_BUSY
            with suppress(OSError, h11.ProtocolError):
                await browser.send(response, h11.Data(data=body))
            return
        await serve(browser)

    def _report(self, host: str, port: int, failure: Refused | Unreachable | None) -> None:
        at = (host.lower(), port)
        self._failures.pop(at, None)
        if failure is not None:
            self._failures[at] = failure
            if len(self._failures) > _MAX_FAILURES:
                self._failures.popitem(last=False)


def _port(server: asyncio.Server) -> int:
    port: int = server.sockets[0].getsockname()[1]
    return port


async def _refuse(_browser: Http1Stream) -> None:
    """Serve nothing; whoever opened the connection closes it."""
