"""Names and sizes of files that sites hand over."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

MAX_BYTES = 100_000_000
"""Bytes of a file that is kept, where a session says nothing else."""
MOST_BYTES = 200
"""Of a name before its ending: file systems take 255, and a number or an ending may follow."""
_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]+')
_RESERVED = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(\.|$)", re.IGNORECASE)


def clean_name(name: str) -> str:
    """Return a file name that leads out of no folder, means no device on Windows and begins like no option of a
    program, whatever the page called it."""
    name = unicodedata.normalize("NFC", name)
    name = "".join(char for char in name if unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn"))
    name = _UNSAFE.sub("_", name).strip(" .~-")
    stem, dot, suffix = name.rpartition(".")
    has_ending = dot and 0 < len(suffix) <= 10
    name = _clip(stem, 100 - len(suffix)) + dot + suffix if has_ending else _clip(name, 100)
    if not name or _RESERVED.match(name):
        name = f"file_{name}".rstrip("_")
    return name


def _clip(name: str, most: int) -> str:
    """Return the beginning of a name: so many characters, and no more bytes than `MOST_BYTES`."""
    return name[:most].encode()[:MOST_BYTES].decode(errors="ignore").rstrip(" .")


def free_path(folder: Path, name: str) -> Path:
    """Return the path of ``name`` in ``folder``, with a number where it is taken: nothing is overwritten."""
    path = folder / name
    number = 2
    while path.exists() or path.is_symlink():
        path = folder / f"{Path(name).stem}-{number}{Path(name).suffix}"
        number += 1
    return path
