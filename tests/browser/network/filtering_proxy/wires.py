"""Both ends of a proxy without a browser: a client that writes bytes, and sites that are functions."""

from __future__ import annotations

import asyncio
import base64
import ssl
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field

import h11

from handrail.browser.network.filtering_proxy import FilteringProxy

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Site:
    """A server whose ``handler`` gets each connection; ``connections`` counts them."""

    def __init__(self, handler: Handler, host: str = "127.0.0.1", tls: ssl.SSLContext | None = None) -> None:
        self.connections = 0
        self.host = host
        self._handler = handler
        self._tls = tls
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Site:
        self._server = await asyncio.start_server(self._meet, self.host, 0, ssl=self._tls)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def at(self) -> str:
        return f"{self.host}:{self.port}"

    def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        task = asyncio.create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                await self._handler(reader, writer)
        finally:
            writer.close()


@dataclass
class Answer:
    """A whole response."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


class Client:
    """What a browser does at its proxy, by hand."""

    def __init__(self, proxy: FilteringProxy, streams: Streams) -> None:
        self.reader, self.writer = streams
        self._h11 = h11.Connection(h11.CLIENT)
        token = base64.b64encode(f"{proxy.username}:{proxy.password}".encode())
        self.signed = (b"Proxy-Authorization", b"Basic " + token)

    @classmethod
    async def at(cls, proxy: FilteringProxy) -> Client:
        return cls(proxy, await asyncio.open_connection("127.0.0.1", proxy.port))

    async def send(
        self,
        target: str,
        *,
        method: str = "GET",
        headers: Iterable[tuple[bytes, bytes]] = (),
        body: bytes | None = None,
        signed: bool = True,
    ) -> None:
        """Send a request. Its Host header lies."""
        if self._h11.our_state is h11.DONE:
            self._h11.start_next_cycle()
        lines = [(b"Host", b"lies.test"), *headers, *([self.signed] if signed else [])]
        if body is not None and not any(name.lower() == b"transfer-encoding" for name, _ in lines):
            lines.append((b"Content-Length", str(len(body)).encode()))
        self.writer.write(self._h11.send(h11.Request(method=method, target=target, headers=lines)) or b"")
        if body is not None:
            self.writer.write(self._h11.send(h11.Data(data=body)) or b"")
        self.writer.write(self._h11.send(h11.EndOfMessage()) or b"")

    async def answer(self) -> Answer:
        """The next response, whole.

        Raises:
            h11.RemoteProtocolError, OSError: it did not come whole.
        """
        answer = Answer(0)
        while True:
            event = self._h11.next_event()
            if event is h11.NEED_DATA:
                self._h11.receive_data(await self.reader.read(65536))
            elif isinstance(event, h11.InformationalResponse):
                continue
            elif isinstance(event, h11.Response):
                answer = Answer(event.status_code, {k.decode(): v.decode() for k, v in event.headers})
            elif isinstance(event, h11.Data):
                answer.body += event.data
            elif isinstance(event, h11.EndOfMessage):
                return answer
            elif event is h11.PAUSED:
                # A tunnel stands, which has no end.
                return answer
            else:
                raise ConnectionError("the proxy hung up")

    async def ask(self, target: str, **options: object) -> Answer:
        await self.send(target, **options)  # type: ignore[arg-type]
        return await self.answer()

    async def ended(self) -> bool:
        """Whether nothing more comes; waits until it is so."""
        try:
            return await self.reader.read(65536) == b""
        except ConnectionError:
            return True

    def close(self) -> None:
        self.writer.close()


async def head_of(reader: asyncio.StreamReader) -> bytes:
    """The head of a request, at a site."""
    return await reader.readuntil(b"\r\n\r\n")


def answers(text: bytes) -> Handler:
    """A site that answers every request with these bytes, on one connection."""

    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            await head_of(reader)
            writer.write(text)
            await writer.drain()

    return handler
