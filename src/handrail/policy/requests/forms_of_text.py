"""Forms in which a body may hold fields that are neither JSON nor a form's: tables, lines, and JSON behind a text or in
base64."""

from __future__ import annotations

import base64
import json
import re
from contextlib import suppress
from itertools import islice
from urllib.parse import unquote_plus

MAX_READ = 100_000
"""Fields that are read of a body, however often they repeat, and characters of a text."""
MAX_LINES, MAX_ROWS, MAX_BEFORE = 4_000, 200, 1_000
"""Lines of a text and rows of a table that are read, and bytes before an object of JSON."""
_COLON_LINE = re.compile(r"\W{0,9}([\w.-]{1,60})\s{0,9}:\s{0,9}(\S.{0,59})$")
_ELEMENT = re.compile(r"<([\w:.-]{1,60})(?:\s[^<>]{0,200})?>([^<>]{1,60})</")
_CELL_END = re.compile(r"[,;\t]")
_BASE64 = re.compile(r"[\w+/-]{16,100000}={0,2}", re.ASCII)
_OF_URLS = str.maketrans("-_", "+/")


def has_record(body: bytes) -> bool:
    """Return whether a body is an object of JSON behind some text that is no field of a form."""
    before, bracket, _ = body[:MAX_BEFORE].partition(b"{")
    if not bracket or b"=" in before:
        return False
    with suppress(ValueError, RecursionError):
        return bool(json.JSONDecoder().raw_decode(body[len(before) : MAX_READ].decode("utf-8", "replace"))[0])
    return False


def fields_of_text(body: bytes) -> list[tuple[str, str]]:
    """Return the fields of a text that is no form: lines with a colon, elements of XML, and the cells of a table whose
    first line names its columns."""
    lines = body[:MAX_READ].decode("utf-8", "replace").splitlines()[:MAX_LINES]
    named = [(line[1], line[2]) for line in map(_COLON_LINE.match, lines) if line is not None]
    elements = (element for line in lines for element in _ELEMENT.finditer(line))
    named += [(element[1], element[2]) for element in islice(elements, MAX_LINES)]
    columns, *rows = [_CELL_END.split(line) for line in lines] or [[]]
    cells = [pair for row in rows[:MAX_ROWS] for pair in zip(columns, row, strict=False)] if len(columns) > 1 else []
    return [(name.strip(' "'), value.strip(' "')) for name, value in named + cells]


def plain_records(value: str) -> str:
    """Return a field's value, decoded where it is JSON in base64."""
    if _BASE64.fullmatch(value):
        with suppress(ValueError):
            plain = base64.b64decode(value.translate(_OF_URLS) + "=" * (-len(value) % 4))
            return plain.decode("utf-8", "replace") if plain[:1] in (b"{", b"[") else value
    return value


_STATEMENT = re.compile(
    r"\b(?:delete\s+(?:from|data|where|\w\s*$)|detach\s+delete|insert\s+(?:into|data|\{)|update\s+[\w.\"'`\[\]]+\s+set\b|"
    r"(?:drop|truncate|alter|create)\s+(?:all\b|or\s+replace|table|graph|database|schema|index|view|user|role)|"
    r"merge\s+(?:into|\()|(?:grant|revoke)\s+\w+\s+(?:on|to|from)\b|clear\s+(?:all|graph|default))|"
    r"\bupdate=(?:insert|delete|clear|drop|load|with|prefix)\b",
    re.IGNORECASE | re.MULTILINE,
)
"""A statement of SQL, SPARQL or Cypher that changes something (ISO 9075; SPARQL 1.1 Update; openCypher 9)."""


def holds_statement(body: bytes) -> bool:
    """Return whether a body holds a statement of a query language that changes something."""
    return _STATEMENT.search(unquote_plus(body[:MAX_READ].decode("utf-8", "replace"))) is not None
