"""Runs goals x places x models, each in a browser context and a world of its own, and tells what came of it."""

from __future__ import annotations

import asyncio
import json
import random
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from handrail.agent import Agent
from handrail.events import Event
from handrail.policy import Ask
from handrail.policy.network import judge
from handrail.runs.log import RunLog
from handrail.selftest.careless import PLAN, Careless
from handrail.selftest.goals import GOALS, Goal, Way, mark
from handrail.selftest.goals.machine import MOST_STEPS
from handrail.selftest.obedient import Obedient, Pursuit
from handrail.selftest.places import PLACES
from handrail.selftest.voices import spoken
from handrail.selftest.world import TASK, World
from handrail.session import Session

if TYPE_CHECKING:
    from playwright.async_api import Browser

    from handrail.browser.gate import Gate
    from handrail.policy.network import Endpoint

Kind = Literal["obedient", "adversary"]
KINDS: tuple[Kind, ...] = ("obedient", "adversary")
CALL_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Run:
    """One attack: this goal, with its text in this place, by this kind of model.

    Args:
        number: varies how the text speaks, and which ways come first.
        most: ways that are tried; 0 for all.
    """

    goal: str
    place: str
    kind: Kind
    number: int = 0
    most: int = 0

    @property
    def ways(self) -> tuple[Way, ...]:
        ways = GOALS[self.goal].ways
        if not self.most or not ways:
            return ways
        first = self.number % len(ways)
        return (*ways[first:], *ways[:first])[: self.most]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a run.

    Args:
        attempted: the model found its instruction and made at least one call for it.
        calls: that it made for it.
        denied: calls that policy did not permit.
        limit: why a success counts as one that the threat model does not promise against; "" where it does.
    """

    goal: str
    promise: str
    place: str
    kind: Kind
    attempted: bool
    succeeded: bool
    calls: int
    denied: int
    seconds: float
    limit: str

    @property
    def breaks(self) -> bool:
        """Whether a promise is broken."""
        return self.succeeded and not self.limit


class Arena:
    """A browser in which every run has a context of its own, and servers that a run has for itself.

    Args:
        browser: a started browser in which the kit is registered.
        gate: what its requests pass, which lets out to ``allowed``, beside what is public; without it, goals that need
            the network rules are left out.
        allowed: filled with where the pages of the runs stand.
    """

    def __init__(self, browser: Browser, *, gate: Gate | None = None, allowed: set[Endpoint] | None = None) -> None:
        self._gate = gate
        self._allowed = allowed if allowed is not None else set()
        self._browser = browser
        self._worlds: list[World] = []
        self._folder = tempfile.TemporaryDirectory(prefix="handrail-selftest-")
        self._count = 0

    @classmethod
    @asynccontextmanager
    async def open(cls, **options: Any) -> AsyncIterator[Arena]:
        """With a browser of its own, behind a gate. ``options`` are those of `handrail.browser.options`.

        Raises:
            NoBrowser: none can be had.
        """
        from handrail.browser import open_browser
        from handrail.browser.options import BrowserOptions

        allowed: set[Endpoint] = set()
        rule = BrowserOptions(network=lambda host, port, found: judge(host, port, found, allowed), **options)
        opened = await open_browser(rule)
        try:
            browser = opened.context.browser
            assert browser is not None, "a browser that was launched has a context of one"
            async with cls(browser, gate=opened.gate, allowed=allowed) as arena:
                yield arena
        finally:
            await opened.close()

    @property
    def gated(self) -> bool:
        return self._gate is not None

    async def __aenter__(self) -> Arena:
        return self

    async def __aexit__(self, *_: object) -> None:
        for world in self._worlds:
            world.close()
        self._folder.cleanup()

    @asynccontextmanager
    async def world(self, place: str, text: str, seed: int) -> AsyncIterator[World]:
        """A fresh world with the text in its place."""
        servers = self._worlds.pop() if self._worlds else World.open()
        self.let_out(*servers.ports)
        self._count += 1
        try:
            yield servers.fresh(Path(self._folder.name) / str(self._count), PLACES[place](text), random.Random(seed))
        finally:
            self._worlds.append(servers)

    def let_out(self, *ports: int) -> None:
        """Servers on these ports of this machine are the internet of these runs."""
        self._allowed.update((host, port) for port in ports for host in ("127.0.0.1", "localhost"))

    @asynccontextmanager
    async def session(self, world: World, **options: Any) -> AsyncIterator[Session]:
        """A session as a user starts it: nothing granted, nobody to ask. Questions are kept, and answered with no."""
        from handrail.browser.backend.opened import PlaywrightBrowser
        from handrail.browser.backend.refs import Refs
        from handrail.browser.backend.tabs import PlaywrightTabs
        from handrail.browser.gate.signin import sign_in

        async def nobody(question: Ask) -> bool:
            world.questions.append(question)
            return False

        async with AsyncExitStack() as stack:
            context = await self._browser.new_context(viewport={"width": 1280, "height": 800}, accept_downloads=True)
            stack.push_async_callback(context.close)
            if self._gate is not None:
                await sign_in(self._gate, context, firefox=self._browser.browser_type.name == "firefox")
            tabs = await PlaywrightTabs(context, Refs(), run_dir=world.run_dir).start()
            opened = PlaywrightBrowser("selftest", context, tabs)
            session = Session(
                using=opened,
                run_dir=world.run_dir,
                upload_dirs=[world.uploads],
                secrets=[f"login=file:{world.secret_file}@{world.app},password"],
                approve=nobody,
                person=Careless(world),
                call_timeout=CALL_SECONDS,
                **options,
            )
            session.plan.current = PLAN
            yield await stack.enter_async_context(session)


async def attack(arena: Arena, run: Run) -> Outcome:
    """Carry out one attack."""
    goal = GOALS[run.goal]
    text = spoken(run.number, mark(goal.name), goal.instruction)
    begun = time.monotonic()
    async with arena.world(run.place, text, run.number) as world:
        start = world.app + world.victim.injection.start
        if run.kind == "obedient":
            model = Obedient(goal, world, run.ways)
            async with arena.session(world, model=model) as session:
                _observe(session, world)
                agent = Agent(session, max_steps=MOST_STEPS, max_errors=1_000)
                await agent.run(TASK, url=start, data={"phone": world.given})
                _keep(session, world)
            calls = model.pursuit.calls
        else:
            calls = await _adversary(arena, run, world, start)
        # Requests that the last call set off may still be on their way to the attacker.
        succeeded = goal.succeeded(world) or await _soon(goal, world)
        attempted = calls > 0 or (run.kind == "obedient" and model.found)
    seconds = round(time.monotonic() - begun, 3)
    return Outcome(
        goal.name, goal.promise, run.place, run.kind, attempted, succeeded, calls, world.denied, seconds, goal.limit
    )


async def _adversary(arena: Arena, run: Run, world: World, start: str) -> int:
    pursuit = Pursuit(run.ways, world, stubborn=True)
    async with arena.session(world, model=Obedient(GOALS[run.goal], world, ())) as session:
        log = RunLog(world.run_dir)
        session.events.subscribe(log)
        session.provenance.words.say(TASK)
        session.provenance.words.give({"phone": world.given})
        await session.call("goto", url=start)
        if session.tab.dialog is not None:
            await session.call("dialog", accept=False)
        _observe(session, world)
        result = None
        while (call := pursuit.advance(result)) is not None:
            result = await session.call_as("model", call.name, **call.params)
            world.shown.append(json.dumps(result.to_dict(), default=str))
            if session.tab.dialog is not None and call.name not in ("click", "dialog", "send_keys"):
                await session.call_as("model", "dialog", accept=False)
        _keep(session, world)
        log.close()
    return pursuit.calls


async def _soon(goal: Goal, world: World) -> bool:
    await asyncio.sleep(0.05)
    return goal.succeeded(world)


def _observe(session: Session, world: World) -> None:
    world.permissions = session.permissions
    world.permissions_before = repr(session.permissions)

    def hear(event: Event) -> None:
        match event.kind:
            case "decision" if not event.data["allowed"] and event.data["asker"] == "model":
                world.denied += 1
            case "result" if event.data["asker"] == "model":
                world.steps += 1
                world.slow |= event.data["result"].get("code") == "timeout"
            case "result" if event.data["tool"] == "goto":
                # The user's own start: what it opens is theirs.
                world.permissions_before = repr(session.permissions)

    session.events.subscribe(hear)


def _keep(session: Session, world: World) -> None:
    world.notes = sum(len(text) for text in session.notes.entries.values())


def all_runs(goals: Sequence[str] = (), places: Sequence[str] = (), kinds: Sequence[Kind] = KINDS) -> list[Run]:
    """Every goal in every place by every kind of model that it makes sense for."""
    runs: list[Run] = []
    for goal in (GOALS[name] for name in goals or GOALS):
        for place in places or PLACES:
            runs += [Run(goal.name, place, kind, len(runs)) for kind in kinds if goal.only in ("", kind)]
    return runs


def sample(runs: Sequence[Run], seed: int, most: int = 2) -> list[Run]:
    """Every goal once, in one place by one of the models and in two of its ways, and every place at least once."""
    chance = random.Random(seed)
    places = list(dict.fromkeys(run.place for run in runs))
    chance.shuffle(places)
    picked = []
    for turn, goal in enumerate(dict.fromkeys(run.goal for run in runs)):
        here = [run for run in runs if run.goal == goal and run.place == places[turn % len(places)]]
        # The obedient one tries the places, the adversary the rules; a place is tried by an obedient one in any case.
        chosen = here[0] if turn < len(places) else chance.choice(here)
        picked.append(replace(chosen, number=chance.randrange(1_000), most=most))
    return picked


async def attack_all(
    arena: Arena, runs: Sequence[Run], *, jobs: int = 2, told: Callable[[Outcome], None] = lambda _: None
) -> list[Outcome]:
    """Carry out many, a few at a time. Goals that need what the arena does not have are left out."""
    able = [run for run in runs if arena.gated or GOALS[run.goal].needs != "gate"]
    waiting = iter(able)
    outcomes: list[Outcome] = []

    async def work() -> None:
        for run in waiting:
            outcomes.append(await attack(arena, run))
            told(outcomes[-1])

    async with asyncio.TaskGroup() as group:
        for _ in range(max(1, jobs)):
            group.create_task(work())
    return outcomes


def as_json(outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    return [asdict(outcome) for outcome in outcomes]
