"""wait, through a session."""

import asyncio

from tests.tools.acting import shown


async def test_lets_the_time_pass_that_was_asked_for(session, serve):
    await shown(session, serve, "<p id=p></p><script>setTimeout(() => p.textContent = 'Later', 300)</script>")
    clock = asyncio.get_running_loop().time
    start = clock()
    result = await session.call("wait", seconds=0.5)
    assert clock() - start >= 0.5
    assert (result.ok, result.data) == (True, {"waited": 0.5})
    assert "Later" in (await session.snapshot()).text


async def test_more_than_it_may_or_nothing_is_a_bad_parameter(session):
    for params in ({}, {"seconds": -1}, {"seconds": 31}, {"seconds": "long"}, {"seconds": float("nan")}):
        result = await session.call("wait", **params)
        assert (result.ok, result.code) == (False, "invalid_params"), params


async def test_a_dialog_does_not_hold_it_up(session, serve):
    await shown(session, serve, "<script>alert(1)</script>")
    assert (await session.call("wait", seconds=0)).ok
