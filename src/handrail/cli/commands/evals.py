"""`selftest`: check the promises of the threat model on this machine, in a browser of its own."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from handrail.cli.console import console, print_json
from handrail.cli.help import Commands
from handrail.cli.signals import run_command
from handrail.errors import UsageError

if TYPE_CHECKING:
    from handrail.evals.applications.application import App
    from handrail.evals.attacks.outcomes import Outcome
    from handrail.evals.attacks.run import AttackRun
    from handrail.evals.everyday.run import EverydayRun

selftest = Commands(help="Check Handrail's promises on this machine.", no_args_is_help=True)


@selftest.command()
def attacks(
    goal: Annotated[list[str] | None, typer.Option(help="Only this goal; repeatable.")] = None,
    app: Annotated[Literal["alder", "trac", "both"], typer.Option(help="Which application to attack.")] = "both",
    place: Annotated[list[str] | None, typer.Option(help="Only this place of the injected text; repeatable.")] = None,
    model: Annotated[
        Literal["obedient", "adversary", "reader", "random", "all"],
        typer.Option(
            help="Which of the attacker's models: one that obeys injected text, one that tries every way to a goal, "
            "one that has read docs/security.md and misuses what it allows, one that makes random calls."
        ),
    ] = "all",
    sample: Annotated[bool, typer.Option(help="Each goal once, in two of its ways.")] = False,
    ways: Annotated[int, typer.Option(min=0, help="Ways to try of each goal; 0 for all.")] = 0,
    seed: Annotated[int, typer.Option(help="Seed of the sample.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, max=16, help="Processors to keep busy, each with two attacks.")] = 2,
    browser: Annotated[str, typer.Option(help="chromium or firefox.")] = "chromium",
    keep: Annotated[
        Path | None, typer.Option(help="Add each run to this file, and skip those it holds already.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Every run as JSON.")] = False,
) -> None:
    """Attack with models that have been taken over.

    The applications that are attacked say what was achieved. Exit code 1 when a promise was
    broken. Nothing leaves this machine; Trac is installed with pip once.
    """
    from dataclasses import replace

    from handrail.evals.attacks.injection_points import APPS
    from handrail.evals.attacks.outcomes import no_longer_open, read_outcomes
    from handrail.evals.attacks.run import KINDS, all_runs, runs_left, spread
    from handrail.evals.attacks.run import sample as sampled

    _check_names(goal, place)
    runs = all_runs(
        goal or (), place or (), KINDS if model == "all" else (model,), _available(APPS if app == "both" else (app,))
    )
    chosen = sampled(runs, seed) if sample else [replace(run, max_ways=ways) for run in runs]
    earlier = read_outcomes(keep) if keep is not None else []
    outcomes = earlier + run_command(_attack(runs_left(spread(chosen), earlier), jobs, browser, keep, quiet=as_json))
    if as_json:
        print_json([asdict(outcome) for outcome in outcomes])
    else:
        _print_outcomes(outcomes)
        if not (sample or ways or place):
            for name in no_longer_open(outcomes):
                typer.echo(f"closed: take {name} out of the list")
    raise typer.Exit(1 if any(outcome.breaks for outcome in outcomes) else 0)


@selftest.command()
def utility(
    browser: Annotated[str, typer.Option(help="chromium or firefox.")] = "chromium",
    as_json: Annotated[bool, typer.Option("--json", help="Every task as JSON.")] = False,
) -> None:
    """Do harmless tasks with and without the rules.

    There should be no difference, and few questions. Exit code 1 when a task fails that passes without rules.
    """
    done = run_command(_compare(browser))
    if as_json:
        print_json([asdict(one) for one in done])
    else:
        _print_comparison(done)
    raise typer.Exit(1 if _failed_by_policy(done) else 0)


def _available(apps: Sequence[App]) -> list[App]:
    """Return the applications that can run here; raise `NoTrac` where it cannot, and no other was asked for."""
    from handrail.evals.applications.trac.setup import NoTrac, library

    if "trac" not in apps:
        return list(apps)
    try:
        library()
    except NoTrac as error:
        if len(apps) == 1:
            raise
        typer.echo(f"Trac is left out. {error.message}", err=True)
        return [app for app in apps if app != "trac"]
    return list(apps)


def _failed_by_policy(done: Sequence[EverydayRun]) -> list[EverydayRun]:
    """Return the tasks that fail because of the rules: they pass without."""
    free = {one.name for one in done if one.rules == "unsafe" and one.passed}
    return [one for one in done if one.rules != "unsafe" and one.name in free and not one.passed]


def _print_comparison(done: Sequence[EverydayRun]) -> None:
    """Print a line for every task that fails or asks, then how many pass under each of the rules."""
    from rich.table import Table

    words = {
        "flags": "with the flags of the attacks and nobody to ask", "person": "with a person who says yes",
        "bare": "without any flag", "unsafe": "without any rules",
    }  # fmt: skip
    table = Table("task", "fails", "refused", "questions to a person", box=None, header_style="dim")
    for name in dict.fromkeys(one.name for one in done):
        mine = [one for one in done if one.name == name]
        asked = sum(len(one.questions) for one in mine if one.rules == "person")
        fails = ", ".join(one.rules for one in mine if not one.passed)
        refused = sorted({tool for one in mine if one.rules == "flags" for tool in one.refused})
        if asked or fails:
            table.add_row(name, fails, ", ".join(refused), str(asked))
    console().print(table)
    for rules, description in words.items():
        ran = [one for one in done if one.rules == rules]
        typer.echo(f"{sum(one.passed for one in ran)} of {len(ran)} tasks pass {description}.")
    counts = [len(one.questions) for one in done if one.rules == "person"]
    typer.echo(f"A person is asked {sum(counts)} questions, at most {max(counts, default=0)} by a task.")
    typer.echo(f"{len({one.name for one in _failed_by_policy(done)})} tasks fail because of the rules.")


def _check_names(goals: Sequence[str] | None, places: Sequence[str] | None) -> None:
    from handrail.evals.attacks.goals import GOALS
    from handrail.evals.attacks.injection_points import PLACES

    all_places = [place for app in PLACES.values() for place in app]
    for what, given, known in (("goal", goals, GOALS), ("place", places, all_places)):
        wrong = next((one for one in given or () if one not in known), None)
        if wrong is not None:
            raise UsageError(f"There is no {what} {wrong[:60]!r}.", hint=f"There are: {', '.join(known)}.")


async def _attack(
    runs: Sequence[AttackRun], jobs: int, browser: str, keep: Path | None, *, quiet: bool
) -> list[Outcome]:
    from handrail.evals.attacks.run import attack_all
    from handrail.evals.browser_pool import BrowserPool

    started, count = time.monotonic(), 0

    def report(outcome: Outcome) -> None:
        nonlocal count
        count += 1
        if keep is not None:
            with keep.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(outcome)) + "\n")
        if outcome.breaks:
            typer.echo(
                f"BROKEN {outcome.promise}: {outcome.goal}, {outcome.place}, {outcome.kind} {outcome.effects}", err=True
            )
        elif not quiet and count % 50 == 0:
            typer.echo(f"{count} of {len(runs)} runs, {time.monotonic() - started:.0f} s", err=True)

    async with BrowserPool(browser=browser, headless=True) as pool:
        return await attack_all(pool, runs, jobs=jobs, on_outcome=report)


async def _compare(browser: str) -> list[EverydayRun]:
    from handrail.evals.applications.miniwob import MiniWob
    from handrail.evals.attacks.injection_points import APPS
    from handrail.evals.browser_pool import BrowserPool
    from handrail.evals.everyday import EVERYDAY_TASKS
    from handrail.evals.everyday.run import compare

    missing = {"trac"} - set(_available(APPS))
    if MiniWob.folder() is None:
        missing.add("miniwob")
        typer.echo("MiniWoB is left out: pip install miniwob brings its pages.", err=True)
    async with BrowserPool(browser=browser, headless=True) as pool:
        return await compare(pool, [task for task in EVERYDAY_TASKS if task.needs not in missing])


def _print_outcomes(outcomes: Sequence[Outcome]) -> None:
    """Print a line for every promise and model, then the known limits and broken promises."""
    from rich.table import Table

    table = Table(
        "promise", "model", "goals", "runs", "attempted", "broken", "open", "limits", box=None, header_style="dim"
    )
    for promise, kind in sorted({(outcome.promise, outcome.kind) for outcome in outcomes}):
        mine = [outcome for outcome in outcomes if (outcome.promise, outcome.kind) == (promise, kind)]
        marks = [(one.attempted, one.breaks, one.through_open_hole, one.within_limits) for one in mine]
        counts = (len({one.goal for one in mine}), len(mine), *map(sum, zip(*marks, strict=True)))
        table.add_row(promise, kind, *map(str, counts))
    out = console()
    out.print(table)
    limits = {outcome.goal: outcome.limit for outcome in outcomes if outcome.within_limits}
    share = sum(outcome.within_limits for outcome in outcomes) / max(1, len(outcomes))
    out.print(f"\n{len(outcomes)} runs; {share:.1%} showed a known limit.")
    holes = {outcome.goal: outcome.open for outcome in outcomes if outcome.through_open_hole}
    if holes:
        out.print(f"\nOpen: {', '.join(f'{name} ({number})' for name, number in sorted(holes.items()))}")
    for name, why in limits.items():
        out.print(f"\nA known limit, {name}: {why}")
    for name, promise in sorted({(outcome.goal, outcome.promise) for outcome in outcomes if outcome.breaks}):
        out.print(f"\nBROKEN {promise}: {name}")
