"""Upload files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from pydantic import Field, field_validator

from handrail.results import Failed, Ok, Result
from handrail.results.data import UploadData
from handrail.tools.core.context import Context
from handrail.tools.core.element_params import Ref
from handrail.tools.core.table import Params, Security, tool


class UploadFile(Params):
    ref: Ref
    """The file field, or the button, label, container or drop zone it stands behind."""
    path: str = Field(min_length=1, max_length=4_096)
    """A file on this machine, in a folder that is allowed for uploads."""

    @field_validator("path")
    @classmethod
    def _local(cls, path: str) -> str:
        if "://" in path or path.lower().startswith(("data:", "blob:", "javascript:")):
            raise ValueError("only files of this machine can be uploaded, not addresses")
        if "\0" in path:
            raise ValueError("it holds a character that no file name has")
        return path


@tool(
    effect="change",
    capability="upload",
    needs=("uploads",),
    ref_fields=("ref",),
    value_field="path",
    label_keys=("path", "ref"),
    example={"ref": "e21", "path": "~/Documents/cv.pdf"},
    security=Security(reads_page=False, changes_state=True, sends_data=True, takes_text=True),
)
async def upload_file(ctx: Context, p: UploadFile) -> Result[UploadData]:
    """Put a local file into the page's file field; pages often need a further click to send it.

    The ref may be the button or drop zone in front of it. The file must exist, hold something, and lie in a folder that
    the user allowed."""
    file = _allowed_file(p.path, ctx.files.upload_dirs)
    if isinstance(file, Failed):
        return file
    size = file.stat().st_size
    await ctx.tab.actions.set_files(p.ref, [file])
    return Ok({"ref": p.ref, "file": file.name, "bytes": size})


def _allowed_file(path: str, folders: Sequence[Path]) -> Path | Failed:
    """The real file after links and ``..``. Policy judged the same path before; between then and now it can have become
    another one, so it is judged here again, where it is used."""
    try:
        return _checked(Path(path).expanduser().resolve(), folders)
    except (RuntimeError, OSError, ValueError):
        return Failed("no_such_file", "The path cannot be resolved.", hint="Give the full path of a file.")


def _checked(file: Path, folders: Sequence[Path]) -> Path | Failed:
    if not any(file.is_relative_to(folder) for folder in folders):
        return Failed("not_permitted", "This action is not permitted.", recoverable=False)
    if not file.exists():
        return Failed("no_such_file", "There is no such file.", hint="Check the name of the file and its folder.")
    if not file.is_file():
        return Failed("not_a_file", "The path is not a file.", hint="Name one file; folders cannot be uploaded.")
    if not os.access(file, os.R_OK):
        return Failed("unreadable_file", "The file cannot be read.", hint="Its permissions do not allow it.")
    if file.stat().st_size == 0:
        return Failed("empty_file", "The file is empty.", hint="Choose a file that holds something.")
    return file
