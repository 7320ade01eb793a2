"""The folders in which runs keep their files."""

from __future__ import annotations

import os
import re
import secrets
import tempfile
import time
from contextlib import AbstractContextManager
from pathlib import Path

from platformdirs import user_data_path

from handrail.errors import explain_os_errors
from handrail.options import flag_and_keyword
from handrail.session_options import SessionOptions

FOLDER_NAME = re.compile(r"\d{8}-\d{6}-[0-9a-f]{4}")
"""How `new_run_folder` names a folder."""
STATE_FILE = "state.json"
"""Cookies and local storage of a run that is not done, in its folder; never exported."""
KEPT = ("downloads", "files")
"""Folders of a run with what was downloaded and kept, and what was written; files that were only read lie elsewhere."""


def runs_folder() -> Path:
    """Return the folder of all runs, in the user's data folder."""
    return user_data_path("handrail", appauthor=False) / "runs"


def new_run_folder(parent: Path | None = None) -> Path:
    """Return a new run's folder, named so that folders sort by time. It is created when it is needed."""
    name = f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}"
    return (parent or runs_folder()) / name


def kept_files(run_dir: Path) -> list[Path]:
    """Return the files of a run that are for the user, the oldest first."""
    # A file that is being written has a name that begins with a dot.
    found = [file for folder in KEPT for file in (run_dir / folder).glob("[!.]*") if file.is_file()]
    return sorted(found, key=lambda file: (file.stat().st_mtime_ns, file.name))


def check_writable(folder: Path) -> None:
    """Raise `UsageError` where files cannot be written into a folder, or the folder cannot be made."""
    with explain_unwritable(folder):
        # The folder itself is neither made nor removed: other sessions may begin in it at the same moment.
        nearest = next((at for at in (folder, *folder.parents) if os.path.lexists(at)), folder)
        with tempfile.TemporaryDirectory(prefix=".", dir=nearest):
            pass


def explain_unwritable(folder: Path) -> AbstractContextManager[None]:
    """Raise `UsageError` where an `OSError` comes of writing into a run's folder."""
    hint = f"Name another with {flag_and_keyword('--run-dir FOLDER', SessionOptions)}."
    return explain_os_errors(f"The run's folder {folder} cannot be written", hint)
