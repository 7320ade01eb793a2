"""Reads files of plain text, in whatever encoding."""

from __future__ import annotations

import json
from pathlib import Path

from handrail.documents.limits import MAX_TEXT

MAX_BYTES = MAX_TEXT * 4
"""A character has four bytes at most."""


def read_text(path: Path) -> str:
    """Return the text of a file: UTF-8 or what its byte order mark says; anything else is taken for Windows-1252, which
    most files are that are neither."""
    with path.open("rb") as file:
        data = file.read(MAX_BYTES)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # A character that the limit cut is no other encoding.
        if len(data) == MAX_BYTES and error.start > len(data) - 4:
            return data[: error.start].decode("utf-8-sig")
        return data.decode("cp1252", "replace")


def read_json(path: Path) -> str:
    """Return the JSON of a file with a line for each value, as far as it is valid; else its text."""
    text = read_text(path)
    if "\n" in text[:2_000]:
        return text
    try:
        return json.dumps(json.loads(text), ensure_ascii=False, indent=1)
    except (ValueError, RecursionError):
        return text
