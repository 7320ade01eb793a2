"""Statements of query languages in the fields of a request, which may change something though it is called a search."""

from __future__ import annotations

import re
from collections.abc import Iterable

from handrail.policy.requests.forms_of_text import MAX_READ
from handrail.trust.words import identifier_words

_COMMENT = re.compile(r"/\*(?!!)(?:.*?\*/|.*\Z)|^[^\S\n]*+//[^\n]*|--[^\n]*", re.DOTALL | re.MULTILINE)
"""One that does not end is one to the end of the text: to look for its end at each beginning would take minutes."""
_PROLOGUE = re.compile(r"(?:(?:prefix\s+[\w-]*:|base)\s*<[^<>]*>\s*)+", re.IGNORECASE)
"""What may stand before an order of SPARQL."""
_STRONG = """(?:delete|update|insert|upsert|replace|merge|drop|truncate|alter|create|grant|revoke|exec|execute|rename|
remove|detach|copy|call|load)""".replace("\n", "")
_VERBS = rf"(?:{_STRONG}|set|move|add|clear|kill|shutdown|reset|begin|do|into)"
"""Words by which statements of SQL, SPARQL, Cypher, AQL, SurrealQL and the like change something (ISO 9075; SPARQL 1.1
Update; openCypher 9; docs.arangodb.com; surrealdb.com/docs); the first ones are seldom words of a search."""
_READS = re.compile(
    r"\s*+(?:\(\s*+)?(?:select|with|ask|describe|desc|construct|show|explain|optional|match|from|return|for|values|g\.V)\b",
    re.IGNORECASE,
)
_METHODS = r"\.\s*(?:drop|addV|addE|property|mergeV|mergeE|(?:delete|update|insert|replace)(?:One|Many))\s*\("
"""Calls of Gremlin and MongoDB (tinkerpop.apache.org; mongodb.com/docs)."""
_CHANGES = re.compile(rf"\b(?:{_VERBS})\b|{_METHODS}", re.IGNORECASE)
_AMONG_WORDS = (
    rf"\A\s*(?:{_VERBS})\b(?=.*[=;(){{}}*'\"`<>:,$\[]|\s+(?:from|into|table|users?|all|data)\b)",
    rf"[;{{}}|]\s*(?:{_STRONG}|outputlookup)\b",
    r"\bmatch\b(?:(?!\bmatch\b).){1,2000}\b(?:set|delete|remove|create|merge)\b",
    r"\b(?:delete\s+(?:\w+\s+)?(?:from|where)|insert\s+into|drop\s+table|remove\s+\w+\s+in)\b",
    r"\bupdate\s+\S+(?:\s+(?:as\s+)?\w+)?\s+set\b",
    _METHODS,
    rf"(?-i:\b(?:{_STRONG.upper()})\s+\S)",
)
_STATEMENT = re.compile("|".join(_AMONG_WORDS), re.IGNORECASE | re.DOTALL)
"""A statement in a field that may hold a search in words as well: by its signs, its place, or its capitals."""
_STATEMENTS = frozenset(
    ["sql", "statement", "statements", "cypher", "gremlin", "aql", "sparql", "surql", "flux", "command", "cmd", "stmt"]
)
"""Words of names of fields that hold statements and no searches."""


def holds_statement(named: Iterable[tuple[str, str]]) -> bool:
    """Return whether fields, by their names and decoded values, hold a statement of a query language that may change
    something. One that a field holds which is called so has to read, by its first word and all others."""
    return any(len(value) > MAX_READ or _is_statement(name, value) for name, value in named)


def _is_statement(name: str, value: str) -> bool:
    # What is a comment in one language is text in another.
    texts = [_PROLOGUE.sub(" ", text) for text in {value, _COMMENT.sub(" ", value)}]
    words = identifier_words(name)
    # SPARQL's protocol sends a change in this field (https://www.w3.org/TR/sparql11-protocol/#update-operation).
    is_named = not _STATEMENTS.isdisjoint(words) or name == "update"
    if is_named and " " in value.strip():
        return any(_READS.match(text) is None or _CHANGES.search(text) is not None for text in texts)
    return any(map(_STATEMENT.search, texts))
