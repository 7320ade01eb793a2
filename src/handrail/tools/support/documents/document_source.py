"""Finds the file that a call names: a download by its id, a file of an allowed folder, or what an address answers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from handrail.browser.types.file_names import MAX_BYTES
from handrail.documents.kinds import is_pdf
from handrail.results import Failed, ToolFailed
from handrail.results.data.tabs import DownloadData
from handrail.tools.core.context import Context
from handrail.tools.support.local_files import allowed_file
from handrail.trust import External

if TYPE_CHECKING:
    # Playwright takes a moment to import.
    from handrail.browser.network.fetching import Fetched
    from handrail.browser.tabs.downloaded_file import DownloadedFile

ID = re.compile(r"d\d{1,6}")
_ENDINGS = {"text/html": ".html", "application/xhtml+xml": ".html", "application/json": ".json", "text/csv": ".csv"}
"""By content type, where the address does not say what it is."""


@dataclass(frozen=True, slots=True)
class DocumentSource:
    """A file to be read: how a later call names it, its name, whose text it holds, and whether a model made that up."""

    handle: str
    path: Path
    name: str
    origin: str
    url: str = ""
    tainted: bool = False

    def outside(self, text: str, label: str) -> External:
        """Return a text of the file."""
        return External(text, self.origin, label, self.tainted)


def download_data(download: DownloadedFile) -> DownloadData:
    """Return a download as results show it."""
    return cast("DownloadData", download.to_dict())


def local_path(file: str | None) -> str | None:
    """Return what a call names as a file where that is a path on this machine, and no id of a download."""
    return None if file is None or ID.fullmatch(file) else file


def find_file(ctx: Context, file: str) -> DocumentSource:
    """Return a download by its id, name or path, or a file by its path. Raises `ToolFailed`: it is not there, or may
    not be read."""
    if (download := ctx.tabs.downloads.find(file)) is not None:
        return source_of(download)
    if (path := local_path(file)) is None:
        unknown = Failed("no_such_file", "There is no download of this id.", hint="list_downloads lists them.")
        raise ToolFailed(unknown)
    found = allowed_file(ctx, path)
    return DocumentSource(file, found, found.name, "file")


def source_of(download: DownloadedFile) -> DocumentSource:
    """Return a download as a document. Raises `ToolFailed`: it is not here."""
    if not download.is_here or download.path is None:
        missing = f"The download {download.id} is not here: {download.state}."
        raise ToolFailed(Failed("not_here", missing, hint="list_downloads lists those that are."))
    name, url = download.name, download.url.raw
    called = name.raw + _ENDINGS.get(download.content_type, "")
    return DocumentSource(download.id, download.path, called, name.origin, url, name.tainted)


def check_answer(answer: Fetched, wanted: str, *, hint: str) -> None:
    """Check whether an address answered with a whole file.

    Args:
        wanted: what was to be done with it, as a sentence about it has it: kept, read, uploaded.
        hint: what to try where the server answered with an error.

    Raises:
        ToolFailed: it answered with an error, or with a larger file.
    """
    if answer.status >= 400:
        raise ToolFailed(Failed("http_error", f"The server answered with the status {answer.status}.", hint=hint))
    if answer.cut:
        large = f"The file is larger than {MAX_BYTES // 1_000_000} MB, so it was not {wanted}."
        raise ToolFailed(Failed("too_large", large))


async def fetch_pdf(ctx: Context) -> DocumentSource:
    """Return the PDF that the address of the call answers, held to be read. Raises `ToolFailed`: it answers with an
    error, or with no PDF that is small enough."""
    answer = await ctx.fetcher.get(max_bytes=MAX_BYTES, with_cookies=True)
    check_answer(answer, "read", hint="Open it with goto.")
    if not is_pdf(answer.data):
        raise ToolFailed(Failed("not_a_pdf", "The address answered with no PDF.", hint="Open it with goto."))
    return source_of(await ctx.fetcher.keep(answer, held=True))
