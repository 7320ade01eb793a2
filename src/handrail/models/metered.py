"""A model whose answers are counted: one place tells what each call cost, whatever it was for."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from handrail.errors import ModelError
from handrail.models.fallback import Fallback
from handrail.models.protocol import Message, Model, ModelReply, ToolSpec

Purpose = Literal["act", "plan", "verify", "extract", "sum_up"]


@dataclass(frozen=True, slots=True)
class Metered:
    """The same model, with a listener.

    Args:
        model: what is asked.
        purpose: what for.
        told: called after each answer, one of no use too, with the name of the model that gave it, of a chain the
            member; the purpose, the answer and the seconds it took.
    """

    model: Model
    purpose: Purpose
    told: Callable[[str, Purpose, ModelReply, float], None]

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def context_window(self) -> int:
        return self.model.context_window

    async def respond(self, messages: Sequence[Message], tools: Sequence[ToolSpec], **options: Any) -> ModelReply:
        """As `handrail.models.protocol.Model.respond`."""
        begun = time.monotonic()
        try:
            reply = await self.model.respond(messages, tools, **options)
        except ModelError as error:
            # Answers of no use are paid for all the same.
            if error.usage is not None and error.usage.calls:
                self._tell(ModelReply(usage=error.usage), begun)
            raise
        self._tell(reply, begun)
        return reply

    def _tell(self, reply: ModelReply, begun: float) -> None:
        answered = self.model.current if isinstance(self.model, Fallback) else self.model
        self.told(answered.name, self.purpose, reply, time.monotonic() - begun)
