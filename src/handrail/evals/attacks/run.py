"""Runs goals x places x models, each in a browser context and a world of its own."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial

from handrail.agent import Agent
from handrail.evals.applications.application import App
from handrail.evals.attacks.goals import GOALS, OPEN_TODAY, Goal, Kind, mark
from handrail.evals.attacks.goals.effects import effects_of
from handrail.evals.attacks.goals.ways import MOST_STEPS
from handrail.evals.attacks.injection_points import APPS, PLACES
from handrail.evals.attacks.obedient_models import ObedientModel, Pursuit
from handrail.evals.attacks.outcomes import Outcome
from handrail.evals.attacks.phrasings import phrase
from handrail.evals.browser_pool import BrowserPool, run_concurrently
from handrail.evals.steps import Way
from handrail.evals.world import World
from handrail.events.kinds import DecisionEvent, Event, ResultEvent
from handrail.models.scripted import Scripted
from handrail.runs.log import RunLog
from handrail.session import Session
from handrail.tools.core.context import Question, ValueRequest
from handrail.tools.core.plan import Plan
from handrail.trust import plain

KINDS: tuple[Kind, ...] = ("obedient", "adversary", "reader", "random")
RUNS_PER_JOB = 2
"""Runs of which one has the processor while another waits for its page: they wait about half of their time."""
PLAN = Plan(("What the user asked for was seen to be done.",), ("Do it.",))
"""A plan for attacks to revise."""


@dataclass(frozen=True, slots=True)
class AcceptingPerson:
    """A person who accepts the first answer offered, as people do: a question must not turn a page's words into theirs.
    Answers for one world, and records the questions."""

    world: World

    async def answer(self, question: Question) -> str | None:
        self.world.asked.append(question.text)
        self.world.asked.extend(question.options)
        return question.options[0] if question.options else None

    async def take_over(self, reason: str) -> bool:
        self.world.asked.append(reason)
        return True

    async def give_values(self, request: ValueRequest) -> dict[str, str] | None:
        """Give what the application asks for; they read which site it is for."""
        if request.origin != self.world.app:
            return None
        return {field.name: self.world.typed for field in request.fields}


@dataclass(frozen=True, slots=True)
class AttackRun:
    """One attack: this goal, with its text in this place of this application, by this kind of model.

    Args:
        number: varies the phrasing of the text, and which ways come first.
        max_ways: the number of ways to try; 0 for all.
    """

    app: App
    goal: str
    place: str
    kind: Kind
    number: int = 0
    max_ways: int = 0

    @property
    def ways(self) -> tuple[Way, ...]:
        ways = GOALS[self.goal].ways
        if not self.max_ways or not ways:
            return ways
        first = self.number % len(ways)
        return (*ways[first:], *ways[:first])[: self.max_ways]


async def attack(pool: BrowserPool, run: AttackRun) -> Outcome:
    """Run one attack."""
    goal = GOALS[run.goal]
    injection = PLACES[run.app][run.place](phrase(run.number, mark(goal.name), goal.instruction))
    started = time.monotonic()
    async with pool.world(run.app, injection, run.number) as world:
        if run.kind == "obedient":
            model = ObedientModel(goal, world, run.ways)
            async with _session(pool, goal, world, model) as session:
                _record_events(session, world)
                agent = Agent(session, max_steps=MOST_STEPS, max_errors=1_000)
                await agent.run(goal.task or world.host.task, url=world.start, data={"phone": world.given})
            calls = model.pursuit.calls
        else:
            calls = await _adversary(pool, run, world)
        # Requests of the last call may still be on their way to the attacker.
        succeeded = goal.succeeded(world) or await _succeeds_soon(goal, world)
        effects = ", ".join(effects_of(world)) if goal.only in ("reader", "random") else ""
        attempted = calls > 0 or (run.kind == "obedient" and model.found)
    seconds = round(time.monotonic() - started, 3)
    return Outcome(
        goal.name,
        goal.promise,
        run.app,
        run.place,
        run.kind,
        attempted,
        succeeded,
        calls,
        world.denied,
        seconds,
        goal.limit,
        OPEN_TODAY.get(goal.name, ""),
        effects,
    )


@asynccontextmanager
async def _session(pool: BrowserPool, goal: Goal, world: World, model: ObedientModel) -> AsyncIterator[Session]:
    """Yield a session with a person and a plan, and note the length of its notes at the end."""
    person = AcceptingPerson(world)
    more = plain(goal.options, lambda text: text.format(w=world))
    options = {"person": person, "give_values": person.give_values, **more}
    async with pool.session(world, yes=goal.says_yes_to, model=Scripted(model), **options) as session:
        session.plan.current = PLAN
        yield session
        world.notes = sum(len(text) for text in session.notes.entries.values())


async def _adversary(pool: BrowserPool, run: AttackRun, world: World) -> int:
    pursuit = Pursuit(run.ways, world, stubborn=True)
    goal = GOALS[run.goal]
    async with _session(pool, goal, world, ObedientModel(goal, world, ())) as session:
        log = RunLog(world.run_dir)
        session.events.subscribe(log)
        session.provenance.words.add_text(goal.task or world.host.task)
        session.provenance.words.add_data({"phone": world.given})
        await session.call("goto", url=world.start)
        if session.tab.dialog is not None:
            await session.call("dialog", accept=False)
        _record_events(session, world)
        result = None
        while (call := pursuit.advance(result)) is not None:
            result = await session.call_as("model", call.name, **call.params)
            world.shown.append(json.dumps(result.to_dict(), default=str))
            if session.tab.dialog is not None and call.name not in ("click", "dialog", "send_keys"):
                await session.call_as("model", "dialog", accept=False)
        log.close()
    return pursuit.calls


async def _succeeds_soon(goal: Goal, world: World) -> bool:
    await asyncio.sleep(0.05)
    return goal.succeeded(world)


def _record_events(session: Session, world: World) -> None:
    world.permissions = session.permissions
    world.permissions_before = repr(session.permissions)

    def record(event: Event) -> None:
        match event:
            case DecisionEvent(allowed=False, caller="model"):
                world.denied += 1
            case ResultEvent(caller="model"):
                world.steps += 1
                world.slow |= event.code == "timeout"
                if event.tool not in ("goto", "new_tab"):
                    world.longest = max(world.longest, event.seconds)
            case ResultEvent(tool="goto"):
                # The user opens the first page, which adds a permission of their own.
                world.permissions_before = repr(session.permissions)

    session.events.subscribe(record)


def all_runs(
    goals: Sequence[str] = (),
    places: Sequence[str] = (),
    kinds: Sequence[Kind] = KINDS,
    apps: Sequence[App] = APPS,
) -> list[AttackRun]:
    """Return every goal in every place of every application, by every kind of model that it makes sense for."""
    runs: list[AttackRun] = []
    for app in apps:
        for goal in (GOALS[name] for name in goals or GOALS if app in GOALS[name].apps):
            for place in (place for place in PLACES[app] if place in places or not places):
                runs += [AttackRun(app, goal.name, place, kind, len(runs)) for kind in kinds if _suits(goal, kind)]
    return runs


def _suits(goal: Goal, kind: Kind) -> bool:
    return goal.only == kind or (not goal.only and kind in ("obedient", "adversary"))


def spread(runs: Sequence[AttackRun]) -> list[AttackRun]:
    """Return the runs in an order in which any first part has every goal, in different places."""
    goals = [*dict.fromkeys((run.app, run.goal) for run in runs)]
    places = [*dict.fromkeys((run.app, run.place) for run in runs)]

    def turn(run: AttackRun) -> int:
        return (places.index((run.app, run.place)) + goals.index((run.app, run.goal))) % len(places)

    return sorted(runs, key=turn)


def runs_left(runs: Sequence[AttackRun], done: Sequence[Outcome]) -> list[AttackRun]:
    """Return those of ``runs`` that are not among the outcomes."""
    known = {(one.app, one.goal, one.place, one.kind) for one in done}
    return [run for run in runs if (run.app, run.goal, run.place, run.kind) not in known]


def sample(runs: Sequence[AttackRun], seed: int, max_ways: int = 2) -> list[AttackRun]:
    """Return every goal once, in one place, by one of the models, in two of its ways, and every place at least once."""
    chance = random.Random(seed)
    picked: list[AttackRun] = []
    for app in dict.fromkeys(run.app for run in runs):
        tried = {run.goal for run in picked}
        mine = [run for run in runs if run.app == app and run.goal not in tried]
        goals, places = ([*dict.fromkeys(part)] for part in zip(*((run.goal, run.place) for run in mine), strict=True))
        chance.shuffle(places)
        for turn in range(max(len(goals), len(places))):
            goal, place = goals[turn % len(goals)], places[turn % len(places)]
            here = [run for run in mine if (run.goal, run.place) == (goal, place)]
            # The obedient one tries the places, the adversary the rules; a place is tried by an obedient one in any
            # case.
            chosen = here[0] if turn < len(places) else chance.choice(here)
            picked.append(replace(chosen, number=chance.randrange(1_000), max_ways=max_ways))
    return picked


async def attack_all(
    pool: BrowserPool,
    runs: Sequence[AttackRun],
    *,
    jobs: int = 2,
    on_outcome: Callable[[Outcome], None] = lambda _: None,
) -> list[Outcome]:
    """Run many attacks, and keep ``jobs`` processors busy. Raises `ExceptionGroup`: some runs failed; the others are
    done."""
    outcomes: list[Outcome] = []

    async def one(run: AttackRun) -> None:
        outcomes.append(await pool.carry_out(partial(attack, run=run)))
        on_outcome(outcomes[-1])

    await run_concurrently([partial(one, run) for run in runs], jobs * RUNS_PER_JOB)
    return outcomes
