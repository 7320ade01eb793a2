"""The system prompt, built from the records of the tools that are offered."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any

from handrail.models.protocol import ToolSpec
from handrail.tools.table import Record
from handrail.trust import WARNING

_TAGGED = re.compile(r"^\[([a-z_ ]+)\] (.*)$")


def system_prompt(records: Sequence[Record], secrets: Sequence[dict[str, Any]] = ()) -> str:
    """The prompt for these tools. Advice about a tool that is not offered is left out.

    Args:
        records: the tools that the model may call.
        secrets: names, kinds and origins, by `handrail.vault.Vault.describe`.
    """
    offered = {record.name for record in records}
    lines = [line for raw in _template().splitlines() if (line := _advice(raw, offered)) is not None]
    text = "\n".join(lines) + told_secrets(secrets)
    return text.replace("{warning}", WARNING).replace("{examples}", _examples(records)).strip() + "\n"


def told_secrets(secrets: Sequence[dict[str, Any]]) -> str:
    """What a model is told of the user's secrets: how to use them, and never a value."""
    if not secrets:
        return ""
    lines = [f"- {one['name']}: {one['kind']}, for {', '.join(one['origins'])}" for one in secrets]
    return "\n# Secrets of the user\nPut them into fields with fill_secret; you never see their values.\n" + "\n".join(
        lines
    )


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


def _advice(line: str, offered: set[str]) -> str | None:
    match = _TAGGED.match(line)
    if match is None:
        return line
    return f"- {match[2]}" if set(match[1].split()) <= offered else None


def _examples(records: Sequence[Record]) -> str:
    # One parameter needs no example: its description has one.
    telling = [record for record in records if len(record.example) > 1]
    calls = [f"- {record.name} {json.dumps(record.example, ensure_ascii=False)}" for record in telling]
    return "\n# Examples of calls\n" + "\n".join(calls) if calls else ""


@cache
def _template() -> str:
    return (resources.files("handrail.agent") / "prompts" / "system.md").read_text("utf-8")
