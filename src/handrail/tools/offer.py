"""The tools as a provider is told of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from handrail.models.protocol import ToolSpec
from handrail.tools.table import Record


def tool_specs(records: Sequence[Record], output_schema: dict[str, Any] | None = None) -> list[ToolSpec]:
    """The tools as a provider is told of them; with an ``output_schema``, `done` takes the answer in that form."""
    specs = [ToolSpec(record.name, record.summary, lean(record.schema)) for record in records]
    if output_schema is None:
        return specs
    return [_with_data(spec, output_schema) if spec.name == "done" else spec for spec in specs]


def lean(schema: Any) -> Any:
    """A schema without what only costs tokens in every request: that an optional parameter may be null (leaving it out
    does the same), and that there are no other parameters, which a refusal would say."""
    match schema:
        case {"anyOf": [*branches], **rest} if {"type": "null"} in branches:
            kept = [branch for branch in branches if branch != {"type": "null"}]
            return lean({**rest, **kept[0]} if len(kept) == 1 else {**rest, "anyOf": kept})
        case dict():
            return {key: lean(value) for key, value in schema.items() if not _is_idle(key, value)}
        case list():
            return [lean(part) for part in schema]
        case _:
            return schema


def _is_idle(key: str, value: Any) -> bool:
    return (key == "default" and value in (None, [], "")) or (key == "additionalProperties" and value is False)


def _with_data(spec: ToolSpec, output_schema: dict[str, Any]) -> ToolSpec:
    properties = {**spec.schema["properties"], "data": output_schema}
    required = [*spec.schema.get("required", []), "data"]
    return replace(spec, schema={**spec.schema, "properties": properties, "required": required})
