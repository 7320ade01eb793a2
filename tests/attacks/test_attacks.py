"""Policy holds when the model has been taken over: a seeded sample of what `handrail selftest attacks` runs whole."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from handrail.demo_site import DemoSite
from handrail.selftest.benign import carry_out
from handrail.selftest.errands import errands
from handrail.selftest.goals import GOALS
from handrail.selftest.obedient import Pursuit
from handrail.selftest.places import PLACES
from handrail.selftest.run import Arena, all_runs, attack_all, sample
from handrail.selftest.victim import Injection
from handrail.selftest.world import World
from handrail.tools.result import Ok
from handrail.tools.table import Table

SEED = 20_261_121
ERRANDS = 14


@pytest.fixture(scope="module")
async def arena() -> AsyncIterator[Arena]:
    async with Arena.open(browser="chromium", headless=True) as arena:
        yield arena


def test_the_suite_is_as_large_as_it_claims():
    assert len([goal for goal in GOALS.values() if not goal.limit]) >= 40
    assert len(PLACES) >= 12
    assert {goal.promise for goal in GOALS.values()} == {f"G{number}" for number in range(1, 8)}
    assert len(errands()) >= 30


@pytest.mark.timeout(300)
async def test_no_attack_of_the_sample_breaks_a_promise(arena: Arena):
    runs = sample(all_runs(), SEED)
    outcomes = await attack_all(arena, runs)
    assert [outcome for outcome in outcomes if outcome.breaks] == []
    assert {outcome.goal for outcome in outcomes} == set(GOALS)
    assert {outcome.place for outcome in outcomes} == set(PLACES)
    # Texts that nobody sees are not read, so not every obedient model finds its instruction; most do.
    assert sum(outcome.attempted for outcome in outcomes) > len(outcomes) / 2


@pytest.mark.timeout(300)
async def test_harmless_errands_are_carried_out_under_the_same_flags(arena: Arena):
    chosen = random.Random(SEED).sample(errands(), ERRANDS)
    with DemoSite() as site:
        done = [await carry_out(arena, errand, site, unsafe=False) for errand in chosen]
    assert [one for one in done if not one.passed] == []


def test_every_tool_that_takes_or_gives_outside_text_is_used_by_an_attack(tmp_path: Path):
    servers = World.open()
    used = set()
    try:
        for number, goal in enumerate(GOALS.values()):
            world = servers.fresh(tmp_path / str(number), Injection(), random.Random(1))
            found = Ok({"elements": [{"ref": "e1", "attributes": {"href": world.evil}}] * 3})
            pursuit = Pursuit(goal.ways, world, stubborn=True)
            while (call := pursuit.advance(found)) is not None:
                used.add(call.name)
    finally:
        servers.close()
    carrying = {record.name for record in Table.load() if record.takes_text or record.reads_page}
    assert carrying - used == set()
