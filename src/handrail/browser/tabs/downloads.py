"""Saves the files that pages hand over in the run's folder, under clean names, or refuses them and reports that."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Download, Response
from playwright.async_api import Error as PlaywrightError

from handrail.browser.tabs.downloaded_file import DownloadedFile, State, bytes_so_far, copy_file, media_type
from handrail.browser.types.errors import FileNotKept
from handrail.browser.types.file_names import MAX_BYTES, clean_name
from handrail.browser.types.network.addresses import digest_of, origin_of
from handrail.browser.types.side_effects import ArrivingFile
from handrail.trust import External

DOWNLOAD_TIMEOUT = 120.0
UNASKED_TIMEOUT = 10.0
"""Seconds for a file of unknown size that nobody asked for: it may never end, and no event would tell."""
WATCH_INTERVAL = 0.05
"""Seconds between two looks at the size of a file that is still on its way: no event reports it."""
MOST_ANSWERS = 200
MOST_HELD, MOST_HELD_AT_ONCE, MAX_HELD_BYTES = 100, 3, 300_000_000
"""Limits of the files of a session that are held only to be read: how many, how many on their way at a time, and how
many bytes. A page could hand over as many as it likes."""
MOST_OF_ONE_ACT, MAX_KEPT_BYTES = 100, 1_000_000_000
"""The most files that one act may bring, and the most bytes of all files of a session."""
SHOWN = frozenset(("application/pdf", "text/csv"))
"""Content types of documents that a browser shows in a tab, or hands over as a file if it has no viewer."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """What the headers of an answer say of a file; ``attached``: it is to be saved."""

    content_type: str = ""
    attached: bool = True
    has_size: bool = False


class Downloads:
    """The downloads of a session. ``folder``: where files are kept; None keeps none: they are cancelled and
    reported."""

    def __init__(self, folder: Path | None, max_bytes: int = MAX_BYTES) -> None:
        self._files: list[DownloadedFile] = []
        self.may_save: Callable[[ArrivingFile], bool] | None = None
        """Whether a file may be saved; None allows all."""
        self.ask_to_save: Callable[[ArrivingFile], Awaitable[bool]] | None = None
        """Asks whether to save a file that `may_save` does not allow; None asks nobody."""
        self.mask_text: Callable[[str], str] = str
        """Hides secrets in the name of a file, which its page chooses."""
        self._undecided = set[asyncio.Future[bool]]()
        self._folder = folder
        self._max_bytes = max_bytes
        self._announced_too_large: set[bytes] = set()
        self._answers: OrderedDict[bytes, _Answer] = OrderedDict()
        """The latest answers, by digests of their addresses."""
        self._reported = 0
        self._late: list[DownloadedFile] = []
        """Files that were reported while they were still on their way."""
        self._started = asyncio.Event()
        self._running: set[asyncio.Task[None]] = set()
        self._held = 0
        self._held_bytes = 0
        self._holding = 0
        """Of the held files: how many have arrived, their bytes, and how many are on their way."""

    @property
    def count(self) -> int:
        """How many downloads have started."""
        return len(self._files)

    @property
    def running(self) -> bool:
        """Whether files are still on their way."""
        return bool(self._running)

    def on_response(self, response: Response) -> None:
        """Note what the answer says of a file: one that is announced as too large is stopped before it arrives."""
        attached = response.headers.get("content-disposition", "").lower().startswith("attachment")
        length = response.headers.get("content-length") or ""
        has_size = length.isascii() and length.isdigit()
        address = digest_of(response.url)
        self._answers[address] = _Answer(response.headers.get("content-type", ""), attached, has_size)
        if len(self._answers) > MOST_ANSWERS:
            self._answers.popitem(last=False)
        if has_size and (len(length) > 18 or int(length) > self._max_bytes):
            self._announced_too_large.add(address)

    def on_download(self, download: Download, *, tainted: bool) -> None:
        """Listen on every page. ``tainted``: a tab holds what a model made up, which then may be in the file."""
        answer = self._answers.get(digest_of(download.url), _Answer())
        file = self._new_file(download.suggested_filename, download.url, answer.content_type, tainted=tainted)
        self._files.append(file)
        self._started.set()
        arriving = ArrivingFile(download.url, clean_name(file.name.raw), answer.content_type)
        wanted = self.may_save is None or self.may_save(arriving)
        is_full = self.count - self._reported > MOST_OF_ONE_ACT
        wanted = wanted and not is_full
        has_room = self._held < MOST_HELD and self._holding < MOST_HELD_AT_ONCE
        held = not (wanted or is_full) and not answer.attached and file.content_type in SHOWN and has_room
        self._held += held
        self._holding += held
        seconds = UNASKED_TIMEOUT if held and not answer.has_size else DOWNLOAD_TIMEOUT
        ask = self.ask_to_save if not (wanted or held or is_full) and self.keeps_files else None
        asking = asyncio.ensure_future(ask(arriving)) if ask is not None else None
        task = asyncio.get_running_loop().create_task(self._receive(file, download, asking or wanted, held, seconds))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def take_unreported(self, seconds: float) -> list[DownloadedFile]:
        """Return the files that were not reported before, and those that arrive meanwhile; wait at most ``seconds``."""
        since, self._reported = self._reported, self.count
        come = [file for file in self._late if file.state != "arriving"]
        unreported = [*come, *await self._wait_for(since, seconds)]
        self._late = [file for file in [*self._late, *unreported] if file.state == "arriving"]
        return unreported

    async def wait_for_new(self, since: int, seconds: float) -> list[DownloadedFile]:
        """Return the files after the first ``since``; one is known to come, and may be reported a little later."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.count == since:
                    self._started.clear()
                    await self._started.wait()
        return await self._wait_for(since, seconds)

    async def _wait_for(self, since: int, seconds: float) -> list[DownloadedFile]:
        if self.count > since and self._running:
            await asyncio.wait(set(self._running), timeout=seconds)
        return self._files[since:]

    async def wait_for_decisions(self) -> bool:
        """Wait, however long, until nobody is being asked whether to save a file; return False if nobody was."""
        if not self._undecided:
            return False
        await asyncio.wait(self._undecided)
        return True

    async def _is_wanted(self, file: DownloadedFile, download: Download, asking: asyncio.Future[bool]) -> bool:
        """Return the answer whether to save a file; False as soon as the file grows too large meanwhile."""
        self._undecided.add(asking)
        asking.add_done_callback(self._undecided.discard)
        return not await self._grows_too_large(file, download, asking) and asking.result()

    async def _receive(
        self, file: DownloadedFile, download: Download, wanted: bool | asyncio.Future[bool], held: bool, seconds: float
    ) -> None:
        try:
            if not isinstance(wanted, bool):
                wanted = await self._is_wanted(file, download, wanted)
            async with asyncio.timeout(seconds):
                file.state = await self._save(file, download, wanted, held)
        except (PlaywrightError, TimeoutError, OSError) as error:
            file.state, file.failure = "failed", _why(error, seconds)
            if isinstance(error, TimeoutError):
                # A file without end would fill the disk.
                with contextlib.suppress(PlaywrightError):
                    await download.cancel()
        finally:
            self._holding -= held

    async def _save(self, file: DownloadedFile, download: Download, wanted: bool, held: bool) -> State:
        if self._folder is None or not (wanted or held):
            await download.cancel()
            file.size = 0
            return "not_kept"
        if digest_of(download.url) in self._announced_too_large:
            await download.cancel()
            return "too_large"
        arriving = asyncio.ensure_future(download.failure())
        try:
            grows_too_large = await self._grows_too_large(file, download, arriving)
        finally:
            arriving.cancel()
        if grows_too_large:
            await download.cancel()
            file.size = 0
            return "too_large"
        source = await download.path()
        file.size = source.stat().st_size
        if self._is_too_large(file):
            file.size = 0
            await download.delete()
            return "too_large"
        if held:
            self._held_bytes += file.size
            if self._held_bytes > MAX_HELD_BYTES:
                await download.delete()
                return "not_kept"
        folder, name = self._place_of(file, held=held)
        file.path = await asyncio.to_thread(copy_file, source, folder, name)
        return "held" if held else "saved"

    async def _grows_too_large(self, file: DownloadedFile, download: Download, until: asyncio.Future[Any]) -> bool:
        """Watch a file on its way until something is done, and return whether it, or all files together, become too
        large for the disk meanwhile."""
        while not until.done():
            file.size = bytes_so_far(download)
            if self._is_too_large(file):
                return True
            await asyncio.wait([until], timeout=WATCH_INTERVAL)
        return False

    def _is_too_large(self, file: DownloadedFile) -> bool:
        return file.size > self._max_bytes or sum(one.size for one in self._files) > MAX_KEPT_BYTES

    def _place_of(self, file: DownloadedFile, *, held: bool) -> tuple[Path, str]:
        """Return the folder and the name that a file gets. A file that is only read does not get its page's name."""
        assert self._folder is not None, "without a folder nothing is kept"
        if not held:
            return self._folder, clean_name(self.mask_text(file.name.raw))
        return self._folder.with_name("documents"), file.id + (".pdf" if file.reader == "read_pdf" else ".txt")

    @property
    def files(self) -> Sequence[DownloadedFile]:
        """All files, in the order in which they arrived."""
        return tuple(self._files)

    @property
    def keeps_files(self) -> bool:
        """Whether there is a folder for them."""
        return self._folder is not None

    def find(self, called: str) -> DownloadedFile | None:
        """Return a file by its id, its path, or the name under which it is kept, unless another file here has that."""
        paths = {str(file.path): file for file in self._files if file.path is not None}
        names = {} if os.path.lexists(called) else {Path(path).name: file for path, file in paths.items()}
        return {**names, **paths, **{file.id: file for file in self._files}}.get(called)

    async def add(
        self, name: str, url: str, content_type: str, data: bytes, *, held: bool, tainted: bool
    ) -> DownloadedFile:
        """Keep a file that was fetched and not handed over by a page, and return it. It is not reported again.
        ``held``: it is only read; ``tainted``: it may hold what a model made up."""
        file = self._new_file(name, url, content_type, tainted=tainted)
        file.size = len(data)
        folder, clean = self._place_of(file, held=held)
        try:
            file.path = await asyncio.to_thread(copy_file, io.BytesIO(data), folder, clean)
        except OSError as error:
            raise FileNotKept(f"The run's folder cannot be written: {error.strerror}.") from error
        file.state = "held" if held else "saved"
        if self._reported == self.count:
            self._reported += 1
        self._files.append(file)
        return file

    def _new_file(self, name: str, url: str, content_type: str, *, tainted: bool) -> DownloadedFile:
        said, address = (External(text, origin_of(url), "page-info", tainted) for text in (name, url))
        return DownloadedFile(f"d{self.count + 1}", said, address, content_type=media_type(content_type))


def _why(error: PlaywrightError | TimeoutError | OSError, seconds: float) -> str:
    """Return why a file was not received. Browsers do not say which of two things stopped it."""
    if isinstance(error, TimeoutError):
        return f"It had not arrived whole after {seconds:.0f} s."
    if isinstance(error, OSError):
        return f"It could not be written: {error.strerror}."
    return "The browser did not receive all of it: the connection was cut, or the disk is full."
