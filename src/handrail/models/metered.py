"""A model that reports what each answer cost, so that all calls of a session are counted in one place."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from handrail.errors import ModelError
from handrail.models.fallback import Fallback
from handrail.models.protocol import Message, Model, ModelReply, ToolSpec, Usage

Purpose = Literal["act", "plan", "verify", "extract", "sum_up"]


@dataclass(frozen=True, slots=True)
class Metered:
    """A model that reports each of its answers.

    Args:
        on_reply: called after each answer, also a useless one or none at all, with the name of the model that gave it
            (in a chain, the member's), the purpose, the answer and the seconds it took.
    """

    model: Model
    purpose: Purpose
    on_reply: Callable[[str, Purpose, ModelReply, float], None]

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def context_window(self) -> int:
        return self.model.context_window

    async def respond(self, messages: Sequence[Message], tools: Sequence[ToolSpec], **options: Any) -> ModelReply:
        """Respond as `handrail.models.protocol.Model` does."""
        started = time.monotonic()
        try:
            reply = await self.model.respond(messages, tools, **options)
        except (ModelError, asyncio.CancelledError) as error:
            # Useless answers are paid for all the same, and a request that failed or was given up may be.
            usage = getattr(error, "usage", None)
            if usage is None or not usage.calls:
                usage = Usage(calls=int(getattr(error, "was_asked", True)))
            if usage.calls:
                self._report(ModelReply(usage=usage), started)
            raise
        self._report(reply, started)
        return reply

    def _report(self, reply: ModelReply, started: float) -> None:
        answered = self.model.current if isinstance(self.model, Fallback) else self.model
        self.on_reply(answered.name, self.purpose, reply, time.monotonic() - started)
