"""OpenAI's responses protocol, as bytes: whole answers, streamed answers, errors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.fakes.answers import Asked, Call, Fault, Say, Written
from tests.fakes.openai_protocol import error, pieces, tokens

__all__ = ["error", "error_event", "events", "first_words", "whole"]


def whole(asked: Asked, answer: Say, number: int) -> dict[str, Any]:
    """A ``response`` object."""
    return _response(asked, answer, number, output=_items(answer, number), status=_status(answer))


def events(asked: Asked, answer: Say, number: int) -> Iterator[str]:
    """The same as server-sent events, text and arguments in small pieces."""
    order = iter(range(1_000_000))
    begun = _response(asked, answer, number, output=[], status="in_progress")
    yield _event(order, "response.created", response=begun)
    yield _event(order, "response.in_progress", response=begun)
    for place, item in enumerate(_items(answer, number)):
        yield from _item_events(order, place, item)
    final = "response.incomplete" if _status(answer) == "incomplete" else "response.completed"
    yield _event(order, final, response=whole(asked, answer, number))


def first_words(asked: Asked, text: str, number: int) -> str:
    """The beginning of a stream that will not end well."""
    order = iter(range(1_000_000))
    begun = _response(asked, Say(), number, output=[], status="in_progress")
    item = {**_message(Say(), number), "status": "in_progress", "content": []}
    part = {"type": "output_text", "text": "", "annotations": [], "logprobs": []}
    at = {"item_id": item["id"], "output_index": 0, "content_index": 0}
    return "".join(
        [
            _event(order, "response.created", response=begun),
            _event(order, "response.output_item.added", output_index=0, item=item),
            _event(order, "response.content_part.added", **at, part=part),
            _event(order, "response.output_text.delta", **at, delta=text, logprobs=[]),
        ]
    )


def error_event(fault: Fault) -> str:
    told = error(fault)["error"]
    event = {"type": "error", "sequence_number": 9, "code": told["code"], "message": told["message"], "param": None}
    return f"event: error\ndata: {json.dumps(event)}\n\n"


def _item_events(order: Iterator[int], place: int, item: dict[str, Any]) -> Iterator[str]:
    at = {"item_id": item["id"], "output_index": place}
    match item["type"]:
        case "reasoning":
            yield _event(order, "response.output_item.added", output_index=place, item={**item, "summary": []})
            for index, part in enumerate(item["summary"]):
                here = {**at, "summary_index": index}
                yield _event(order, "response.reasoning_summary_part.added", **here, part={**part, "text": ""})
                for piece in pieces(part["text"]):
                    yield _event(order, "response.reasoning_summary_text.delta", **here, delta=piece)
                yield _event(order, "response.reasoning_summary_text.done", **here, text=part["text"])
                yield _event(order, "response.reasoning_summary_part.done", **here, part=part)
        case "message":
            part = item["content"][0]
            here = {**at, "content_index": 0}
            begun = {**item, "status": "in_progress", "content": []}
            yield _event(order, "response.output_item.added", output_index=place, item=begun)
            kind = "refusal" if part["type"] == "refusal" else "output_text"
            key = "refusal" if kind == "refusal" else "text"
            yield _event(order, "response.content_part.added", **here, part={**part, key: ""})
            for piece in pieces(part[key]):
                yield _event(order, f"response.{kind}.delta", **here, delta=piece, logprobs=[])
            yield _event(order, f"response.{kind}.done", **here, **{key: part[key]}, logprobs=[])
            yield _event(order, "response.content_part.done", **here, part=part)
        case _:
            begun = {**item, "status": "in_progress", "arguments": ""}
            yield _event(order, "response.output_item.added", output_index=place, item=begun)
            for piece in pieces(item["arguments"]):
                yield _event(order, "response.function_call_arguments.delta", **at, delta=piece)
            done = {"name": item["name"], "arguments": item["arguments"]}
            yield _event(order, "response.function_call_arguments.done", **at, **done)
    yield _event(order, "response.output_item.done", output_index=place, item=item)


def _items(answer: Say, number: int) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = []
    if answer.reasoning:
        summary = [{"type": "summary_text", "text": answer.reasoning}]
        items.append(
            {"id": f"rs_{number}", "type": "reasoning", "summary": summary, "encrypted_content": answer.signature}
        )
    if answer.text or answer.refusal:
        items.append(_message(answer, number))
    for place, call in enumerate(answer.calls):
        items.append(
            {
                "id": f"fc_{number}_{place}",
                "type": "function_call",
                "status": "completed",
                "name": call.name,
                "arguments": _arguments(call),
                "call_id": f"call_{number}_{place}",
            }
        )
    return items


def _message(answer: Say, number: int) -> dict[str, Any]:
    part: dict[str, Any] = {"type": "output_text", "text": answer.text, "annotations": [], "logprobs": []}
    if answer.refusal:
        part = {"type": "refusal", "refusal": answer.refusal}
    return {"id": f"msg_{number}", "type": "message", "role": "assistant", "status": "completed", "content": [part]}


def _response(asked: Asked, answer: Say, number: int, *, output: list[dict[str, Any]], status: str) -> dict[str, Any]:
    reason = "content_filter" if answer.filtered else "max_output_tokens"
    given = tokens(asked.characters)
    taken = tokens(len(answer.text) + len(answer.reasoning) + sum(len(_arguments(call)) for call in answer.calls))
    usage = {
        "input_tokens": given,
        "input_tokens_details": {"cached_tokens": answer.cached_tokens},
        "output_tokens": taken,
        "output_tokens_details": {"reasoning_tokens": tokens(len(answer.reasoning))},
        "total_tokens": given + taken,
    }
    return {
        "id": f"resp_{number}",
        "object": "response",
        "created_at": 1_700_000_000,
        "status": status,
        "error": None,
        "incomplete_details": {"reason": reason} if status == "incomplete" else None,
        "instructions": None,
        "model": asked.model,
        "output": output,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": None if status == "in_progress" else usage,
    }


def _status(answer: Say) -> str:
    return "incomplete" if answer.cut or answer.filtered else "completed"


def _arguments(call: Call | Written) -> str:
    return call.arguments if isinstance(call, Written) else json.dumps(call.params)


def _event(order: Iterator[int], kind: str, **data: Any) -> str:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, 'sequence_number': next(order), **data})}\n\n"
