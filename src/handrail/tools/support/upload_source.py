"""Finds the file to upload: one of this machine, or what an address answers, kept in the run's folder."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from handrail.browser.types.file_names import MAX_BYTES, clean_name
from handrail.browser.types.network.addresses import origin_of
from handrail.results import Failed, ToolFailed
from handrail.tools.core.context import Context
from handrail.tools.support.documents.document_source import check_answer
from handrail.tools.support.local_files import allowed_file, is_address
from handrail.tools.support.run_files import MAX_FILES, run_folder, write_alone
from handrail.trust import External

FOLDER = "uploads"


@dataclass(frozen=True, slots=True)
class UploadSource:
    """A file to upload. The name of one that was fetched is its server's."""

    path: Path
    name: str | External


async def upload_source(ctx: Context, path: str) -> UploadSource:
    """Return the file of a path or address that policy judged.

    Raises:
        ToolFailed: it is not there, may not be read, or cannot be kept.
        BrowserError: the address does not answer, or leads on to one that may not be followed.
    """
    if is_address(path):
        return await _fetch(ctx)
    file = allowed_file(ctx, path)
    return UploadSource(file, file.name)


async def _fetch(ctx: Context) -> UploadSource:
    folder = run_folder(ctx) / FOLDER
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
    return UploadSource(kept, External(kept.name, origin_of(answer.url), "page-info"))
