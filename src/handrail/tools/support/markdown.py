"""From the kit's cleaned HTML to what a model reads."""

from __future__ import annotations

import asyncio
import re
from typing import Literal

TextFormat = Literal["markdown", "text"]

_BLANK_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*)+\n")
_TRAILING = re.compile(r"(?<![ \t])[ \t]+(?=\n)")
_TABLE_ROW = re.compile(r"^\|.*\|$", re.MULTILINE)
_PADDING = re.compile(r"(?<! ) {2,}(?=\|)|(?<=---)-+")
_START = "<!doctype html>"
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
"""The converter refuses what looks like a file to it: by how it begins, or for many of these."""
_STRAY = re.compile(r"^ (?=\S)", re.MULTILINE)


async def to_text(html: str, form: TextFormat) -> str:
    """Return ``html`` as Markdown or as plain text. A megabyte takes a second, so other tasks run meanwhile."""
    return await asyncio.to_thread(_convert, html, form)


def _convert(html: str, form: TextFormat) -> str:
    from html_to_markdown import ConversionOptions, convert  # loads a native library

    options = ConversionOptions(
        output_format="markdown" if form == "markdown" else "plain",
        extract_metadata=False,
        bullets="-",
        autolinks=False,
        newline_style="backslash",
    )
    text = convert(_START + _CONTROLS.sub("", html), options).content or ""
    text = _BLANK_LINES.sub("\n\n", _TRAILING.sub("", text)).strip()
    # Columns under each other are for people: they cost a model as much again as the words.
    text = _TABLE_ROW.sub(lambda row: _PADDING.sub(lambda gap: " " * gap[0].startswith(" "), row[0]), text)
    # The plain writer keeps the blank that stands between two inline parts also where a line begins.
    return text if form == "markdown" else _STRAY.sub("", text)
