"""Finds the file that a call names: a download by its id, a file of an allowed folder, or what an address answers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from handrail.browser.types.file_names import MAX_BYTES
from handrail.documents.kinds import is_pdf
from handrail.results import Failed
from handrail.results.data.tabs import DownloadData
from handrail.tools.core.context import Context
from handrail.tools.support.local_files import allowed_file
from handrail.trust import External

if TYPE_CHECKING:
    # Playwright takes a moment to import.
    from handrail.browser.tabs.downloaded_file import DownloadedFile

ID = re.compile(r"d\d{1,6}")
_ENDINGS = {"text/html": ".html", "application/xhtml+xml": ".html", "application/json": ".json", "text/csv": ".csv"}
"""By content type, where the address does not say what it is."""


@dataclass(frozen=True, slots=True)
class DocumentSource:
    """A file to be read: how a later call names it, what it is called, whose text it holds, and whether that may be
    what a model made up."""

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


def find_file(ctx: Context, file: str) -> DocumentSource | Failed:
    """Return a download by its id, or a file by its path."""
    if (path := local_path(file)) is not None:
        found = allowed_file(ctx, path)
        return found if isinstance(found, Failed) else DocumentSource(file, found, found.name, "file")
    download = ctx.tabs.downloads.find(file)
    if download is None:
        return Failed("no_such_file", "There is no download of this id.", hint="list_downloads lists them.")
    return source_of(download)


def source_of(download: DownloadedFile) -> DocumentSource | Failed:
    """Return a download as a document."""
    if not download.is_here or download.path is None:
        return Failed(
            "not_here",
            f"The download {download.id} is not here: {download.state}.",
            hint="list_downloads lists those that are.",
        )
    name, url = download.name, download.url.raw
    called = name.raw + _ENDINGS.get(download.content_type, "")
    return DocumentSource(download.id, download.path, called, name.origin, url, name.tainted)


async def fetch_pdf(ctx: Context) -> DocumentSource | Failed:
    """Return the PDF that the address of the call answers, held to be read."""
    answer = await ctx.fetcher.get(max_bytes=MAX_BYTES, with_cookies=True)
    if answer.status >= 400:
        return Failed("http_error", f"The server answered with the status {answer.status}.", hint="Open it with goto.")
    if answer.cut:
        return Failed("too_large", f"The file is larger than {MAX_BYTES // 1_000_000} MB, so it was not read.")
    if not is_pdf(answer.data):
        return Failed("not_a_pdf", "The address answered with no PDF.", hint="Open it with goto.")
    return source_of(await ctx.fetcher.keep(answer, held=True))
