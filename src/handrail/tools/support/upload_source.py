"""Finds the file to upload: one of this machine, or what an address answers, kept in the run's folder."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from handrail.browser.types.file_names import MAX_BYTES, clean_name
from handrail.browser.types.network.addresses import origin_of
from handrail.results import Failed
from handrail.tools.core.context import Context
from handrail.tools.support.local_files import allowed_file, is_address
from handrail.tools.support.run_files import MAX_FILES, keeps_none, write_alone
from handrail.trust import External

FOLDER = "uploads"


@dataclass(frozen=True, slots=True)
class UploadSource:
    """A file to upload. The name of one that was fetched is its server's."""

    path: Path
    name: str | External


async def upload_source(ctx: Context, path: str) -> UploadSource | Failed:
    """Return the file of a path or address that policy judged.

    Raises:
        BrowserError: the address does not answer, or leads on to one that may not be followed.
    """
    if is_address(path):
        return await _fetched(ctx)
    file = allowed_file(ctx, path)
    return file if isinstance(file, Failed) else UploadSource(file, file.name)


async def _fetched(ctx: Context) -> UploadSource | Failed:
    if ctx.files.run_dir is None:
        return keeps_none()
    answer = await ctx.fetcher.get_upload(max_bytes=MAX_BYTES)
    if answer.status >= 400:
        return Failed("http_error", f"The server answered with the status {answer.status}.", hint="Check the address.")
    if answer.cut:
        return Failed("too_large", f"The file is larger than {MAX_BYTES // 1_000_000} MB, so it was not uploaded.")
    if not answer.data:
        return Failed("empty_file", "The address answered with an empty file.", hint="Use another address.")
    name = clean_name(answer.name)
    try:
        kept = await asyncio.to_thread(write_alone, ctx.files.run_dir / FOLDER, name, answer.data)
    except OSError as error:
        return Failed("cannot_save", f"The file cannot be kept: {error.strerror}.")
    if kept is None:
        return Failed("too_many_files", f"A run uploads at most {MAX_FILES} files of addresses.", recoverable=False)
    return UploadSource(kept, External(kept.name, origin_of(answer.url), "page-info"))
