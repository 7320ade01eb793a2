"""The system prompt, built from the records of the tools that are offered."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from importlib import resources

from handrail.models.protocol import ToolSpec
from handrail.tools.table import Record
from handrail.trust import WARNING

_TAGGED = re.compile(r"^\[([a-z_ ]+)\] (.*)$")


def system_prompt(records: Sequence[Record]) -> str:
    """The prompt for these tools. Advice about a tool that is not offered is left out.

    Args:
        records: the tools that the model may call.
    """
    offered = {record.name for record in records}
    lines = [line for raw in _template().splitlines() if (line := _advice(raw, offered)) is not None]
    text = "\n".join(lines)
    return text.replace("{warning}", WARNING).replace("{examples}", _examples(records)).strip() + "\n"


def tool_specs(records: Sequence[Record]) -> list[ToolSpec]:
    """The tools as a provider is told of them."""
    return [ToolSpec(record.name, record.summary, record.schema) for record in records]


def _advice(line: str, offered: set[str]) -> str | None:
    match = _TAGGED.match(line)
    if match is None:
        return line
    return f"- {match[2]}" if set(match[1].split()) <= offered else None


def _examples(records: Sequence[Record]) -> str:
    calls = [
        f"- {record.name} {json.dumps(record.example, ensure_ascii=False)}" for record in records if record.example
    ]
    return "\n# Examples of calls\n" + "\n".join(calls) if calls else ""


@cache
def _template() -> str:
    return (resources.files("handrail.agent") / "prompts" / "system.md").read_text("utf-8")
