"""Writes files of the run: into its folder ``files``, under a clean name, overwriting nothing."""

from __future__ import annotations

import asyncio
import csv
import errno
import io
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from handrail.browser.types.file_names import clean_name, free_path
from handrail.private_files import new_private_file, private_folder
from handrail.results import Failed, ToolFailed
from handrail.tools.core.context import Context

FOLDER = "files"
WRITTEN = frozenset(("csv", "tsv", "json", "jsonl", "md", "txt"))
"""Endings of files that may be written: text, and nothing that runs when it is opened."""
MAX_FILES = 50
MAX_WRITTEN = 5_000_000
"""Bytes that one written file may have."""


def run_folder(ctx: Context) -> Path:
    """Return the folder of the run. Raises `ToolFailed`: the session keeps no files."""
    if ctx.files.run_dir is None:
        none = "This session keeps no files."
        raise ToolFailed(Failed("not_available", none, hint="Give it a run folder.", recoverable=False))
    return ctx.files.run_dir


async def save_text(ctx: Context, name: str, text: str, *, append: bool = False) -> Path:
    """Write a file of the run, or add to one that this session wrote, and return it. Raises `ToolFailed`: the session
    keeps no files, or this one cannot be written."""
    ours = ctx.files.written
    path = await _save(ctx, lambda folder: _write_text(folder, name, text, append=append and folder / name in ours))
    ours.add(path)
    return path


async def save_bytes(ctx: Context, name: str, data: bytes) -> Path:
    """Save bytes as `save_text` does text, and always into a new file."""
    return await _save(ctx, lambda folder: _write_bytes(folder, name, data))


async def _save(ctx: Context, write: Callable[[Path], Path | None]) -> Path:
    """Return the file that ``write`` wrote; it returns None where that would be too large, or one too many."""
    folder = run_folder(ctx) / FOLDER
    try:
        path = await asyncio.to_thread(write, folder)
    except OSError as error:
        raise ToolFailed(_cannot_save(error)) from error
    if path is None:
        most = f"A run writes at most {MAX_FILES} files, of {MAX_WRITTEN // 1_000_000} MB each."
        raise ToolFailed(Failed("too_many_files", most, hint="Put more into one file, or less into each."))
    return path


def _cannot_save(error: OSError) -> Failed:
    """Return the error of a file that cannot be written, by its name or in its folder."""
    if error.errno in (errno.ENAMETOOLONG, errno.EINVAL, errno.EISDIR, errno.EEXIST):
        return Failed("cannot_save", f"The file cannot be written: {error.strerror}.", hint="Use another name.")
    return Failed("cannot_save", f"The run's folder cannot be written: {error.strerror}.")


def has_written_ending(name: str, endings: Iterable[str] = WRITTEN) -> bool:
    """Return whether a clean name ends in one of the endings."""
    return name.rpartition(".")[2].lower() in endings


def _write_text(folder: Path, name: str, text: str, *, append: bool) -> Path | None:
    """Write a file, or add to one; None where that would be too much."""
    private_folder(folder)
    path, data = folder / name, text.encode("utf-8", "replace")
    if append and path.is_file() and not path.is_symlink():
        if path.stat().st_size + len(data) > MAX_WRITTEN:
            return None
        with path.open("ab") as file:
            file.write(data)
        return path
    if len(data) > MAX_WRITTEN:
        return None
    return _write_bytes(folder, name, data)


def _write_bytes(folder: Path, name: str, data: bytes) -> Path | None:
    """Write a new file; None where the run has written too many."""
    private_folder(folder)
    if sum(1 for _ in folder.iterdir()) >= MAX_FILES:
        return None
    path = free_path(folder, name)
    with new_private_file(path) as file:
        file.write(data)
    return path


def write_alone(folder: Path, name: str, data: bytes) -> Path | None:
    """Write a new file under its own name, into a folder of its own; None where there are too many of these. Raises
    `OSError`: it cannot be written."""
    number = sum(1 for _ in private_folder(folder).iterdir()) + 1
    return _write_bytes(folder / str(number), name, data) if number <= MAX_FILES else None


async def save_records(ctx: Context, name: str, columns: Sequence[str], rows: Iterable[Sequence[str | None]]) -> Path:
    """Write records as CSV, or as JSON lines where the name ends so, and return the file. Raises `ToolFailed`: the name
    ends otherwise; or as of `save_text`."""
    run_folder(ctx)
    clean = clean_name(name)
    if not has_written_ending(clean, ("csv", "jsonl")):
        wrong = "Records are saved as csv or jsonl."
        raise ToolFailed(Failed("wrong_ending", wrong, hint="Give a name such as prices.csv."))
    masked = [[None if cell is None else ctx.vault.mask_text(cell) for cell in row] for row in rows]
    text = _json_lines(columns, masked) if clean.lower().endswith("jsonl") else _csv(columns, masked)
    return await save_text(ctx, clean, text)


def _csv(columns: Sequence[str], rows: Iterable[Sequence[str | None]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([columns, *rows] if columns else rows)
    return out.getvalue()


def _json_lines(columns: Sequence[str], rows: Iterable[Sequence[str | None]]) -> str:
    made = (dict(zip(columns, row, strict=False)) if columns else row for row in rows)
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in made)
