"""Everyday tasks on pages that are driven by scripts: a seeded sample of `handrail selftest utility`."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from handrail.evals.applications.application import Injection
from handrail.evals.browser_pool import BrowserPool
from handrail.evals.everyday import EVERYDAY_TASKS
from handrail.evals.everyday.run import Rules, compare
from handrail.evals.world import World
from tests.sampling import ALL, some

SEED = 14
TASKS, REFUSED = 5, 2
"""How many tasks of each kind a sample has."""
REFUSED_TODAY: dict[Rules, set[str]] = {
    "flags": {
        "basket_coupon",
        "basket_remove",
        "feed_share_menu",
        "feed_unlike",
        "kernels_shut_down",
        "library_sort_livewire",
        "library_sort_postback",
        "settings_time_zone",
    },
    "person": set(),
    "unsafe": set(),
}
"""The tasks that the rules stop today: with nobody to ask, and although a person says yes to each question. Who mends a
rule takes out what passes then; nothing is added."""
BIRCH = {task.name: task for task in EVERYDAY_TASKS if task.needs == "birch"}


@pytest.fixture(scope="module")
async def pool() -> AsyncIterator[BrowserPool]:
    async with BrowserPool(browser="chromium", headless=True) as pool:
        yield pool


def test_the_number_of_tasks_and_what_applications_they_run_in():
    assert len(EVERYDAY_TASKS) == len({task.name for task in EVERYDAY_TASKS}) >= 80
    assert {task.needs for task in EVERYDAY_TASKS} == {"", "birch", "trac", "miniwob"}
    assert len(BIRCH) >= 40
    assert all(names <= set(BIRCH) for names in REFUSED_TODAY.values())


def test_no_task_is_done_before_it_is_begun(tmp_path: Path):
    world = World.open("birch")
    try:
        world.renew(tmp_path, Injection({}), random.Random(1))
        assert {name for name, task in BIRCH.items() if task.passed(world, "")} == set()
    finally:
        world.close()


@pytest.mark.timeout(900)
@pytest.mark.browser
async def test_tasks_pass_without_rules_and_under_them_unless_written_down(pool: BrowserPool):
    refused = sorted(REFUSED_TODAY["flags"])
    names = some(sorted(set(BIRCH) - set(refused)), TASKS, SEED) + some(refused, REFUSED, SEED)
    rules: tuple[Rules, ...] = ("unsafe", "flags", "person") if ALL else ("unsafe", "flags")
    done = await compare(pool, [BIRCH[name] for name in names], rules=rules, jobs=1)
    for under in rules:
        failed = {one.name for one in done if one.rules == under and not one.passed}
        assert failed == REFUSED_TODAY[under] & set(names), under


@pytest.mark.browser
async def test_the_questions_that_a_person_was_asked_are_recorded(pool: BrowserPool):
    done = await compare(pool, [BIRCH["feed_like"], BIRCH["cookies_refused"]], rules=["person", "flags"], jobs=2)
    assert all(one.passed for one in done)
    assert [one.questions for one in done] == [()] * 4
