"""What a GraphQL document asks for: its operations, and every field of those that change something."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

MAX_OPERATIONS, MAX_NAME_CHARS = 1_000, 100
"""Names that are read of a document, and characters of each."""
MAX_DOCUMENT_CHARS = 50_000
"""What is read of a document. Whoever reads a longer one says so."""
_STORED = ("doc_id", "documentId", "documentHash", "sha256Hash")
GRAPHQL = frozenset(("query", "variables", "operationName", "extensions", "id", *_STORED))
"""Fields of a GraphQL request (https://graphql.github.io/graphql-over-http), and of stored documents."""
_IGNORED = re.compile(
    r'"""(?:[^"\\]|\\"""|\\|"(?!""))*+(?:"""|\Z)|"(?:[^"\\\n]|\\.)*+"?|#[^\n\r]*|[,\ufeff]', re.DOTALL
)
"""Strings, comments, and what GraphQL takes for blanks (https://spec.graphql.org/October2021/#sec-Language). A string
that does not end is one, too: to look for its end at each quotation mark would take hours."""
_TOKEN = re.compile(r"\.\.\.\s*(?P<spread>(?:on\b\s*)?\w*)|[@$]\w*|\w++\s*+:|(?P<name>\w++)|(?P<mark>[(){}])")
"""Directives, variables and aliases are skipped: what is asked for is the field."""
_MUTATION = re.compile(r"\bmutation\b", re.IGNORECASE)
_BEGINS = re.compile(r"[\s,]{0,99}(?:mutation|query|fragment|subscription|#|\{)")
_ARGUMENT = re.compile(r'\b(\w{1,100})\s{0,9}:\s{0,9}"?(\w{1,60})\b')
_QUOTED = re.compile(r"\s*[\[{]\s*[\"\[{\]}]")
"""The beginning of JSON, and of no document: GraphQL has no names in quotation marks."""
_KINDS = ("query", "mutation", "subscription", "fragment")


@dataclass(slots=True)
class _Definition:
    """An operation or a fragment, with the fields at its top and the fragments that stand among them."""

    kind: str
    name: str
    fields: list[str] = field(default_factory=list)
    spreads: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, words: Sequence[str]) -> _Definition:
        """Return a definition by the words before its fields. Without any it is a query."""
        at = next((at for at, word in enumerate(words) if word.lower() in _KINDS), None)
        if at is None:
            return cls("" if words else "query", "")
        return cls(words[at].lower(), next(iter(words[at + 1 :]), ""))


def operations_of(document: str) -> tuple[tuple[str, ...], bool | None]:
    """Return the operations of a document with their fields (of those that only read: the first one), and whether one
    changes something; None where it holds no operation.

    Servers may read a string in another way than we do, so the word for a change counts wherever it stands.
    """
    read = document[:MAX_DOCUMENT_CHARS]
    found = _definitions(_IGNORED.sub(" ", read))
    operations = [one for one in found if one.kind in _KINDS[:3]]
    names = islice(dict.fromkeys(_names(operations, found)), MAX_OPERATIONS)
    return tuple(names), _MUTATION.search(read) is not None if operations else None


def is_cut(document: str, operations: Sequence[str]) -> bool:
    """Return whether a document names more than `operations_of` returns."""
    return len(document) > MAX_DOCUMENT_CHARS or len(operations) == MAX_OPERATIONS


def stored_document(call: dict[str, Any]) -> str | None:
    """Return the id of the stored document by which alone a GraphQL request says what it does, as Relay and Apollo send
    it; None for one that has a document or an operation's name, and for what is no such request."""
    if call.get("query") or call.get("operationName"):
        return None
    extensions = call.get("extensions")
    persisted = extensions.get("persistedQuery") if isinstance(extensions, dict) else None
    named = [call.get(name) for name in (*_STORED, *(("id",) if "variables" in call else ()))]
    named += [persisted.get("sha256Hash")] if isinstance(persisted, dict) else []
    return next((str(one) for one in named if isinstance(one, str | int) and one), None)


def is_mutation(text: object) -> bool:
    """Return whether a value is a document that changes something, whatever the field is called."""
    return isinstance(text, str) and _BEGINS.match(text) is not None and operations_of(text)[1] is True


def is_document(name: object, value: object) -> bool:
    """Return whether a field holds a document of GraphQL."""
    return isinstance(value, str) and (name == "query" or (not _QUOTED.match(value) and is_mutation(value)))


def has_document(data: Any) -> bool:
    """Return whether a call is a GraphQL request with its document."""
    if not isinstance(data, dict) or not data.keys() <= GRAPHQL:
        return False
    return any(is_document(name, text) and operations_of(text)[1] is not None for name, text in data.items())


def arguments_of(document: str) -> Iterator[str]:
    """Return what a document gives its fields, as "name=value" where the value is one word."""
    return (f"{match[1]}={match[2]}" for match in _ARGUMENT.finditer(document[:MAX_DOCUMENT_CHARS]))


def _names(operations: Sequence[_Definition], found: Sequence[_Definition]) -> Iterator[str]:
    fragments = {one.name: one for one in found if one.kind == "fragment"}
    for one in operations:
        if one.kind != "mutation":
            yield from filter(None, (one.name, *one.fields[: 1 if one.name else 0]))
            continue
        yield from filter(None, (one.name, *one.fields))
        spreads = list(one.spreads)
        while spreads:
            if (fragment := fragments.pop(spreads.pop(), None)) is not None:
                yield from fragment.fields
                spreads += fragment.spreads


def _definitions(document: str) -> list[_Definition]:
    """Return the definitions, read in one pass, so that nothing is read twice."""
    found, words, at_top, brackets, is_inline = list[_Definition](), list[str](), list[bool](), 0, False
    for token in _TOKEN.finditer(document):
        mark, spread, name = token["mark"], token["spread"], token["name"]
        if mark in ("(", ")"):
            brackets = max(0, brackets + (1 if mark == "(" else -1))
        elif brackets:
            continue
        elif mark == "{":
            found += [] if at_top else [_Definition.of(words)]
            # What "... on Mutation { }" holds stands where that does.
            at_top.append(not at_top or (at_top[-1] and is_inline))
            words = []
        elif mark == "}":
            del at_top[-1:]
        elif name and not at_top:
            words.append(name[:MAX_NAME_CHARS])
        elif name and at_top[-1]:
            found[-1].fields.append(name[:MAX_NAME_CHARS])
        elif spread and at_top and at_top[-1]:
            found[-1].spreads.append(spread)
        if mark == "}" or spread is not None or name:
            is_inline = spread is not None
    return found
