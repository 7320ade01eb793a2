"""Anthropic's messages protocol, as bytes: whole answers, streamed answers, errors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from handrail.models import Call
from tests.fakes.answers import Asked, Fault, Say, Written
from tests.fakes.openai_protocol import pieces, tokens

_KINDS = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    429: "rate_limit_error",
    529: "overloaded_error",
}


def whole(asked: Asked, answer: Say, number: int) -> dict[str, Any]:
    """A ``message`` object."""
    return {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": asked.model,
        "content": _blocks(answer, number),
        "stop_reason": _stop(answer),
        "stop_sequence": None,
        "usage": _usage(asked, answer),
    }


def events(asked: Asked, answer: Say, number: int) -> Iterator[str]:
    """The same as server-sent events, text and inputs in small pieces."""
    yield _begun(asked, answer, number)
    for place, block in enumerate(_blocks(answer, number)):
        if block["type"] == "text":
            empty, deltas = {**block, "text": ""}, [{"type": "text_delta", "text": p} for p in pieces(block["text"])]
        elif block["type"] == "thinking":
            empty = {"type": "thinking", "thinking": "", "signature": ""}
            deltas = [{"type": "thinking_delta", "thinking": piece} for piece in pieces(block["thinking"])]
            deltas.append({"type": "signature_delta", "signature": block["signature"]})
        else:
            written = _arguments(answer.calls[int(block["id"].rpartition("_")[2])])
            deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in pieces(written)]
            empty = {**block, "input": {}}
        yield _event("content_block_start", index=place, content_block=empty)
        yield _event("ping")
        for delta in deltas:
            yield _event("content_block_delta", index=place, delta=delta)
        yield _event("content_block_stop", index=place)
    ended = {"stop_reason": _stop(answer), "stop_sequence": None}
    yield _event("message_delta", delta=ended, usage={"output_tokens": _usage(asked, answer)["output_tokens"]})
    yield _event("message_stop")


def first_words(asked: Asked, text: str, number: int) -> str:
    """The beginning of a stream that will not end well."""
    begun = _begun(asked, Say(), number)
    block = _event("content_block_start", index=0, content_block={"type": "text", "text": ""})
    return begun + block + _event("content_block_delta", index=0, delta={"type": "text_delta", "text": text})


def error(fault: Fault) -> dict[str, Any]:
    """An error object."""
    kind = fault.kind or _KINDS.get(fault.status, "api_error")
    return {"type": "error", "error": {"type": kind, "message": fault.message}, "request_id": "req_1"}


def error_event(fault: Fault) -> str:
    return f"event: error\ndata: {json.dumps(error(fault))}\n\n"


def _begun(asked: Asked, answer: Say, number: int) -> str:
    message = {**whole(asked, answer, number), "content": [], "stop_reason": None}
    message["usage"] = {**message["usage"], "output_tokens": 1}
    return _event("message_start", message=message)


def _blocks(answer: Say, number: int) -> list[dict[str, Any]]:
    blocks: list[dict[str, Any]] = []
    if answer.reasoning:
        blocks.append({"type": "thinking", "thinking": answer.reasoning, "signature": answer.signature})
    if answer.text:
        blocks.append({"type": "text", "text": answer.text})
    for place, call in enumerate(answer.calls):
        params = call.params if isinstance(call, Call) else {}
        blocks.append({"type": "tool_use", "id": f"toolu_{number}_{place}", "name": call.name, "input": params})
    return blocks


def _arguments(call: Call | Written) -> str:
    return call.arguments if isinstance(call, Written) else json.dumps(call.params)


def _stop(answer: Say) -> str:
    if answer.refusal or answer.filtered:
        return "refusal"
    if answer.cut:
        return "max_tokens"
    return "tool_use" if answer.calls else "end_turn"


def _usage(asked: Asked, answer: Say) -> dict[str, Any]:
    """``input_tokens`` leaves out what came from the cache, as Anthropic's do."""
    said = len(answer.text) + sum(len(_arguments(call)) for call in answer.calls)
    return {
        "input_tokens": max(0, tokens(asked.characters) - answer.cached_tokens),
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": answer.cached_tokens,
        "output_tokens": tokens(said),
    }


def _event(kind: str, **data: Any) -> str:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **data})}\n\n"
