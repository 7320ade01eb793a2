"""Files and folders that only their owner can read, from the first byte on: logs, pictures, downloads, cookies.

On Windows they are as private as the folder they are in.
"""

from __future__ import annotations

import errno
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

MODE = 0o600
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)


def private_folder(path: Path) -> Path:
    """Make a folder and its missing parents, with mode 0700.

    Raises:
        OSError: it cannot be made, or is not a folder.
    """
    missing = []
    for folder in (path, *path.parents):
        if folder.is_dir():
            break
        missing.append(folder)
    for folder in reversed(missing):
        try:
            # Another session, or another file of this one, may make the same folder meanwhile.
            folder.mkdir(mode=0o700, exist_ok=True)
        except FileExistsError:
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder)) from None
    return path


def create_private(path: Path) -> int:
    """Return a descriptor for writing a new file of mode 0600; the caller closes it.

    Raises:
        FileExistsError: the file exists, or a link of that name does.
        OSError: it cannot be made.
    """
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINKS | getattr(os, "O_BINARY", 0), MODE)


@contextmanager
def new_private_file(path: Path) -> Iterator[BinaryIO]:
    """Open a new file of mode 0600, which gets its name once it is written whole; what is not is removed.

    Raises:
        FileExistsError: the file exists, or a link of that name does.
        OSError: it cannot be made.
    """
    _check_free(path)
    part = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with os.fdopen(create_private(part), "wb") as file:
            yield file
        try:
            # Unlike a renaming, this never replaces a file that came meanwhile.
            os.link(part, path)
        except OSError:
            # Some file systems have no hard links.
            _check_free(path)
            part.rename(path)
    finally:
        part.unlink(missing_ok=True)


def _check_free(path: Path) -> None:
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))


def write_private(path: Path, data: str | bytes) -> None:
    """Write a file of mode 0600, whole or not at all, in place of an existing one.

    Raises:
        OSError: it cannot be written.
    """
    private_folder(path.parent)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _NO_LINKS | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(part, flags, MODE), "wb") as file:
            file.write(data.encode() if isinstance(data, str) else data)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Wait until nobody else changes a file, and have others wait until the block ends: what reads a file and writes it
    anew would lose what came between. The lock is a file beside it, which stays.

    Raises:
        OSError: the lock cannot be made, or on Windows was not free for ten seconds.
    """
    private_folder(path.parent)
    lock = path.with_name(f".{path.name}.lock")
    with os.fdopen(os.open(lock, os.O_WRONLY | os.O_CREAT | _NO_LINKS, MODE), "wb") as file:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield
