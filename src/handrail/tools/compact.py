"""What a model with a small context window is offered: the tools that most tasks need, each in few words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from handrail.models.protocol import ToolSpec
from handrail.tools.offer import tool_specs
from handrail.tools.table import Record

SMALL = 16_000
"""Tokens. All tools in full take about a third of such a window, and a page should fit beside them."""

ESSENTIAL: dict[str, tuple[str, ...]] = {
    "click": (),
    "fill": ("submit",),
    "select": (),
    "check": (),
    "send_keys": (),
    "scroll": ("direction", "ref"),
    "dialog": ("text",),
    "goto": (),
    "back": (),
    "switch_tab": (),
    "wait_for": ("text", "url", "gone"),
    "snapshot": ("within_ref", "cursor"),
    "search_page": ("cursor",),
    "read_page": ("within_ref", "cursor"),
    "upload_file": (),
    "fill_secret": (),
    "note": (),
    "ask_user": ("options",),
    "done": ("data",),
    "abort": (),
}
"""Tools without which whole kinds of task cannot be done, and of each what may be left out but is worth offering."""

WORDS = 90
"""Characters that the description of a parameter may have."""
_SENTENCE = re.compile(r"(?<=[.!?])\s")
_SAID_ELSEWHERE = (
    "title", "examples", "additionalProperties", "minLength", "maxLength", "pattern", "format", "minimum", "maximum",
    "minItems", "maxItems",
)  # fmt: skip


def is_small(window: int) -> bool:
    """Whether a model with this context window should be offered less."""
    return window <= SMALL


def essential(records: Sequence[Record]) -> list[Record]:
    """The records that stay. Tools of other packages do too: somebody installed them for a reason."""
    return [
        record
        for record in records
        if record.name in ESSENTIAL or not record.handler.__module__.startswith("handrail.tools.")
    ]


def compact_specs(records: Sequence[Record], output_schema: dict[str, Any] | None = None) -> list[ToolSpec]:
    """The tools that stay as a provider is told of them, in few words; the answer's form is left as it is."""
    short = []
    for spec in tool_specs(essential(records), output_schema):
        schema = _shortened(_offered(spec))
        if output_schema is not None and spec.name == "done":
            schema["properties"] = {**schema["properties"], "data": output_schema}
        said = _SENTENCE.split(" ".join(spec.description.split()), maxsplit=1)[0]
        short.append(replace(spec, description=said, schema=schema))
    return short


def _offered(spec: ToolSpec) -> dict[str, Any]:
    """A tool's schema with the parameters that are worth offering; all of them where it is not one of ours."""
    schema = {key: value for key, value in spec.schema.items() if key != "description"}
    if spec.name not in ESSENTIAL:
        return schema
    kept = {*schema.get("required", ()), *ESSENTIAL[spec.name]}
    return {**schema, "properties": {name: part for name, part in schema["properties"].items() if name in kept}}


def _shortened(schema: Any) -> Any:
    """A lean schema without what a refusal would say anyway, and with short descriptions."""
    match schema:
        case dict():
            return {
                key: _words(value) if key == "description" and isinstance(value, str) else _shortened(value)
                for key, value in schema.items()
                # A parameter may itself be called `title` or `format`: then it stands for a schema.
                if key not in _SAID_ELSEWHERE or isinstance(value, dict)
            }
        case list():
            return [_shortened(part) for part in schema]
        case _:
            return schema


def _words(text: str) -> str:
    first = _SENTENCE.split(" ".join(text.split()), maxsplit=1)[0].rstrip(".")
    return first if len(first) <= WORDS else first[:WORDS].rpartition(" ")[0] + "…"
