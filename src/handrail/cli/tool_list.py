"""The table of tools as text for people."""

from __future__ import annotations

import json
import textwrap
from itertools import groupby
from typing import Any

from handrail.tools.core.table import Record

WIDTH = 100
LIST_WIDTH = 120


def tool_list(records: list[Record]) -> str:
    """Return a table of the tools by family, one line for each."""
    blocks = []
    for family, group in groupby(records, key=lambda record: record.family):
        blocks.append("\n".join([family, *(_line(record) for record in group)]))
    return "\n\n".join([*blocks, "handrail tools NAME shows one with its parameters."])


def _line(record: Record) -> str:
    head = f"  {record.name:<18} {_effect(record):<9} "
    summary = record.summary.split(". ")[0].rstrip(".") + "."
    return head + textwrap.shorten(summary, LIST_WIDTH - len(head), placeholder=" …")


def one_tool(record: Record) -> str:
    """Return a tool with its description, effect, needs, parameters and example."""
    lines = [record.name, "", textwrap.fill(record.summary, WIDTH), ""]
    lines.append(f"effect: {_effect(record)}; {'offered' if record.ask else 'not offered'} in ask mode")
    if record.needs:
        lines.append(f"needs: {', '.join(record.needs)}")
    schema = record.schema
    if schema.get("properties"):
        lines += ["", "parameters:"]
        lines += [
            _parameter(name, part, name in schema.get("required", [])) for name, part in schema["properties"].items()
        ]
    return "\n".join([*lines, "", f"example: handrail call {record.name} '{json.dumps(record.example)}' --url URL"])


def _parameter(name: str, schema: dict[str, Any], required: bool) -> str:
    kinds = schema.get("enum") or [part.get("type", "") for part in schema.get("anyOf", [])] or [schema.get("type", "")]
    kind = " | ".join(str(k) for k in kinds if k and k != "null")
    default = "" if required or schema.get("default") is None else f" [{json.dumps(schema['default'])}]"
    head = f"  {name}{'' if required else '?'} ({kind}){default}"
    text = " ".join(schema.get("description", "").split())
    return textwrap.fill(f"{head} {text}".rstrip(), WIDTH, subsequent_indent="      ")


def _effect(record: Record) -> str:
    return "varies" if callable(record.effect) else record.effect
