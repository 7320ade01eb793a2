"""What the body of a request names: its fields, the operations of GraphQL and JSON-RPC, and the requests of a batch."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any
from urllib.parse import parse_qsl

from handrail.policy.requests.forms_of_text import MAX_READ, fields_of_text, has_record, plain_records
from handrail.policy.requests.graphql import MAX_NAME_CHARS, arguments_of, is_cut, is_mutation, operations_of
from handrail.policy.words.consequences import sets

MAX_KEYS, MAX_DEPTH, MAX_VALUE_CHARS = 4_000, 5, 60
"""Different fields of a body that are named, how deep parts of a form may lie, and characters of a value that may name
an act."""
MAX_PARTS = 200
"""Parts of a batch."""
PAIR = 2
"""Entries of a list that says what a field is set to."""
GRAPHQL = frozenset(("query", "variables", "operationName", "extensions", "id", "sha256Hash", "documentId", "doc_id"))
"""Fields of a GraphQL request (https://graphql.github.io/graphql-over-http), and of stored documents."""
_PART_NAME = re.compile(rb'content-disposition:\s*form-data;.*?\bname="([^"]*)"', re.IGNORECASE)
_NESTED = re.compile(rb"content-type:\s*multipart/", re.IGNORECASE)
_REQUEST_LINE = re.compile(rb"\s{0,8}([A-Za-z]{3,20}) (\S+) HTTP/")
_BECOMES = ("to", "new", "val")
_NAMING = ("path", "field", "name", "key")
"""Names by which a change tells to what it changes something, beside those with "value", and by which what it is, as in
a JSON Patch."""
MAX_LINE_BYTES, MAX_HEADERS_BYTES = 1_000, 4_000
"""Bytes of a line that names a part, and of all lines before its content."""
_PREFIX = re.compile(rb"[^={\[&]{0,20}[{\[](?![\w-]*\]=)")
"""JSON, with what some servers and protocols put before it; not the name of a field, such as "do[save]=1"."""
_STARTS = re.compile(r"[{\[]")
_CODE_BEGINS = re.compile(r"""\[?\s{0,9}(?:\{\s{0,9}["']?[\w$]{1,60}["']?\s{0,9}:|["'])""")
"""The first name of an object, or the first text of a list, in quotation marks or in none as in JavaScript."""
_FIELD = re.compile(r"/?[\w./-]{2,40}")
_CODE = re.compile(r"[A-Za-z_]\w{3,59}")
_ARGUMENTS = frozenset(("args", "arguments"))
_CALLED = ("name", "target", "query", "fn", "type")
"""Names by which a call with arguments says what is called, beside those of `names_act`."""
_ADDRESSES = ("url", "relative_url", "path", "uri", "href")
"""Names by which a batch in JSON gives the address of a request."""


@dataclass(frozen=True, slots=True)
class BatchPart:
    """A request that a body holds."""

    method: str
    url: str
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BodyNames:
    """
    Attributes:
        keys: names of fields; "name=value" where the value is one short text.
        operations: what a GraphQL document or a JSON-RPC call asks for, by name.
        text: a body that is one short text, as an identifier: "close_account".
        mutates: a GraphQL document changes something; None where it is none.
        is_call: it holds an operation of GraphQL or JSON-RPC, and no other fields.
        fields: names of the fields that do not lie in others.
        parts: the requests of a batch.
        is_cut: it names more than is read.
    """

    keys: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    text: str = ""
    mutates: bool | None = None
    is_call: bool = False
    fields: tuple[str, ...] = ()
    parts: tuple[BatchPart, ...] = ()
    is_cut: bool = False


def names_of(body: bytes | None) -> BodyNames:
    """Return what a body names, by its own form: JSON, records of JSON one after the other, a form, a form with files,
    a batch. Of any other it names the words that look like code."""
    if not body:
        return BodyNames()
    body = body.removeprefix(b"\xef\xbb\xbf")
    if 0 in body[:4]:
        body = body.decode(json.detect_encoding(body), "replace").encode()
    if _PREFIX.match(body) is not None or has_record(body):
        return _names_of_records(body.decode("utf-8", "replace"))
    if body.lstrip().startswith(b"--"):
        return _names_of_parts(body.lstrip(), MAX_DEPTH)
    if len(body) <= MAX_VALUE_CHARS and b"=" not in body:
        named = _different(_key(name, value) for name, value in fields_of_text(body))
        return BodyNames(named, text="_".join(body.decode("utf-8", "replace").split()))
    # A form of plain text has a line for each field.
    different = dict.fromkeys(re.split(rb"&|\r?\n", body))
    fields = parse_qsl(b"&".join(islice(different, MAX_KEYS)).decode("utf-8", "replace"), keep_blank_values=True)
    document = next((value for name, value in fields if name == "query"), "")
    operations, mutates = operations_of(document)
    fields += fields_of_text(body) if not any(value for _, value in fields) else []
    inner = [_names_of_records(text) for _, value in fields if _holds_records(text := plain_records(value))]
    keys = [_key(name, value) for name, value in fields] + (list(arguments_of(document)) if mutates else [])
    return BodyNames(
        _different(chain(keys, *(one.keys for one in inner))),
        _different(chain(operations, *(one.operations for one in inner))),
        mutates=True if any(one.mutates for one in inner) else mutates,
        is_call=mutates is not None and all(name in GRAPHQL for name, _ in fields),
        fields=_different(name[:MAX_NAME_CHARS] for name, _ in fields),
        parts=tuple(chain.from_iterable(one.parts for one in inner)),
        is_cut=len(different) > MAX_KEYS or is_cut(document, operations) or any(one.is_cut for one in inner),
    )


def _holds_records(value: str) -> bool:
    """Return whether a field's value is JSON, or code that looks like it by its beginning. What is long and neither is
    text of somebody, though it begins with such a bracket ("[[a link]] to what to delete")."""
    if value[:1] not in ("{", "[") or len(value) <= MAX_VALUE_CHARS or _CODE_BEGINS.match(value):
        return value[:1] in ("{", "[")
    with suppress(ValueError, RecursionError):
        return bool(json.JSONDecoder().raw_decode(value))
    return False


def _names_of_records(text: str) -> BodyNames:
    """Return the names of JSON values, with what stands before and between them: SignalR, Socket.IO, lines of JSON."""
    found, beside, at, read = list[Any](), list[str](), 0, json.JSONDecoder(object_pairs_hook=_record)
    is_code = False
    while (start := _STARTS.search(text, at)) is not None and len(found) < MAX_READ:
        beside.append(text[at : start.start()])
        try:
            value, at = read.raw_decode(text, start.start())
        except (ValueError, RecursionError):
            # Code that looks like JSON, with names in it all the same. Servers that take it read more of it.
            at, is_code = start.start(), True
            break
        found.append(value)
    beside.append(text[at : at + MAX_READ])
    names = _names_of_json(found[0] if len(found) == 1 else _records(found))
    words = dict.fromkeys(word[0] for part in dict.fromkeys(beside) for word in _CODE.finditer(part))
    is_cut = names.is_cut or is_code or len(words) > MAX_PARTS or len(found) == MAX_READ
    return replace(names, operations=_different((*names.operations, *islice(words, MAX_PARTS))), is_cut=is_cut)


class _Repeated(list[Any]):
    """The values of a name that stands in an object more than once."""


def _record(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON; of a name that stands there twice both values, since servers take the first or the
    last."""
    record: dict[str, Any] = {}
    for name, value in pairs:
        if name not in record:
            record[name] = value
        elif isinstance(known := record[name], _Repeated):
            known.append(value)
        else:
            record[name] = _Repeated((known, value))
    return record


def _records(values: Sequence[Any]) -> list[Any]:
    """Return the values as those of one list, messages that are lists with their parts."""
    return [part for value in values for part in (value if isinstance(value, list) else [value])]


def _names_of_parts(body: bytes, depth: int) -> BodyNames:
    """Return the names of a form with files, and of a batch of requests as OData sends it (RFC 2046: multipart)."""
    boundary = body.split(b"\n", 1)[0].strip()[:MAX_LINE_BYTES]
    keys, parts = list[str](), list[BatchPart]()
    if not boundary:
        return BodyNames()
    for part in islice(body.split(boundary), MAX_KEYS):
        headers, _, content = part.replace(b"\r\n", b"\n").partition(b"\n\n")
        lines = [line[:MAX_LINE_BYTES].strip() for line in headers[:MAX_HEADERS_BYTES].split(b"\n")]
        named = next(filter(None, map(_PART_NAME.match, lines)), None)
        if named is not None:
            is_file = b"filename" in headers[:MAX_HEADERS_BYTES]
            keys.append(_key(_text(named[1]), "" if is_file else _text(content[:MAX_READ]).strip()))
        elif depth and any(map(_NESTED.match, lines)):
            parts += _names_of_parts(content.lstrip(), depth - 1).parts
        elif (line := _REQUEST_LINE.match(content[:MAX_READ])) is not None:
            inner = content.partition(b"\n\n")[2]
            parts.append(
                BatchPart(_text(line[1]).upper(), _text(line[2]), names_of(inner.strip()).keys if depth else ())
            )
    names = _different(key.partition("=")[0] for key in keys)
    return BodyNames(_different(keys), fields=names, parts=tuple(parts[:MAX_PARTS]))


def _is_document(name: object, value: object) -> bool:
    """Return whether a field holds a document of GraphQL."""
    return isinstance(value, str) and (name == "query" or is_mutation(value))


def _names_of_json(data: Any) -> BodyNames:
    operations, mutates, arguments = list[str](), list[bool](), list[Iterator[str]]()
    is_long = False
    calls = data if isinstance(data, list) else [data]
    keys = list(islice(dict.fromkeys(islice(_keys(data), MAX_READ)), MAX_KEYS + 1))
    for one in calls[:MAX_READ]:
        if isinstance(one, str) and len(one) <= MAX_VALUE_CHARS:
            # A message as a list: the room, the name of the event, its data.
            operations += one.split()
        if not isinstance(one, dict):
            continue
        operations += [name[:MAX_NAME_CHARS] for name in _named_in_call(one) if isinstance(name, str)]
        for document in (text for name, text in one.items() if _is_document(name, text)):
            found, changes = operations_of(document)
            is_long |= is_cut(document, found)
            operations += found
            mutates += [changes] if changes is not None else []
            arguments += [arguments_of(document)] if changes else []
    return BodyNames(
        _different(islice(chain(keys, *arguments), MAX_READ)),
        tuple(dict.fromkeys(operations)),
        mutates=any(mutates) if mutates else None,
        is_call=bool(calls) and all(map(_is_call, calls)),
        fields=_different(str(name)[:MAX_NAME_CHARS] for one in calls if isinstance(one, dict) for name in one),
        parts=tuple(islice(_parts(data), MAX_PARTS)),
        is_cut=len(keys) > MAX_KEYS or is_long,
    )


def _named_in_call(call: dict[str, Any]) -> list[Any]:
    """Return what a call names: of JSON-RPC also the method that is called by its parameters, as Odoo does."""
    called = [call.get("operationName")]
    if not _ARGUMENTS.isdisjoint(call):
        called += [call.get(name) for name in _CALLED]
    if "jsonrpc" in call or "params" in call:
        params = call.get("params")
        called += [call.get("method"), params.get("method") if isinstance(params, dict) else None]
    return called


def _is_call(data: Any) -> bool:
    if not isinstance(data, dict):
        return False
    if "jsonrpc" in data or not data.keys() <= GRAPHQL:
        return "jsonrpc" in data
    document = data.get("query")
    # A search may call its words "query", too.
    return "operationName" in data or (isinstance(document, str) and operations_of(document)[1] is not None)


def _parts(data: Any) -> Iterator[BatchPart]:
    """Yield the requests of a batch in JSON."""
    for _, one in _within(data):
        if not isinstance(one, dict):
            continue
        method, url = one.get("method"), next((one[name] for name in _ADDRESSES if name in one), None)
        if isinstance(method, str) and isinstance(url, str):
            body = one.get("body")
            keys = names_of(body.encode()).keys if isinstance(body, str) else islice(_keys(body), MAX_KEYS)
            yield BatchPart(method[:MAX_NAME_CHARS].upper(), url, tuple(keys))


def _within(data: Any) -> Iterator[tuple[str, dict[str, Any] | list[Any]]]:
    """Yield the objects and lists of a value, each with the name of the field that it is the value of, or one of the
    values. (A loop, so that no depth ends it.)"""
    waiting = deque([("", data)])
    while waiting:
        name, value = waiting.popleft()
        if isinstance(value, dict):
            yield name, value
            waiting.extend((str(one), opened) for one, within in value.items() if (opened := _parse_nested(within)))
        elif isinstance(value, list):
            yield name, value
            waiting.extend((name, opened) for within in value if (opened := _parse_nested(within)))


def _keys(data: Any) -> Iterator[str]:
    """Yield the fields at every depth. What is one of several, or the value of a field that has more of them, counts as
    the field's: {"roles": ["admin"]}, {"privacy": {"value": "EVERYONE"}}. A record may say what it sets, and to what:
    {"path": "/status", "value": "deleted"}, {"column": "role", "newValue": "admin"}, ["role", "admin"]."""
    for parent, one in _within(data):
        if isinstance(one, list):
            whole = isinstance(one, _Repeated) or len(one) == 1
            values = one if whole else [value for value in one if isinstance(value, str)]
            yield from (_key(parent, value) for value in values if parent)
            yield from _set_by(one[:1], one[1]) if len(one) == PAIR else ()
            continue
        yield from (_key(str(name), value) for name, value in one.items())
        yield from (_key(parent, one[name]) for name in one if parent and (name in ("value", "type") or len(one) == 1))
        named = [one[name].rpartition("/")[2] for name in _NAMING if isinstance(one.get(name), str)]
        yield from (_key(name, one["value"]) for name in named if "value" in one)
        if (last := next((name for name in one if "value" in name.lower() or name in _BECOMES), None)) is not None:
            yield from _set_by(one.values(), one[last])


def _set_by(names: Iterable[Any], value: Any) -> Iterator[str]:
    """Return the names of fields among texts, each with the value."""
    fields = [name.rpartition("/")[2] for name in names if isinstance(name, str) and _FIELD.fullmatch(name)]
    return (_key(name, value) for name in fields if name != value and sets(name))


def _parse_nested(value: Any) -> Any:
    """Return a value that holds others, also where it is JSON in a text; else None."""
    if isinstance(value, str) and (text := plain_records(value))[:1] in ("{", "["):
        with suppress(ValueError, RecursionError):
            return json.loads(text, object_pairs_hook=_record)
    return value if isinstance(value, dict | list) else None


def _key(name: str, value: Any) -> str:
    name = name[:MAX_NAME_CHARS]
    short = isinstance(value, str | int | float) and 0 < len(str(value)) <= MAX_VALUE_CHARS and "query" not in name
    return f"{name}={value}" if short else name


def _different(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(islice(dict.fromkeys(names), MAX_KEYS))


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")
