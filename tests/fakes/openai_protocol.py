"""OpenAI's chat completions protocol, as bytes: whole answers, streamed answers, errors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from handrail.models import Call
from tests.fakes.answers import Asked, Fault, Say, Written

_TYPES = {400: "invalid_request_error", 401: "invalid_request_error", 404: "invalid_request_error", 429: "requests"}
_CODES = {401: "invalid_api_key", 404: "model_not_found", 429: "rate_limit_exceeded"}


def whole(asked: Asked, answer: Say, number: int) -> dict[str, Any]:
    """A ``chat.completion`` object."""
    message: dict[str, Any] = {"role": "assistant", "content": answer.text or None, "refusal": answer.refusal or None}
    if answer.reasoning:
        # Not OpenAI's own, which keeps its reasoning to itself here, but that of most who speak its protocol.
        message["reasoning_content"] = answer.reasoning
    if answer.calls:
        message["tool_calls"] = [_call(call, number, place) for place, call in enumerate(answer.calls)]
    return {
        "id": f"chatcmpl-{number}",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": asked.model,
        "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": _finish(answer)}],
        "usage": _usage(asked, answer),
    }


def events(asked: Asked, answer: Say, number: int) -> Iterator[str]:
    """The same as server-sent events, text and arguments in small pieces."""
    yield _chunk(asked, number, {"role": "assistant", "content": ""})
    if answer.refusal:
        yield _chunk(asked, number, {"refusal": answer.refusal})
    for piece in pieces(answer.reasoning):
        yield _chunk(asked, number, {"reasoning_content": piece})
    for piece in pieces(answer.text):
        yield _chunk(asked, number, {"content": piece})
    for place, call in enumerate(answer.calls):
        begun = _call(call, number, place)
        arguments, begun["function"]["arguments"] = begun["function"]["arguments"], ""
        yield _chunk(asked, number, {"tool_calls": [{"index": place, **begun}]})
        for piece in pieces(arguments):
            yield _chunk(asked, number, {"tool_calls": [{"index": place, "function": {"arguments": piece}}]})
    yield _chunk(asked, number, {}, finish=_finish(answer))
    if (asked.body.get("stream_options") or {}).get("include_usage"):
        yield _chunk(asked, number, None, usage=_usage(asked, answer))
    yield "data: [DONE]\n\n"


def first_words(asked: Asked, text: str, number: int) -> str:
    """The beginning of a stream that will not end well."""
    return _chunk(asked, number, {"role": "assistant", "content": text})


def error(fault: Fault) -> dict[str, Any]:
    """An error object."""
    return {
        "error": {
            "message": fault.message,
            "type": _TYPES.get(fault.status, "server_error"),
            "param": None,
            "code": fault.kind or _CODES.get(fault.status),
        }
    }


def error_event(fault: Fault) -> str:
    return f"data: {json.dumps(error(fault))}\n\n"


def _chunk(
    asked: Asked, number: int, delta: dict[str, Any] | None, finish: str | None = None, usage: Any = None
) -> str:
    chunk = {
        "id": f"chatcmpl-{number}",
        "object": "chat.completion.chunk",
        "created": 1_700_000_000,
        "model": asked.model,
        "choices": [] if delta is None else [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}],
        "usage": usage,
    }
    return f"data: {json.dumps(chunk)}\n\n"


def _call(call: Call | Written, number: int, place: int) -> dict[str, Any]:
    arguments = call.arguments if isinstance(call, Written) else json.dumps(call.params)
    return {
        "id": f"call_{number}_{place}",
        "type": "function",
        "function": {"name": call.name, "arguments": arguments},
    }  # fmt: skip


def _finish(answer: Say) -> str:
    if answer.filtered:
        return "content_filter"
    if answer.cut:
        return "length"
    return "tool_calls" if answer.calls else "stop"


def _usage(asked: Asked, answer: Say) -> dict[str, Any]:
    given, taken = tokens(asked.characters), tokens(_said(answer))
    return {
        "prompt_tokens": given,
        "completion_tokens": taken,
        "total_tokens": given + taken,
        "prompt_tokens_details": {"cached_tokens": answer.cached_tokens},
    }


def _said(answer: Say) -> int:
    calls = [call.arguments if isinstance(call, Written) else json.dumps(call.params) for call in answer.calls]
    return len(answer.text) + len(answer.refusal) + sum(map(len, calls))


def tokens(characters: int) -> int:
    """Four characters to a token: what providers' own pages give as the rule of thumb for English."""
    return -(-characters // 4)


def pieces(text: str, size: int = 7) -> Iterator[str]:
    for start in range(0, len(text), size):
        yield text[start : start + size]
