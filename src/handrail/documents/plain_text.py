"""Reads files of plain text, in whatever encoding, and HTML that an address answered."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from handrail.documents.limits import MAX_TEXT
from handrail.documents.office import html_text

MAX_BYTES = MAX_TEXT * 4
"""A character has four bytes at most."""
_MAIN = re.compile(r"<(main)(?=[\s/>])[^<>]*>|<([\w-]+)(?=[\s/])[^<>]*\brole\s*=\s*[\"']?main\b[^<>]*>", re.IGNORECASE)
_NOT_SHOWN = re.compile(r"<!--.*?-->|<(script|style|template)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
"""What may hold tags that are none of the page."""


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


def read_page(html: str, base: str) -> dict[str, Any]:
    """Return ``text``, as Markdown; where the page marks its main part, that stands first and ends at ``main``."""
    html = _NOT_SHOWN.sub("", html)
    start = _MAIN.search(html)
    if start is None:
        return {"text": html_text(html, base)}
    end = _end_of(html, start[1] or start[2], start.end())
    main = html_text(html[start.start() : end], base)
    around = html_text(f"{html[: start.start()]}\n{html[end:]}", base)
    if not main or not around:
        return {"text": main or around}
    return {"text": f"{main}\n\n{around}", "main": len(main) + 2}


def _end_of(html: str, tag: str, start: int) -> int:
    """Return where an element ends whose content begins at ``start``."""
    depth = 1
    for found in re.compile(rf"<(/?){tag}(?=[\s/>])", re.IGNORECASE).finditer(html, start):
        depth += -1 if found[1] else 1
        if not depth:
            return found.start()
    return len(html)
