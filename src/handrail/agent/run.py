"""One task, from nothing to its result, in one synchronous call."""

from __future__ import annotations

from typing import Any

from handrail.agent.agent import Agent
from handrail.agent.outcome import RunResult
from handrail.models.protocol import Model
from handrail.session import Session


def run(
    task: str, *, url: str | None = None, model: Model | str | None = None, data: Any = None, **session_options: Any
) -> RunResult:
    """Open a session, carry out a task, close the session. Works in a notebook too, where a loop already runs.

    Args:
        task: what to do, in plain words.
        url: where to begin.
        model: a model or its name (``offline``, ``anthropic:…``); by default what the configuration and the
            environment offer.
        data: values for the task, as JSON.
        session_options: as for `handrail.Session`.

    Raises:
        UsageError: a wrong option or model name.
        NoBrowser: no browser can be had.
    """
    from handrail.models import choose_model
    from handrail.sync import run_sync

    async def whole() -> RunResult:
        chosen = choose_model(model)[0] if model is None or isinstance(model, str) else model
        async with Session(model=chosen, **session_options) as session:
            return await Agent(session).run(task, url=url, data=data)

    return run_sync(whole())
