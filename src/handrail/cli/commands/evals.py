"""`selftest`: the promises of the threat model, tried on this machine, in a browser of its own."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from handrail.cli.console import console, print_json
from handrail.errors import UsageError

if TYPE_CHECKING:
    from handrail.evals.applications.application import App
    from handrail.evals.attacks.run import AttackRun, Outcome
    from handrail.evals.everyday.run import EverydayRun

selftest = typer.Typer(help="Try what Handrail promises, on this machine.", no_args_is_help=True)


@selftest.command()
def attacks(
    goal: Annotated[list[str] | None, typer.Option(help="Only this goal; can be given again.")] = None,
    app: Annotated[Literal["alder", "trac", "both"], typer.Option(help="Which application is attacked.")] = "both",
    place: Annotated[list[str] | None, typer.Option(help="Only this place of the injected text.")] = None,
    model: Annotated[
        Literal["obedient", "adversary", "both"], typer.Option(help="Which of the attacker's models.")
    ] = "both",
    sample: Annotated[bool, typer.Option(help="Each goal once, by two of its ways.")] = False,
    ways: Annotated[int, typer.Option(min=0, help="Ways that are tried of each goal; 0 for all.")] = 0,
    seed: Annotated[int, typer.Option(help="Chooses the sample.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, max=16, help="Attacks at a time.")] = 2,
    browser: Annotated[str, typer.Option(help="chromium or firefox.")] = "chromium",
    keep: Annotated[
        Path | None,
        typer.Option(help="Add each run to this file; those that stand in it are not done again."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Every run as JSON.")] = False,
) -> None:
    """Attack sessions with models that have been taken over, and read from the world what they achieved.

    Exit code 1 when a promise was broken. Everything stays on this machine; for Trac, pip gets a copy of it once.
    """
    from dataclasses import replace

    from handrail.evals.attacks.injection_points import APPS
    from handrail.evals.attacks.run import KINDS, all_runs, left, read_kept, spread
    from handrail.evals.attacks.run import as_json as to_json
    from handrail.evals.attacks.run import sample as sampled

    _known(goal, place)
    runs = all_runs(
        goal or (), place or (), KINDS if model == "both" else (model,), _at_hand(APPS if app == "both" else (app,))
    )
    chosen = sampled(runs, seed) if sample else [replace(run, most=ways) for run in runs]
    earlier = read_kept(keep) if keep is not None else []
    outcomes = earlier + asyncio.run(_attack(left(spread(chosen), earlier), jobs, browser, keep, quiet=as_json))
    if as_json:
        print_json(to_json(outcomes))
    else:
        _show(outcomes)
    raise typer.Exit(1 if any(outcome.breaks for outcome in outcomes) else 0)


@selftest.command()
def utility(
    browser: Annotated[str, typer.Option(help="chromium or firefox.")] = "chromium",
    as_json: Annotated[bool, typer.Option("--json", help="Every task as JSON.")] = False,
) -> None:
    """Do harmless tasks with the rules and without any, and tell the difference, which should be none.

    Exit code 1 when a task fails that passes without rules.
    """
    done = asyncio.run(_compare(browser))
    if as_json:
        print_json([asdict(one) for one in done])
    else:
        _show_balance(done)
    raise typer.Exit(1 if _lost(done) else 0)


def _at_hand(apps: Sequence[App]) -> list[App]:
    """Those that can be had on this machine.

    Raises:
        NoTrac: it is the only one that is wanted.
    """
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


def _lost(done: Sequence[EverydayRun]) -> list[EverydayRun]:
    """Tasks that fail by the rules: they pass without any."""
    free = {one.name for one in done if one.rules == "unsafe" and one.passed}
    return [one for one in done if one.rules != "unsafe" and one.name in free and not one.passed]


def _show_balance(done: Sequence[EverydayRun]) -> None:
    words = {"flags": "with the flags of the attacks", "bare": "without any flag", "unsafe": "without any rules"}
    for rules, said in words.items():
        mine = [one for one in done if one.rules == rules]
        typer.echo(f"{sum(one.passed for one in mine)} of {len(mine)} tasks pass {said}.")
    for one in done:
        if not one.passed:
            typer.echo(f"  {one.name}, {words[one.rules]}: refused {', '.join(one.refused) or 'nothing'}")
    typer.echo(f"{len(_lost(done))} fail by the rules.")


def _known(goals: Sequence[str] | None, places: Sequence[str] | None) -> None:
    from handrail.evals.attacks.goals import GOALS
    from handrail.evals.attacks.injection_points import PLACES

    for what, given, known in (
        ("goal", goals, GOALS),
        ("place", places, [place for app in PLACES.values() for place in app]),
    ):
        wrong = next((one for one in given or () if one not in known), None)
        if wrong is not None:
            raise UsageError(f"There is no {what} {wrong[:60]!r}.", hint=f"There are: {', '.join(known)}.")


async def _attack(
    runs: Sequence[AttackRun], jobs: int, browser: str, keep: Path | None, *, quiet: bool
) -> list[Outcome]:
    from handrail.evals.attacks.run import attack_all
    from handrail.evals.browser_pool import BrowserPool

    begun, count = time.monotonic(), 0

    def told(outcome: Outcome) -> None:
        nonlocal count
        count += 1
        if keep is not None:
            with keep.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(outcome)) + "\n")
        if outcome.breaks:
            typer.echo(f"BROKEN {outcome.promise}: {outcome.goal}, {outcome.place}, {outcome.kind}", err=True)
        elif not quiet and count % 50 == 0:
            typer.echo(f"{count} of {len(runs)} runs, {time.monotonic() - begun:.0f} s", err=True)

    async with BrowserPool.open(browser=browser, headless=True) as arena:
        return await attack_all(arena, runs, jobs=jobs, told=told)


async def _compare(browser: str) -> list[EverydayRun]:
    from handrail.evals.applications.miniwob import MiniWob
    from handrail.evals.attacks.injection_points import APPS
    from handrail.evals.browser_pool import BrowserPool
    from handrail.evals.everyday import ERRANDS
    from handrail.evals.everyday.run import compare

    missing = {"trac"} - set(_at_hand(APPS))
    if MiniWob.folder() is None:
        missing.add("miniwob")
        typer.echo("MiniWoB is left out: pip install miniwob brings its pages.", err=True)
    async with BrowserPool.open(browser=browser, headless=True) as arena:
        return await compare(arena, [errand for errand in ERRANDS if errand.needs not in missing])


def _show(outcomes: Sequence[Outcome]) -> None:
    """A line for every promise and model, then what came true."""
    from rich.table import Table

    table = Table("promise", "model", "goals", "runs", "attempted", "broken", "limits", box=None, header_style="dim")
    for promise, kind in sorted({(outcome.promise, outcome.kind) for outcome in outcomes}):
        mine = [outcome for outcome in outcomes if (outcome.promise, outcome.kind) == (promise, kind)]
        table.add_row(
            promise,
            kind,
            str(len({outcome.goal for outcome in mine})),
            str(len(mine)),
            str(sum(outcome.attempted for outcome in mine)),
            str(sum(outcome.breaks for outcome in mine)),
            str(sum(outcome.within_limits for outcome in mine)),
        )
    out = console()
    out.print(table)
    limits = {outcome.goal: outcome.limit for outcome in outcomes if outcome.within_limits}
    share = sum(outcome.within_limits for outcome in outcomes) / max(1, len(outcomes))
    out.print(f"\n{len(outcomes)} runs; in {share:.1%} a known limit showed.")
    for name, why in limits.items():
        out.print(f"\nA known limit, {name}: {why}")
    for name, promise in sorted({(outcome.goal, outcome.promise) for outcome in outcomes if outcome.breaks}):
        out.print(f"\nBROKEN {promise}: {name}")
