"""`run`: a task from plain words, with a line per step and the answer at the end."""

from __future__ import annotations

import asyncio
import json
import signal
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from handrail.cli.flags import with_session
from handrail.errors import UsageError

if TYPE_CHECKING:
    from handrail.agent import Agent, RunResult

EXIT_CODES = {"done": 0, "blocked": 3, "cancelled": 130}
"""By outcome, where the run does not know better; every other one is 1."""


@with_session
def run(
    task: Annotated[str, typer.Argument(help="What to do, in plain words.")],
    url: Annotated[str | None, typer.Option(help="Where to begin.")] = None,
    model: Annotated[
        str | None, typer.Option(help="Such as anthropic:NAME, openai:NAME, ollama:NAME, or offline.")
    ] = None,
    data: Annotated[str | None, typer.Option(help="Values for the task: JSON, or @FILE.")] = None,
    max_steps: Annotated[int | None, typer.Option(min=1, help="Calls before the run is out of budget. [50]")] = None,
    timeout: Annotated[float | None, typer.Option(min=1, help="Seconds for the whole run. [1800]")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One event a line, and the result last.")] = False,
    options: Any = None,
) -> None:
    """Carry out a task in a browser.

    Exit code 0 when it is done, 1 when not, 2 for wrong usage, 3 when policy blocked it, 4 without a browser or model,
    130 when cancelled.
    """
    result = asyncio.run(_run(task, url, model, _data(data), max_steps, timeout, as_json, options))
    raise typer.Exit(result.exit_code if result.exit_code is not None else EXIT_CODES.get(result.outcome, 1))


async def _run(
    task: str,
    url: str | None,
    model: str | None,
    data: Any,
    max_steps: int | None,
    timeout: float | None,
    as_json: bool,
    options: dict[str, Any],
) -> RunResult:
    from handrail.agent import Agent
    from handrail.cli.asking import Terminal, can_ask
    from handrail.cli.run_view import JsonView, TerminalView
    from handrail.config import Config
    from handrail.models import choose_model
    from handrail.session import Session

    config = Config.load()
    chosen, why = choose_model(model, config.model_dump())
    view = JsonView() if as_json else TerminalView()
    view.model(chosen.name, why)
    async with Session(model=chosen, **options) as session:
        session.events.subscribe(view.hear)
        if isinstance(view, TerminalView) and can_ask():
            session.approve = Terminal(view.pause, view.resume).approve
        agent = Agent(
            session,
            max_steps=config.max_steps if max_steps is None else max_steps,
            timeout=config.timeout if timeout is None else timeout,
            on_text=view.hear_text,
        )
        _stop_on_interrupt(agent)
        with view:
            result = await agent.run(task, url=url, data=data)
    view.result(result)
    return result


def _stop_on_interrupt(agent: Agent) -> None:
    # Windows has no such handlers; there asyncio cancels the run, which ends it too, only without its last line.
    with suppress(NotImplementedError):
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, agent.stop)


def _data(text: str | None) -> Any:
    if text is None:
        return None
    try:
        return json.loads(Path(text[1:]).read_text("utf-8") if text.startswith("@") else text)
    except OSError as error:
        raise UsageError(f"The data file cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError):
        raise UsageError("The data is not valid JSON.", hint='Example: --data \'{"name": "Ada"}\'') from None
