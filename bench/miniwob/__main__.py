"""``python -m bench.miniwob``: solves tasks of MiniWoB++ by scripts that see results of tools only; the pages judge.

Exit code 1 when fewer than 97 % of the episodes are solved.
"""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import asdict
from typing import Annotated, Literal

import typer

from bench.miniwob.episode import SOLVERS
from bench.miniwob.suite import GOAL, MiniWobRun, run_suite


def main(
    task: Annotated[list[str] | None, typer.Option(help="Only this task; repeatable.")] = None,
    seeds: Annotated[int, typer.Option(min=1, max=100, help="Episodes of each task.")] = 5,
    browser: Annotated[Literal["chromium", "firefox"], typer.Option(help="Which browser.")] = "chromium",
    as_json: Annotated[bool, typer.Option("--json", help="Every episode as JSON.")] = False,
) -> None:
    """Solve the tasks of MiniWoB++ by scripts that see results of tools only; the pages judge."""
    if wrong := next((one for one in task or () if one not in SOLVERS), None):
        sys.exit(f"There is no solver of a task {wrong[:60]!r}. There are: {', '.join(SOLVERS)}.")

    def report(run: MiniWobRun) -> None:
        if not run.solved and not as_json:
            print(f"{run.task}, seed {run.seed}: reward {run.reward} {run.problem}", file=sys.stderr)

    runs = asyncio.run(run_suite(task or (), seeds=range(1, seeds + 1), browser=browser, on_run=report))
    solved = sum(run.solved for run in runs)
    if as_json:
        print(json.dumps([asdict(run) for run in runs], indent=2))
    else:
        whole = {run.task for run in runs} - {run.task for run in runs if not run.solved}
        print(f"{solved} of {len(runs)} episodes solved; {len(whole)} tasks in all their episodes.")
    sys.exit(0 if solved >= GOAL * len(runs) else 1)


if __name__ == "__main__":
    typer.run(main)
