"""Where runs keep what they keep."""

from __future__ import annotations

import re
import secrets
import time
from pathlib import Path

from platformdirs import user_data_path

NAMED = re.compile(r"\d{8}-\d{6}-[0-9a-f]{4}")
"""How `new_run_folder` names them."""


STATE = "state.json"
"""Cookies and local storage of a run that is not done, in its folder; for their owner alone, and handed to nobody."""


def runs_folder() -> Path:
    """The folder of all runs, in the user's data folder."""
    return user_data_path("handrail", appauthor=False) / "runs"


def new_run_folder(parent: Path | None = None) -> Path:
    """A new run's folder, named so that folders sort by time. It is not made here: a run that keeps nothing leaves
    nothing."""
    name = f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}"
    return (parent or runs_folder()) / name
