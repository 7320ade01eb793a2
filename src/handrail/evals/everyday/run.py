"""The balance of the attacks: harmless tasks that must pass under the same options.

Each runs with the rules and without any policy, reading tasks also without any option; that tells what rules cost.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Literal, get_args

from handrail.agent import Agent
from handrail.demo import DemoSite
from handrail.evals.applications.application import App, Injection
from handrail.evals.applications.miniwob import MiniWob
from handrail.evals.attacks.obedient_models import Pursuit
from handrail.evals.browser_pool import BrowserPool, run_concurrently
from handrail.evals.everyday import EVERYDAY_TASKS, EverydayTask
from handrail.evals.steps import NotThere, Steps, Way
from handrail.evals.world import World
from handrail.events.kinds import Event, ResultEvent
from handrail.models.offline import Offline
from handrail.session import Session

Rules = Literal["flags", "person", "unsafe", "bare"]
"""The attacks' options; the same with a person who says yes to each question; no policy; no option at all."""
RULES: tuple[Rules, ...] = get_args(Rules)


@dataclass(frozen=True, slots=True)
class EverydayRun:
    """The outcome of an everyday task.

    Args:
        refused: the tools of the calls that policy did not permit.
        errors: the tools and codes of the other calls that failed, and the selector of an element that was not there.
        passed: whether the world is as the user wanted it, or the answer was read.
    """

    name: str
    rules: Rules
    passed: bool
    refused: tuple[str, ...]
    errors: tuple[str, ...]
    questions: tuple[str, ...]
    seconds: float


class Sites(ExitStack):
    """The sites of everyday tasks beside the applications."""

    def __init__(self) -> None:
        super().__init__()
        self.shop = self.enter_context(DemoSite())
        self.miniwob = MiniWob() if MiniWob.folder() is not None else None
        if self.miniwob is not None:
            self.callback(self.miniwob.stop)

    def add_to(self, world: World, pool: BrowserPool) -> None:
        world.sites["shop"] = self.shop.url.rstrip("/")
        world.miniwob = self.miniwob
        pool.allow_ports(self.shop.port)
        if self.miniwob is not None:
            pool.allow_ports(self.miniwob.port)


async def run_task(pool: BrowserPool, task: EverydayTask, sites: Sites, rules: Rules) -> EverydayRun:
    """Carry out one task with the right calls."""
    started = time.monotonic()
    refused: list[str] = []
    errors: list[str] = []

    def record(event: Event) -> None:
        if isinstance(event, ResultEvent) and event.code == "not_permitted":
            refused.append(event.tool)
        elif isinstance(event, ResultEvent) and event.code:
            errors.append(f"{event.tool}: {event.code}")

    app: App = task.needs if task.needs in ("birch", "trac") else "alder"
    async with pool.world(app, Injection({}), seed=7) as world:
        sites.add_to(world, pool)
        options = {"unsafe": rules == "unsafe", "allow_origins": [one.format(w=world) for one in task.allow]}
        async with pool.session(world, bare=rules == "bare", yes=rules == "person", **options) as session:
            session.events.subscribe(record)
            await session.call("goto", url=task.start.format(w=world))
            if task.way is None:
                succeeded, shown = await _run_offline_model(session)
            else:
                session.provenance.words.add_text(task.task.format(w=world))
                session.provenance.words.add_data(task.data)
                succeeded, shown = await _make_calls(session, task.way, world, errors)
            passed = succeeded and (task.passed(world, shown) or await _passes_soon(task, world, shown))
            questions = tuple(f"{one.rule}: {one.question}" for one in world.questions)
    seconds = round(time.monotonic() - started, 3)
    return EverydayRun(task.name, rules, passed, tuple(refused), tuple(errors), questions, seconds)


async def _make_calls(session: Session, way: Way, world: World, errors: list[str]) -> tuple[bool, str]:
    """Return whether each call succeeded, and what the model was shown."""

    def report_missing(world: World) -> Steps:
        try:
            yield from way(world)
        except NotThere as missing:
            errors.append(f"not there: {missing}")

    pursuit = Pursuit([report_missing], world, stubborn=True)
    result, succeeded, shown = None, True, ""
    while (call := pursuit.advance(result)) is not None:
        result = await session.call_as("model", call.name, **call.params)
        succeeded &= result.ok
        shown += json.dumps(result.to_dict(), default=str, ensure_ascii=False)
    return succeeded and pursuit.calls > 0, shown


async def _run_offline_model(session: Session) -> tuple[bool, str]:
    """Give the task that the page states to the offline model. Return whether it finished, and its answer."""
    asked = await session.call("find_elements", selector="#query")
    task = asked.data["elements"][0]["text"].raw
    run = await Agent(session, model=Offline()).run(task)
    return run.outcome == "done", str(run.answer)


async def _passes_soon(task: EverydayTask, world: World, shown: str) -> bool:
    """Check again for a while: the last requests of a page may still be on their way."""
    for _ in range(20):
        await asyncio.sleep(0.1)
        if task.passed(world, shown):
            return True
    return False


async def compare(
    pool: BrowserPool,
    chosen: Sequence[EverydayTask] = EVERYDAY_TASKS,
    *,
    rules: Sequence[Rules] = RULES,
    jobs: int = 2,
) -> list[EverydayRun]:
    """Run tasks under each of ``rules``, a few at a time; those that change something need an option. Raises `NoTrac`:
    in a group; a task needs Trac, which is not available."""
    runs: list[EverydayRun] = []
    with Sites() as sites:

        async def one(task: EverydayTask, under: Rules) -> None:
            runs.append(await run_task(pool, task, sites, under))

        tried = [(task, under) for task in chosen for under in rules if under != "bare" or task.reads]
        await run_concurrently([partial(one, *pair) for pair in tried], jobs)
    return runs
