"""`resume`: continue a run that was cut off."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from handrail.cli.commands.run import KeepState, carry_out
from handrail.cli.commands.runs import Run, run_store
from handrail.cli.flags import with_language, with_session
from handrail.cli.signals import run_command


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
