"""The end of a command by a signal: browsers are closed, and the terminal is left as it was."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

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


def _on_sigterm(_number: int, _frame: object) -> None:
    _terminated.set()
    signal.raise_signal(signal.SIGINT)


def _show_cursor() -> None:
    """Not through `sys.stderr`, which may be closed or held by a thread."""
    if os.environ.get("TERM") in (None, "", "dumb"):
        return
    with suppress(OSError, ValueError, AttributeError):
        descriptor = sys.stderr.fileno()
        if os.isatty(descriptor):
            os.write(descriptor, SHOW_CURSOR)
