"""One task, from nothing to its result, in one synchronous call."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Unpack

from handrail.agent.agent import Agent
from handrail.agent.outcome import RunResult
from handrail.calls.human_input import Approve
from handrail.grants import GrantBook
from handrail.models.protocol import Model
from handrail.session import Session
from handrail.session_keywords import SessionKeywords
from handrail.tools.core.context import Person
from handrail.tools.core.table import Table


class RunKeywords(SessionKeywords, total=False):
    """What `handrail.Session` takes besides its model."""

    approve: Approve | None
    person: Person | None
    grant_book: GrantBook | None
    table: Table | None


def run(
    task: str,
    *,
    url: str | None = None,
    model: Model | str | None = None,
    data: Any = None,
    small_model: Model | None = None,
    **session_options: Unpack[RunKeywords],
) -> RunResult:
    """Open a session, carry out a task, close the session. Works in a notebook too, where a loop already runs.

    Args:
        task: what to do, in plain words.
        url: where to begin.
        model: a model or its name (``offline``, ``anthropic:…``); by default what the configuration and the
            environment offer.
        data: values for the task, as JSON.
        small_model: extracts and checks answers, and what else the configuration says; by default the configuration's,
            or ``model`` where that is one.
        session_options: as for `handrail.Session`.

    Raises:
        UsageError: a wrong option or model name.
        NoBrowser: no browser can be had.
    """
    from handrail.models.choose import Roles, choose_roles
    from handrail.sync import run_sync

    async def whole() -> RunResult:
        if model is None or isinstance(model, str):
            roles = choose_roles(model)
        else:
            roles = Roles(model, model, why="", reason="")
        roles = replace(roles, small=small_model or roles.small)
        async with Session(model=roles.small_model_for("extract") or roles.main, **session_options) as session:
            agent = Agent(
                session,
                model=roles.main,
                planner=roles.small_model_for("plan"),
                verifier=roles.small_model_for("verify"),
            )
            return await agent.run(task, url=url, data=data)

    return run_sync(whole())
