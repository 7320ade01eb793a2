"""Lines of standard input, which never keep a process from ending."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

_READ_SIZE = 65_536


async def lines() -> AsyncIterator[bytes]:
    """Yield lines of standard input that are not empty. Reading them does not block the event loop."""
    if sys.stdin is None:
        return
    async for line in lines_of(sys.stdin.fileno()):
        yield line


async def lines_of(descriptor: int) -> AsyncIterator[bytes]:
    """Yield lines of a descriptor that are not empty, as `lines` does."""
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[bytes | None] = asyncio.Queue()

    def put(line: bytes | None) -> None:
        loop.call_soon_threadsafe(queue.put_nowait, line)

    # A daemon: asyncio's own threads are waited for at exit, and this one may sit in its read for ever.
    threading.Thread(target=_read, args=(descriptor, put), name="stdin", daemon=True).start()
    while (line := await queue.get()) is not None:
        if line.strip():
            yield line


def _read(descriptor: int, put: Any) -> None:
    """Pass each line to ``put``, and None at the end.

    Not through `sys.stdin`: this thread would hold its lock when Python exits, which makes Python abort.
    """
    rest = bytearray()
    # The loop is closed or the terminal is gone.
    with suppress(RuntimeError, OSError):
        while chunk := os.read(descriptor, _READ_SIZE):
            rest += chunk
            if b"\n" in chunk:
                *complete, rest = rest.split(b"\n")
                for line in complete:
                    put(bytes(line))
    with suppress(RuntimeError):
        put(bytes(rest))
        put(None)
