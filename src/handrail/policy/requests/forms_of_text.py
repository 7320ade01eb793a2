"""Forms in which a body may hold fields that are neither JSON nor a form's: tables, lines, elements of XML, and JSON
behind a text or in base64; and statements of query languages."""

from __future__ import annotations

import base64
import csv
import json
import re
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from urllib.parse import parse_qsl

MAX_READ = 100_000
"""Fields that are read of a body, however often they repeat, and characters of a text."""
MAX_LINES, MAX_BEFORE = 4_000, 1_000
"""Lines of a text that are read, and bytes before an object of JSON."""
_COLON_LINE = re.compile(r"\W{0,200}?([\w.-]{1,60})[\"']?\s{0,9}:\s{0,9}(\S.{0,59})$")
_ELEMENT = re.compile(r"<([\w:.-]{1,60})(?:\s[^<>]{0,200})?>([^<>]{1,60})</")
_CELL_ENDS = ",;\t|"
_BASE64 = re.compile(r"[\w+/-]{16,100000}={0,2}", re.ASCII)
_OF_URLS = str.maketrans("-_", "+/")
_FORM = re.compile(r"[\w.\[\]-]{1,60}=[^\s&=][^\s&]*(?:&[\w.\[\]-]{1,60}=[^\s&]*)*")
_FRAME = re.compile(r"\d{1,4}(?=[{\[])")
"""What Engine.IO and Socket.IO put before the JSON of a message."""


def has_record(body: bytes) -> bool:
    """Return whether a body is an object of JSON behind some text that is no field of a form."""
    before, bracket, _ = body[:MAX_BEFORE].partition(b"{")
    if not bracket or b"=" in before:
        return False
    with suppress(ValueError, RecursionError):
        return bool(json.JSONDecoder().raw_decode(body[len(before) : MAX_READ].decode("utf-8", "replace"))[0])
    return False


def fields_of_text(text: str) -> list[tuple[str, str]]:
    """Return the fields of a text that is no form: lines with a colon, elements of XML, and the cells of a table whose
    first line names its columns."""
    lines = text[:MAX_READ].splitlines()[:MAX_LINES]
    named = [(line[1], line[2]) for line in map(_COLON_LINE.match, lines) if line is not None]
    elements = (element for line in lines for element in _ELEMENT.finditer(line))
    named += [(element[1], element[2]) for element in islice(elements, MAX_LINES)]
    return [(name.strip(' "'), value.strip(" \"',")) for name, value in (*named, *_cells(lines))]


def fields_within(text: str) -> list[tuple[str, str]]:
    """Return the fields of a text that stands in a field, if all of it is a form, a table, XML or lines with colons."""
    if _FORM.fullmatch(text):
        return parse_qsl(text)
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
    """Return the text of a field without what protocols put before JSON, decoded where it is JSON or a form in
    base64."""
    value = value.strip()
    if _BASE64.fullmatch(value):
        with suppress(ValueError):
            plain = base64.b64decode(value.translate(_OF_URLS) + "=" * (-len(value) % 4)).decode()
            return plain.strip() if plain.lstrip()[:1] in ("{", "[") or _FORM.fullmatch(plain) else value
    return value[frame.end() :] if (frame := _FRAME.match(value)) is not None else value


_COMMENT = re.compile(r"/\*.*?\*/|--[^\n]*|//[^\n]*", re.DOTALL)
_STATEMENT = re.compile(
    r"\b(?:delete\s+(?:from|data|where|\w+\s*(?:from\b|;|$))|detach\s+delete|(?:insert|replace)\s+(?:into|data|\{)|"
    r"update\s+[\w.\"'`\[\]]+\s+(?:\w+\s+)?set\b|match\b.{1,2000}\b(?:set|delete|remove|create|merge)\b|"
    r"(?:drop|truncate|alter|create)\s+(?:all\b|or\s+replace|table|graph|database|schema|index|view|user|role|"
    r"measurement|series)|merge\s+(?:into|\()|remove\s+\w+\s+in\b|"
    r"(?:grant|revoke)\s+\w+(?:\s*,\s*\w+)*\s+(?:on|to|from)\b|clear\s+(?:all|graph|default)|"
    r"call\s+[\w.]+\s*\(|exec(?:ute)?\s+\w+)|"
    r"\.(?:drop|addV|addE|property|mergeV|mergeE)\s*\(",
    re.IGNORECASE | re.DOTALL,
)
"""A statement of SQL, SPARQL, Cypher, AQL or Gremlin that changes something (ISO 9075; SPARQL 1.1 Update; openCypher 9;
docs.arangodb.com; tinkerpop.apache.org)."""
_ORDER = re.compile(
    r"\b(?:DELETE|UPDATE|INSERT|UPSERT|REPLACE|MERGE|DROP|TRUNCATE|ALTER|CREATE|GRANT|REVOKE|CALL|EXEC|EXECUTE|RENAME|"
    r"REMOVE|DETACH|LOAD|COPY)\s+\S"
)
"""The same by its first words, in capital letters as statements are written: "DELETE user" of SurrealQL."""
_UPDATE = re.compile(r"(?:insert|delete|clear|drop|load|with|prefix)\b", re.IGNORECASE)


def holds_statement(named: Iterable[tuple[str, str]]) -> bool:
    """Return whether fields hold a statement of a query language that changes something.

    Args:
        named: the names of the fields, and their values as they are once decoded.
    """
    return any(_is_statement(name, _COMMENT.sub(" ", value[:MAX_READ])) for name, value in named)


def _is_statement(name: str, text: str) -> bool:
    # SPARQL's protocol sends a change in this field (https://www.w3.org/TR/sparql11-protocol/#update-operation).
    is_update = name == "update" and _UPDATE.match(text.lstrip()) is not None
    return is_update or _STATEMENT.search(text) is not None or _ORDER.search(text) is not None
