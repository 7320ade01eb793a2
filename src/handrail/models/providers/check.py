"""Check whether a model answers, with one cheap request for a tool call."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass

from handrail.errors import ModelError
from handrail.models.protocol import Message, Model, ToolSpec

MESSAGES = (Message("system", ["You are being checked."]), Message("user", ["Call the tool `ready`."]))
READY_TOOL = ToolSpec("ready", "Say that you are ready.", {"type": "object", "properties": {}})
CHECK_TIMEOUT = 60.0
"""Seconds to wait for the answer; a server may have to load the model first."""


@dataclass(frozen=True, slots=True)
class ModelCheck:
    """The outcome of a check.

    Args:
        found: one sentence on what is wrong or worth knowing; empty where all is well.
        code: the code of a `ProviderError`.
        seconds: how long the answer took.
        cost: of the call in US dollars, None where the price is not known.
        context_window: tokens, None where unknown.
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
    """Check models concurrently."""
    return list(await asyncio.gather(*(check(model) for model in models)))


async def check(model: Model) -> ModelCheck:
    """Ask one model, without retries: the user wants to know its state now."""
    from handrail.models.providers.llm import Llm

    if not isinstance(model, Llm):
        return ModelCheck(
            model.name, True, "Nothing to check: no provider is asked.", context_window=model.context_window
        )
    model.retries, model.timeout, model.effort = 0, min(model.timeout, CHECK_TIMEOUT), None
    started = time.monotonic()
    try:
        # First, so that importing the provider's package does not count as its time.
        window = await asyncio.to_thread(lambda: model.context_window)
        started = time.monotonic()
        reply = await model.respond(MESSAGES, [READY_TOOL], must_call=True)
        taken = time.monotonic() - started
    except ModelError as error:
        return ModelCheck(model.name, False, error.message, error.hint, error.code, time.monotonic() - started)
    found, fix = "", ""
    if not reply.calls:
        found, fix = "It answered in words where a tool call was asked for.", "Runs may be slow or fail; try another."
    return ModelCheck(model.name, True, found, fix, "", taken, reply.usage.cost, window)
