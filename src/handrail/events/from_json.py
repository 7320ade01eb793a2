"""Events from their JSON. A log may be damaged, or of another version: what is missing or of another type is empty."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from handrail.events.kinds import EVENT_TYPES, Event


def from_dict(data: dict[str, Any]) -> Event | None:
    """Return the event that `BaseEvent.to_dict` made this of; None for an unknown kind."""
    kind = data.get("event")
    declared = EVENT_TYPES.get(kind) if isinstance(kind, str) else None
    event: Event | None = None if declared is None else read(declared, {**data, "kind": kind, "at": data.get("at")})
    return event


def read(declared: Any, value: Any) -> Any:
    """Return a JSON value as a declared type: what of it is missing or of another type is empty."""
    origin, args = get_origin(declared) or declared, get_args(declared)
    if origin is Any:
        return value
    if origin is Literal:
        return value if value in args else args[0]
    if origin in (Union, UnionType):
        # None is one of two, or the plain text that stands for External in a log is.
        *_, last = (one for one in args if one is not NoneType)
        return None if NoneType in args and not _fits(last, value) else read(last, value)
    if origin is Sequence:
        return [read(args[0], one) for one in value if _fits(args[0], one)] if isinstance(value, list) else []
    if origin is tuple:
        return tuple(value)
    if _is_object(origin):
        given = value if isinstance(value, dict) else {}
        known = [(name, kind) for name, (kind, required) in _fields(origin).items() if required or name in given]
        return origin(**{name: read(kind, given.get(name)) for name, kind in known})
    return value if _fits(origin, value) else origin()


def _fits(declared: Any, value: Any) -> bool:
    """Return whether a JSON value is of a type, whatever stands inside it."""
    origin, args = get_origin(declared) or declared, get_args(declared)
    if origin in (Union, UnionType):
        return any(_fits(one, value) for one in args)
    if origin is tuple:
        return isinstance(value, list) and len(value) == len(args) and all(map(_fits, args, value))
    if origin in (int, float):
        return isinstance(value, (int, origin)) and not isinstance(value, bool) and _is_finite(value)
    return isinstance(value, dict if _is_object(origin) else list if origin is Sequence else origin)


def _is_finite(number: float) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:
        return False


def _is_object(declared: Any) -> bool:
    return is_dataclass(declared) or (isinstance(declared, type) and issubclass(declared, BaseModel))


@cache
def _fields(declared: Any) -> dict[str, tuple[Any, bool]]:
    """Return the fields of a model or dataclass: their types, and whether each is required."""
    types = get_type_hints(declared)
    if is_dataclass(declared):
        return {one.name: (types[one.name], one.default is one.default_factory is MISSING) for one in fields(declared)}
    return {name: (types[name], field.is_required()) for name, field in declared.model_fields.items()}
