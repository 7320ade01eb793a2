"""Locks the folder that keeps a browser's cookies, storage and settings between sessions, or copies it."""

from __future__ import annotations

import os
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import psutil

from handrail.browser.types.network.certificates import AcceptedCertificate
from handrail.browser.types.option_values import LockedProfile
from handrail.errors import UsageError, explain_os_errors
from handrail.private_files import write_private

OWN_LOCK = ".handrail.lock"
"""Headless shells lock nothing, so sessions of ours keep each other out of a profile themselves."""
_LOCKS = (
    "SingletonLock", "SingletonCookie", "SingletonSocket", "lockfile", "lock", ".parentlock", "parent.lock", OWN_LOCK,
)  # fmt: skip
# Large, rebuilt by the browser, and of no use to a session.
_CACHES = (
    "Cache", "Code Cache", "GPUCache", "GrShaderCache", "GraphiteDawnCache", "DawnWebGPUCache", "DawnGraphiteCache",
    "ShaderCache", "Crashpad", "component_crx_cache", "cache2", "startupCache", "crashes", "minidumps", "thumbnails",
)  # fmt: skip


@contextmanager
def use_profile(folder: Path, locked: LockedProfile) -> Iterator[Path]:
    """Yield the profile to work in, for as long as the block lasts: ``folder`` itself, or a copy where it is in use.
    Raises `UsageError`: it is in use and may not be copied, or cannot be written."""
    with explain_os_errors(f"The profile {folder} cannot be used"):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = None if in_use(folder) else _take(folder)
    if lock is not None:
        with lock:
            yield folder
        return
    if locked != "copy":
        raise UsageError(
            f"The profile {folder} is in use by another browser.",
            hint="Close that browser, or work in a copy of the profile (profile_locked='copy').",
        )
    with tempfile.TemporaryDirectory(prefix="handrail-profile-", ignore_cleanup_errors=True) as copy:
        yield _copy(folder, Path(copy) / "profile")


def in_use(folder: Path) -> bool:
    """Return whether a running browser of any kind has the profile open. A lock that a crash left is none."""
    if sys.platform == "win32":
        return any(_is_held(folder / name) for name in ("lockfile", "parent.lock"))
    return _chromium_runs(folder / "SingletonLock") or _is_held(folder / ".parentlock")


def _chromium_runs(link: Path) -> bool:
    """Return whether the process that holds Chromium's lock runs. The lock is a link to its ``host-pid``."""
    try:
        host, _, pid = os.readlink(link).rpartition("-")  # noqa: PTH115 - it points nowhere, and says so in its text
    except OSError:
        return False
    if host != socket.gethostname() or not pid.isdigit():
        # Another machine's, on a shared disk: nobody here can tell whether it still runs.
        return True
    return psutil.pid_exists(int(pid))


def _is_held(path: Path) -> bool:
    """Return whether a browser holds a lock file: Firefox by a POSIX lock, which ends with the process; on Windows both
    keep theirs open for themselves."""
    try:
        with path.open("r+b") as file:
            if sys.platform != "win32":
                import fcntl

                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def accept_in_firefox(folder: Path, certificates: Sequence[AcceptedCertificate], fingerprint: str) -> None:
    """Have a Firefox that starts with this profile accept one certificate, at the hosts and ports of these.
    ``fingerprint``: its SHA-256, with colons."""
    file = folder / "cert_override.txt"
    at = [f"{one.host}:{one.port}:" for one in certificates]
    kept = file.read_text("utf-8").splitlines() if file.is_file() else []
    lines = [line for line in kept if not line.startswith(tuple(at))]
    lines += [f"{host}\tOID.2.16.840.1.101.3.4.2.1\t{fingerprint}\t" for host in at]
    write_private(file, "".join(f"{line}\n" for line in lines))


def _take(folder: Path) -> IO[bytes] | None:
    """Return our own lock on a profile, held while the file is open; None when another session holds it."""
    file = (folder / OWN_LOCK).open("ab")
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        return None
    return file


def _copy(folder: Path, to: Path) -> Path:
    try:
        shutil.copytree(folder, to, symlinks=True, ignore=shutil.ignore_patterns(*_LOCKS, *_CACHES))
    except shutil.Error as error:
        # Files come and go under a running browser; a profile of which some were missed still works.
        if not (to / "Default").is_dir() and not (to / "prefs.js").is_file():
            raise UsageError(
                f"The profile {folder} cannot be copied.", hint="Close the browser that uses it."
            ) from error
    return to
