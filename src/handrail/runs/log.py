"""The log of a run on disk: one JSON event a line, images as files beside it. Written as things happen."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import IO

from handrail.events import Event
from handrail.media import Attachment

_SUFFIXES = {"image/png": "png", "image/jpeg": "jpg", "application/pdf": "pdf"}


class RunLog:
    """A listener that writes what it hears.

    Args:
        folder: the run's folder; made with mode 0700, since a log tells what pages said.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.path = _unused(folder / "run.jsonl")
        self._images = 0
        self._file: IO[str] = open(self.path, "x", encoding="utf-8", opener=_private)  # noqa: SIM115

    def __call__(self, event: Event) -> None:
        """Write one event, whole, before anything else happens."""
        line = event.to_dict()
        if event.attachments:
            line["files"] = [self._keep(attachment) for attachment in event.attachments]
        self._file.write(json.dumps(line, ensure_ascii=False, default=str) + "\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()

    def _keep(self, attachment: Attachment) -> str:
        self._images += 1
        name = f"{self.path.stem}-{self._images:03d}.{_SUFFIXES.get(attachment.mime, 'bin')}"
        (self.path.parent / name).write_bytes(attachment.data)
        return name


def _unused(path: Path) -> Path:
    """``run.jsonl``, then ``run-2.jsonl``: one session may carry out several runs."""
    number = 2
    candidate = path
    while candidate.exists():
        candidate = path.with_stem(f"{path.stem}-{number}")
        number += 1
    return candidate


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
