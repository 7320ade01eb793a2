"""The fields of data that a request holds, at every depth, as "name=value": of JSON, also behind a text or in base64,
of tables, lines and elements of XML."""

from __future__ import annotations

import base64
import csv
import json
import re
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any
from urllib.parse import parse_qsl, unquote_plus

from handrail.policy.requests.graphql import MAX_NAME_CHARS
from handrail.policy.words.consequences import sets

MAX_VALUE_CHARS = 60
"""Characters of a value that may name an act."""
MAX_OBJECTS = 20_000
"""Objects and lists that are read of a body: a page could send many to keep everything else waiting."""
PAIR = 2
"""Least entries of a list that says what a field is set to."""
_BECOMES = ("to", "new", "val", "v")
_NAMING = ("path", "field", "name", "key")
"""Names by which a change tells to what it changes something, beside those with "value", and by which what it is, as in
a JSON Patch (RFC 6902)."""
_FIELD = re.compile(r"/?[\w./-]{2,40}")


class Repeated(list[Any]):
    """The values of a name that stands in an object more than once."""


def record(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON; of a name that stands there twice both values: servers take either."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name not in found:
            found[name] = value
        elif isinstance(known := found[name], Repeated):
            known.append(value)
        else:
            found[name] = Repeated((known, value))
    return found


DECODER = json.JSONDecoder(object_pairs_hook=record)
"""Reads JSON with all that it says."""
Objects = list[tuple[str, dict[str, Any] | list[Any]]]
"""Objects and lists, each with the name of the field that it is the value of, or one of the values."""


def objects_in(data: Any) -> Objects:
    """Return the objects and lists of a value, at most one more than `MAX_OBJECTS`. (No depth ends a loop.)"""
    found, waiting = Objects(), deque([("", data)])
    while waiting and len(found) <= MAX_OBJECTS:
        name, value = waiting.popleft()
        if isinstance(value, dict):
            waiting.extend((str(one), inner) for one, within in value.items() if (inner := opened(within)))
        elif isinstance(value, list):
            waiting.extend((name, inner) for within in value if (inner := opened(within)))
        else:
            continue
        found.append((name, value))
    return found


def fields_in(objects: Objects) -> Iterator[str]:
    """Yield the fields of objects and lists. What is one of several, or the value of a field that has more of them,
    counts as the field's: {"roles": ["admin"]}, {"privacy": {"value": "EVERYONE"}}. A record may say what it sets, and
    to what: {"path": "/status", "value": "deleted"}, {"column": "role", "newValue": "admin"}, ["role", "admin"]."""
    for parent, one in objects:
        if isinstance(one, list):
            whole = isinstance(one, Repeated) or len(one) == 1
            values = one if whole else [value for value in one if isinstance(value, str | bool)]
            yield from (field(parent, value) for value in values if parent)
            yield from _set_by(one[:1], one[1]) if len(one) >= PAIR else ()
            yield from _cells(one)
            continue
        yield from (field(str(name), value) for name, value in one.items())
        becomes = [name for name in one if name in ("value", "type", *_BECOMES) or len(one) == 1]
        yield from (field(parent, one[name]) for name in becomes if parent)
        named = filter(None, (_last_step(one.get(name)) for name in _NAMING))
        yield from (field(name, one["value"]) for name in named if "value" in one)
        if (last := next((name for name in one if "value" in name.lower() or name in _BECOMES), None)) is not None:
            yield from _set_by(one.values(), one[last])


def _cells(rows: list[Any]) -> Iterator[str]:
    """Yield the cells of a table whose first row names its columns."""
    head = rows[0] if len(rows) >= PAIR and isinstance(rows[0], list) else []
    if head and all(isinstance(name, str) for name in head):
        yield from (
            field(name, cell)
            for row in rows[1:]
            if isinstance(row, list)
            for name, cell in zip(head, row, strict=False)
        )


def field(name: str, value: Any) -> str:
    """Return a field by its name; "name=value" where the value is one short text."""
    name = name[:MAX_NAME_CHARS]
    short = isinstance(value, str | int | float) and 0 < len(str(value)) <= MAX_VALUE_CHARS and "query" not in name
    return f"{name}={value}" if short else name


def _last_step(path: Any) -> str:
    """Return the name at the end of a path, which is a text or a list of its steps; "" for what is none."""
    last = path[-1] if isinstance(path, list) and path else path
    return last.rpartition("/")[2] if isinstance(last, str) else ""


def _set_by(names: Iterable[Any], value: Any) -> Iterator[str]:
    """Return the names of fields among texts, each with the value."""
    fields = [name.rpartition("/")[2] for name in names if isinstance(name, str) and _FIELD.fullmatch(name)]
    return (field(name, value) for name in fields if name != value and sets(name))


def opened(value: Any) -> Any:
    """Return a value that holds others, also where it is a text; else None. A text that is no JSON counts only if one
    of its fields says what something is to be: many a text looks like a form or a table."""
    if not isinstance(value, str):
        return value if isinstance(value, dict | list) else None
    text = without_frame(value)
    if text[:1] in ("{", "["):
        with suppress(ValueError, RecursionError):
            return DECODER.decode(text)
    within = fields_within(text)
    return record(within) if any(sets(name) for name, _ in within) else None


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
    return [(name.strip(' "'), value.strip(" \"',")) for name, value in (*named, *_cells_of_lines(lines))]


def fields_within(text: str) -> list[tuple[str, str]]:
    """Return the fields of a text that stands in a field, if all of it is a form, a table, XML or lines with colons."""
    if _FORM.fullmatch(text):
        return parse_qsl(text.lstrip("?&"), keep_blank_values=True)
    lines = [line for line in text[:MAX_READ].splitlines() if line.strip()]
    is_data = text[:1] == "<" or any(end in lines[0] for end in _CELL_ENDS if len(lines) > 1)
    return fields_of_text(text) if lines and (is_data or all(map(_COLON_LINE.match, lines))) else []


def _cells_of_lines(lines: list[str]) -> Iterable[tuple[str, str]]:
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
