"""An output schema: checked before a model is asked, and what an answer is checked against. Never fetches anything."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import regex
from jsonschema import Draft202012Validator, FormatChecker, SchemaError, ValidationError, validators
from jsonschema.exceptions import best_match
from referencing import Registry
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DRAFT202012

MAX_SCHEMA = 20_000
"""Characters of JSON that a schema may have: it stands in every prompt of the extraction."""
MAX_FAULTS = 8
_PATTERN_SECONDS = 0.5
_MAX_STEPS = 20_000
"""References followed in one validation. Schemas that refer to themselves twice over would take for ever."""


class BadSchema(Exception):
    """Not a JSON Schema that can be used. ``reason`` is ours; ``said`` is the validator's, and may quote the schema."""

    def __init__(self, reason: str, said: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.said = said


@dataclass(frozen=True, slots=True)
class SchemaFault:
    """Where an answer does not fit, as a path in the schema's own words, and what is wrong there."""

    path: str
    problem: str


class OutputSchema:
    """A JSON Schema (Draft 2020-12).

    Args:
        schema: as the caller gave it. References may point into it only.

    Raises:
        BadSchema: it cannot be used.
    """

    def __init__(self, schema: dict[str, Any]) -> None:
        self.text = json.dumps(schema, ensure_ascii=False)
        if len(self.text) > MAX_SCHEMA:
            raise BadSchema(f"it has {len(self.text):,} characters of JSON, and {MAX_SCHEMA:,} are allowed")
        try:
            Draft202012Validator.check_schema(schema)
        except SchemaError as error:
            raise BadSchema(f"it is not valid at {_path(error.path, None)}", error.message) from error
        except RecursionError as error:
            raise BadSchema("it is nested too deeply") from error
        self._check_supported(schema)
        self.names = frozenset(_property_names(schema))
        self._schema = schema
        self._resolve_references()

    def faults(self, value: Any) -> list[SchemaFault]:
        """What is wrong with ``value``, the most telling first; empty when it fits.

        Raises:
            BadSchema: the schema takes too long to check, which shows only with a value.
        """
        validator = _Validator(self._schema, registry=Registry(), format_checker=_Formats(_FORMATS))
        try:
            errors = list(validator.iter_errors(value))
        except (RecursionError, _TooManySteps) as error:
            raise BadSchema("it refers to itself too often to be checked") from error
        except TimeoutError as error:
            raise BadSchema("a pattern in it takes too long to match") from error
        except Unresolvable as error:
            raise BadSchema("a $ref in it points nowhere", str(error)) from error
        first = best_match(iter(errors))
        if first is None:
            return []
        leaves = [first, *(error for error in errors if error.path != first.path)]
        return [SchemaFault(_place(error, self.names), error.message) for error in leaves[:MAX_FAULTS]]

    def _resolve_references(self) -> None:
        """Raise for a reference that points nowhere now, rather than when an answer happens to reach it."""
        resource = DRAFT202012.create_resource(self._schema)
        resolver = Registry().resolver_with_root(resource)
        for _, reference in _references(self._schema):
            try:
                resolver.lookup(reference)
            except Unresolvable as error:
                raise BadSchema("a $ref in it points nowhere", str(error)) from error

    def _check_supported(self, schema: dict[str, Any]) -> None:
        keywords = {keyword for keyword, _ in _items(schema)}
        if "patternProperties" in keywords and keywords & {"unevaluatedProperties"}:
            raise BadSchema("patternProperties together with unevaluatedProperties is not supported")
        for keyword, value in _references(schema):
            if not value.startswith("#"):
                raise BadSchema(f"a {keyword} in it points outside of it, and nothing is fetched")


class _TooManySteps(Exception):
    pass


def _counted(original: Any) -> Any:
    """A keyword that follows references, stopped after `_MAX_STEPS` of one validation."""

    def follow(validator: Any, reference: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
        steps = validator.format_checker.steps = validator.format_checker.steps + 1
        if steps > _MAX_STEPS:
            raise _TooManySteps
        yield from original(validator, reference, instance, schema)

    return follow


class _Formats(FormatChecker):
    """Also carries the count of one validation: a validator is rebuilt at every step, this stays."""

    steps = 0


def _matches(pattern: str, text: str) -> bool:
    return regex.search(pattern, text, timeout=_PATTERN_SECONDS) is not None


def _pattern(validator: Any, pattern: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if isinstance(instance, str) and not _matches(pattern, instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def _pattern_properties(validator: Any, patterns: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if isinstance(instance, dict):
        for pattern, subschema in patterns.items():
            for name, value in instance.items():
                if _matches(pattern, name):
                    yield from validator.descend(value, subschema, path=name, schema_path=pattern)


def _additional(validator: Any, allowed: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if not isinstance(instance, dict):
        return
    patterns = schema.get("patternProperties", {})
    known = schema.get("properties", {})
    for name, value in instance.items():
        if name in known or any(_matches(pattern, name) for pattern in patterns):
            continue
        if allowed is False:
            yield ValidationError(f"the property {name!r} is not allowed")
        elif isinstance(allowed, dict):
            yield from validator.descend(value, allowed, path=name)


# Python's own regular expressions cannot be stopped, and the schema may be written by a model that read a page.
_extend: Any = validators.extend
_FORMATS = tuple(Draft202012Validator.FORMAT_CHECKER.checkers)
_Validator: Any = _extend(
    Draft202012Validator,
    {
        "$ref": _counted(Draft202012Validator.VALIDATORS["$ref"]),
        "$dynamicRef": _counted(Draft202012Validator.VALIDATORS["$dynamicRef"]),
        "pattern": _pattern,
        "patternProperties": _pattern_properties,
        "additionalProperties": _additional,
    },
)


def _place(error: ValidationError, names: frozenset[str]) -> str:
    """The path of a fault; of a missing property, the path it should have."""
    path = list(error.absolute_path)
    if error.validator == "required" and isinstance(error.instance, dict):
        wanted: Any = error.validator_value
        path += [name for name in wanted if name not in error.instance][:1]
    return _path(path, names)


def _path(path: Any, names: frozenset[str] | None) -> str:
    """As it is written in programs. A name that the schema does not know came from a page and is not repeated."""
    out = ""
    for step in path:
        if isinstance(step, int):
            out += f"[{step}]"
        else:
            out += f".{step if names is None or step in names else '(other)'}"
    return out.removeprefix(".") or "its root"


def _items(schema: Any) -> Iterator[tuple[str, Any]]:
    """Each key of a schema and its value, at any depth."""
    match schema:
        case dict():
            for key, value in schema.items():
                yield key, value
                yield from _items(value)
        case list():
            for value in schema:
                yield from _items(value)


def _property_names(schema: Any) -> Iterator[str]:
    for key, value in _items(schema):
        if key == "properties" and isinstance(value, dict):
            yield from value
        if key == "required" and isinstance(value, list):
            yield from (name for name in value if isinstance(name, str))


def _references(schema: Any) -> list[tuple[str, str]]:
    return [(key, at) for key, at in _items(schema) if key in ("$ref", "$dynamicRef") and isinstance(at, str)]
