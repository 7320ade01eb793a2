"""The pictures of a run for its report: only real pictures, within a limit of size."""

from __future__ import annotations

import base64
import hashlib
import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from handrail.attachments import jpeg_size
from handrail.runs.record import PictureRecord

MAX_TOTAL_BYTES = 12_000_000
"""Bytes of all pictures of a report; a mail takes about 20 MB, and base64 adds a third."""
MAX_PICTURE_BYTES = 2_000_000
"""Bytes of one picture; screenshots have at most 500,000."""
MAX_SIDE = 20_000
"""Pixels of a side, beyond which a picture is taken for damaged."""
_PNG = b"\x89PNG\r\n\x1a\n"
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


@dataclass(frozen=True, slots=True)
class ReportPicture:
    """A picture in a report."""

    number: int
    mime: str
    width: int
    height: int
    base64: str


@dataclass(slots=True)
class PictureAlbum:
    """The pictures of a report that are ``wanted``, each once however often it is shown. Where they need more than the
    ``room`` for all together, every second one is left out, or two of three, and so on: those that stay are spread over
    the run."""

    folder: Path
    wanted: Iterable[PictureRecord]
    room: int = MAX_TOTAL_BYTES
    left_out: int = 0
    _by_file: dict[str, ReportPicture] = field(default_factory=dict)

    def __post_init__(self) -> None:
        sizes = {picture.file: size for picture in self.wanted if (size := self._size(picture.file))}
        every = max(1, -(-sum(sizes.values()) // self.room))
        kept = [file for index, file in enumerate(sizes) if index % every == 0 or index == len(sizes) - 1]
        self.left_out = len(sizes) - len(kept)
        known: dict[bytes, ReportPicture] = {}
        for file in kept:
            data = self._read(file)
            if (shape := _type_and_size(data)) is not None:
                key = hashlib.sha256(data).digest()
                if key not in known:
                    known[key] = ReportPicture(len(known) + 1, *shape, base64.b64encode(data).decode())
                self._by_file[file] = known[key]

    @property
    def all(self) -> list[ReportPicture]:
        return list(dict.fromkeys(self._by_file.values()))

    def get(self, picture: PictureRecord) -> ReportPicture | None:
        """Return a picture; None where it is left out, or is not a picture."""
        return self._by_file.get(picture.file)

    def _size(self, name: str) -> int:
        """Return the bytes of a file of the folder; 0 for anything else that a log from somebody else may name."""
        if Path(name).name != name or name.startswith("."):
            return 0
        try:
            found = (self.folder / name).lstat()
        except (OSError, ValueError):
            return 0
        return found.st_size if stat.S_ISREG(found.st_mode) and found.st_size <= MAX_PICTURE_BYTES else 0

    def _read(self, name: str) -> bytes:
        try:
            with os.fdopen(os.open(self.folder / name, os.O_RDONLY | _NO_LINKS), "rb") as file:
                return file.read(MAX_PICTURE_BYTES)
        except OSError:
            return b""


def _type_and_size(data: bytes) -> tuple[str, int, int] | None:
    """Return media type and size in pixels, None for anything but a JPEG or PNG."""
    try:
        if data.startswith(_PNG) and len(data) >= 24:
            mime, size = "image/png", (int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big"))
        else:
            mime, size = "image/jpeg", jpeg_size(data) if data.startswith(b"\xff\xd8") else (0, 0)
    except ValueError:
        return None
    return (mime, *size) if all(0 < side <= MAX_SIDE for side in size) else None
