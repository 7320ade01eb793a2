"""Files of this machine that a call may read: those of the folders that the user allowed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from handrail.results import Failed, ToolFailed
from handrail.tools.core.context import Context


def allowed_file(ctx: Context, path: str) -> Path:
    """Return the real file after links and ``..``. Policy judged the same path before; between then and now it can have
    become another one, so it is judged here again, where it is used. Raises `ToolFailed`: it is not there, or may not
    be read."""
    try:
        file = real_path(path, ctx.files.upload_dirs)
        fault = _fault(ctx, file)
    except (RuntimeError, OSError, ValueError):
        fault = Failed("no_such_file", "The path cannot be resolved.", hint="Give the full path of a file.")
    if fault is not None:
        raise ToolFailed(fault)
    return file


def real_path(path: str, folders: Sequence[Path]) -> Path:
    """Return a path after links and ``..``. A relative one is of the current folder; where uploads may not come from
    there, of the one folder that has such a file: a model knows a file by the name that the user gave, and not where
    the program runs. Raises what resolving raises."""
    here = Path(path).expanduser().resolve()
    if Path(path).is_absolute() or any(map(here.is_relative_to, folders)):
        return here
    found = {
        file for folder in folders if (file := (folder / path).resolve()).is_relative_to(folder) and file.is_file()
    }
    return found.pop() if len(found) == 1 else here


def is_address(path: str) -> bool:
    """Return whether what a call names as a file is a web address."""
    return path.strip().lower().startswith(("http://", "https://"))


def _fault(ctx: Context, file: Path) -> Failed | None:
    """Return why a real file may not or cannot be read; None for one that can."""
    is_written = ctx.caller == "model" and ctx.files.is_of_run(file)
    if is_written or not any(file.is_relative_to(folder) for folder in ctx.files.upload_dirs):
        return Failed("not_permitted", "This action is not permitted.", recoverable=False)
    if not file.exists():
        return Failed("no_such_file", "There is no such file.", hint="Check the name of the file and its folder.")
    if not file.is_file():
        return Failed("not_a_file", "The path is not a file.", hint="Name one file; folders cannot be uploaded.")
    if not os.access(file, os.R_OK):
        return Failed("unreadable_file", "The file cannot be read.", hint="Its permissions do not allow it.")
    if file.stat().st_size == 0:
        return Failed("empty_file", "The file is empty.", hint="Choose a file that holds something.")
    return None
