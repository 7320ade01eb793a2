"""Convert our messages to pydantic-ai's. Text from outside stays in its fence."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic_ai import messages as pai
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.tools import ToolDefinition

from handrail.attachments import Attachment
from handrail.models.protocol import Message, Part, ToolSpec
from handrail.models.providers.catalogue import PROVIDERS
from handrail.trust import Fenced


@dataclass(frozen=True, slots=True)
class NativeAnswer:
    """An answer in its provider's own form, and the model that gave it."""

    model: str
    response: pai.ModelResponse


def request_parameters(tools: Sequence[ToolSpec]) -> ModelRequestParameters:
    """Return the tools in pydantic-ai's form. ``strict`` stays off: it would rewrite optional parameters."""
    return ModelRequestParameters(
        function_tools=[
            ToolDefinition(
                name=tool.name, parameters_json_schema=tool.schema, description=tool.description, strict=False
            )
            for tool in tools
        ]
    )


def to_pydantic_ai(
    messages: Sequence[Message], model: str = "", reads: Collection[str] = ("image", "document")
) -> list[pai.ModelMessage]:
    """Return the conversation as alternating requests and responses.

    Calls without an id (from `offline`, or a script) get one from their position, for their results to refer to. An
    answer of ``model`` itself goes back as it came, with its provider's signatures. An attachment of a kind that it
    does not read (``reads``) is replaced by a note.
    """
    marks = (provider := PROVIDERS.get(model.partition(":")[0])) is not None and provider.cache_marks
    out: list[pai.ModelMessage] = []
    open_calls: list[pai.ToolCallPart] = []
    for index, message in enumerate(messages):
        if message.role == "assistant":
            open_calls = _call_parts(message, index)
            if (response := _response(message, open_calls, model)).parts:
                out.append(response)
            continue
        request = out[-1] if out and isinstance(out[-1], pai.ModelRequest) else None
        if request is None:
            request = pai.ModelRequest(parts=[])
            out.append(request)
        # Results come first in a request: providers want them right after the calls.
        place = _after_results(request) if message.role == "tool" else len(request.parts)
        request.parts = [*request.parts[:place], *_request_parts(message, open_calls, reads), *request.parts[place:]]
        if message.settled and marks:
            request.parts = [*request.parts, pai.UserPromptPart([pai.CachePoint()])]
    return out


def _response(message: Message, calls: list[pai.ToolCallPart], model: str) -> pai.ModelResponse:
    """Return an assistant's message, always with our calls: their arguments may have been repaired."""
    native = message.native
    if isinstance(native, NativeAnswer) and native.model == model:
        repaired: dict[str, Any] = {call.tool_call_id: call.args for call in calls}
        own = native.response.parts
        if [part.tool_call_id for part in own if isinstance(part, pai.ToolCallPart)] == list(repaired):
            # Everything else that the provider put on a call (its id, a signature) stays.
            parts = [
                replace(part, args=repaired[part.tool_call_id]) if isinstance(part, pai.ToolCallPart) else part
                for part in own
            ]
            return replace(native.response, parts=parts)
    text: list[pai.ModelResponsePart] = [pai.TextPart(message.text)] if message.text else []
    return pai.ModelResponse(parts=[*text, *calls])


def _call_parts(message: Message, index: int) -> list[pai.ToolCallPart]:
    return [
        pai.ToolCallPart(call.name, call.params, tool_call_id=call.id or f"call_{index}_{number}")
        for number, call in enumerate(message.calls)
    ]


def _after_results(request: pai.ModelRequest) -> int:
    places = [i for i, part in enumerate(request.parts) if isinstance(part, pai.ToolReturnPart)]
    return places[-1] + 1 if places else 0


def _request_parts(
    message: Message, open_calls: list[pai.ToolCallPart], reads: Collection[str]
) -> list[pai.ModelRequestPart]:
    match message.role:
        case "system":
            return [pai.SystemPromptPart(message.text)]
        case "tool":
            return _result_parts(message, open_calls, reads)
        case _:
            return [pai.UserPromptPart(_content(message.parts, reads))] if message.parts else []


def _result_parts(
    message: Message, open_calls: list[pai.ToolCallPart], reads: Collection[str]
) -> list[pai.ModelRequestPart]:
    """Return a result's text; its images follow as a user part, since some providers take only text in a result."""
    call = next((call for call in open_calls if call.tool_call_id == message.call_id), None)
    if call is None and not message.call_id:
        # Results come in the order of their calls; a tool called through another answers under its own name.
        call = next((call for call in open_calls if call.tool_name == message.name), next(iter(open_calls), None))
    if call is None:
        # A provider rejects a result without its call (removed by compaction); its text is still worth having.
        return [pai.UserPromptPart(_content([f"Result of {message.name}:", *message.parts], reads))]
    open_calls.remove(call)
    parts: list[pai.ModelRequestPart] = [
        pai.ToolReturnPart(call.tool_name, message.text, tool_call_id=call.tool_call_id)
    ]
    if media := [part for part in message.parts if isinstance(part, Attachment) and part.kind in reads]:
        parts.append(pai.UserPromptPart(_content([f"Attached to the result of {call.tool_name}:", *media], reads)))
    return parts


def _content(parts: Sequence[Part], reads: Collection[str]) -> list[pai.UserContent] | str:
    content: list[pai.UserContent] = [_piece(part, reads) for part in parts]
    words = [piece for piece in content if isinstance(piece, str)]
    return "\n".join(words) if len(words) == len(content) else content


def _piece(part: Part, reads: Collection[str]) -> str | pai.BinaryContent:
    match part:
        case Attachment() if part.kind not in reads:
            return f"[{part.kind}: {part.name}; this model cannot be shown it]"
        case Attachment():
            return pai.BinaryContent(part.data, media_type=part.mime)
        case Fenced():
            return part.text
        case str():
            return part
