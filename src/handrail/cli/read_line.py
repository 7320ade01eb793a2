"""Read a line that a person types, without holding up the event loop or the end of the program."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from getpass import getpass


async def read_line(prompt: str, *, hidden: bool = False) -> str | None:
    """Return a line from the person, however long they take; None at the end of input. What is hidden is not echoed.

    It is read in a daemon thread: the event loop goes on, and a run can end while a question is open.
    """
    loop = asyncio.get_running_loop()
    reply: asyncio.Future[str | None] = loop.create_future()

    def set_reply(line: str | None) -> None:
        if not reply.done():
            reply.set_result(line)

    def read() -> None:
        try:
            line = (
                getpass(prompt, sys.stderr)
                if hidden and sys.platform == "win32"
                else _read_terminal(sys.stdin.fileno())
            )
        except (OSError, ValueError):
            line = None
        if not loop.is_closed():
            loop.call_soon_threadsafe(set_reply, line)

    with _without_echo(hidden):
        # `input` would write it on standard output, which may be a file.
        sys.stderr.write(prompt)
        sys.stderr.flush()
        threading.Thread(target=read, daemon=True).start()
        line = await reply
    return None if line is None else line.strip()


def _read_terminal(descriptor: int) -> str | None:
    """Return the next line of a terminal.

    Not through `sys.stdin` or `input`: this thread would hold their lock when Python exits, and Python 3.14 then waits
    for ever.
    """
    line = bytearray()
    while (character := os.read(descriptor, 1)) not in (b"", b"\n"):
        line += character
    return line.decode(sys.stdin.encoding, "replace") if line or character else None


if sys.platform == "win32":

    @contextmanager
    def _without_echo(_hidden: bool) -> Iterator[None]:
        """Do nothing: `getpass` reads what is hidden there."""
        yield

else:
    import termios

    @contextmanager
    def _without_echo(hidden: bool) -> Iterator[None]:
        """Show nothing of what is typed in the block, if it is hidden.

        However the block ends, the terminal echoes again; after `getpass` in a thread that is left it does not.
        """
        if not hidden or not sys.stdin.isatty():
            yield
            return
        descriptor = sys.stdin.fileno()
        before = termios.tcgetattr(descriptor)
        silent = [*before]
        silent[3] &= ~termios.ECHO
        termios.tcsetattr(descriptor, termios.TCSAFLUSH, silent)
        try:
            yield
        finally:
            termios.tcsetattr(descriptor, termios.TCSANOW, before)
            sys.stderr.write("\n")
