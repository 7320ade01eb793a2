"""A front end in one synchronous call: opens a session, carries out a task, closes the session."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Unpack

from handrail.agent.agent import Agent
from handrail.models.protocol import Model
from handrail.runs.result import RunResult
from handrail.session import Session, SessionArguments
from handrail.tools.core.context import Person


class RunKeywords(SessionArguments, total=False):
    """What `handrail.Session` takes besides its model."""

    person: Person | None


def run(
    task: str,
    *,
    url: str | None = None,
    model: Model | str | None = None,
    data: Any = None,
    private: Sequence[str] = (),
    small_model: Model | str | None = None,
    **session_options: Unpack[RunKeywords],
) -> RunResult:
    """Open a session, carry out a task, close the session. Works in a notebook too, where a loop already runs.

    Args:
        task: what to do, in plain words.
        url: where to begin.
        model: a model or its name (``offline``, ``anthropic:…``); by default what the configuration and the
            environment offer.
        data: values for the task, as JSON.
        private: names of those that the model does not see; see `handrail.agent.Agent.run`.
        small_model: a model or its name; extracts and checks answers, and what else the configuration says. By default
            the configuration's, or ``model`` where that is one.
        session_options: as for `handrail.Session`.

    Raises:
        UsageError: a wrong option or model name.
        NoBrowser: no browser can be had.
        ModelError: the model has no key, or its local server does not run.
    """
    from handrail.models.choose import Roles, check_ready, choose_roles, to_model
    from handrail.sync import run_sync

    async def whole() -> RunResult:
        if model is None or isinstance(model, str):
            roles = choose_roles(model)
        else:
            roles = Roles(model, model, why="", reason="")
        roles = replace(roles, small=to_model(small_model) if small_model else roles.small)
        await asyncio.to_thread(check_ready, roles.main)
        async with Session(model=roles.small_model_for("extract") or roles.main, **session_options) as session:
            agent = Agent(
                session,
                model=roles.main,
                planner=roles.small_model_for("plan"),
                verifier=roles.small_model_for("verify"),
            )
            return await agent.run(task, url=url, data=data, private=private)

    return run_sync(whole())
