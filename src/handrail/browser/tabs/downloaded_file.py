"""Describes a file that a page handed over, and its place on the disk."""

from __future__ import annotations

import contextlib
import io
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playwright.async_api import Download

from handrail.browser.types.file_names import free_path
from handrail.private_files import new_private_file, private_folder
from handrail.trust import External

MAX_NAME_CHARS = 200
MAX_URL_CHARS = 2_000
"""Of what a result shows."""
NOT_KEPT = (
    "The user's rules keep no file here that they did not ask for, or this session keeps none; the user can allow it."
)
TOO_LARGE = "It is larger than this session keeps, alone or with the files before it."
State = Literal["arriving", "saved", "held", "failed", "too_large", "not_kept"]
"""``held``: here to be read, not among the files that the run keeps for the user."""


@dataclass(slots=True)
class DownloadedFile:
    """One file. ``name`` is the page's name for it, tainted if the file may hold what a model made up; ``path`` is
    where it is, under our clean name; ``failure`` says why it failed."""

    id: str
    name: External
    url: External
    state: State = "arriving"
    size: int = 0
    path: Path | None = None
    content_type: str = ""
    failure: str = ""

    def to_dict(self) -> dict[str, External | int | str]:
        """Return the file as a result shows it."""
        name, url = self.name.shorten(MAX_NAME_CHARS), self.url.map(_without_content).shorten(MAX_URL_CHARS)
        out: dict[str, External | int | str] = {"id": self.id, "name": name, "url": url, "state": self.state}
        if why := {"not_kept": NOT_KEPT, "too_large": TOO_LARGE, "failed": self.failure}.get(self.state):
            out["why"] = why
        if self.state == "saved" and (path := self.path) is not None:
            out |= {"bytes": self.size, "file": self.name.map(lambda _: path.name)}
            out["path"] = self.name.map(lambda _: str(path))
        return out | ({"read_with": self.reader} if self.is_here else {})

    @property
    def is_here(self) -> bool:
        """Whether the file can be read."""
        return self.state in ("saved", "held") and self.path is not None

    @property
    def reader(self) -> str:
        """The name of the tool that reads it."""
        is_pdf = self.name.raw.lower().endswith(".pdf") or self.content_type == "application/pdf"
        return "read_pdf" if is_pdf else "read_download"


def bytes_so_far(download: Download) -> int:
    """Return how many bytes a browser of this machine has written of a file that is still on its way. No public API
    names the place of such a file; 0 if this version keeps it elsewhere."""
    at: object = download
    for name in ("_impl_obj", "_artifact", "absolute_path"):
        at = getattr(at, name, None)
    size = 0
    for path in (Path(at), Path(f"{at}.crdownload")) if isinstance(at, str) else ():
        with contextlib.suppress(OSError):
            size = max(size, path.stat().st_size)
    return size


def _without_content(url: str) -> str:
    """Return a `data:` address without its content, which is the whole file; other addresses as they are."""
    return url.partition(",")[0] if url.startswith("data:") else url


def media_type(header: str) -> str:
    """Return the media type of a ``Content-Type``, without its parameters."""
    return header.partition(";")[0].strip().lower()


def copy_file(source: Path | io.BytesIO, folder: Path, name: str) -> Path:
    """Copy a file into the run's folder, for its owner alone: Playwright would keep the modes of the browser's copy."""
    private_folder(folder)
    while True:
        path = free_path(folder, name)
        # Another file may take the name in the meantime.
        with contextlib.suppress(FileExistsError), new_private_file(path) as there:
            with source.open("rb") if isinstance(source, Path) else io.BytesIO(source.getbuffer()) as here:
                shutil.copyfileobj(here, there)
            return path
