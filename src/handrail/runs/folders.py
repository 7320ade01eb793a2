"""The folders in which runs keep their files."""

from __future__ import annotations

import re
import secrets
import time
from pathlib import Path

from platformdirs import user_data_path

FOLDER_NAME = re.compile(r"\d{8}-\d{6}-[0-9a-f]{4}")
"""How `new_run_folder` names a folder."""
STATE_FILE = "state.json"
"""Cookies and local storage of a run that is not done, in its folder; only its owner can read it, and it is never
exported."""


def runs_folder() -> Path:
    """The folder of all runs, in the user's data folder."""
    return user_data_path("handrail", appauthor=False) / "runs"


def new_run_folder(parent: Path | None = None) -> Path:
    """A new run's folder, named so that folders sort by time. It is not created here: a run that keeps
    nothing leaves nothing."""
    name = f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}"
    return (parent or runs_folder()) / name
