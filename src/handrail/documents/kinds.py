"""What kind of document a file is, by its first bytes and its name."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Literal, get_args

Kind = Literal["pdf", "xlsx", "xls", "ods", "docx", "pptx", "odt", "epub", "zip", "csv", "json", "xml", "html", "text"]
KINDS: tuple[Kind, ...] = get_args(Kind)
HEAD = 4_096
_BY_MARKER: dict[str, Kind] = {
    "word/document.xml": "docx",
    "xl/workbook.xml": "xlsx",
    "xl/workbook.bin": "xlsx",
    "ppt/presentation.xml": "pptx",
}
_BY_MIMETYPE: dict[str, Kind] = {
    "application/epub+zip": "epub",
    "application/vnd.oasis.opendocument.text": "odt",
    "application/vnd.oasis.opendocument.spreadsheet": "ods",
}
_BY_ENDING: dict[str, Kind] = {
    ".csv": "csv", ".tsv": "csv", ".json": "json", ".jsonl": "text", ".xml": "xml", ".xls": "xls", ".html": "html",
    ".htm": "html",
}  # fmt: skip
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")


def is_pdf(head: bytes) -> bool:
    """Return whether a file that begins so is a PDF."""
    # It may begin with other bytes (ISO 32000-1, implementation note 13: within the first 1024).
    return b"%PDF-" in head[:1_024]


def kind_of(path: Path, name: str) -> Kind | None:
    """Return the kind of a file; None for one that holds no text that could be read. ``name``: what it is called, where
    that is not its name on disk. Raises `OSError`: it cannot be read."""
    with path.open("rb") as file:
        head = file.read(HEAD)
    if is_pdf(head):
        return "pdf"
    ending = Path(name or path.name).suffix.lower()
    if head.startswith(b"PK\x03\x04") or head.startswith(b"PK\x05\x06"):
        return _kind_of_zip(path)
    if head.startswith(_OLE):
        return "xls" if ending in (".xls", ".xlt", "") else None
    if _is_binary(head):
        return None
    return _BY_ENDING.get(ending) or _kind_of_text(head)


def _kind_of_text(head: bytes) -> Kind:
    begin = head.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if begin.startswith((b"<!doctype html", b"<html")):
        return "html"
    if begin.startswith(b"<?xml"):
        return "html" if b"<html" in begin else "xml"
    return "json" if begin.startswith((b"{", b"[")) else "text"


def _kind_of_zip(path: Path) -> Kind:
    try:
        with zipfile.ZipFile(path) as archive:
            names = frozenset(archive.namelist())
            if "mimetype" in names:
                declared = archive.open("mimetype").read(200).decode("ascii", "replace").strip()
                return _BY_MIMETYPE.get(declared, "zip")
    except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError, EOFError, ValueError):
        return "zip"
    return next((kind for marker, kind in _BY_MARKER.items() if marker in names), "zip")


def _is_binary(head: bytes) -> bool:
    if head.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")):
        return False
    return b"\0" in head or sum(byte < 9 or 13 < byte < 27 or 27 < byte < 32 for byte in head) > len(head) // 20
