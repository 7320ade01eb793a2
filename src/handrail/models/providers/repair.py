"""Repair of slightly broken tool calls: arguments that are almost JSON, calls written as text."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Collection
from typing import Any

from handrail.models.protocol import Call

_FENCE = re.compile(r"^```[\w-]*\s*\n?(.*?)\n?```$", re.DOTALL)
_TRAILING_COMMA = re.compile(r",\s*([}\]])")
_STRING = re.compile(r'"(?:\\.|[^"\\])*"', re.DOTALL)
_OPEN_END = re.compile(r"[\d.+-]\s*$")
_TAGGED_CALL = re.compile(
    r"<tool_call>\s*(?P<json>.*?)\s*</tool_call>|<function=(?P<name>[\w.-]+)>\s*(?P<args>.*?)\s*</function>", re.DOTALL
)
_NAMES = ("name", "tool", "tool_name", "function", "action")
_ARGUMENTS = ("arguments", "args", "params", "parameters", "input")


def parse_arguments(text: str) -> dict[str, Any] | None:
    """Return a tool's arguments from what should be a JSON object; None where no simple repair makes it one.

    Repaired: code fences, line breaks inside strings, trailing commas, Python's quotes and constants, an
    object written as a JSON string, brackets left open at the end. A string or number that was cut is not completed:
    half a value would be typed into a page.
    """
    text = _without_fence(text.strip())
    if text in ("", "null"):
        # Some servers send this for a tool without parameters.
        return {}
    for candidate in (text, _without_trailing_commas(text), _close_brackets(_without_trailing_commas(text))):
        value = _load_json(candidate)
        if isinstance(value, str):
            value = _load_json(value)
        if isinstance(value, dict):
            return value
    return _load_python(text)


def find_calls(text: str, offered: Collection[str]) -> tuple[Call, ...]:
    """Return calls that a model wrote as text instead of making them; empty where there are none.

    Only where the whole text is one call (or a list of them), or calls in the tags that some models are trained to
    write at the end of a text, and only of tools that are offered. A call quoted within prose is prose.
    """
    found = list(_TAGGED_CALL.finditer(text))
    if found:
        if text[found[-1].end() :].strip():
            return ()
        written = [
            {"name": match["name"], "arguments": match["args"]} if match["name"] else match["json"] for match in found
        ]
    else:
        written = [_without_fence(text.strip())]
    values = [_load_json(part) if isinstance(part, str) else part for part in written]
    flat = [item for value in values for item in (value if isinstance(value, list) else [value])]
    calls = [_parse_call(item, offered) for item in flat]
    return tuple(call for call in calls if call is not None) if calls and None not in calls else ()


def _parse_call(item: Any, offered: Collection[str]) -> Call | None:
    if not isinstance(item, dict):
        return None
    if isinstance(item.get("function"), dict):
        item = item["function"]
    name = next((item[key] for key in _NAMES if isinstance(item.get(key), str)), None)
    if name is None or name not in offered:
        return None
    params: Any = next((item[key] for key in _ARGUMENTS if key in item), {})
    if isinstance(params, str):
        params = parse_arguments(params)
    return Call(name, params) if isinstance(params, dict) else None


def _without_fence(text: str) -> str:
    match = _FENCE.match(text)
    return match[1].strip() if match else text


NO_JSON: Any = object()
"""Returned where there is no JSON; ``null`` is JSON."""


def _load_json(text: str) -> Any:
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return NO_JSON


def _load_python(text: str) -> dict[str, Any] | None:
    try:
        value = ast.literal_eval(text)
        json.dumps(value)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _without_trailing_commas(text: str) -> str:
    """Return ``text`` without commas before a closing bracket; strings stay as they are."""
    out, last = [], 0
    for match in _STRING.finditer(text):
        out += [_TRAILING_COMMA.sub(r"\1", text[last : match.start()]), match[0]]
        last = match.end()
    return "".join([*out, _TRAILING_COMMA.sub(r"\1", text[last:])])


def _close_brackets(text: str) -> str:
    """Return ``text`` with its open brackets closed; unchanged where a string or a number may have been cut."""
    outside = _STRING.sub("", text)
    if '"' in outside or _OPEN_END.search(outside):
        return text
    stack: list[str] = []
    for char in outside:
        if char in "{[":
            stack.append("}" if char == "{" else "]")
        elif char in "}]" and stack:
            stack.pop()
    return text.rstrip().rstrip(",") + "".join(reversed(stack))


def find_json(text: str) -> Any:
    """Return the JSON value that an answer is, or holds within text or a code fence; `NO_JSON` where there is none."""
    fenced = re.search(r"```(?:json)?\s*\n(.*?)\n\s*```", text, re.DOTALL)
    for candidate in ([fenced[1]] if fenced else []) + [text]:
        candidate = candidate.strip()
        for whole in (candidate, _without_trailing_commas(candidate)):
            if (value := _load_json(whole)) is not NO_JSON:
                return value
        if (start := re.search(r"[{\[]", candidate)) is not None:
            try:
                return json.JSONDecoder(strict=False).raw_decode(candidate, start.start())[0]
            except (ValueError, RecursionError):
                continue
    return NO_JSON
