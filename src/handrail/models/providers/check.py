"""Whether a model answers: one cheap call, that asks for a tool call as a run would."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass

from handrail.errors import ModelError
from handrail.models.protocol import Message, Model, ToolSpec

ASK = (Message("system", ["You are being checked."]), Message("user", ["Call the tool `ready`."]))
READY = ToolSpec("ready", "Say that you are ready.", {"type": "object", "properties": {}})
PATIENCE = 60.0
"""Seconds that a check waits for an answer; a model that has to be loaded first takes some."""


@dataclass(frozen=True, slots=True)
class ModelCheck:
    """What came of a check.

    Args:
        name: the model.
        ok: it answered.
        found: one sentence that says what is wrong, or what is worth knowing; empty where all is well.
        fix: what to do about it.
        code: the code of a `ProviderError`.
        seconds: that the answer took.
        cost: of the call in US dollars, None where the price is not known.
        context_window: tokens, None where it was not found out.
    """

    name: str
    ok: bool
    found: str = ""
    fix: str = ""
    code: str = ""
    seconds: float = 0.0
    cost: float | None = None
    context_window: int | None = None


async def check_all(models: Iterable[Model]) -> list[ModelCheck]:
    """All of them, at the same time."""
    return list(await asyncio.gather(*(check(model) for model in models)))


async def check(model: Model) -> ModelCheck:
    """Ask one model. It is asked once: whoever waits wants to know how things stand now."""
    from handrail.models.providers.llm import Llm

    if not isinstance(model, Llm):
        return ModelCheck(
            model.name, True, "Nothing to check: no provider is asked.", context_window=model.context_window
        )
    model.retries, model.timeout, model.effort = 0, min(model.timeout, PATIENCE), None
    begun = time.monotonic()
    try:
        # First, so that importing the provider's package does not count as its time.
        window = await asyncio.to_thread(lambda: model.context_window)
        begun = time.monotonic()
        reply = await model.respond(ASK, [READY], must_call=True)
        taken = time.monotonic() - begun
    except ModelError as error:
        return ModelCheck(model.name, False, error.message, error.hint, error.code, time.monotonic() - begun)
    found, fix = "", ""
    if not reply.calls:
        found, fix = "It answered in words where a tool call was asked for.", "Runs may be slow or fail; try another."
    return ModelCheck(model.name, True, found, fix, "", taken, reply.usage.cost, window)
