"""Relays bytes unchanged in both directions."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from handrail.browser.network.filtering_proxy.connector import CHUNK
from handrail.browser.network.filtering_proxy.http1 import Http1Stream

HALF_OPEN_TIMEOUT = 60.0
"""Seconds of silence after which a tunnel is closed if one side has ended already. While both are open, silence may
last: a websocket can wait for hours."""


async def tunnel(one: Http1Stream, other: Http1Stream, early: bytes = b"") -> None:
    """Relay until both sides have ended, or one breaks; then break the other too. ``early``: what ``one`` has sent
    already. Raises `OSError`: a side broke."""
    if early:
        other.writer.write(early)
    pumps = [_Pump(one.reader, other.writer), _Pump(other.reader, one.writer)]
    tasks = [asyncio.create_task(pump.run()) for pump in pumps]
    try:
        done, left = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
        for task in left:
            await _wait_while_active(task, pumps[tasks.index(task)])
    finally:
        await cancel(*tasks)


class _Pump:
    """Relays one direction; ``moved`` counts its bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.moved = 0

    async def run(self) -> None:
        while data := await self._reader.read(CHUNK):
            self.moved += len(data)
            self._writer.write(data)
            await self._writer.drain()
        # TLS has no half-close; there the end of the whole connection follows.
        if self._writer.can_write_eof():
            self._writer.write_eof()


async def _wait_while_active(task: asyncio.Task[None], pump: _Pump) -> None:
    moved = -1
    while not task.done() and pump.moved != moved:
        moved = pump.moved
        await asyncio.wait({task}, timeout=HALF_OPEN_TIMEOUT)
    if task.done():
        task.result()


async def cancel(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks, and wait until they have ended."""
    for task in tasks:
        task.cancel()
    for task in tasks:
        with suppress(asyncio.CancelledError, Exception):
            await task
