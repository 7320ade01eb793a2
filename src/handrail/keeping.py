"""Cookies and local storage of a run on disk, while it goes on: so that it can be resumed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from handrail.private import write_private
from handrail.runs.folders import STATE


class StateFile:
    """A file of mode 0600 in the run's folder, in the form that ``--storage-state`` takes.

    Args:
        folder: the run's folder.
        mask: takes the user's secrets out of data. What holds one is left out of the file.
    """

    def __init__(self, folder: Path, mask: Callable[[Any], Any]) -> None:
        self.path = folder / STATE
        self._mask = mask
        self._written = ""

    async def write(self, state: dict[str, Any]) -> None:
        """Write what changed. A disk that is full costs no more than the file: the run's log says the rest."""
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
        """There is nothing left to go on with."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
