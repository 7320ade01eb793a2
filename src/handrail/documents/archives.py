"""Opens archives: office files are ZIPs, and a ZIP may hold anything."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

from handrail.documents.errors import DocumentError
from handrail.documents.limits import MAX_ENTRIES, MAX_LISTED, MAX_UNPACKED


def open_zip(path: Path) -> zipfile.ZipFile:
    """Return a ZIP that unpacks to no more than the limits, by its directory, beyond which Python reads nothing. Raises
    `DocumentError`: it is broken, or a bomb."""
    try:
        archive = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        raise DocumentError(
            "broken_document", "The file is not an archive that can be read; it may be broken."
        ) from None
    entries = archive.infolist()
    if len(entries) > MAX_ENTRIES or sum(entry.file_size for entry in entries) > MAX_UNPACKED:
        raise DocumentError(
            "too_large", f"The file unpacks to more than {MAX_UNPACKED // 1_000_000} MB, so it was not opened."
        )
    return archive


def read_entry(archive: zipfile.ZipFile, name: str) -> bytes:
    """Return the bytes of one entry. Raises `DocumentError`: there is no such entry, it is locked, or broken."""
    try:
        return archive.read(name)
    except KeyError:
        raise DocumentError("no_such_part", "The archive has no entry of this name.", "Name one of the list.") from None
    except RuntimeError:
        raise DocumentError("password_needed", "The archive is locked with a password.") from None
    except Exception:  # noqa: BLE001 - each way of packing has errors of its own
        raise DocumentError("broken_document", "A part of the file cannot be unpacked; it may be broken.") from None


def list_zip(path: Path) -> dict[str, Any]:
    """Return the entries of a ZIP: name and size, by its own directory."""
    with zipfile.ZipFile(path) as archive:
        entries = archive.infolist()
        listed = [{"name": entry.filename[:300], "bytes": entry.file_size} for entry in entries[:MAX_LISTED]]
        return {"entries": listed, "total": len(entries), "unpacked_bytes": sum(one.file_size for one in entries)}
