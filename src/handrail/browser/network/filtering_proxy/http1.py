"""Reads and writes one end of an HTTP/1.1 connection, with h11's state machine."""

from __future__ import annotations

import asyncio
from typing import Literal

import h11

from handrail.browser.network.filtering_proxy.connector import CHUNK
from handrail.browser.network.filtering_proxy.syntax import MAX_HEAD

Headers = list[tuple[bytes, bytes]]
# Headers of one connection, not of the message (RFC 9110, section 7.6.1). h11 frames the body.
_HOP_BY_HOP = {
    *(b"connection", b"keep-alive", b"proxy-connection", b"proxy-authenticate", b"proxy-authorization"),
    *(b"te", b"upgrade"),
}
_NOT_LAST = (h11.InformationalResponse, h11.Response, h11.Data)
"""Events after which more of the message follows."""


class Http1Stream:
    """Receives and sends HTTP events, with backpressure: `send` waits while the other side does not read. ``role``:
    ``browser`` if a browser is at the other end, ``site`` if a server is."""

    def __init__(
        self, role: Literal["browser", "site"], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.state = h11.Connection(h11.SERVER if role == "browser" else h11.CLIENT, max_incomplete_event_size=MAX_HEAD)
        self.reader = reader
        self.writer = writer

    async def receive(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """Return the next event; wait for bytes until it is complete.

        Raises:
            h11.RemoteProtocolError: the other side does not speak HTTP, or stopped in the middle.
            OSError: the connection broke.
        """
        while True:
            event = self.state.next_event()
            if event is not h11.NEED_DATA:
                return event
            self.state.receive_data(await self.reader.read(CHUNK))

    async def receive_all(self) -> list[h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]]:
        """Return the next event, and those of its message that arrived with it. Raises as `receive` does."""
        events = [await self.receive()]
        while isinstance(events[-1], _NOT_LAST) and (event := self.state.next_event()) is not h11.NEED_DATA:
            events.append(event)
        return events

    async def send(self, *events: h11.Event) -> None:
        """Write events in one piece, because each write wakes up the other side.

        Raises:
            h11.LocalProtocolError: one does not fit what was sent before.
            OSError: the connection broke.
        """
        data = b"".join(filter(None, map(self.state.send, events)))
        if data:
            self.writer.write(data)
            await self.writer.drain()

    async def hangs_up(self) -> bool:
        """Wait for the other side to hang up: True. Return False if it sends more instead, which `receive` returns."""
        data = await self.reader.read(CHUNK)
        self.state.receive_data(data)
        return not data

    @property
    def reusable(self) -> bool:
        """Whether the message is complete in both directions, so that the next one may follow."""
        return self.state.our_state is h11.DONE and self.state.their_state is h11.DONE

    @property
    def ended(self) -> bool:
        """Whether the other side has hung up already, or sent something unasked."""
        return self.reader.at_eof() or self.writer.is_closing() or self.state.trailing_data[0] != b""

    def close(self) -> None:
        """End the connection after everything written was sent."""
        self.writer.close()

    def send_invalid(self) -> None:
        """Answer a browser what none takes, so that its page learns of a network error. Without any answer Chromium
        (156) and Firefox (153) send a request again, whatever its method, if the connection served one before."""
        self.writer.write(b"HTTP/1.1 502 Lost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n")

    def abort(self) -> None:
        """End the connection at once, so that nobody takes a partial message for a complete one."""
        self.writer.transport.abort()


def end_to_end(message: h11.Request | h11.Response) -> Headers:
    """Return the headers of a message without those of the connection that it came on."""
    headers = message.headers
    named = {name.strip().lower() for key, value in headers if key == b"connection" for name in value.split(b",")}
    dropped = _HOP_BY_HOP | named
    # Keep the spelling of the names: some servers, and checks that tell browsers apart, look at it.
    return [(key, value) for key, value in headers.raw_items() if key.lower() not in dropped]
