"""One request to a provider, streamed if there are listeners."""

from __future__ import annotations

from collections.abc import Sequence
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

from handrail.attachments import Attachment
from handrail.models.protocol import Message, OnText, ToolSpec, notify
from handrail.models.providers.errors import ProviderError
from handrail.models.providers.messages import request_parameters, to_pydantic_ai


@dataclass(slots=True)
class StreamListeners:
    """Callbacks for a streamed answer. Once ``text_sent``, the request must not be repeated: its text would be too."""

    on_text: OnText | None = None
    on_reasoning: OnText | None = None
    text_sent: bool = False

    def __bool__(self) -> bool:
        return self.on_text is not None or self.on_reasoning is not None

    async def handle(self, event: Any) -> None:
        """Pass on the text or reasoning of one stream event."""
        match event:
            case PartStartEvent(part=TextPart(content=text)) | PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
                self.text_sent = self.text_sent or bool(text and self.on_text)
                await notify(self.on_text, text)
            case (
                PartStartEvent(part=ThinkingPart(content=text))
                | PartDeltaEvent(delta=ThinkingPartDelta(content_delta=text))
            ):
                await notify(self.on_reasoning, text)


@dataclass(slots=True)
class Features:
    """The optional features that a model takes. What its server rejects is left out from then on."""

    attachment_kinds: frozenset[str] = frozenset()
    tool_choice: bool = True

    def drop_rejected(self, request: ProviderRequest, problem: ProviderError) -> bool:
        """Drop the feature that an error is about and return whether there is one: then a retry may succeed."""
        if self.tool_choice and request.forces_call and "tool_choice" in problem.detail:
            # Some servers reject this parameter; the prompt asks for a call too.
            self.tool_choice = False
            return True
        if "image" in self.attachment_kinds and request.shows_images and problem.rejects_images:
            self.attachment_kinds -= {"image"}
            return True
        return False


@dataclass(slots=True)
class ProviderRequest:
    """A request to a model.

    Args:
        name: our name for the model: only its own answers go back in their native form.
        settings: pydantic-ai's, but for the choice of tools.
    """

    model: Any
    name: str
    messages: Sequence[Message]
    tools: Sequence[ToolSpec]
    must_call: bool
    listeners: StreamListeners
    settings: dict[str, Any]

    @property
    def forces_call(self) -> bool:
        return self.must_call and bool(self.tools)

    @property
    def shows_images(self) -> bool:
        parts = (part for message in self.messages for part in message.parts)
        return any(isinstance(part, Attachment) and part.kind == "image" for part in parts)

    async def send(self, features: Features) -> ModelResponse:
        """Send it once; attachments of a kind that the model does not read become notes."""
        messages = to_pydantic_ai(self.messages, self.name, features.attachment_kinds)
        parameters, settings = request_parameters(self.tools), self._settings(features)
        if not self.listeners:
            return await direct.model_request(
                self.model, messages, model_settings=settings, model_request_parameters=parameters
            )
        async with direct.model_request_stream(
            self.model, messages, model_settings=settings, model_request_parameters=parameters
        ) as stream:
            async for event in stream:
                await self.listeners.handle(event)
            response = stream.get()
        if response.finish_reason is None:
            # The stream closed without an error before its end: half an answer must not pass for one.
            raise ModelConnectionError(self.name, "The stream ended before the answer did.", phase="read")
        return response

    def _settings(self, features: Features) -> Any:
        settings = dict(self.settings)
        if self.forces_call and features.tool_choice:
            settings["tool_choice"] = "required"
        # The deadline of a request is pydantic-ai's own; of what an SDK cannot do besides it would warn each time.
        return {name: value for name, value in settings.items() if name not in self.model.unsupported_settings}
