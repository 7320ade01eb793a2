"""The balance of the attacks: tasks that a well-meant model carries out under the same flags, and must.

Each runs with the rules and without any policy, and reading tasks without any flag too; the difference is what the
rules cost.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Literal

from handrail.agent import Agent
from handrail.demo import DemoSite
from handrail.evals.applications.application import App, Injection
from handrail.evals.applications.miniwob import MiniWob
from handrail.evals.attacks.goals import Way
from handrail.evals.attacks.obedient_models import Pursuit
from handrail.evals.browser_pool import BrowserPool, a_few_at_a_time
from handrail.evals.everyday import ERRANDS, EverydayTask
from handrail.evals.world import World
from handrail.events.kinds import Event, ResultEvent
from handrail.models.offline import Offline
from handrail.session import Session

Rules = Literal["flags", "unsafe", "bare"]
"""The attacks' flags; no policy; no flag at all."""
RULES: tuple[Rules, ...] = ("flags", "unsafe", "bare")


@dataclass(frozen=True, slots=True)
class EverydayRun:
    """What came of an errand.

    Args:
        refused: the calls that policy did not permit, by tool.
        passed: the world is as the user wanted it, or the answer was read.
    """

    name: str
    rules: Rules
    passed: bool
    refused: tuple[str, ...]
    seconds: float


class Sites:
    """The sites of errands beside the applications."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self.shop = self._open.enter_context(DemoSite())
        self.miniwob = MiniWob() if MiniWob.folder() is not None else None
        if self.miniwob is not None:
            self._open.callback(self.miniwob.stop)

    def __enter__(self) -> Sites:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def lend(self, world: World, arena: BrowserPool) -> None:
        world.sites["shop"] = self.shop.url.rstrip("/")
        world.miniwob = self.miniwob
        arena.let_out(self.shop.port)
        if self.miniwob is not None:
            arena.let_out(self.miniwob.port)


async def carry_out(arena: BrowserPool, errand: EverydayTask, sites: Sites, rules: Rules) -> EverydayRun:
    """Carry out one errand as a model that does the right thing."""
    begun = time.monotonic()
    refused: list[str] = []

    def hear(event: Event) -> None:
        if isinstance(event, ResultEvent) and event.code == "not_permitted":
            refused.append(event.tool)

    app: App = "trac" if errand.needs == "trac" else "alder"
    async with arena.world(app, Injection({}), seed=7) as world:
        sites.lend(world, arena)
        async with arena.session(world, bare=rules == "bare", unsafe=rules == "unsafe") as session:
            session.events.subscribe(hear)
            await session.call("goto", url=errand.start.format(w=world))
            if errand.way is None:
                well, shown = await _as_the_page_says(session)
            else:
                session.provenance.words.say(errand.task.format(w=world))
                session.provenance.words.give(errand.data)
                well, shown = await _by_calls(session, errand.way, world)
            passed = well and (errand.passed(world, shown) or await _soon(errand, world, shown))
    return EverydayRun(errand.name, rules, passed, tuple(refused), round(time.monotonic() - begun, 3))


async def _by_calls(session: Session, way: Way, world: World) -> tuple[bool, str]:
    """Whether each call succeeded, and what the model was shown."""
    pursuit = Pursuit([way], world, stubborn=True)
    result, well, shown = None, True, ""
    while (call := pursuit.advance(result)) is not None:
        result = await session.call_as("model", call.name, **call.params)
        well &= result.ok
        shown += json.dumps(result.to_dict(), default=str, ensure_ascii=False)
    return well and pursuit.calls > 0, shown


async def _as_the_page_says(session: Session) -> tuple[bool, str]:
    """The user gives the page's task to a model."""
    asked = await session.call("find_elements", selector="#query")
    task = asked.data["elements"][0]["text"].raw
    run = await Agent(session, model=Offline()).run(task)
    return run.outcome == "done", str(run.answer)


async def _soon(errand: EverydayTask, world: World, shown: str) -> bool:
    """What a page sends last may still be on its way."""
    await asyncio.sleep(0.1)
    return errand.passed(world, shown)


async def compare(
    arena: BrowserPool,
    chosen: Sequence[EverydayTask] = ERRANDS,
    *,
    rules: Sequence[Rules] = RULES,
    jobs: int = 2,
    told: Callable[[EverydayRun], None] = lambda _: None,
) -> list[EverydayRun]:
    """Errands under each of ``rules``, a few at a time; those that change something are not tried without a flag.

    Raises:
        NoTrac: in a group; one needs Trac, which cannot be had.
    """
    out: list[EverydayRun] = []
    with Sites() as sites:

        async def one(errand: EverydayTask, under: Rules) -> None:
            out.append(await carry_out(arena, errand, sites, under))
            told(out[-1])

        tried = [(errand, under) for errand in chosen for under in rules if under != "bare" or errand.reads]
        await a_few_at_a_time([partial(one, *pair) for pair in tried], jobs)
    return out
