"""What the body of a request names: its fields, the operations of GraphQL and JSON-RPC, and the requests of a batch."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any
from urllib.parse import parse_qsl

from handrail.policy.requests.fields import (
    DECODER,
    MAX_OBJECTS,
    MAX_VALUE_CHARS,
    Objects,
    field,
    fields_in,
    objects_in,
    opened,
    record,
)
from handrail.policy.requests.forms_of_text import (
    MAX_LINES,
    MAX_READ,
    fields_of_text,
    has_record,
    lines_of,
    without_frame,
)
from handrail.policy.requests.graphql import (
    GRAPHQL,
    MAX_NAME_CHARS,
    arguments_of,
    has_document,
    is_cut,
    is_document,
    is_mutation,
    operations_of,
    stored_document,
)
from handrail.policy.words.consequences import Evidence, cut

MAX_KEYS, MAX_DEPTH = 4_000, 5
"""Different fields of a body that are named, and how deep parts of a form may lie."""
MAX_PARTS = 200
"""Parts of a batch."""
JSON_RPC_1 = frozenset(("id", "method", "params"))
"""Fields of a call in JSON-RPC 1.0, which has no field "jsonrpc" (https://www.jsonrpc.org/specification_v1)."""
_PART_NAME = re.compile(rb'content-disposition:\s*form-data;.*?\bname="([^"]*)"', re.IGNORECASE)
_JSON = re.compile(rb"content-type:\s*application/(?:[\w.-]+\+)?json", re.IGNORECASE)
"""Of a part that has the name of a file, and is a field all the same: pages send JSON beside files as a Blob."""
_NESTED = re.compile(rb"content-type:\s*multipart/", re.IGNORECASE)
_REQUEST_LINE = re.compile(rb"\s{0,8}([A-Za-z]{3,20}) (\S+) HTTP/")
MAX_LINE_BYTES, MAX_HEADERS_BYTES = 1_000, 4_000
"""Bytes of a line that names a part, and of all lines before its content."""
_PREFIX = re.compile(r"[^={\[&]{0,20}[{\[](?![\w-]*\]=)")
"""JSON, with what some servers and protocols put before it; not the name of a field, such as "do[save]=1"."""
_STARTS = re.compile(r"[{\[]")
_CODE_BEGINS = re.compile(r"""\[?\s{0,9}(?:\{\s{0,9}["']?[\w$]{1,60}["']?\s{0,9}:|["'])""")
"""The first name of an object, or the first text of a list, in quotation marks or in none as in JavaScript."""
_CODE = re.compile(r"[A-Za-z_]\w{3,59}")
_ARGUMENTS = frozenset(("args", "arguments"))
_RELAY_NAME = "fb_api_req_friendly_name"
"""The field in which Meta's sites name the operation of a stored document ("doc_id")."""
_CALLED = ("name", "target", "query", "fn", "type")
"""Names by which a call with arguments says what is called, beside those of `names_act`."""
_ADDRESSES = ("url", "relative_url", "path", "uri", "href")
"""Names by which a batch in JSON gives the address of a request."""


@dataclass(frozen=True, slots=True)
class BodyNames:
    """What a body names.

    Attributes:
        keys: names of fields; "name=value" where the value is one short text.
        operations: what a GraphQL document or a JSON-RPC call asks for, by name.
        text: a body that is one short text, as an identifier: "close_account".
        mutates: a GraphQL document changes something; None where it is none.
        is_call: it holds an operation of GraphQL or JSON-RPC, and no other fields.
        fields: names of the fields that do not lie in others.
        parts: the requests that it holds.
        is_cut: it names more than is read.
    """

    keys: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    text: str = ""
    mutates: bool | None = None
    is_call: bool = False
    fields: tuple[str, ...] = ()
    parts: tuple[Evidence, ...] = ()
    is_cut: bool = False


def names_of(body: bytes | None, depth: int = MAX_DEPTH) -> BodyNames:
    """Return what a body names, by its own form: JSON, records of JSON one after the other, a form, a form with files,
    a batch. Of any other it names the words that look like code; ``depth``: how many times it is decoded, each time of
    as many codes as `without_frame` takes off."""
    if not body:
        return BodyNames()
    text = text_of(body)
    if _PREFIX.match(text) is not None or has_record(body):
        return _names_of_records(text)
    if is_mutation(text):
        return _names_of_json({"query": text})
    if text.lstrip().startswith("--"):
        return _names_of_parts(body.lstrip(), depth)
    if (plain := without_frame(text)) != text.strip():
        return names_of(plain.encode(errors="replace"), depth - 1) if depth else BodyNames(is_cut=True)
    if len(body) <= MAX_VALUE_CHARS and "=" not in text:
        named = _different(field(name, value) for name, value in fields_of_text(text))
        return BodyNames(named, text="_".join(text.split()))
    # A form of plain text has a line for each field.
    different = dict.fromkeys(re.split(r"&|\r?\n", text))
    fields = parse_qsl("&".join(islice(different, MAX_KEYS)), keep_blank_values=True)
    is_form = any(value for _, value in fields)
    names = _names_of_fields(fields + ([] if is_form else fields_of_text(text)))
    is_cut = len(different) > MAX_KEYS or (not is_form and (len(text) > MAX_READ or len(lines_of(text)) > MAX_LINES))
    return replace(names, is_cut=names.is_cut or is_cut)


def text_of(body: bytes) -> str:
    """Return a body as text, in its own encoding (RFC 8259 asks for UTF-8, and servers take others)."""
    body = body.removeprefix(b"\xef\xbb\xbf")
    return body.decode(json.detect_encoding(body) if 0 in body[:4] else "utf-8", "replace")


def values_in(body: bytes) -> list[tuple[str, str]]:
    """Return the texts of a body, decoded, each with the name of its field, and all of it; "" where it has no name."""
    text = text_of(body)
    found, _ = _records_in(text)
    data = found or record(parse_qsl(text, keep_blank_values=True))
    named = (
        (str(name), value)
        for parent, one in objects_in(data)
        for name, value in (one.items() if isinstance(one, dict) else ((parent, value) for value in one))
    )
    return [("", text), *((name, value) for name, value in islice(named, MAX_READ) if isinstance(value, str))]


def _names_of_fields(fields: Sequence[tuple[str, str]]) -> BodyNames:
    """Return the names of a form's fields, and of what their values hold."""
    document = next((value for name, value in fields if name == "query"), "")
    operations, mutates = operations_of(document)
    stored = stored_document(dict(fields))
    inner = [names for _, value in fields if (names := _names_within(value)) is not None]
    keys = [field(name, value) for name, value in fields] + (list(arguments_of(document)) if mutates else [])
    return BodyNames(
        _different(chain(keys, *(one.keys for one in inner))),
        _different(
            chain(operations, filter(None, (stored, dict(fields).get(_RELAY_NAME))), *(one.operations for one in inner))
        ),
        mutates=True if any(one.mutates for one in inner) else mutates,
        is_call=(mutates is not None or bool(stored)) and all(name in GRAPHQL for name, _ in fields),
        fields=_different(name[:MAX_NAME_CHARS] for name, _ in fields),
        parts=tuple(chain.from_iterable(one.parts for one in inner)),
        is_cut=is_cut(document, operations) or any(one.is_cut for one in inner),
    )


def _names_within(value: str) -> BodyNames | None:
    """Return the names of what the value of a form's field holds; None for a value that holds no fields."""
    if _holds_records(text := without_frame(value)):
        return _names_of_records(text)
    return _names_of_json(within) if (within := opened(text)) is not None else None


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
    found, beside = _records_in(text)
    # Code that looks like JSON has names in it all the same. Servers that take it read more of it.
    is_code = _STARTS.match(beside[-1]) is not None
    names = _names_of_json(found[0] if len(found) == 1 else _records(found))
    words = dict.fromkeys(word[0] for part in dict.fromkeys(beside) for word in _CODE.finditer(part))
    is_cut = names.is_cut or is_code or len(words) > MAX_PARTS or len(found) == MAX_OBJECTS
    return replace(names, operations=_different((*names.operations, *islice(words, MAX_PARTS))), is_cut=is_cut)


def _records_in(text: str) -> tuple[list[Any], list[str]]:
    """Return the JSON values of a text, up to the first that is none, and the texts beside them."""
    found, beside, at = list[Any](), list[str](), 0
    while (start := _STARTS.search(text, at)) is not None and len(found) < MAX_OBJECTS:
        beside.append(text[at : start.start()])
        at = start.start()
        try:
            value, at = DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            break
        found.append(value)
    return found, [*beside, text[at : at + MAX_READ]]


def _records(values: Sequence[Any]) -> list[Any]:
    """Return the values as those of one list, messages that are lists with their parts."""
    return [part for value in values for part in (value if isinstance(value, list) else [value])]


def _names_of_parts(body: bytes, depth: int) -> BodyNames:
    """Return the names of a form with files, and of a batch of requests as OData sends it (RFC 2046: multipart)."""
    boundary = body.split(b"\n", 1)[0].strip()[:MAX_LINE_BYTES]
    fields, parts = list[tuple[str, str]](), list[Evidence]()
    if not boundary:
        return BodyNames()
    every = body.split(boundary)
    for part in every[:MAX_KEYS]:
        headers, _, content = part.replace(b"\r\n", b"\n").partition(b"\n\n")
        lines = [line[:MAX_LINE_BYTES].strip() for line in headers[:MAX_HEADERS_BYTES].split(b"\n")]
        named = next(filter(None, map(_PART_NAME.match, lines)), None)
        if named is not None:
            is_file = b"filename" in headers[:MAX_HEADERS_BYTES] and not any(map(_JSON.match, lines))
            fields.append((_text(named[1]), "" if is_file else _text(content[:MAX_READ]).strip()))
        elif depth and any(map(_NESTED.match, lines)):
            parts += _names_of_parts(content.lstrip(), depth - 1).parts
        elif (line := _REQUEST_LINE.match(content[:MAX_READ])) is not None:
            inner = content.partition(b"\n\n")[2].strip()
            keys = names_of(inner, depth - 1).keys if depth else ()
            parts.append(Evidence(method=_text(line[1]).upper(), url=cut(_text(line[2])), body_keys=keys))
    names = _names_of_fields(fields)
    return replace(names, parts=(*names.parts, *parts)[:MAX_PARTS], is_cut=names.is_cut or len(every) > MAX_KEYS)


def _names_of_json(data: Any) -> BodyNames:
    operations, mutates, arguments = list[str](), list[bool](), list[Iterator[str]]()
    is_long = False
    calls = data if isinstance(data, list) else [data]
    objects = objects_in(data)
    keys = list(islice(dict.fromkeys(islice(fields_in(objects), MAX_READ)), MAX_KEYS + 1))
    # A message as a list: the room, the name of the event, its data.
    operations += chain.from_iterable(one.split() for one in calls if _is_short(one))
    for parent, one in objects:
        if not isinstance(one, dict):
            continue
        # (That of Apollo's extensions stands for its call.)
        operations += filter(None, [stored_document(one) if parent != "persistedQuery" else None])
        operations += [name[:MAX_NAME_CHARS] for name in _named_in_call(one) if isinstance(name, str)]
        for document in (text for name, text in one.items() if is_document(name, text)):
            found, changes = operations_of(document)
            is_long |= is_cut(document, found)
            operations += found
            mutates += [changes] if changes is not None else []
            arguments += [arguments_of(document)] if changes else []
    return BodyNames(
        _different(islice(chain(keys, *arguments), MAX_READ)),
        tuple(dict.fromkeys(operations)),
        # Of a batch each call has to read, by a document of its own or by its operation.
        mutates=any(mutates) if any(mutates) or all(map(has_document, calls)) else None,
        is_call=bool(calls) and all(map(_is_call, calls)),
        fields=_different(str(name)[:MAX_NAME_CHARS] for one in calls if isinstance(one, dict) for name in one),
        parts=tuple(islice(_parts(objects), MAX_PARTS)),
        is_cut=len(keys) > MAX_KEYS or is_long or len(objects) > MAX_OBJECTS,
    )


def _is_short(value: object) -> bool:
    return isinstance(value, str) and len(value) <= MAX_VALUE_CHARS


def _named_in_call(call: dict[str, Any]) -> list[Any]:
    """Return what a call names: of JSON-RPC also the method that is called by its parameters, as Odoo does."""
    called = [call.get("operationName"), call.get(_RELAY_NAME)]
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
        return "jsonrpc" in data or (data.keys() == JSON_RPC_1 and isinstance(data["params"], list))
    # A search may call its words "query", too.
    return "operationName" in data or bool(stored_document(data)) or has_document(data)


def _parts(objects: Objects) -> Iterator[Evidence]:
    """Yield the requests of a batch in JSON."""
    for _, found in objects:
        one = found if isinstance(found, dict) else dict(zip(("method", "url"), found, strict=False))
        method, url = one.get("method"), next((one[name] for name in _ADDRESSES if name in one), None)
        if isinstance(method, str) and isinstance(url, str) and (one is found or url.startswith("/")):
            # (Not by `names_of`: each level of batches in batches would take twice the time of the one within.)
            keys = fields_in(objects_in(opened(one.get("body"))))
            yield Evidence(
                method=method[:MAX_NAME_CHARS].upper(), url=cut(url), body_keys=tuple(islice(keys, MAX_KEYS))
            )


def _different(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(islice(dict.fromkeys(names), MAX_KEYS))


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")
