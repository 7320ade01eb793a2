"""What the body of a request names: its fields, and the operations of GraphQL and JSON-RPC."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any
from urllib.parse import parse_qsl

MAX_KEYS, MAX_DEPTH, MAX_NAME_CHARS, MAX_VALUE_CHARS = 200, 5, 100, 60
"""Fields of a body that are named, how deep they may lie, characters of a name, and of a value that may name an act."""
_OPERATION = re.compile(r"(?:^|[\s}])(query|mutation|subscription)\b\s*(\w*)[^{]*\{", re.IGNORECASE)
_IGNORED = re.compile(r'""".*?(?:"""|\Z)|"(?:[^"\\\n]|\\.)*+"?|#[^\n\r]*|[,\ufeff]', re.DOTALL)
"""Strings, comments, and what GraphQL takes for blanks (https://spec.graphql.org/October2021/#sec-Language). A string
that does not end is one, too: to look for its end at each quotation mark would take hours."""
_FIELD = re.compile(r"\s*(?:\w+\s*:\s*)?(\w+)")
GRAPHQL = frozenset(("query", "variables", "operationName", "extensions", "id", "sha256Hash", "documentId", "doc_id"))
"""Fields of a GraphQL request (https://graphql.github.io/graphql-over-http), and of stored documents."""
_PART_NAME = re.compile(rb'content-disposition:\s*form-data;.*?\bname="([^"]*)"', re.IGNORECASE)
MAX_LINE_BYTES = 1_000
"""Bytes of a line that names a part."""


@dataclass(frozen=True, slots=True)
class BodyNames:
    """
    Attributes:
        keys: names of fields; "name=value" where the value is one short text.
        operations: what a GraphQL document or a JSON-RPC call asks for, by name.
        text: a body that is one short text, as an identifier: "close_account".
        mutates: a GraphQL document changes something; None where it is none.
        is_call: it holds an operation of GraphQL or JSON-RPC, and no other fields.
    """

    keys: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    text: str = ""
    mutates: bool | None = None
    is_call: bool = False


def names_of(body: bytes | None) -> BodyNames:
    """Return what a body names, by its own form: JSON, a form, a form with files. Of any other it names nothing."""
    if not body:
        return BodyNames()
    body = body.removeprefix(b"\xef\xbb\xbf")
    if body.lstrip()[:1] in (b"{", b"["):
        try:
            return _names_of_json(json.loads(body))
        except (ValueError, RecursionError):
            return BodyNames()
    if body.startswith(b"--"):
        found = (_PART_NAME.match(line[:MAX_LINE_BYTES]) for line in body.splitlines())
        names = (part[1].decode("utf-8", "replace") for part in found if part is not None)
        return BodyNames(tuple(islice(names, MAX_KEYS)))
    if len(body) <= MAX_VALUE_CHARS and b"=" not in body:
        return BodyNames(text="_".join(body.decode("utf-8", "replace").split()))
    try:
        fields = parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=MAX_KEYS)
    except ValueError:
        return BodyNames()
    document = next((value for name, value in fields if name == "query"), "")
    operations, mutates = _operations(document)
    is_call = mutates is not None and all(name in GRAPHQL for name, _ in fields)
    return BodyNames(tuple(_key(name, value) for name, value in fields), operations, mutates=mutates, is_call=is_call)


def _names_of_json(data: Any) -> BodyNames:
    keys = tuple(key for _, key in zip(range(MAX_KEYS), _keys(data, MAX_DEPTH), strict=False))
    operations, mutates = list[str](), list[bool]()
    calls = data if isinstance(data, list) else [data]
    for one in calls[:MAX_KEYS]:
        if not isinstance(one, dict):
            continue
        named = [one.get("operationName"), one.get("method") if "jsonrpc" in one or "params" in one else None]
        operations += [name[:MAX_NAME_CHARS] for name in named if isinstance(name, str)]
        if isinstance(document := one.get("query"), str):
            found, changes = _operations(document)
            operations += found
            mutates += [changes] if changes is not None else []
    is_call = 0 < len(calls) <= MAX_KEYS and all(map(_is_call, calls))
    return BodyNames(keys, tuple(dict.fromkeys(operations)), mutates=any(mutates) if mutates else None, is_call=is_call)


def _is_call(data: Any) -> bool:
    if not isinstance(data, dict):
        return False
    return "jsonrpc" in data or (("query" in data or "operationName" in data) and data.keys() <= GRAPHQL)


def _keys(data: Any, depth: int) -> Iterator[str]:
    if depth and isinstance(data, dict):
        for name, value in data.items():
            yield _key(str(name), value)
            yield from _keys(value, depth - 1)
    elif depth and isinstance(data, list):
        for one in data:
            yield from _keys(one, depth - 1)


def _key(name: str, value: Any) -> str:
    name = name[:MAX_NAME_CHARS]
    short = isinstance(value, str | int) and 0 < len(str(value)) <= MAX_VALUE_CHARS and "query" not in name
    return f"{name}={value}" if short else name


def _operations(document: str) -> tuple[tuple[str, ...], bool | None]:
    """The operations of a GraphQL document with their first fields, and whether one changes something."""
    found, changes = list[str](), list[bool]()
    document = _IGNORED.sub(" ", document)
    # Up to the last brace, so that each operation finds its own and nothing is read twice.
    for match in islice(_OPERATION.finditer(document, 0, document.rfind("{") + 1), MAX_KEYS):
        kind, name = match[1].lower(), match[2]
        first = _FIELD.match(document, match.end(), match.end() + MAX_NAME_CHARS)
        found += [one[:MAX_NAME_CHARS] for one in (name, first[1] if first else "") if one]
        changes.append(kind == "mutation")
    if not changes and document.lstrip().startswith("{"):
        return (), False
    return tuple(found), any(changes) if changes else None
