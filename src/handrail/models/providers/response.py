"""Parse a model's answer into calls and text, with simple faults repaired."""

from __future__ import annotations

from collections.abc import Collection

from pydantic_ai.messages import ModelResponse, ThinkingPart, ToolCallPart

from handrail.models.protocol import Call, Message, ModelReply, Usage
from handrail.models.providers.errors import ProviderError, refused
from handrail.models.providers.messages import NativeAnswer
from handrail.models.providers.repair import find_calls, parse_arguments


class UnusableAnswer(Exception):
    """An answer that cannot be used; the model is asked once more, with ``feedback`` added to the conversation."""

    def __init__(self, error: ProviderError, feedback: list[Message]) -> None:
        super().__init__(error.summary)
        self.error = error
        self.feedback = feedback


def parse_response(
    response: ModelResponse, name: str, offered: Collection[str], *, must_call: bool, spent: Usage
) -> ModelReply:
    """Return the calls and the text of an answer.

    Args:
        offered: the tools that the model was offered; calls written as text count only for these.
        must_call: text alone is not an answer.
        spent: its usage.

    Raises:
        Unusable: empty, or a call with arguments that are not JSON or were cut.
        ProviderError: refused.
    """
    truncated = response.finish_reason == "length"
    # Text that was cut continues in the next answer: its last space counts.
    text = (response.text or "") if truncated else (response.text or "").strip()
    parts = [part for part in response.parts if isinstance(part, ToolCallPart)]
    if response.finish_reason == "content_filter":
        raise refused(name, str((response.provider_details or {}).get("refusal", "")))
    thought = "\n\n".join(part.content for part in response.parts if isinstance(part, ThinkingPart) and part.content)
    native = NativeAnswer(name, response)
    if parts:
        # Of several calls only the last can be cut.
        calls = tuple(_call(part, name, truncated=truncated and part is response.parts[-1]) for part in parts)
        return ModelReply(calls, text, spent, reasoning=thought, native=native)
    if written := find_calls(text, offered):
        # Its native form would show the call to the model as text again.
        return ModelReply(written, "", spent, reasoning=thought)
    if not text.strip():
        raise _empty(name, truncated=truncated, must_call=must_call)
    return ModelReply((), text, spent, truncated, thought, native)


def _call(part: ToolCallPart, name: str, *, truncated: bool) -> Call:
    params = part.args if isinstance(part.args, dict) else parse_arguments(part.args or "")
    # The arguments of a call that was cut may be incomplete even if they parse: some providers close open brackets.
    if params is not None and not truncated:
        return Call(part.tool_name, params, part.tool_call_id)
    what = "reached its output limit in its call of" if truncated else "gave arguments that are not JSON in its call of"
    error = ProviderError(
        "bad_arguments",
        f"The model {name} {what} {part.tool_name!r}.",
        hint="Try again, or choose another model.",
        retryable=True,
    )
    fault = "it was cut at your output limit" if truncated else "its arguments were not valid JSON"
    again = "Make a shorter call" if truncated else "Make the call again"
    feedback = f"Your call of {part.tool_name} was not carried out: {fault}. {again}."
    raise UnusableAnswer(error, [Message("user", [feedback])])


def _empty(name: str, *, truncated: bool, must_call: bool) -> UnusableAnswer:
    why = " (it used up its output limit before it said anything)" if truncated else ""
    error = ProviderError(
        "empty",
        f"The model {name} gave an empty answer{why}.",
        hint="Try again, or choose another model.",
        retryable=True,
    )
    feedback = "Your answer was empty. " + ("Answer with a tool call." if must_call else "Answer now.")
    return UnusableAnswer(error, [Message("user", [feedback])])
