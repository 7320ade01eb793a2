"""The end of a command by a signal: browsers are closed, and the terminal is left as it was."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")

INTERRUPTED = 130
TERMINATED = 143
"""Exit codes of SIGINT and SIGTERM: 128 and the signal's number, as of a shell."""
SHOW_CURSOR = b"\x1b[?25h"

_terminated = threading.Event()


@contextmanager
def ends_cleanly() -> Iterator[None]:
    """Have SIGTERM end what runs in the block as Ctrl-C does, and show the cursor again, which a status hides."""
    in_main_thread = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGTERM, _on_sigterm) if in_main_thread else None
    try:
        yield
    except SystemExit:
        if _terminated.is_set():
            sys.exit(TERMINATED)
        raise
    finally:
        if in_main_thread:
            signal.signal(signal.SIGTERM, before)
        _show_cursor()


def run_command(work: Coroutine[Any, Any, T]) -> T:
    """Run the work of a command and return what it returns.

    Ctrl-C cancels it, which closes its browser; a second one ends the process without waiting for that.
    """
    return asyncio.run(_cancelled_by_ctrl_c(work))


async def _cancelled_by_ctrl_c(work: Coroutine[Any, Any, T]) -> T:
    task = asyncio.current_task()
    assert task is not None, "a coroutine that runs has a task"

    def on_interrupt() -> None:
        if task.cancelling():
            end_at_once()
        task.cancel()

    handle_signal(signal.SIGINT, on_interrupt)
    return await work


def handle_signal(number: int, handler: Callable[[], None]) -> None:
    """Have a signal call this in the running loop, in place of what was called before.

    Windows has no such handlers: there asyncio cancels the task, and a second Ctrl-C breaks off where it is.
    """
    if threading.current_thread() is threading.main_thread():
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, handler)


def handle_sigterm(handler: Callable[[], None]) -> None:
    """Have SIGTERM call this as `handle_signal` does, and the command end with the exit code of that signal."""

    def on_sigterm() -> None:
        _terminated.set()
        handler()

    handle_signal(signal.SIGTERM, on_sigterm)


def end_at_once() -> NoReturn:
    """End the process and its browsers, and wait for nothing."""
    from handrail.browser.process.reaper import end_browsers

    end_browsers()
    _show_cursor()
    # Not `sys.exit`: it would unwind through what still waits, and print each.
    os._exit(TERMINATED if _terminated.is_set() else INTERRUPTED)


def _on_sigterm(_number: int, _frame: object) -> None:
    _terminated.set()
    signal.raise_signal(signal.SIGINT)


def _show_cursor() -> None:
    """Show the cursor again. Not through `sys.stderr`, which may be closed or held by a thread."""
    if os.environ.get("TERM") in (None, "", "dumb"):
        return
    with suppress(OSError, ValueError, AttributeError):
        descriptor = sys.stderr.fileno()
        if os.isatty(descriptor):
            os.write(descriptor, SHOW_CURSOR)
