"""Runs solvers over the tasks of MiniWoB++, with seeds: the pages state the tasks and judge what came of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bench.miniwob import solvers as _solvers  # noqa: F401  (registers them)
from bench.miniwob.episode import SOLVERS, Episode, Unsolved
from handrail.browser.types.option_values import BrowserName
from handrail.evals.applications.miniwob import MiniWob
from handrail.session import Session

REWARD_SECONDS = 3.0
"""How long the page may take to give a reward for an episode that its solver has left."""
GOAL = 0.97
"""The share of a task's episodes that its solver has to solve."""


@dataclass(frozen=True, slots=True)
class MiniWobRun:
    """An episode.

    Args:
        reward: what the page gave, from -1 to 1, without what it takes off for time; None where it did not end.
        problem: why the solver gave up.
    """

    task: str
    seed: int
    reward: float | None
    problem: str
    seconds: float

    @property
    def solved(self) -> bool:
        return self.reward is not None and self.reward > 0.999


async def run_episode(session: Session, site: MiniWob, task: str, seed: int) -> MiniWobRun:
    """Open a task, have its solver do it, and return the page's reward."""
    started, problem = time.monotonic(), ""
    episode = site.episode(task, seed)
    try:
        await session.call("goto", url=episode.url)
        found = await session.call("find_elements", selector="#query")
        words = " ".join(found.data["elements"][0]["text"].raw.split())
        await SOLVERS[task](Episode(session, words))
    except (Unsolved, LookupError, ValueError) as error:
        # A solver that meets what it did not expect.
        problem = f"{type(error).__name__}: {error}"
    reward = await site.reward(episode.key, REWARD_SECONDS)
    return MiniWobRun(task, seed, reward, problem, round(time.monotonic() - started, 2))


async def run_suite(
    tasks: Iterable[str] = (),
    *,
    seeds: Sequence[int] = (1, 2, 3, 4, 5),
    browser: BrowserName = "chromium",
    on_run: Callable[[MiniWobRun], None] = lambda _: None,
) -> list[MiniWobRun]:
    """Run tasks with each seed, one after the other in one tab; without names all that have a solver."""
    site = MiniWob()
    runs = list[MiniWobRun]()
    try:
        async with Session(headless=True, browser=browser) as session:
            for task in tasks or sorted(SOLVERS):
                for seed in seeds:
                    runs.append(await run_episode(session, site, task, seed))
                    on_run(runs[-1])
    finally:
        site.stop()
    return runs
