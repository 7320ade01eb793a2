"""A copy of Trac for the attack suite alone, in the user's cache; installed with pip when it is first used."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO

from platformdirs import user_cache_path

from handrail.errors import HandrailError

VERSION = "1.6"
# Trac needs `pkg_resources`, which later ones left out.
REQUIREMENTS = (f"trac=={VERSION}", "setuptools<81")


class NoTrac(HandrailError):
    """Trac cannot be had on this machine."""


def library() -> Path:
    """Return the folder that Python finds Trac in, and install it first if it is missing. Raises `NoTrac`: pip is
    missing, or cannot get it."""
    python = "".join(str(part) for part in sys.version_info[:2])
    folder = user_cache_path("handrail", appauthor=False) / "selftest" / f"trac-{VERSION}-py{python}"
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        # Whole or not at all: another process may be setting it up too.
        with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
            _install(Path(scratch, "library"))
            try:
                Path(scratch, "library").rename(folder)
            except OSError:
                if not folder.is_dir():
                    raise
    return folder


def _install(target: Path) -> None:
    command = [
        sys.executable, "-m", "pip", "install", "--quiet", "--only-binary=:all:", f"--target={target}", *REQUIREMENTS,
    ]  # fmt: skip
    try:
        finished = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise _unavailable(str(error)) from error
    if finished.returncode:
        shutil.rmtree(target, ignore_errors=True)
        raise _unavailable(finished.stderr.strip().rpartition("\n")[2])


def _unavailable(why: str) -> NoTrac:
    return NoTrac(
        f"Trac {VERSION} cannot be set up with pip: {why}",
        hint="It is tried when Python's package index can be reached; --app alder goes without it.",
    )


def start(folder: Path, log: IO[str]) -> subprocess.Popen[str]:
    """Start `serve.py` with the environment in ``folder``, which must not exist; ``log`` takes its error output. Raises
    `NoTrac`: as `library` does."""
    # Nothing of the packages here, which Trac would use otherwise (-S), nor of the folder of the script (-P).
    command = [sys.executable, "-S", "-P", str(Path(__file__).with_name("serve.py")), str(folder)]
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
        env={**os.environ, "PYTHONPATH": str(library())},
    )
