"""One request to a provider, streamed where someone listens, and what it cost."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic_ai import direct
from pydantic_ai.exceptions import ModelConnectionError
from pydantic_ai.messages import (
    ModelResponse,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    ThinkingPart,
    ThinkingPartDelta,
)
from pydantic_ai.settings import ModelSettings

from handrail.attachments import Attachment
from handrail.models.protocol import Message, OnText, ToolSpec, Usage
from handrail.models.providers.messages import request_parameters, to_pydantic_ai


@dataclass(slots=True)
class Listeners:
    """Who is told of an answer while it streams in. ``heard`` says that there were words, so that it cannot be asked
    for again without saying them twice."""

    on_text: OnText | None = None
    on_reasoning: OnText | None = None
    heard: bool = False

    def __bool__(self) -> bool:
        return self.on_text is not None or self.on_reasoning is not None

    async def hear(self, event: Any) -> None:
        """Pass on what one event of a stream adds."""
        match event:
            case PartStartEvent(part=TextPart(content=text)) | PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
                self.heard = self.heard or bool(text and self.on_text)
                await _tell(self.on_text, text)
            case (
                PartStartEvent(part=ThinkingPart(content=text))
                | PartDeltaEvent(delta=ThinkingPartDelta(content_delta=text))
            ):
                await _tell(self.on_reasoning, text)


async def _tell(listener: OnText | None, text: str | None) -> None:
    if text and listener is not None:
        told = listener(text)
        if inspect.isawaitable(told):
            await told


@dataclass(slots=True)
class ProviderRequest:
    """What is asked of a model. ``name`` is ours for it: only its own answers go back to it in their native form."""

    model: Any
    name: str
    messages: Sequence[Message]
    tools: Sequence[ToolSpec]
    must_call: bool
    listeners: Listeners

    @property
    def forces_call(self) -> bool:
        return self.must_call and bool(self.tools)

    @property
    def shows_images(self) -> bool:
        parts = (part for message in self.messages for part in message.parts)
        return any(isinstance(part, Attachment) and part.kind == "image" for part in parts)

    @property
    def cache_key(self) -> str:
        """The same for every request that begins with the same two messages: the system's and the task's."""
        begun = "\0".join(message.text for message in self.messages[:2])
        return hashlib.sha256(begun.encode()).hexdigest()[:32]

    async def send(self, settings: ModelSettings, reads: Collection[str]) -> ModelResponse:
        """Send it, once; attachments of a kind that the model does not read (``reads``) as words."""
        messages, parameters = to_pydantic_ai(self.messages, self.name, reads), request_parameters(self.tools)
        if not self.listeners:
            return await direct.model_request(
                self.model, messages, model_settings=settings, model_request_parameters=parameters
            )
        async with direct.model_request_stream(
            self.model, messages, model_settings=settings, model_request_parameters=parameters
        ) as stream:
            async for event in stream:
                await self.listeners.hear(event)
            response = stream.get()
        if response.finish_reason is None:
            # Closed without an error, but not ended: half an answer must not be taken for one.
            raise ModelConnectionError(self.name, "The stream ended before the answer did.", phase="read")
        return response


def usage_of(response: ModelResponse) -> Usage:
    """What an answer cost. Prices of servers of one's own, and of models too new, are not known."""
    used = response.usage
    return Usage(1, used.input_tokens, used.cache_read_tokens, used.output_tokens, _price(response))


def _price(response: ModelResponse) -> float | None:
    try:
        return float(response.cost().total_price)
    except (LookupError, ValueError, AssertionError):
        return None
