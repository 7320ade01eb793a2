"""Tasks that nobody awaits."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
_running: set[asyncio.Task[Any]] = set()


def run_in_background(work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """Start a task and hold it until it ends: the event loop alone lets a task be collected."""
    task = asyncio.get_running_loop().create_task(work)
    _running.add(task)
    task.add_done_callback(_running.discard)
    return task
