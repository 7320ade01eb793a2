"""Answers messages that the transport cannot read: it drops them, and their sender would wait for ever.

JSON can hold halves of characters and numbers of any length, which the transport's parser refuses. Such a message is
read again here, without them; one that is no message at all gets the protocol's error.
"""

from __future__ import annotations

import json
import math
from contextvars import Context
from typing import TYPE_CHECKING, Any, Self

import mcp_types as types
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from handrail.trust import well_formed_data

if TYPE_CHECKING:
    from mcp.shared._stream_protocols import ReadStream, WriteStream

_MOST_DIGITS = 300
UNREADABLE = types.JSONRPCError(
    jsonrpc="2.0", id=None, error=types.ErrorData(code=types.PARSE_ERROR, message="The message cannot be read.")
)


class AnsweringStream:
    """The messages that a transport reads of a client, of which none is dropped."""

    def __init__(self, read: ReadStream[SessionMessage | Exception], write: WriteStream[SessionMessage]) -> None:
        self._read = read
        self._write = write

    @property
    def last_context(self) -> Context | None:
        """The sender's context of the last message."""
        return getattr(self._read, "last_context", None)

    async def receive(self) -> SessionMessage | Exception:
        """Return the next message, mended where that helps."""
        while True:
            item = await self._read.receive()
            if not isinstance(item, ValidationError):
                return item
            if (message := _repair(item)) is not None:
                return message
            await self._write.send(SessionMessage(UNREADABLE))

    async def aclose(self) -> None:
        await self._read.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        from anyio import EndOfStream

        try:
            return await self.receive()
        except EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


def _repair(error: ValidationError) -> SessionMessage | None:
    """Return the message of a line that could not be read; None where it is none."""
    line: Any = error.errors()[0]["input"]
    try:
        value = json.loads(line, parse_int=_number) if isinstance(line, str) else line
        return SessionMessage(types.jsonrpc_message_adapter.validate_python(well_formed_data(value), by_name=False))
    except (ValueError, RecursionError):
        return None


def _number(digits: str) -> float:
    return int(digits) if len(digits) <= _MOST_DIGITS else math.copysign(math.inf, -1 if digits[0] == "-" else 1)
