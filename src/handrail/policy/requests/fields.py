"""The fields of data that a request holds, at every depth, as "name=value"."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from handrail.policy.requests.forms_of_text import fields_within, without_frame
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
