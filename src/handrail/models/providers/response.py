"""Parse a model's answer: its calls and text, with simple faults repaired, and what it cost."""

from __future__ import annotations

from collections.abc import Collection

from pydantic import ValidationError
from pydantic_ai.messages import ModelResponse, ThinkingPart, ToolCallPart

from handrail.models.protocol import Call, Message, ModelReply, Usage
from handrail.models.providers.errors import ErrorCode, ProviderError, refusal_error
from handrail.models.providers.messages import NativeAnswer
from handrail.models.providers.repair import find_calls, parse_arguments


class UnusableAnswer(Exception):
    """An answer that cannot be used; the model is asked once more, with ``feedback`` added to the conversation."""

    def __init__(self, code: ErrorCode, summary: str, feedback: str) -> None:
        super().__init__(summary)
        self.error = ProviderError(code, summary, hint="Try again, or choose another model.", retryable=True)
        self.feedback = Message("user", [feedback])


def unreadable(error: Exception, name: str) -> UnusableAnswer | None:
    """Return the fault of an answer that the provider's library did not understand or broke at, such as a call whose
    tool is no text; None for any other error."""
    trace, cause = error.__traceback__, error.__cause__ and error.__cause__.__cause__
    if isinstance(error, ProviderError):
        is_call = isinstance(cause, ValidationError) and any("tool_calls" in one["loc"] for one in cause.errors())
        return _unreadable(name) if is_call else None
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or not str(trace.tb_frame.f_globals.get("__name__")).startswith("pydantic_ai"):
        return None
    return _unreadable(name)


def _unreadable(name: str) -> UnusableAnswer:
    again = "Name one tool of those offered, and give its arguments as an object. Make the call again."
    return UnusableAnswer(
        "bad_answer", f"The model {name} gave an answer that cannot be read.", f"Your answer could not be read. {again}"
    )


def parse_response(
    response: ModelResponse, name: str, offered: Collection[str], *, must_call: bool, spent: Usage
) -> ModelReply:
    """Return the calls and the text of an answer.

    Args:
        offered: the tools that the model was offered; calls written as text count only for these.
        must_call: text alone is not an answer.

    Raises:
        UnusableAnswer: empty, or a call with arguments that are not JSON or were cut.
        ProviderError: refused.
    """
    truncated = response.finish_reason == "length"
    # Text that was cut continues in the next answer: its last space counts.
    text = (response.text or "") if truncated else (response.text or "").strip()
    parts = [part for part in response.parts if isinstance(part, ToolCallPart)]
    if response.finish_reason == "content_filter":
        raise refusal_error(name, str((response.provider_details or {}).get("refusal", "")))
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
        why = " (it used up its output limit before it said anything)" if truncated else ""
        again = "Answer with a tool call." if must_call else "Answer now."
        raise UnusableAnswer("empty", f"The model {name} gave an empty answer{why}.", f"Your answer was empty. {again}")
    return ModelReply((), text, spent, truncated, thought, native)


def _call(part: ToolCallPart, name: str, *, truncated: bool) -> Call:
    params = part.args if isinstance(part.args, dict) else parse_arguments(part.args or "")
    # The arguments of a call that was cut may be incomplete even if they parse: some providers close open brackets.
    if params is not None and not truncated:
        return Call(part.tool_name, params, part.tool_call_id)
    what, fault, again = "gave arguments that are not JSON", "its arguments were not valid JSON", "Make the call again"
    if truncated:
        what, fault, again = "reached its output limit", "it was cut at your output limit", "Make a shorter call"
    raise UnusableAnswer(
        "bad_arguments",
        f"The model {name} {what} in its call of {part.tool_name!r}.",
        f"Your call of {part.tool_name} was not carried out: {fault}. {again}.",
    )


def read_usage(response: ModelResponse) -> Usage:
    """Return the usage of an answer; the price of a local or very new model is unknown."""
    used = response.usage
    return Usage(1, used.input_tokens, used.cache_read_tokens, used.output_tokens, _price(response))


def _price(response: ModelResponse) -> float | None:
    try:
        return float(response.cost().total_price)
    except (LookupError, ValueError, AssertionError):
        return None
