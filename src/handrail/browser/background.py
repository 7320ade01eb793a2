"""Tasks that nobody awaits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
_running: set[asyncio.Task[Any]] = set()


def run_in_background(work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """Start a task and hold it until it ends: the event loop alone lets a task be collected."""
    task = asyncio.get_running_loop().create_task(work)
    _running.add(task)
    task.add_done_callback(_running.discard)
    return task


async def shared(running: dict[K, asyncio.Task[T]], key: K, work: Callable[[K], Coroutine[Any, Any, T]]) -> T:
    """Do the work of a key once for all who ask meanwhile; it goes on when they give up."""
    task = running.get(key)
    if task is None or task.done():
        task = running[key] = run_in_background(work(key))
        task.add_done_callback(_end_quietly)
    return await asyncio.shield(task)


def _end_quietly(task: asyncio.Task[Any]) -> None:
    """Take the error of a task that all have given up on: pages that remove frames would fill the log with them."""
    if not task.cancelled():
        task.exception()
