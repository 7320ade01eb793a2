"""Google's Gemini API, as bytes: whole answers, streamed answers, errors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.fakes.answers import Asked, Fault, Say, Written
from tests.fakes.openai_protocol import pieces, tokens

_KINDS = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
}


def whole(asked: Asked, answer: Say, number: int) -> dict[str, Any]:
    """A ``GenerateContentResponse``."""
    return _chunk(asked, answer, number, _parts(answer, number), finish=_finish(answer))


def events(asked: Asked, answer: Say, number: int) -> Iterator[str]:
    """The same as server-sent events: text in small pieces, each call whole, as Gemini does."""
    for part in _parts(answer, number):
        if "text" not in part:
            yield _event(_chunk(asked, answer, number, [part]))
            continue
        for piece in pieces(part["text"]):
            yield _event(_chunk(asked, answer, number, [{**part, "text": piece}]))
    yield _event(_chunk(asked, answer, number, [{"text": ""}], finish=_finish(answer)))


def first_words(asked: Asked, text: str, number: int) -> str:
    """The beginning of a stream that will not end well."""
    return _event(_chunk(asked, Say(), number, [{"text": text}]))


def error(fault: Fault) -> dict[str, Any]:
    """An error object."""
    kind = fault.kind or _KINDS.get(fault.status, "UNKNOWN")
    return {"error": {"code": fault.status, "message": fault.message, "status": kind}}


def error_event(fault: Fault) -> str:
    return _event(error(fault))


def _chunk(
    asked: Asked, answer: Say, number: int, parts: list[dict[str, Any]], finish: str | None = None
) -> dict[str, Any]:
    candidate: dict[str, Any] = {"content": {"parts": parts, "role": "model"}, "index": 0}
    if finish == "SAFETY":
        candidate = {"finishReason": finish, "index": 0, "safetyRatings": _RATINGS}
    elif finish is not None:
        candidate["finishReason"] = finish
    return {
        "candidates": [candidate],
        "usageMetadata": _usage(asked, answer),
        "modelVersion": asked.model,
        "responseId": f"r{number}",
    }


_RATINGS = [{"category": "HARM_CATEGORY_DANGEROUS_CONTENT", "probability": "HIGH", "blocked": True}]


def _parts(answer: Say, number: int) -> list[dict[str, Any]]:
    parts: list[dict[str, Any]] = [{"text": answer.reasoning, "thought": True}] if answer.reasoning else []
    parts += [{"text": answer.text}] if answer.text else []
    for place, call in enumerate(answer.calls):
        params = json.loads(call.arguments) if isinstance(call, Written) else call.params
        part: dict[str, Any] = {"functionCall": {"name": call.name, "args": params, "id": f"g{number}_{place}"}}
        if answer.signature and place == 0:
            part["thoughtSignature"] = answer.signature
        parts.append(part)
    return parts


def _finish(answer: Say) -> str:
    if answer.refusal or answer.filtered:
        return "SAFETY"
    return "MAX_TOKENS" if answer.cut else "STOP"


def _usage(asked: Asked, answer: Say) -> dict[str, Any]:
    given, thought = tokens(asked.characters), tokens(len(answer.reasoning))
    taken = tokens(len(answer.text) + sum(len(str(call)) for call in answer.calls))
    usage = {"promptTokenCount": given, "candidatesTokenCount": taken, "totalTokenCount": given + taken + thought}
    if answer.cached_tokens:
        usage["cachedContentTokenCount"] = answer.cached_tokens
    if thought:
        usage["thoughtsTokenCount"] = thought
    return usage


def _event(chunk: dict[str, Any]) -> str:
    return f"data: {json.dumps(chunk)}\r\n\r\n"
