"""Errors of calls that never start: the name or a parameter is wrong. One sentence each, with the nearest name."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from rapidfuzz import process

from handrail.results import Failed
from handrail.tools.core.table import MORE
from handrail.tools.core.tool_specs import lean_schema
from handrail.trust import one_line

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

    from handrail.tools.core.table import Record, Table


MOST_FAULTS = 3
"""Faults of a call that are told, each in a few words."""
DEEPEST = 100
"""Levels of parameters. JSON can be read much deeper than the code that works on it may go."""


def unknown_tool(table: Table, name: str) -> Failed:
    """Return the error for a name that no tool has, with the nearest one."""
    if name == MORE:
        return Failed("invalid_params", f"{MORE}: the parameter 'tool' is missing.", hint="It takes tool, params.")
    near = table.nearest(name)
    hint = f"Did you mean {near}?" if near else "Use a tool that is offered (`handrail tools` lists all)."
    return Failed("unknown_tool", f"There is no tool called {one_line(name, 60)!r}.", hint=hint)


def too_deep(name: str) -> Failed:
    """Return the error for parameters that are nested too deeply for the code that works on them."""
    return Failed("invalid_params", f"{one_line(name, 60)}: the parameters are nested more than {DEEPEST} levels deep.")


def is_too_deep(value: Any) -> bool:
    """Return whether a value is nested more than `DEEPEST` levels deep."""
    level = [value]
    for _ in range(DEEPEST):
        containers = (whole for whole in level if isinstance(whole, dict | list))
        level = [part for whole in containers for part in (whole.values() if isinstance(whole, dict) else whole)]
        if not level:
            return False
    return True


def invalid_params(record: Record, error: ValidationError, given: Collection[str]) -> Failed:
    """Return the error for parameters that do not fit the tool's schema: the first faults, and how many others."""
    faults = error.errors(include_url=False, include_context=False)
    # A misspelt name is also a missing one; the misspelling is what helps.
    faults.sort(key=lambda fault: fault["type"] != "extra_forbidden")
    more = len(faults) - MOST_FAULTS
    rest = f" (and {more} more {'fault' if more == 1 else 'faults'})" if more > 0 else ""
    sentences = ", ".join(_fault(fault) for fault in faults[:MOST_FAULTS])
    return Failed("invalid_params", f"{record.name}: {sentences}{rest}.", hint=_hint(record, faults[0], given))


def _hint(record: Record, fault: ErrorDetails, given: Collection[str]) -> str:
    """Return what the tool takes, and of a name that it has not the nearest that was not ``given``."""
    names = list(record.params.model_fields)
    takes = f"It takes {', '.join(names)}." if names else "It takes no parameters."
    if record.rare and names:
        # A model has seen their names alone.
        takes = f"Its parameters, as JSON Schema: {json.dumps(lean_schema(record))}."
    left = [name for name in names if name not in given]
    is_unknown = fault["type"] == "extra_forbidden"
    near = process.extractOne(_place(fault), left, score_cutoff=55) if is_unknown else None
    return f"Did you mean {near[0]}? {takes}" if near else takes


def _place(fault: ErrorDetails) -> str:
    return one_line(".".join(str(part) for part in fault["loc"]), 60) or "the parameters"


def _fault(fault: ErrorDetails) -> str:
    match fault["type"]:
        case "extra_forbidden":
            return f"there is no parameter {_place(fault)!r}"
        case "missing":
            return f"the parameter {_place(fault)!r} is missing"
        case _:
            message = one_line(fault["msg"], 160).removeprefix("Value error, ").rstrip(".")
            return f"{_place(fault)!r} does not fit: {message[0].lower()}{message[1:]}"
