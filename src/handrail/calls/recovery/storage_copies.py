"""Copies the cookies and local storage of a browser while it works: for a browser that replaces it, and onto disk if
the run may be resumed."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from handrail.private_files import write_private
from handrail.runs.folders import STATE_FILE

if TYPE_CHECKING:
    from handrail.browser.playwright_browser import PlaywrightBrowser

EVERY = 3.0
"""Seconds between two copies if no call navigated or changed a page."""


class StateFile:
    """A file of mode 0600 in the run's folder, in the form that ``--storage-state`` takes; ``mask`` takes the user's
    secrets out of data. An entry that holds one is left out of the file."""

    def __init__(self, folder: Path, mask: Callable[[Any], Any]) -> None:
        self.path = folder / STATE_FILE
        self._mask = mask
        self._written = ""

    async def write(self, state: dict[str, Any]) -> None:
        """Write the state if it changed. A full disk costs the file only, not the run."""
        clean = {
            "cookies": [cookie for cookie in state["cookies"] if self._mask(cookie) == cookie],
            "origins": [
                {**origin, "localStorage": [entry for entry in origin["localStorage"] if self._mask(entry) == entry]}
                for origin in state["origins"]
            ],
        }
        text = json.dumps(clean)
        if text != self._written:
            with suppress(OSError):
                await asyncio.to_thread(write_private, self.path, text)
                self._written = text

    def remove(self) -> None:
        """Remove the file: there is nothing to resume."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)


class StorageCopies:
    """Copies cookies and storage beside the calls of a session."""

    def __init__(self) -> None:
        self._file: StateFile | None = None
        self._copying: asyncio.Task[None] | None = None
        self._copied = 0.0

    def keep(self, file: StateFile | None) -> None:
        """Write each copy from now on to this file too."""
        self._file = file

    def after_call(self, browser: PlaywrightBrowser, *, moved: bool) -> None:
        """Start a copy after a call, beside the next one, if the call moved the page or the last copy is old."""
        under_way = self._copying is not None and not self._copying.done()
        if not under_way and (moved or time.monotonic() - self._copied >= EVERY):
            self._copied = time.monotonic()
            self._copying = asyncio.get_running_loop().create_task(self._copy(browser))

    async def wait(self) -> None:
        """Wait until the copy that is being made, if any, is complete."""
        if self._copying is not None:
            await asyncio.wait({self._copying})

    async def end(self, browser: PlaywrightBrowser | None, *, finished: bool) -> None:
        """End the run: remove its file if the run is finished, else write the last state to it."""
        file, self._file = self._file, None
        await self.wait()
        if file is not None and finished:
            file.remove()
        elif file is not None and browser is not None:
            await browser.remember()
            await file.write(browser.state.to_dict())

    async def _copy(self, browser: PlaywrightBrowser) -> None:
        await browser.remember()
        if self._file is not None:
            await self._file.write(browser.state.to_dict())
