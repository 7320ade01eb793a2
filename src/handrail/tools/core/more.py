"""Offers tools that few tasks need within one tool, a line each; a model calls them through it or by name.

What is offered in full was used most in the trials and in the recorded runs of `bench.minds`. Each tool in full costs
about 300 characters in every request. What a model calls through `MORE` is the tool itself before anything else sees
it: policy, events, the log and the loop detector know no other.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress

from handrail.models.protocol import Call, ToolSpec
from handrail.tools.core.table import MORE, Record

UNUSED = frozenset(
    ("amount", "case_sensitive", "context_chars", "delay_ms", "format", "include_text", "max_chars", "max_results")
)
"""Parameters of our own tools that are for programs and people. A model that gives one all the same is understood."""
_UNSAID = UNUSED | {"cursor", "limit", "max_items", "max_rows", "timeout"}
"""Also those that a result gives where they are of use, and bounds with a sensible default."""
_EXPLAINED = frozenset(
    ("collect", "fetch_url", "hand_over", "request_user_data", "screenshot", "send_keys", "tabstack_extract_json",
     "tabstack_extract_markdown", "tabstack_generate_json", "type_text", "upload_file", "web_search")
)  # fmt: skip
"""Those of our own tools that neither their name and parameters nor the system prompt explain."""


def more_spec(records: Sequence[Record]) -> ToolSpec:
    """Return the specification of the one tool that offers these."""
    explained = [record for record in records if record.name in _EXPLAINED or not is_ours(record)]
    lines = [f"{_signature(record)}: {record.brief}" for record in explained]
    if clear := [_signature(record) for record in records if record not in explained]:
        lines.append(", ".join(clear))
    schema = {
        "type": "object",
        "properties": {"tool": {"type": "string"}, "params": {"type": "object"}},
        "required": ["tool"],
    }
    names = tuple(record.name for record in records)
    return ToolSpec(MORE, "\n".join(["Call a tool that is seldom needed:", *lines]), schema, names)


def is_ours(record: Record) -> bool:
    """Return whether a tool comes with Handrail, so that what of its words a model needs is known."""
    return record.handler.__module__.startswith("handrail.tools.")


def unwrap(call: Call) -> Call:
    """Return the call within a call of `MORE`; any other as it is."""
    name = call.params.get("tool")
    if call.name != MORE or not isinstance(name, str):
        return call
    # Beside `params`, or instead of them, a model may give the tool's own parameters.
    params = {key: value for key, value in call.params.items() if key not in ("tool", "params")}
    inner = call.params.get("params") or {}
    if isinstance(inner, str):
        with suppress(ValueError, RecursionError):
            inner = json.loads(inner)
    return Call(name, {**params, **(inner if isinstance(inner, dict) else {"params": inner})}, call.id)


def _signature(record: Record) -> str:
    required = record.schema.get("required", ())
    named = [name for name in record.params.model_fields if name not in _UNSAID]
    shown = [f"{name}{_form(record, name)}" if name in required else f"{name}?" for name in named]
    return f"{record.name}({', '.join(shown)})"


def _form(record: Record, name: str) -> str:
    """Return how the parts of a parameter are called, by the tool's example: nobody guesses that, and the error for a
    wrong guess costs a request and the whole schema."""
    match (record.example or {}).get(name):
        case [dict() as first, *_]:
            return f": [{{{', '.join(first)}}}]"
        case dict() as parts if not name.endswith("schema"):
            return f": {{{', '.join(f'{key}: {value}' for key, value in parts.items())}}}"
        case _:
            return ""
