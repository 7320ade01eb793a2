"""`run`: a task in plain words, with a line for each step and the answer at the end. `resume`: one that was cut off."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from handrail.cli.commands.runs import Run, run_store
from handrail.cli.flags import with_language, with_session
from handrail.cli.help import AGENT, LIMITS
from handrail.cli.signals import end_at_once, handle_signal, handle_sigterm, run_command
from handrail.errors import UsageError

if TYPE_CHECKING:
    from handrail.agent import Agent, RunResult
    from handrail.cli.questions import Terminal
    from handrail.models.choose import Roles

Work = Callable[["Agent"], Awaitable["RunResult"]]
EXIT_CODES = {"done": 0, "blocked": 3, "cancelled": 130}
"""By outcome, where the run itself has none; every other one is 1, or 3 where a flag is named that would have allowed
what is not done."""

agent_option = partial(typer.Option, rich_help_panel=AGENT)
limit_option = partial(typer.Option, rich_help_panel=LIMITS)

KeepState = Annotated[
    bool | None,
    agent_option(
        "--keep-state/--no-keep-state", help="Keep cookies in the run's folder until it is done, for `resume`. [on]"
    ),
]


@with_language
@with_session
def run(
    task: Annotated[str, typer.Argument(help="What to do, in plain words.")],
    url: Annotated[str | None, typer.Option(help="The page to start on.")] = None,
    model: Annotated[
        str | None,
        typer.Option(
            help="anthropic:NAME, openai:NAME, ollama:NAME, offline and so on; A,B asks B where A cannot answer."
        ),
    ] = None,
    small_model: Annotated[
        str | None, agent_option(help="A cheaper model to read pages and check answers. [the same]")
    ] = None,
    small_model_for: Annotated[
        str | None, agent_option(help="What the small model does: extract,verify,plan. [extract,verify]")
    ] = None,
    effort: Annotated[
        Literal["low", "medium", "high"] | None, agent_option(help="How much the model thinks. [its provider's choice]")
    ] = None,
    data: Annotated[str | None, typer.Option(help="Values for the task: JSON, or @FILE.")] = None,
    private: Annotated[
        list[str] | None,
        agent_option(help="A value of --data, by its name, that is filled in without the model seeing it; repeatable."),
    ] = None,
    plan: Annotated[
        Literal["auto", "approve", "none"], agent_option(help="Make a plan first, have it approved, or make none.")
    ] = "auto",
    verify: Annotated[
        int, agent_option(min=0, max=5, help="Times an answer is checked before the run counts as not done; 0: never.")
    ] = 2,
    output_schema: Annotated[
        str | None, typer.Option(help="A JSON Schema for the answer's data: JSON, or @FILE.")
    ] = None,
    vision: Annotated[
        Literal["never", "auto", "always"], agent_option(help="Show the model pictures; auto: where text says little.")
    ] = "auto",
    pictures: Annotated[
        Literal["never", "navigation", "change", "step"],
        agent_option(help="Which pictures the log keeps for `handrail report`."),
    ] = "change",
    max_steps: Annotated[int | None, limit_option(min=1, help="Calls before the run is out of budget. [50]")] = None,
    max_tokens: Annotated[int | None, limit_option(min=1, help="Tokens of all model calls together.")] = None,
    max_cost: Annotated[float | None, limit_option(min=0, help="US dollars, where the price is known.")] = None,
    timeout: Annotated[float | None, limit_option(min=1, help="Seconds for the whole run. [1800]")] = None,
    keep_state: KeepState = None,
    as_json: Annotated[bool, typer.Option("--json", help="One event a line, and the result last.")] = False,
    options: Any = None,
) -> None:
    """Carry out a task in a browser.

    At a terminal, Ctrl-C pauses the run: send the agent a message, continue, or end it. Exit code 0 when it is done, 1
    when not or in part, 2 for wrong usage, 3 when policy blocked it, 4 without a browser or model, 130 when cancelled,
    143 after SIGTERM.
    """
    if not task.strip():
        raise UsageError("There is no task.", hint='Say what to do: handrail run "..." --url ...')
    given = {
        "plan": plan,
        "verify": verify,
        "output_schema": _json(output_schema, "output schema", '{"type": "object"}'),
        "vision": vision,
        "pictures": pictures,
        "max_steps": max_steps,
        "max_tokens": max_tokens,
        "max_cost": max_cost,
        "timeout": timeout,
        "keep_state": keep_state,
    }
    from handrail.models.choose import choose_roles

    values = _json(data, "data", '{"name": "Ada"}')
    work = carry_out(
        lambda agent: agent.run(task, url=url, data=values, private=private or ()),
        choose_roles(model, small=small_model, small_for=small_model_for, effort=effort),
        given,
        options,
        as_json=as_json,
    )
    raise typer.Exit(run_command(work))


@with_language
@with_session
def resume(
    run: Run,
    model: Annotated[str | None, typer.Option(help="The model to go on with, as for `handrail run`.")] = None,
    max_steps: Annotated[int | None, typer.Option(min=1, help="Calls from here on. [50]")] = None,
    timeout: Annotated[float | None, typer.Option(min=1, help="Seconds from here on. [1800]")] = None,
    keep_state: KeepState = None,
    as_json: Annotated[bool, typer.Option("--json", help="One event a line, and the result last.")] = False,
    options: Any = None,
) -> None:
    """Continue a run that was cut off.

    It goes on at the last page, with its cookies, its plan and its notes.

    Its guardrails and its output schema stay. Permissions from flags are not remembered; give those again. Exit codes
    are those of `handrail run`.
    """
    from handrail.models.choose import choose_roles
    from handrail.runs.folders import STATE_FILE
    from handrail.runs.resume import read_resumed_run

    store = run_store()
    # The last run in a folder is the one that continued the others.
    past = read_resumed_run(store.find(str(store.find(run).log.parent)).log)
    folder = past.log.parent
    options = {**options, "run_dir": folder, "mode": "ask" if past.mode == "ask" else options["mode"]}
    if forbidden := dict.fromkeys(one for one in (past.guardrails, options.get("guardrails")) if one):
        options["guardrails"] = "; ".join(forbidden)
    state = folder / STATE_FILE
    if state.is_file() and not {"profile", "storage_state", "cdp_urls"} & options.keys():
        options["storage_state"] = state
    given = {"max_steps": max_steps, "timeout": timeout, "keep_state": keep_state, "output_schema": past.output_schema}
    work = carry_out(lambda agent: agent.go_on(past), choose_roles(model), given, options, as_json=as_json)
    raise typer.Exit(run_command(work))


async def carry_out(work: Work, roles: Roles, given: dict[str, Any], options: dict[str, Any], *, as_json: bool) -> int:
    """Run an agent in a new session, show its progress, and return the exit code of its outcome; ``work`` starts the
    run, ``given`` are options of the agent (those that are None are not given), ``options`` those of the session."""
    from handrail.agent import Agent
    from handrail.cli.event_views import JsonView, TerminalView
    from handrail.cli.questions import Terminal, is_terminal
    from handrail.config import Config
    from handrail.models.choose import check_ready
    from handrail.session import Session

    chosen = Config.load().model_dump(include={"max_steps", "timeout", "keep_state"})
    chosen |= {name: value for name, value in given.items() if value is not None}
    interactive = not as_json and is_terminal()
    if chosen.get("plan") == "approve" and not interactive:
        raise UsageError("A plan can only be approved at a terminal.", hint="Use --plan auto or --plan none here.")
    view = JsonView() if as_json else TerminalView(wants_data="output_schema" in chosen)
    view.model(roles.main.name, roles.why)
    await asyncio.to_thread(check_ready, roles.main)
    # The run keeps a log of its own.
    options = {**options, "log": False}
    async with Session(model=roles.small_model_for("extract") or roles.main, **options) as session:
        session.events.subscribe(view.on_event)
        terminal = None
        if isinstance(view, TerminalView) and interactive:
            terminal = Terminal(view.status.stop, view.status.start, window=_has_window(options))
            session.approve = terminal.approve
            session.person = terminal
            session.give_values = terminal.give_values
        agent = Agent(
            session,
            model=roles.main,
            planner=roles.small_model_for("plan"),
            verifier=roles.small_model_for("verify"),
            **chosen,
            approve_plan=terminal.approve_plan if terminal else None,
            on_text=view.on_text,
            on_reasoning=view.on_text,
        )
        _pause_on_interrupt(agent, terminal)
        with view.status:
            result = await work(agent)
    view.result(result)
    if result.exit_code is not None:
        return result.exit_code
    return EXIT_CODES.get(result.outcome, 3 if result.remedies else 1)


def _pause_on_interrupt(agent: Agent, terminal: Terminal | None) -> None:
    """Have Ctrl-C pause the run and ask what next.

    A second one ends the run, and so does one at a question or without a terminal; one more ends the process.
    """
    loop = asyncio.get_running_loop()
    pauses: list[asyncio.Task[None]] = []

    def on_interrupt() -> None:
        if agent.is_stopped:
            end_at_once()
        if terminal is None or terminal.is_asking or (pauses and not pauses[-1].done()):
            agent.stop()
        else:
            pauses.append(loop.create_task(terminal.interrupt(agent)))

    handle_signal(signal.SIGINT, on_interrupt)
    handle_sigterm(agent.stop)


def _has_window(options: dict[str, Any]) -> bool:
    """Return whether a person can use the browser: it has a window, or ran before with one of its own."""
    from handrail.browser.types.options import BrowserOptions

    return bool(options.get("cdp_urls")) or not BrowserOptions(headless=options.get("headless")).is_headless


def _json(text: str | None, what: str, example: str) -> Any:
    if text is None:
        return None
    try:
        return json.loads(Path(text[1:]).read_text("utf-8") if text.startswith("@") else text)
    except OSError as error:
        raise UsageError(f"{text[1:]}, the file of the {what}, cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise UsageError(f"{text[1:]}, the file of the {what}, is not UTF-8 text.") from None
    except (ValueError, RecursionError):
        flag = f"--{what.replace(' ', '-')}"
        raise UsageError(
            f"The {what} is not valid JSON.", hint=f"Example: {flag} '{example}', or {flag} @FILE."
        ) from None
