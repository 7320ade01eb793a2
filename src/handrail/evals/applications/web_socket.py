"""The server's side of a websocket, as far as the applications need it: short texts, one at a time."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from io import BufferedIOBase

_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_LONGEST = 65_535


def accept_key(key: str) -> str:
    """Return the answer to the key of a handshake (RFC 6455, section 4.2.2)."""
    return base64.b64encode(hashlib.sha1(f"{key}{_GUID}".encode(), usedforsecurity=False).digest()).decode()


def converse(reads: BufferedIOBase, writes: BufferedIOBase, talk: Callable[[str], str]) -> None:
    """Answer each text with what ``talk`` returns, until the other side closes."""
    while True:
        kind, data = _read_frame(reads)
        if kind == _CLOSE:
            writes.write(_frame(_CLOSE, data))
            return
        if kind == _PING:
            writes.write(_frame(_PONG, data))
        elif kind == _TEXT and (reply := talk(data.decode("utf-8", "replace"))):
            writes.write(_frame(_TEXT, reply.encode()))


def _read_frame(reads: BufferedIOBase) -> tuple[int, bytes]:
    """Return the kind and the data of the next frame; one that is cut off or very long closes."""
    head = reads.read(2)
    if len(head) < 2:
        return _CLOSE, b""
    length = head[1] & 0x7F
    if length == 126:
        length = int.from_bytes(reads.read(2), "big")
    if length > _LONGEST or head[1] & 0x7F == 127:
        return _CLOSE, b""
    mask = reads.read(4) if head[1] & 0x80 else bytes(4)
    data = reads.read(length)
    return head[0] & 0x0F, bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))


def _frame(kind: int, data: bytes) -> bytes:
    size = len(data)
    length = bytes([size]) if size < 126 else bytes([126]) + size.to_bytes(2, "big")
    return bytes([0x80 | kind]) + length + data
