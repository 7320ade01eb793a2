"""Describes the tools to a provider in few words, since they are part of every request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from handrail.models.protocol import ToolSpec
from handrail.tools.core.more import UNUSED, is_ours, more_spec
from handrail.tools.core.table import Record, first_paragraph

SMALL = 16_000
"""Tokens. A model with such a window is a small one as a rule, and is not offered a tool that stands for others."""
PLAIN = frozenset(
    ("accept", "button", "count", "cursor", "direction", "file", "key", "main_only", "missing", "mode", "modifiers",
     "not_permitted", "options", "path", "pattern", "question", "reason", "regex", "seconds", "selector", "submit",
     "tab", "text", "url", "values", "within_ref")
)  # fmt: skip
"""Parameters of our own tools whose names say what they are, or of which the system prompt speaks."""
_POINTED_TO = frozenset(("back", "dialog", "send_keys"))
"""Rare tools that alone mend what stops others, such as a dialog, or what covers an element; and the way back."""
_NOT_OFFERED = frozenset(
    ("additionalProperties", "examples", "format", "maxItems", "maxLength", "maximum", "minItems", "minLength",
     "minimum", "pattern", "title")
)  # fmt: skip


def is_small(window: int) -> bool:
    """Return whether a model with this context window should be offered fewer tools."""
    return window <= SMALL


def records_for(records: Sequence[Record], window: int) -> list[Record]:
    """Return the tools that are offered to a model with this context window: to a small one those that most tasks need,
    and those to which errors point, in full."""
    if not is_small(window):
        return list(records)
    return [replace(one, rare=False) for one in records if not one.rare or one.name in _POINTED_TO]


def tool_specs(records: Sequence[Record], output_schema: dict[str, Any] | None = None) -> list[ToolSpec]:
    """Return the specifications of tools for a provider; `done` takes the answer by an ``output_schema``."""
    specs = [ToolSpec(record.name, record.brief, lean_schema(record)) for record in records if not record.rare]
    if output_schema is not None:
        specs = [_with_data(spec, output_schema) if spec.name == "done" else spec for spec in specs]
    rare = [record for record in records if record.rare]
    return [*specs, more_spec(rare)] if rare else specs


def listed_schema(record: Record) -> dict[str, Any]:
    """Return the schema of a tool's parameters as clients list it: each parameter with its first sentence or two.
    Clients send all listed tools in every request, and limits that a call breaks are named by its error."""
    schema: dict[str, Any] = lean(record.schema)
    schema.pop("description", None)
    return schema


def lean_schema(record: Record) -> dict[str, Any]:
    """Return the schema of a tool's parameters, without what only costs tokens in every request."""
    schema = listed_schema(record)
    if is_ours(record):
        schema["properties"] = {name: part for name, part in schema["properties"].items() if name not in UNUSED}
        for name, part in schema["properties"].items():
            if name == "modifiers":
                part["items"].pop("enum", None)  # the error lists them
            # The element that a tool acts on needs no words; one that may be left out does.
            if name in PLAIN or (name in record.ref_fields and name in schema.get("required", ())):
                part.pop("description", None)
    return schema


def lean(schema: Any) -> Any:
    """Return a schema without what an error would say anyway, without defaults, and without what of a description is
    for people. One value where a list is wanted is accepted, so the alternative is left out too."""
    match schema:
        case {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}} as several], **rest}:
            return lean({**rest, **several})
        case {"anyOf": [*branches], **rest} if {"type": "null"} in branches:
            kept = [branch for branch in branches if branch != {"type": "null"}]
            return lean({**rest, **kept[0]} if len(kept) == 1 else {**rest, "anyOf": kept})
        case dict():
            return {
                key: first_paragraph(value) if key == "description" and isinstance(value, str) else lean(value)
                for key, value in schema.items()
                if not _is_idle(key, value)
            }
        case list():
            return [lean(part) for part in schema]
        case _:
            return schema


def _is_idle(key: str, value: Any) -> bool:
    # A parameter may itself be called `title` or `format`: then it stands for a schema.
    return not isinstance(value, dict) and (key in _NOT_OFFERED or (key == "default" and value is not True))


def _with_data(spec: ToolSpec, output_schema: dict[str, Any]) -> ToolSpec:
    properties = {**spec.schema["properties"], "data": output_schema}
    required = [*spec.schema.get("required", []), "data"]
    return replace(spec, schema={**spec.schema, "properties": properties, "required": required})
