"""What the body of a request names: its fields, and the operations of GraphQL and JSON-RPC."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

MAX_KEYS, MAX_DEPTH, MAX_VALUE_CHARS = 200, 5, 60
"""Fields of a body that are named, how deep they may lie, and characters of a value that may name an act."""
_OPERATION = re.compile(r"(?:^|[\s}])(query|mutation|subscription)\b\s*(\w*)[^{]*\{", re.IGNORECASE)
_FIELD = re.compile(r"\s*(?:\w+\s*:\s*)?(\w+)")
_PART_NAME = re.compile(rb'content-disposition:\s*form-data;[^\r\n]*?\bname="([^"\r\n]*)"', re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class BodyNames:
    """
    Attributes:
        keys: names of fields; "name=value" where the value is one short text.
        operations: what a GraphQL document or a JSON-RPC call asks for, by name.
        text: a body that is one short text, as an identifier: "close_account".
        mutates: a GraphQL document changes something; None where it is none.
    """

    keys: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    text: str = ""
    mutates: bool | None = None


def names_of(body: bytes | None) -> BodyNames:
    """Return what a body names, by its own form: JSON, a form, a form with files. Of any other it names nothing."""
    if not body:
        return BodyNames()
    if body.lstrip()[:1] in (b"{", b"["):
        try:
            return _names_of_json(json.loads(body))
        except (ValueError, RecursionError):
            return BodyNames()
    if body.startswith(b"--"):
        return BodyNames(tuple(name.decode("utf-8", "replace") for name in _PART_NAME.findall(body)[:MAX_KEYS]))
    if len(body) <= MAX_VALUE_CHARS and b"=" not in body:
        return BodyNames(text="_".join(body.decode("utf-8", "replace").split()))
    try:
        fields = parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=MAX_KEYS)
    except ValueError:
        return BodyNames()
    document = next((value for name, value in fields if name == "query"), "")
    operations, mutates = _operations(document)
    return BodyNames(tuple(_key(name, value) for name, value in fields), operations, mutates=mutates)


def _names_of_json(data: Any) -> BodyNames:
    keys = tuple(key for _, key in zip(range(MAX_KEYS), _keys(data, MAX_DEPTH), strict=False))
    operations, mutates = list[str](), list[bool]()
    for one in (data if isinstance(data, list) else [data])[:MAX_KEYS]:
        if not isinstance(one, dict):
            continue
        named = [one.get("operationName"), one.get("method") if "jsonrpc" in one or "params" in one else None]
        operations += [name for name in named if isinstance(name, str)]
        if isinstance(document := one.get("query"), str):
            found, changes = _operations(document)
            operations += found
            mutates += [changes] if changes is not None else []
    return BodyNames(keys, tuple(dict.fromkeys(operations)), mutates=any(mutates) if mutates else None)


def _keys(data: Any, depth: int) -> Iterator[str]:
    if depth and isinstance(data, dict):
        for name, value in data.items():
            yield _key(str(name), value)
            yield from _keys(value, depth - 1)
    elif depth and isinstance(data, list):
        for one in data:
            yield from _keys(one, depth - 1)


def _key(name: str, value: Any) -> str:
    short = isinstance(value, str | int) and 0 < len(str(value)) <= MAX_VALUE_CHARS and "query" not in name
    return f"{name}={value}" if short else name


def _operations(document: str) -> tuple[tuple[str, ...], bool | None]:
    """The operations of a GraphQL document with their first fields, and whether one changes something."""
    found, changes = list[str](), list[bool]()
    for match in _OPERATION.finditer(document):
        kind, name = match[1].lower(), match[2]
        first = _FIELD.match(document, match.end())
        found += [one for one in (name, first[1] if first else "") if one]
        changes.append(kind == "mutation")
    if not changes and document.lstrip().startswith("{"):
        return (), False
    return tuple(found), any(changes) if changes else None
