"""Send files, keep files, and write files."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field, field_validator, model_validator

from handrail.browser.types.file_names import MAX_BYTES, clean_name
from handrail.browser.types.network.addresses import origin_of
from handrail.results import Failed, Ok, Result, ToolFailed
from handrail.results.data.documents import WrittenFileData
from handrail.results.data.elements import UploadData
from handrail.results.data.tabs import DownloadData
from handrail.tools.core.context import Context
from handrail.tools.core.element_params import Ref
from handrail.tools.core.table import Params, Security, tool
from handrail.tools.support.documents.document_source import check_answer, download_data
from handrail.tools.support.local_files import allowed_file, is_address
from handrail.tools.support.run_files import (
    MAX_FILES,
    WRITTEN,
    has_written_ending,
    run_folder,
    save_bytes,
    save_text,
    write_alone,
)
from handrail.trust import External

UPLOADS = "uploads"
"""The folder of the run in which files are kept that were fetched to be uploaded."""


class UploadFile(Params):
    ref: Ref
    """The file field, or the button, label, container or drop zone it stands behind."""
    path: str = Field(min_length=1, max_length=4_096)
    """A file on this machine, in a folder that is allowed for uploads, or an address that is."""

    add: bool = False
    """Keep the files that the field holds, if it takes several."""

    @field_validator("path")
    @classmethod
    def _file_or_address(cls, path: str) -> str:
        if is_address(path):
            return path
        if "://" in path or path.lower().startswith(("data:", "blob:", "javascript:")):
            raise ValueError("only files of this machine, and of http and https addresses, can be uploaded")
        if "\0" in path:
            raise ValueError("it holds a character that no file name has")
        return path


@tool(
    effect="change",
    capability="upload",
    needs=("uploads",),
    value_field="path",
    label="Upload a file[: {what}]",
    rare=True,
    example={"ref": "e21", "path": "~/Documents/cv.pdf"},
    security=Security(reads_page=False, changes_state=True, sends_data=True, takes_text=True),
)
async def upload_file(ctx: Context, p: UploadFile) -> Result[UploadData[External]]:
    """Put a file into a file field or drop zone; often a further click sends it.

    The ref may be the button in front of the field. If there is no field, the file is dropped. It must exist, not be
    empty, and lie in a folder that the user allowed. A file at an address that they allowed is fetched first, without
    cookies, and kept in the run's folder."""
    source = await _upload_source(ctx, p.path)
    data: UploadData[External] = {"ref": p.ref, "file": source.name, "bytes": source.path.stat().st_size}
    uploaded = await ctx.tab.actions.set_files(p.ref, [source.path], add=p.add)
    if uploaded.dropped:
        data["dropped"] = True
    if uploaded.held:
        data["beside" if p.add else "in_place_of"] = uploaded.held
    return Ok(data)


@dataclass(frozen=True, slots=True)
class _Upload:
    """A file to upload. The name of one that was fetched is its server's."""

    path: Path
    name: str | External


async def _upload_source(ctx: Context, path: str) -> _Upload:
    """Return the file of a path or address that policy judged.

    Raises:
        ToolFailed: it is not there, may not be read, or cannot be kept.
        BrowserError: the address does not answer, or leads on to one that may not be followed.
    """
    if is_address(path):
        return await _fetch_upload(ctx)
    file = allowed_file(ctx, path)
    return _Upload(file, file.name)


async def _fetch_upload(ctx: Context) -> _Upload:
    folder = run_folder(ctx) / UPLOADS
    answer = await ctx.fetcher.get_upload(max_bytes=MAX_BYTES)
    check_answer(answer, "uploaded", hint="Check the address.")
    if not answer.data:
        raise ToolFailed(Failed("empty_file", "The address answered with an empty file.", hint="Use another address."))
    try:
        kept = await asyncio.to_thread(write_alone, folder, clean_name(answer.name), answer.data)
    except OSError as error:
        raise ToolFailed(Failed("cannot_save", f"The file cannot be kept: {error.strerror}.")) from error
    if kept is None:
        many = f"A run uploads at most {MAX_FILES} files of addresses."
        raise ToolFailed(Failed("too_many_files", many, recoverable=False))
    return _Upload(kept, External(kept.name, origin_of(answer.url), "page-info"))


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
    label="Download a file[: {what}]",
    ask=False,
    rare=True,
    example={"url": "https://example.org/prices.csv"},
    security=Security(reads_page=True, changes_state=False, sends_data=True, takes_text=True),
)
async def download(ctx: Context, p: Download) -> Result[DownloadData]:
    """Keep the file behind an address or link.

    For the user: it goes into the run's folder, under a clean name; the page stays as it is. A button that makes a
    file is for `click`. Fails if the server answers with an error, and for a ref that is no link."""
    answer = await ctx.fetcher.get(max_bytes=MAX_BYTES, with_cookies=True)
    check_answer(answer, "kept", hint="Open it with goto.")
    return Ok(download_data(await ctx.fetcher.keep(answer)))


class WriteFile(Params):
    name: str = Field(min_length=1, max_length=200)
    """With its ending: csv, tsv, json, jsonl, md or txt."""
    content: str = Field(max_length=400_000)
    """The text."""
    append: bool = False
    """Add to the file of that name that was written before."""


@tool(
    effect="control",
    label="Write a file[: {what}]",
    label_keys=("name",),
    rare=True,
    example={"name": "prices.csv", "content": "item,price\nKettle,30"},
    security=Security(reads_page=False, changes_state=False, sends_data=False, takes_text=False),
)
async def write_file(ctx: Context, p: WriteFile) -> Result[WrittenFileData]:
    """Write a file for the user.

    What was found, as CSV, JSON, Markdown or text, in the run's folder. Nothing is overwritten: a name that is
    taken gets a number."""
    run_folder(ctx)
    name = clean_name(p.name)
    if not has_written_ending(name):
        return Failed("wrong_ending", "Only text files are written.", hint=f"Endings: {', '.join(sorted(WRITTEN))}.")
    path = await save_text(ctx, name, p.content, append=p.append)
    return Ok({"file": path.name, "path": str(path), "bytes": path.stat().st_size})


class SavePdf(Params):
    name: str = Field("page.pdf", min_length=1, max_length=200)
    """What the file is called."""


@tool(
    effect="read",
    label="Save the page as PDF[: {what}]",
    label_keys=("name",),
    rare=True,
    example={"name": "receipt.pdf"},
    security=Security(reads_page=True, changes_state=False, sends_data=False, takes_text=False),
)
async def save_pdf(ctx: Context, p: SavePdf) -> Result[WrittenFileData]:
    """Save the page as a PDF for the user.

    As it would be printed, in the run's folder; the page learns that it is printed. Chromium with a window does not
    print."""
    run_folder(ctx)
    data = await ctx.tab.print_pdf()
    name = clean_name(p.name)
    name = name if name.lower().endswith(".pdf") else f"{name}.pdf"
    path = await save_bytes(ctx, name, data)
    return Ok({"file": path.name, "path": str(path), "bytes": len(data)})
