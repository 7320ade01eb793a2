"""The gate itself: where it listens, who may use it, how it ends."""

from __future__ import annotations

import asyncio
import base64
import secrets
from collections import OrderedDict
from contextlib import suppress
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

import h11

from handrail.browser.network.proxy import error_pages
from handrail.browser.network.proxy.connection import ClientConnection, Confine, ProxyState
from handrail.browser.network.proxy.connector import CHUNK, Connector, Refused, Unreachable
from handrail.browser.network.proxy.http1 import Http1Stream
from handrail.browser.network.proxy.resolve import Lookup, Resolver
from handrail.browser.network.proxy.upstream import Upstream
from handrail.browser.types.options import Judge
from handrail.browser.types.proxy import Proxy

MOST_CONNECTIONS = 400
"""Served at once. Each takes two of the process's open files, of which there are often 1024; a page must not take them
all from the session."""
_MOST_TROUBLES = 200
_BACKLOG = 512
_CLOSING = 5.0


class FilteringProxy:
    """A filtering proxy for one browser. Use it as ``async with Gate(judge) as gate``.

    Args:
        judge: ``(host, port, addresses) -> reason or None``; asked on the event loop, so it must not block.
            ``addresses`` is empty where the user's own proxy resolves the name.
        upstream: the user's own proxy, through which the requests go on.
        lookup: resolves names in place of the system; called in a thread.
    """

    def __init__(self, judge: Judge, *, upstream: Proxy | None = None, lookup: Lookup | None = None) -> None:
        beyond = Upstream(upstream) if upstream is not None else None
        self.username = "handrail"
        self.password = secrets.token_urlsafe(24)
        self.hello = f"{secrets.token_hex(12)}.invalid"
        """A host that the gate answers for itself, for a browser to sign in at. Random, so that no page can ask for it
        and learn that it is in Handrail."""
        self._house = ProxyState(
            way=Connector(judge, Resolver(lookup), beyond),
            authorization=b"Basic " + base64.b64encode(f"{self.username}:{self.password}".encode()),
            forwarded=beyond.authorization if beyond is not None else None,
            hello=self.hello,
            note=self._note,
        )
        self._troubles: OrderedDict[tuple[str, int], Refused | Unreachable] = OrderedDict()
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
        self._server = await asyncio.start_server(self._meet, "127.0.0.1", 0, limit=CHUNK, backlog=_BACKLOG)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Stop listening, and end every connection. Closing twice is fine."""
        running = list(self._running)
        self._end()
        if running:
            await asyncio.wait(running, timeout=_CLOSING)

    def drop(self) -> None:
        """`close` from wherever the browser was dropped: any thread, the loop perhaps ended."""
        # The loop is closed, and what was open in it with it.
        with suppress(RuntimeError):
            if self._loop is not None:
                self._loop.call_soon_threadsafe(self._end)

    def confine(self, confine: Confine) -> None:
        """Let out only what this permits too, until `release`. Tunnels that are open stay so: see `cut`."""
        self._house.confines.append(confine)

    def release(self, confine: Confine) -> None:
        """End what `confine` began."""
        self._house.confines.remove(confine)

    def cut(self, confine: Confine) -> None:
        """End every tunnel to where none may be opened now. The browser opens it anew where that is permitted again."""
        for task, at in self._house.tunnels.items():
            if not confine.tunnel(*at):
                task.cancel()

    def trouble(self, host: str, port: int) -> Refused | Unreachable | None:
        """Why a host was not reached the last time it was asked for; None where it was, or was not asked for.

        Browsers tell no more than that the proxy did not connect.
        """
        return self._troubles.get((host.lower(), port))

    def trouble_at(self, url: str) -> Refused | Unreachable | None:
        """`trouble` for the host of an address, as the browser writes it (``response.url``, ``request.url``)."""
        try:
            parts = urlsplit(url)
            port = parts.port or {"http": 80, "https": 443}[parts.scheme]
        except (ValueError, KeyError):
            return None
        return self.trouble(parts.hostname or "", port)

    def _end(self) -> None:
        if self._server is not None:
            self._server.close()
        for task in self._running:
            task.cancel()

    def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        browser = Http1Stream("browser", reader, writer)
        task = asyncio.create_task(self._serve(browser))
        self._running.add(task)
        task.add_done_callback(lambda task: self._parted(task, browser))

    def _parted(self, task: asyncio.Task[None], browser: Http1Stream) -> None:
        self._running.discard(task)
        # Also where the task was ended before it had begun.
        browser.close()
        if not task.cancelled() and (error := task.exception()) is not None:
            task.get_loop().call_exception_handler({"message": "A connection at Handrail's gate", "exception": error})

    async def _serve(self, browser: Http1Stream) -> None:
        if len(self._running) > MOST_CONNECTIONS:
            response, body = error_pages.too_busy()
            with suppress(OSError, h11.ProtocolError):
                await browser.send(response)
                await browser.send(h11.Data(data=body))
            return
        await ClientConnection(self._house, browser).serve()

    def _note(self, host: str, port: int, trouble: Refused | Unreachable | None) -> None:
        at = (host.lower(), port)
        self._troubles.pop(at, None)
        if trouble is not None:
            self._troubles[at] = trouble
            if len(self._troubles) > _MOST_TROUBLES:
                self._troubles.popitem(last=False)
