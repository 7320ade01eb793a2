"""What a model's answer says: calls and words, with simple faults mended."""

from __future__ import annotations

from collections.abc import Collection

from pydantic_ai.messages import ModelResponse, ThinkingPart, ToolCallPart

from handrail.models.protocol import Call, Message, ModelReply, Usage
from handrail.models.providers.errors import ProviderError, refused
from handrail.models.providers.messages import Native
from handrail.models.providers.repair import arguments, calls_in


class Unusable(Exception):
    """An answer that nothing can be done with; asked once more, with ``feedback`` added to the conversation."""

    def __init__(self, error: ProviderError, feedback: list[Message]) -> None:
        super().__init__(error.summary)
        self.error = error
        self.feedback = feedback


def read(response: ModelResponse, name: str, offered: Collection[str], *, must_call: bool, spent: Usage) -> ModelReply:
    """The calls and the words of an answer.

    Args:
        offered: the tools that the model was offered; calls written as words count only for these.
        must_call: words alone are no answer to what was asked.
        spent: what it cost.

    Raises:
        Unusable: empty, or a call whose arguments are not JSON or were cut.
        ProviderError: refused.
    """
    cut = response.finish_reason == "length"
    # Words that were cut go on in the next answer: their last space belongs to them.
    text = (response.text or "") if cut else (response.text or "").strip()
    parts = [part for part in response.parts if isinstance(part, ToolCallPart)]
    if response.finish_reason == "content_filter":
        raise refused(name, str((response.provider_details or {}).get("refusal", "")))
    thought = "\n\n".join(part.content for part in response.parts if isinstance(part, ThinkingPart) and part.content)
    native = Native(name, response)
    if parts:
        # Of several calls only the last can be cut.
        calls = tuple(_call(part, name, cut=cut and part is response.parts[-1]) for part in parts)
        return ModelReply(calls, text, spent, reasoning=thought, native=native)
    if written := calls_in(text, offered):
        # Its native form would show the call to the model as words again.
        return ModelReply(written, "", spent, reasoning=thought)
    if not text.strip():
        raise _empty(name, cut=cut, must_call=must_call)
    return ModelReply((), text, spent, cut, thought, native)


def _call(part: ToolCallPart, name: str, *, cut: bool) -> Call:
    params = part.args if isinstance(part.args, dict) else arguments(part.args or "")
    # Of a call that was cut, also what can be read may be half of what was meant; some providers close what is open.
    if params is not None and not cut:
        return Call(part.tool_name, params, part.tool_call_id)
    what = "reached its output limit in its call of" if cut else "gave arguments that are not JSON in its call of"
    error = ProviderError(
        "bad_arguments",
        f"The model {name} {what} {part.tool_name!r}.",
        hint="Try again, or choose another model.",
        retryable=True,
    )
    fault = "it was cut at your output limit" if cut else "its arguments were not valid JSON"
    again = "Make a shorter call" if cut else "Make the call again"
    told = f"Your call of {part.tool_name} was not carried out: {fault}. {again}."
    raise Unusable(error, [Message("user", [told])])


def _empty(name: str, *, cut: bool, must_call: bool) -> Unusable:
    why = " (it used up its output limit before it said anything)" if cut else ""
    error = ProviderError(
        "empty",
        f"The model {name} gave an empty answer{why}.",
        hint="Try again, or choose another model.",
        retryable=True,
    )
    told = "Your answer was empty. " + ("Answer with a tool call." if must_call else "Answer now.")
    return Unusable(error, [Message("user", [told])])
