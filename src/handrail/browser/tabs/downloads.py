"""Files that pages hand over: kept in the run's folder under a cleaned name, or refused and said to be."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from playwright.async_api import Error as PlaywrightError

from handrail.browser.types.addresses import origin_of
from handrail.private_files import create_private, private_folder
from handrail.trust import External

if TYPE_CHECKING:
    from playwright.async_api import Download, Response

MAX_BYTES = 100_000_000
DEADLINE = 120.0
"""Seconds that a file may take to arrive."""
State = Literal["arriving", "saved", "failed", "too_large", "not_kept"]

_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]+')
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)


@dataclass(slots=True)
class Arrival:
    """One file. ``name`` is the page's word for it; ``path`` is where it stands under our cleaned name."""

    id: str
    name: External
    url: External
    state: State = "arriving"
    size: int = 0
    path: Path | None = None

    def told(self) -> dict[str, External | int | str]:
        """As a result shows it."""
        out: dict[str, External | int | str] = {
            "id": self.id,
            "name": self.name,
            "url": self.url,
            "state": self.state,
        }
        if self.state == "saved" and self.path is not None:
            out |= {"bytes": self.size, "file": External(self.path.name, self.name.origin, "page-info")}
        return out


class Downloads:
    """The downloads of a session.

    Args:
        folder: where files are kept; None keeps none: they are cancelled and reported.
        max_bytes: a larger file is not kept.
    """

    def __init__(self, folder: Path | None, max_bytes: int = MAX_BYTES) -> None:
        self.arrivals: list[Arrival] = []
        self.keeps: Callable[[str], bool] | None = None
        """Whether a file from this address is kept; None keeps all."""
        self._folder = folder
        self._max_bytes = max_bytes
        self._announced_too_large: set[str] = set()
        self._told = 0
        self._late: list[Arrival] = []
        """Told while they were still on their way."""
        self._begun = asyncio.Event()
        self._running: set[asyncio.Task[None]] = set()

    @property
    def count(self) -> int:
        return len(self.arrivals)

    @property
    def running(self) -> bool:
        """Some are still on their way."""
        return bool(self._running)

    def answered(self, response: Response) -> None:
        """A listener on every page: a file that is announced as too large is stopped before it is here."""
        if int(response.headers.get("content-length") or 0) > self._max_bytes:
            self._announced_too_large.add(response.url)

    def started(self, download: Download) -> None:
        """A listener on every page."""
        origin = origin_of(download.url)
        arrival = Arrival(
            f"d{self.count + 1}",
            External(download.suggested_filename, origin, "page-info"),
            External(download.url, origin, "page-info"),
        )
        self.arrivals.append(arrival)
        self._begun.set()
        wanted = self.keeps is None or self.keeps(download.url)
        task = asyncio.get_running_loop().create_task(self._keep(arrival, download, wanted))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def untold(self, seconds: float) -> list[Arrival]:
        """Those that were not told before, waited for at most ``seconds``, and those that have come since then."""
        since, self._told = self._told, self.count
        come = [arrival for arrival in self._late if arrival.state != "arriving"]
        told = [*come, *await self._arrive(since, seconds)]
        late = [arrival for arrival in [*self._late, *told] if arrival.state == "arriving"]
        self._late = late
        return told

    async def expected(self, since: int, seconds: float) -> list[Arrival]:
        """Those after the ``since`` first ones, where one is known to come: the browser may tell a little later."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.count == since:
                    self._begun.clear()
                    await self._begun.wait()
        return await self._arrive(since, seconds)

    async def _arrive(self, since: int, seconds: float) -> list[Arrival]:
        if self.count > since and self._running:
            await asyncio.wait(set(self._running), timeout=seconds)
        return self.arrivals[since:]

    async def _keep(self, arrival: Arrival, download: Download, wanted: bool) -> None:
        try:
            async with asyncio.timeout(DEADLINE):
                arrival.state = await self._save(arrival, download, wanted)
        except (PlaywrightError, TimeoutError, OSError) as error:
            arrival.state = "failed"
            if isinstance(error, TimeoutError):
                # One without end would fill the disk.
                with contextlib.suppress(PlaywrightError):
                    await download.cancel()

    async def _save(self, arrival: Arrival, download: Download, wanted: bool) -> State:
        if self._folder is None or not wanted:
            await download.cancel()
            return "not_kept"
        if download.url in self._announced_too_large:
            await download.cancel()
            return "too_large"
        source = await download.path()
        arrival.size = source.stat().st_size
        if arrival.size > self._max_bytes:
            await download.delete()
            return "too_large"
        arrival.path = await asyncio.to_thread(_take, source, self._folder, clean_name(arrival.name.raw))
        return "saved"


def _take(source: Path, folder: Path, name: str) -> Path:
    """Copy a file into the run's folder, for its owner alone: Playwright would keep the modes of the browser's copy."""
    private_folder(folder)
    while True:
        path = free_path(folder, name)
        # Another file may take the name in the meantime.
        with contextlib.suppress(FileExistsError), os.fdopen(create_private(path), "wb") as there:
            with source.open("rb") as here:
                shutil.copyfileobj(here, there)
            return path


def clean_name(name: str) -> str:
    """A file name that means nothing to a shell, a path or Windows, whatever the page called it."""
    name = unicodedata.normalize("NFC", name)
    name = "".join(char for char in name if unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn"))
    name = _UNSAFE.sub("_", name).strip(" .~-")
    stem, dot, suffix = name.rpartition(".")
    if dot and 0 < len(suffix) <= 10:
        name = stem[: 100 - len(suffix)].rstrip(" .") + dot + suffix
    else:
        name = name[:100].rstrip(" .")
    if not name or _RESERVED.match(name):
        name = f"file_{name}".rstrip("_")
    return name


def free_path(folder: Path, name: str) -> Path:
    """``name`` in ``folder``, with a number where it is taken: nothing is overwritten."""
    path = folder / name
    number = 2
    while path.exists() or path.is_symlink():
        path = folder / f"{Path(name).stem}-{number}{Path(name).suffix}"
        number += 1
    return path
