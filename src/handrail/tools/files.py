"""Send files, keep files, and write files."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from pydantic import Field, field_validator, model_validator

from handrail.browser.tabs.downloads import MAX_BYTES, clean_name, free_path
from handrail.private_files import create_private, private_folder
from handrail.results import Failed, Ok, Result
from handrail.results.data import DownloadData, UploadData
from handrail.results.document_data import WrittenFileData
from handrail.tools.core.context import Context
from handrail.tools.core.element_params import Ref
from handrail.tools.core.table import Params, Security, tool
from handrail.tools.support.document_source import download_data
from handrail.tools.support.local_files import allowed_file


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
    file = allowed_file(p.path, ctx.files.upload_dirs)
    if isinstance(file, Failed):
        return file
    size = file.stat().st_size
    await ctx.tab.actions.set_files(p.ref, [file])
    return Ok({"ref": p.ref, "file": file.name, "bytes": size})


class Download(Params):
    url: str | None = Field(None, min_length=1, max_length=4_000)
    """The file's address."""
    ref: Ref | None = None
    """A link to it."""

    @model_validator(mode="after")
    def _one_source(self) -> Download:
        if (self.url is None) == (self.ref is None):
            raise ValueError("give one of url and ref")
        return self


@tool(
    effect="read",
    capability="download",
    value_field="url",
    ref_fields=("ref",),
    label_keys=("url", "ref"),
    ask=False,
    rare=True,
    example={"url": "https://example.org/prices.csv"},
    security=Security(reads_page=True, changes_state=False, sends_data=True, takes_text=True),
)
async def download(ctx: Context, p: Download) -> Result[DownloadData]:
    """Keep the file behind an address or link for the user.

    It goes into the run's folder, under a clean name; the page stays as it is. A button that makes a file is for
    `click`. Fails where the server answers with an error, and for a ref that is no link."""
    answer = await ctx.fetcher.get(max_bytes=MAX_BYTES, with_cookies=True)
    if answer.status >= 400:
        return Failed("http_error", f"The server answered with the status {answer.status}.", hint="Open it with goto.")
    if answer.cut:
        return Failed("too_large", f"The file is larger than {MAX_BYTES // 1_000_000} MB, so it was not kept.")
    return Ok(download_data(await ctx.fetcher.keep(answer)))


WRITTEN = frozenset(("csv", "tsv", "json", "jsonl", "md", "txt"))
"""Endings of files that may be written: text, and nothing that runs when it is opened."""
MAX_FILES = 50
MAX_WRITTEN = 5_000_000
"""Bytes that one written file may have."""


class WriteFile(Params):
    name: str = Field(min_length=1, max_length=200)
    """With its ending: csv, tsv, json, jsonl, md or txt."""
    content: str = Field(max_length=400_000)
    """The text."""
    append: bool = False
    """Add to the file of that name that was written before."""


@tool(
    effect="control",
    label_keys=("name",),
    rare=True,
    example={"name": "prices.csv", "content": "item,price\nKettle,30"},
    security=Security(reads_page=False, changes_state=False, sends_data=False, takes_text=False),
)
async def write_file(ctx: Context, p: WriteFile) -> Result[WrittenFileData]:
    """Write what you found into a file for the user.

    CSV, JSON, Markdown or text, in the run's folder. Nothing is overwritten: a name that is taken gets a number."""
    folder = _files_folder(ctx)
    if folder is None:
        return _keeps_none()
    name = clean_name(p.name)
    if name.rpartition(".")[2].lower() not in WRITTEN:
        return Failed("wrong_ending", "Only text files are written.", hint=f"Endings: {', '.join(sorted(WRITTEN))}.")
    try:
        path = await asyncio.to_thread(_write_text, folder, name, p.content, append=p.append)
    except OSError as error:
        return Failed("cannot_save", f"The file cannot be written: {error.strerror}.", hint="Use another name.")
    if path is None:
        return Failed(
            "too_many_files",
            f"A run writes at most {MAX_FILES} files, of {MAX_WRITTEN // 1_000_000} MB each.",
            hint="Put more into one file, or less into each.",
        )
    return Ok({"file": path.name, "bytes": path.stat().st_size})


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
    if len(data) > MAX_WRITTEN or sum(1 for _ in folder.iterdir()) >= MAX_FILES:
        return None
    path = free_path(folder, name)
    with os.fdopen(create_private(path), "wb") as file:
        file.write(data)
    return path


class SavePdf(Params):
    name: str = Field("page.pdf", min_length=1, max_length=200)
    """What the file is called."""


@tool(
    effect="read",
    label_keys=("name",),
    rare=True,
    example={"name": "receipt.pdf"},
    security=Security(reads_page=True, changes_state=False, sends_data=False, takes_text=False),
)
async def save_pdf(ctx: Context, p: SavePdf) -> Result[WrittenFileData]:
    """Save the page as a PDF for the user.

    As it would be printed, in the run's folder; the page learns that it is printed. Chromium with a window does not
    print."""
    folder = _files_folder(ctx)
    if folder is None:
        return _keeps_none()
    data = await ctx.tab.print_pdf()
    name = clean_name(p.name)
    name = name if name.lower().endswith(".pdf") else f"{name}.pdf"
    try:
        path = await asyncio.to_thread(_write_bytes, folder, name, data)
    except OSError as error:
        return Failed("cannot_save", f"The file cannot be written: {error.strerror}.", hint="Use another name.")
    return Ok({"file": path.name, "bytes": len(data)})


def _write_bytes(folder: Path, name: str, data: bytes) -> Path:
    private_folder(folder)
    path = free_path(folder, name)
    with os.fdopen(create_private(path), "wb") as file:
        file.write(data)
    return path


def _files_folder(ctx: Context) -> Path | None:
    return ctx.files.run_dir / "files" if ctx.files.run_dir is not None else None


def _keeps_none() -> Failed:
    return Failed("not_available", "This session keeps no files.", hint="Give it a run folder.", recoverable=False)
