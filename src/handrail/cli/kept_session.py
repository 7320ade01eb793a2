"""A session that stays open between commands: a process that waits at a socket which only its user can reach.

A connection is one line of JSON each way. Who asks is the user, as with `handrail pipe`: the socket lies in a folder
that only they can enter.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import stat
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from handrail.errors import UsageError, explain_os_errors
from handrail.private_files import MODE, private_folder

MAX_LINE = 64_000_000
"""Bytes of a request or an answer."""
MAX_PATH = 103
"""Bytes that the address of a socket has everywhere."""
_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
_UNREACHABLE = (ConnectionError, FileNotFoundError)

Answer = Callable[[dict[str, Any]], Awaitable[Any]]


def sessions_folder() -> Path:
    """Return the folder of the sockets, in the user's runtime folder, else in their cache. Raise `UsageError` where it
    is not the user's alone, or this system has no such sockets."""
    from platformdirs import user_cache_path

    if not hasattr(socket, "AF_UNIX") or os.name == "nt":
        raise UsageError("Sessions between commands need Unix sockets.", hint="Use `handrail pipe`.")
    named = os.environ.get("XDG_RUNTIME_DIR")
    folder = (Path(named) / "handrail" if named else user_cache_path("handrail", appauthor=False)) / "sessions"
    with explain_os_errors(f"{folder} cannot be made", "Set XDG_RUNTIME_DIR."):
        private_folder(folder)
        mine = _is_mine(folder, 0o077) and _is_mine(folder.parent, 0o022)
    if not mine:
        raise UsageError(f"{folder} is not yours alone.", hint="Set XDG_RUNTIME_DIR to a folder of yours.")
    return folder


def _is_mine(folder: Path, forbidden: int) -> bool:
    """Return whether it is a folder of this user, and no link, in which others have none of these permissions."""
    found = folder.lstat()
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & forbidden


def socket_of(name: str) -> Path:
    """Return the socket of a session; raise `UsageError` where this is no name of one."""
    if not _NAME.fullmatch(name):
        raise UsageError(f"{name[:60]!r} is no name of a session.", hint="Use letters, digits, - and _.")
    path = sessions_folder() / f"{name}.sock"
    if len(os.fsencode(path)) > MAX_PATH:
        raise UsageError(f"{path} is too long for a socket.", hint="Set XDG_RUNTIME_DIR to a shorter path.")
    return path


def names() -> list[str]:
    """Return the sessions that have a socket; one may have ended without taking it away."""
    return sorted(file.stem for file in sessions_folder().glob("*.sock"))


def ask(name: str, request: dict[str, Any]) -> Any:
    """Return what a session answers to a request; raise `UsageError` where there is no such session."""
    path = socket_of(name)
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as there:
            there.connect(str(path))
            there.sendall(json.dumps(request).encode() + b"\n")
            # Ctrl-C here closes the socket, at which the session cancels the call and stays open.
            with there.makefile("rb") as answer:
                found = json.loads(answer.readline(MAX_LINE))
                if request.get("end"):
                    # Its end closes the socket.
                    answer.read()
                return found
    except (*_UNREACHABLE, ValueError) as error:
        if isinstance(error, ConnectionRefusedError):
            path.unlink(missing_ok=True)
        starts = "" if request.get("end") else f"; `handrail session start {name}` opens it"
        raise UsageError(
            f"There is no session {name!r}.", hint=f"`handrail session list` lists those that are open{starts}."
        ) from None


def is_open(name: str) -> bool:
    """Return whether a session of this name answers."""
    try:
        ask(name, {})
    except UsageError:
        return False
    return True


@contextmanager
def reserve(name: str) -> Iterator[None]:
    """Keep a session's name for this process until the block ends; raise `UsageError` where another process has it."""
    import fcntl

    path = socket_of(name).with_suffix(".lock")
    while True:
        held = os.open(path, os.O_RDWR | os.O_CREAT, MODE)
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(held)
            raise already_open(name) from None
        if path.exists() and os.path.samestat(os.fstat(held), path.stat()):
            break
        # Who had it before has removed the file meanwhile.
        os.close(held)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
        os.close(held)


def already_open(name: str) -> UsageError:
    return UsageError(f"The session {name!r} is open.", hint=f"End it with `handrail session end {name}`.")


async def serve(name: str, answer: Answer, ready: Callable[[], None], *, idle_seconds: float) -> None:
    """Answer requests at the socket of a session, whose name `reserve` keeps, until one is ``{"end": true}``, or none
    comes for so long."""
    path, ended, loop = socket_of(name), asyncio.Event(), asyncio.get_running_loop()
    open_connections: set[asyncio.StreamWriter] = set()
    idle = loop.call_later(idle_seconds, ended.set)

    async def on_connection(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal idle
        idle.cancel()
        open_connections.add(writer)
        is_last = False
        try:
            with suppress(ConnectionError, ValueError):
                request = json.loads(await reader.readline())
                if found := await _while_connected(answer(request), reader):
                    writer.write(json.dumps(found[0], default=str).encode() + b"\n")
                    await writer.drain()
                is_last = bool(request.get("end"))
        finally:
            if is_last:
                # It stays open until the process has ended: then its browser and files are done.
                ended.set()
            else:
                writer.close()
                open_connections.discard(writer)
                if not open_connections:
                    idle = loop.call_later(idle_seconds, ended.set)

    # Until its mode is set, the folder keeps others away.
    server = await asyncio.start_unix_server(on_connection, path, limit=MAX_LINE)
    path.chmod(MODE)
    try:
        ready()
        await ended.wait()
    finally:
        server.close()
        path.unlink(missing_ok=True)


async def _while_connected(work: Awaitable[Any], reader: asyncio.StreamReader) -> tuple[Any] | None:
    """Return what comes of work; None where its client went away first, at which it is cancelled."""
    task, gone = asyncio.ensure_future(work), asyncio.ensure_future(reader.read(1))
    await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        gone.cancel()
        return (task.result(),)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    return None
