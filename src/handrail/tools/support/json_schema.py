"""An output schema: checked before a model is asked, and what an answer is checked against. Never fetches anything."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker, SchemaError, ValidationError, validators
from jsonschema.exceptions import best_match
from referencing import Registry
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DRAFT202012

from handrail.tools.support.matcher import InvalidPattern, compile_pattern

MAX_SCHEMA = 20_000
"""Characters of JSON that a schema may have: it stands in every prompt of the extraction."""
MAX_FAULTS = 8
TIME_LIMIT = 2.0
"""Seconds that one validation may take in all, whatever it matches, compares and refers to."""
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
            # Its check of patterns would be Python's own engine, which nothing stops.
            Draft202012Validator.check_schema(schema, format_checker=FormatChecker(formats=()))
        except SchemaError as error:
            raise BadSchema(f"it is not valid at {_path(error.path, None)}", error.message) from error
        except RecursionError as error:
            raise BadSchema("it is nested too deeply") from error
        self._check_supported(schema)
        self._compile_patterns(schema)
        self.names = frozenset(_property_names(schema))
        self._schema = schema
        self._resolve_references()

    def faults(self, value: Any) -> list[SchemaFault]:
        """Return what is wrong with ``value``, the most telling first; empty when it fits. Raises `BadSchema`: the
        schema takes too long to check, which shows only with a value."""
        validator = _Validator(self._schema, registry=Registry(), format_checker=_Limits())
        try:
            errors = list(validator.iter_errors(value))
        except (RecursionError, _TooManySteps, TimeoutError) as error:
            reason = "it refers to itself too often, or a pattern in it takes too long to match"
            raise BadSchema(f"it takes too long to be checked: {reason}") from error
        except InvalidPattern as error:
            raise BadSchema(f"a pattern in it cannot be used: {error.reason}") from error
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
        resolver, limits = Registry().resolver_with_root(resource), _Limits()
        for reference in {reference for _, reference in _references(self._schema)}:
            try:
                limits.check_time()
                resolver.lookup(reference)
            except TimeoutError as error:
                raise BadSchema("it holds too many references to be checked") from error
            except Unresolvable as error:
                raise BadSchema("a $ref in it points nowhere", str(error)) from error

    def _compile_patterns(self, schema: dict[str, Any]) -> None:
        """Raise for a pattern that cannot be used, rather than when an answer happens to reach it."""
        limits = _Limits()
        for pattern in dict.fromkeys(_patterns(schema)):
            try:
                limits.check_time()
                compile_pattern(pattern)
            except TimeoutError as error:
                raise BadSchema("it holds too many patterns to be checked") from error
            except InvalidPattern as error:
                raise BadSchema(f"a pattern in it cannot be used: {error.reason}") from error

    def _check_supported(self, schema: dict[str, Any]) -> None:
        keywords = {keyword for keyword, _ in _items(schema)}
        if "patternProperties" in keywords and keywords & {"unevaluatedProperties"}:
            raise BadSchema("patternProperties together with unevaluatedProperties is not supported")
        for keyword, value in _references(schema):
            if not value.startswith("#"):
                raise BadSchema(f"a {keyword} in it points outside of it, and nothing is fetched")


class _TooManySteps(Exception):
    pass


class _Limits(FormatChecker):
    """What is left of one validation: a validator is rebuilt at every step, its format checker stays."""

    def __init__(self) -> None:
        super().__init__(_FORMATS)
        self._ends = time.monotonic() + TIME_LIMIT
        self._steps = 0

    def check_time(self) -> float:
        """Return the seconds that are left. Raises `TimeoutError`: none are."""
        if (left := self._ends - time.monotonic()) <= 0:
            raise TimeoutError
        return left

    def count_reference(self) -> None:
        self._steps += 1
        if self._steps > _MAX_STEPS:
            raise _TooManySteps


def _limit(name: str, keyword: Any) -> Any:
    """Return a keyword that is checked only while there is time, and follows so many references."""

    def check(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
        validator.format_checker.check_time()
        if name in ("$ref", "$dynamicRef"):
            validator.format_checker.count_reference()
        yield from keyword(validator, value, instance, schema) or ()

    return check


def _matches(validator: Any, pattern: str, text: str) -> bool:
    # The engine counts processor time, and looks at it between steps: so each match is limited, and all are.
    seconds = min(_PATTERN_SECONDS, validator.format_checker.check_time())
    return compile_pattern(pattern).search(text, timeout=seconds) is not None


def _pattern(validator: Any, pattern: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if isinstance(instance, str) and not _matches(validator, pattern, instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def _pattern_properties(validator: Any, patterns: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if isinstance(instance, dict):
        for pattern, subschema in patterns.items():
            for name, value in instance.items():
                if _matches(validator, pattern, name):
                    yield from validator.descend(value, subschema, path=name, schema_path=pattern)


def _additional(validator: Any, allowed: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if not isinstance(instance, dict):
        return
    patterns = schema.get("patternProperties", {})
    known = schema.get("properties", {})
    for name, value in instance.items():
        if name in known or any(_matches(validator, pattern, name) for pattern in patterns):
            continue
        if allowed is False:
            yield ValidationError(f"the property {name!r} is not allowed")
        elif isinstance(allowed, dict):
            yield from validator.descend(value, allowed, path=name)


def _unique(validator: Any, wanted: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    """Yield a fault where values repeat, by what is written: the library compares each value with each other."""
    if wanted and isinstance(instance, list):
        texts = {json.dumps(json.loads(json.dumps(one), parse_float=_number), sort_keys=True) for one in instance}
        if len(texts) < len(instance):
            yield ValidationError(f"{instance!r} has non-unique elements")


def _number(text: str) -> float:
    """Return a number as JSON Schema counts it: 1.0 is the integer 1."""
    number = float(text)
    return int(number) if number.is_integer() else number


# Python's own regular expressions cannot be stopped, and the schema may be written by a page, or a model that read one.
_FORMATS = tuple(name for name in Draft202012Validator.FORMAT_CHECKER.checkers if name != "regex")
_OURS = {
    "pattern": _pattern,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional,
    "uniqueItems": _unique,
}
_extend: Any = validators.extend
_Validator: Any = _extend(
    Draft202012Validator,
    {name: _limit(name, keyword) for name, keyword in {**Draft202012Validator.VALIDATORS, **_OURS}.items()},
)


def _place(error: ValidationError, names: frozenset[str]) -> str:
    """Return the path of a fault; of a missing property, the path it should have."""
    path = list(error.absolute_path)
    if error.validator == "required" and isinstance(error.instance, dict):
        wanted: Any = error.validator_value
        path += [name for name in wanted if name not in error.instance][:1]
    return _path(path, names)


def _path(path: Any, names: frozenset[str] | None) -> str:
    """Return a path as it is written in programs, without names that the schema does not know: a page's own."""
    out = ""
    for step in path:
        if isinstance(step, int):
            out += f"[{step}]"
        else:
            out += f".{step if names is None or step in names else '(other)'}"
    return out.removeprefix(".") or "its root"


def _items(schema: Any) -> Iterator[tuple[str, Any]]:
    """Yield each key of a schema and its value, at any depth."""
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


def _patterns(schema: Any) -> Iterator[str]:
    for key, value in _items(schema):
        if key == "pattern" and isinstance(value, str):
            yield value
        if key == "patternProperties" and isinstance(value, dict):
            yield from value


def _references(schema: Any) -> list[tuple[str, str]]:
    return [(key, at) for key, at in _items(schema) if key in ("$ref", "$dynamicRef") and isinstance(at, str)]
