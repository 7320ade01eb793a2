"""The log of a run on disk: one JSON event a line, images as files beside it. Written as things happen."""

from __future__ import annotations

import json
import os
from contextlib import AbstractContextManager
from pathlib import Path

from handrail.attachments import Attachment
from handrail.errors import HandrailError, explain_os_errors
from handrail.events.kinds import Event, ScreenshotEvent
from handrail.private_files import create_private, private_folder, write_private
from handrail.runs.folders import explain_unwritable

SUFFIXES = {"image/png": "png", "image/jpeg": "jpg", "application/pdf": "pdf"}
OTHER_SUFFIX = "bin"
_ON_SURROGATES = "backslashreplace"
"""Half a surrogate pair, which a page may contain, has no UTF-8; the escape that is written for it is valid JSON."""


class RunLog:
    """A listener that writes every event into the run's folder. Only its owner can read it and its files, since a log
    holds what pages said. Raise `UsageError` where it cannot be written."""

    def __init__(self, folder: Path) -> None:
        with explain_unwritable(folder):
            self.path = _unused_path(private_folder(folder) / "run.jsonl")
            self._file = os.fdopen(create_private(self.path), "w", encoding="utf-8", errors=_ON_SURROGATES)
        self._images = 0

    def __call__(self, event: Event) -> None:
        """Write one event, whole, before anything else happens; raise `HandrailError` where that fails. A run without a
        log does not go on."""
        with self._explain_unwritable():
            if isinstance(event, ScreenshotEvent) and event.attachments:
                event = event.model_copy(update={"files": [self._keep(one) for one in event.attachments]})
            self._file.write(json.dumps(event.to_dict(), ensure_ascii=False, default=str) + "\n")
            self._file.flush()

    def close(self) -> None:
        with self._explain_unwritable():
            self._file.close()

    def _keep(self, attachment: Attachment) -> str:
        self._images += 1
        name = f"{self.path.stem}-{self._images:03d}.{SUFFIXES.get(attachment.mime, OTHER_SUFFIX)}"
        write_private(self.path.parent / name, attachment.data)
        return name

    def _explain_unwritable(self) -> AbstractContextManager[None]:
        return explain_os_errors(f"The log {self.path} cannot be written", "Make room on the disk.", HandrailError)


def _unused_path(path: Path) -> Path:
    """Return ``run.jsonl``, then ``run-2.jsonl``: one session may carry out several runs."""
    number = 2
    candidate = path
    while candidate.exists():
        candidate = path.with_stem(f"{path.stem}-{number}")
        number += 1
    return candidate
