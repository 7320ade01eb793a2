"""A fault of one run takes no other with it: neither an error, nor the end of the browser that they share."""

import asyncio
from functools import partial

import pytest

from handrail.evals.applications.application import Injection
from handrail.evals.browser_pool import BrowserPool, run_concurrently


async def test_a_run_that_fails_leaves_the_others_to_be_done():
    done: list[int] = []

    async def run(number: int) -> None:
        await asyncio.sleep(0)
        if number in (0, 2):
            raise ValueError(number)
        done.append(number)

    with pytest.raises(ExceptionGroup) as failed:
        await run_concurrently([partial(run, number) for number in range(5)], jobs=2)
    assert [error.args for error in failed.value.exceptions] == [(0,), (2,)]
    assert done == [1, 3, 4]


@pytest.mark.browser
async def test_a_run_whose_browser_ends_is_repeated_and_the_next_has_a_new_one():
    pools: list[BrowserPool] = []

    async def run(pool: BrowserPool, *, ends: bool = False) -> str:
        pools.append(pool)
        async with pool.world("alder", Injection({"title": "Mail"}), seed=1) as world, pool.session(world) as session:
            if ends and len(pools) == 1:
                await pool.browser.close()
            opened = await session.call("goto", url=world.start)
        return str(opened.data["title"].raw) if opened.ok else str(opened.code)

    async with BrowserPool(browser="chromium", headless=True) as shared:
        first = shared.browser
        assert "Mail" in await shared.carry_out(partial(run, ends=True))
        assert pools[0] is shared
        assert pools[1] is not shared
        assert "Mail" in await shared.carry_out(run)
        assert pools[2] is shared
        assert shared.browser is not first
