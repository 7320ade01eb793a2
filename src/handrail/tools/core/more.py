"""Offers tools that few tasks need within one tool, a line each; a model calls them through it or by name.

Each tool in full costs about 400 characters in every request. What a model calls through `MORE` is the tool itself
before anything else sees it: policy, events, the log and the loop detector know no other.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress

from handrail.models.protocol import Call, ToolSpec
from handrail.tools.core.table import MORE, Record

_UNSAID = frozenset(("cursor", "max_chars"))
"""Parameters that a result gives where they are of use."""


def more_spec(records: Sequence[Record]) -> ToolSpec:
    """The specification of the one tool that offers these."""
    lines = [f"{record.name}({_parameters(record)}): {record.brief}" for record in records]
    schema = {
        "type": "object",
        "properties": {"tool": {"type": "string"}, "params": {"type": "object"}},
        "required": ["tool"],
    }
    names = tuple(record.name for record in records)
    return ToolSpec(MORE, "\n".join(["Call a tool that is seldom needed:", *lines]), schema, names)


def unwrap(call: Call) -> Call:
    """The call within a call of `MORE`; any other as it is."""
    name = call.params.get("tool")
    if call.name != MORE or not isinstance(name, str):
        return call
    # Beside `params`, or instead of them, a model may give the tool's own parameters.
    params = {key: value for key, value in call.params.items() if key not in ("tool", "params")}
    inner = call.params.get("params") or {}
    if isinstance(inner, str):
        with suppress(ValueError):
            inner = json.loads(inner)
    return Call(name, {**params, **(inner if isinstance(inner, dict) else {"params": inner})}, call.id)


def _parameters(record: Record) -> str:
    required = record.schema.get("required", ())
    named = [name for name in record.params.model_fields if name not in _UNSAID]
    return ", ".join(name if name in required else f"{name}?" for name in named)
