"""Repairs parameters of a model that are almost right. Nothing else is lenient, and this is so for models alone.

Only values that do not fit are changed, and only where the schema leaves one reading; what comes of it is validated
like anything else. What cannot be repaired is reported by `handrail.tools.core.invalid_calls.invalid_params`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from pydantic import ValidationError

from handrail.results import Failed
from handrail.tools.core.invalid_calls import invalid_params
from handrail.tools.core.table import Params, Record

_REF = re.compile(r"[\[(<@\"'`\s]*(?:ref\s*=\s*)?[\"']?(e\d+)[\])>\"'`\s]*", re.IGNORECASE)
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SIZES = ("max_", "context_")
"""How names of parameters begin that say how much of what is read is shown."""
_WRAPPERS = ("params", "parameters", "arguments", "args", "input")
_NOTHING = ("", "null", "none", "undefined")
_TRUE = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def parse(record: Record, raw: dict[str, Any], *, lenient: bool) -> Params | Failed:
    """Return the parameters of a call, or what is wrong with them. ``lenient``: repair what does not fit, as for a
    model."""
    try:
        return record.params.model_validate(raw)
    except ValidationError as error:
        if not lenient:
            return invalid_params(record, error, raw)
    try:
        return record.params.model_validate(repair(record, raw))
    except ValidationError as error:
        return invalid_params(record, error, raw)


def repair(record: Record, raw: dict[str, Any]) -> dict[str, Any]:
    """Return parameters as they were meant, as far as that is plain.

    Understood: numbers, booleans, lists and objects written as strings and the other way round, one value where a list
    is wanted, the wrong case in a closed choice, null or an empty word for what may be left out, camelCase names, a ref
    in brackets, all parameters within one called ``params`` or the like, and of what is read more than may be shown.
    """
    schema = record.schema
    known = schema.get("properties", {})
    required = schema.get("required", [])
    out: dict[str, Any] = {}
    for given, value in _unwrap(raw, known).items():
        name = given if given in known else _HUMP.sub("_", given).lower()
        if name not in known or (name != given and name in raw):
            if value is not None:
                out[given] = value
            continue
        if name not in required and _is_nothing(value, known[name]):
            continue
        value = _fit(value, known[name], schema.get("$defs", {}))
        if record.effect == "read" and name.startswith(_SIZES):
            value = _within(value, known[name])
        if name in record.ref_fields and isinstance(value, str) and (match := _REF.fullmatch(value)):
            value = match[1].lower()
        out[name] = value
    return out


def _within(value: Any, schema: dict[str, Any]) -> Any:
    """Return a size within its limits: who reads more than may be shown goes on with the cursor."""
    branch = next((one for one in schema.get("anyOf") or [schema] if "maximum" in one), None)
    if branch is None or isinstance(value, bool) or not isinstance(value, int):
        return value
    return min(max(value, branch.get("minimum", value)), branch["maximum"])


def _unwrap(raw: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    if len(raw) == 1 and (name := next(iter(raw))) in _WRAPPERS and name not in known:
        inner = _from_json(raw[name], dict)
        return inner if isinstance(inner, dict) else raw
    return raw


def _is_nothing(value: Any, schema: dict[str, Any]) -> bool:
    """Return whether a value says that there is none; an empty string may be meant where a string is wanted."""
    branches = schema.get("anyOf") or [schema]
    if value is None:
        return all(branch.get("type") != "null" for branch in branches)
    free = any(
        branch.get("type", "string") == "string" and not {"enum", "const"} & branch.keys() for branch in branches
    )
    return isinstance(value, str) and value.strip().lower() in _NOTHING and not free


def _fit(value: Any, schema: dict[str, Any], definitions: dict[str, Any]) -> Any:
    """Return a value in the first form of a schema that it can be brought into; as it is where it fits or none can."""
    branches = [_resolve(branch, definitions) for branch in schema.get("anyOf") or schema.get("oneOf") or [schema]]
    if any(_fits(value, branch) for branch in branches):
        branch = next(branch for branch in branches if _fits(value, branch))
        return _inside(value, branch, definitions)
    for branch in branches:
        changed = _convert(value, branch)
        if _fits(changed, branch):
            return _inside(changed, branch, definitions)
    return value


def _resolve(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    reference = str(schema.get("$ref", "")).rpartition("/")[2]
    found: dict[str, Any] = definitions.get(reference, schema)
    return found


def _inside(value: Any, schema: dict[str, Any], definitions: dict[str, Any]) -> Any:
    """Return the parts of a list or an object, each fitted in turn."""
    match value:
        case list() if "items" in schema:
            return [_fit(part, schema["items"], definitions) for part in value]
        case dict() if "properties" in schema:
            known = schema["properties"]
            return {
                name: _fit(part, known[name], definitions) if name in known else part for name, part in value.items()
            }
        case _:
            return value


_PYTHON: dict[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "null": lambda value: value is None,
}


def _fits(value: Any, schema: dict[str, Any]) -> bool:
    if "enum" in schema:
        return value in schema["enum"]
    if "const" in schema:
        return bool(value == schema["const"])
    return _PYTHON.get(schema.get("type", ""), lambda _: True)(value)


def _convert(value: Any, schema: dict[str, Any]) -> Any:
    """Return a value as the type that a schema wants, as it is where that is not plain."""
    if choices := schema.get("enum") or ([schema["const"]] if "const" in schema else None):
        word = str(value).strip().casefold()
        return next((choice for choice in choices if str(choice).casefold() == word), value)
    match schema.get("type"), value:
        case "string", bool():
            return str(value).lower()
        case "string", int() | float():
            return str(value)
        case "string", [str(only)]:
            return only
        case "integer" | "number", str():
            number = _from_json(value.strip(), int | float)
            whole = schema["type"] == "integer" and isinstance(number, float) and number.is_integer()
            return int(number) if whole else number
        case "integer", float() if value.is_integer():
            return int(value)
        case "boolean", str() | int():
            return _TRUE.get(str(value).strip().lower(), value)
        case "array", str():
            listed = _from_json(value, list)
            return listed if isinstance(listed, list) else [value]
        case "array", int() | float() | dict():
            return [value]
        case "object", str():
            return _from_json(value, dict)
        case _:
            return value


def _from_json(value: Any, kind: Any) -> Any:
    """Return a string as the JSON value of this kind that it holds, unchanged where it holds none."""
    if not isinstance(value, str):
        return value
    try:
        found = json.loads(value)
    except (ValueError, RecursionError):
        return value
    return found if isinstance(found, kind) and not isinstance(found, bool) else value
