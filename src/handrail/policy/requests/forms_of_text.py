"""Forms in which a body may hold fields that are neither JSON nor a form's: tables, lines, elements of XML, and JSON
behind a text or in base64."""

from __future__ import annotations

import base64
import csv
import json
import re
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from urllib.parse import parse_qsl, unquote_plus

MAX_READ = 100_000
"""Fields that are read of a body, however often they repeat, and characters of a text."""
MAX_LINES, MAX_BEFORE = 4_000, 1_000
"""Lines of a text that are read, and bytes before an object of JSON."""
_COLON_LINE = re.compile(r"\W{0,200}?([\w.-]{1,60})[\"']?\s{0,9}:\s{0,9}(\S.{0,59})$")
_ELEMENT = re.compile(r"<([\w:.-]{1,60})(?:\s[^<>]{0,200})?>([^<>]{1,60})</")
_CELL_ENDS = ",;\t|"
_BASE64 = re.compile(r"[\w+/-]{16,100000}={0,2}", re.ASCII)
_OF_URLS = str.maketrans("-_", "+/")
_FIELD_OF_FORM = r"[\w.%+\[\]-]{1,100}=[^&\n]*"
_FORM = re.compile(rf"[?&]?{_FIELD_OF_FORM}(?:&{_FIELD_OF_FORM})*")
_FRAME = re.compile(r"\d{1,4}(?=[{\[])|data:[\w/;=.+-]{0,80},|[\w-]{10,200}\.(?=[\w-]{16,20000}\.[\w-]*$)")
"""What Engine.IO and Socket.IO put before the JSON of a message; the head of a data URL, and that of a token (JWT)."""
MAX_CODES = 4
"""How often a text may be encoded."""


def has_record(body: bytes) -> bool:
    """Return whether a body is an object of JSON behind some text that is no field of a form."""
    before, bracket, _ = body[:MAX_BEFORE].partition(b"{")
    if not bracket or b"=" in before:
        return False
    with suppress(ValueError, RecursionError):
        return bool(json.JSONDecoder().raw_decode(body[len(before) : MAX_READ].decode("utf-8", "replace"))[0])
    return False


def lines_of(text: str) -> list[str]:
    """Return the different lines of a text."""
    return list(dict.fromkeys(text[:MAX_READ].splitlines()))


def fields_of_text(text: str) -> list[tuple[str, str]]:
    """Return the fields of a text that is no form: lines with a colon, elements of XML, and the cells of a table whose
    first line names its columns."""
    lines = lines_of(text)[:MAX_LINES]
    named = [(line[1], line[2]) for line in map(_COLON_LINE.match, lines) if line is not None]
    elements = (element for line in lines for element in _ELEMENT.finditer(line))
    named += [(element[1], element[2]) for element in islice(elements, MAX_LINES)]
    return [(name.strip(' "'), value.strip(" \"',")) for name, value in (*named, *_cells(lines))]


def fields_within(text: str) -> list[tuple[str, str]]:
    """Return the fields of a text that stands in a field, if all of it is a form, a table, XML or lines with colons."""
    if _FORM.fullmatch(text):
        return parse_qsl(text.lstrip("?&"), keep_blank_values=True)
    lines = [line for line in text[:MAX_READ].splitlines() if line.strip()]
    is_data = text[:1] == "<" or any(end in lines[0] for end in _CELL_ENDS if len(lines) > 1)
    return fields_of_text(text) if lines and (is_data or all(map(_COLON_LINE.match, lines))) else []


def _cells(lines: list[str]) -> Iterable[tuple[str, str]]:
    """Return the different cells of a table, each with the name of its column."""
    end = max(_CELL_ENDS, key=lines[0].count) if lines else ""
    if not end or end not in lines[0]:
        return ()
    with suppress(csv.Error):
        columns, *rows = csv.reader(lines, delimiter=end)
        return dict.fromkeys(pair for row in rows for pair in zip(columns, row, strict=False))
    return ()


def without_frame(value: str) -> str:
    """Return the text of a field without what protocols put before JSON, and decoded where it is encoded."""
    text = value.strip()
    for _ in range(MAX_CODES):
        if (plain := _decoded_once(text)) == text:
            break
        text = plain
    return text


def _decoded_once(text: str) -> str:
    if (frame := _FRAME.match(text)) is not None:
        return text[frame.end() :].strip()
    if text[:3].upper() in ("%7B", "%5B"):
        return unquote_plus(text)
    # Mails break its lines.
    code = "".join(text.split()).partition(".")[0]
    if _BASE64.fullmatch(code):
        with suppress(ValueError):
            plain = base64.b64decode(code.translate(_OF_URLS) + "=" * (-len(code) % 4)).decode().strip()
            holds_more = plain[:1] in ("{", "[") or _FORM.fullmatch(plain) or _BASE64.fullmatch("".join(plain.split()))
            return plain if holds_more else text
    return text
