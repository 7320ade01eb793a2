"""A person's time counts against no limit."""

from __future__ import annotations

import asyncio

from handrail.calls.human_input import limited, waited_for


async def test_a_clock_stands_still_until_the_last_of_several_questions_is_answered() -> None:
    async with limited(100) as limit:
        began, answered = asyncio.Event(), asyncio.Event()

        async def second() -> None:
            with waited_for():
                began.set()
                await answered.wait()

        with waited_for():
            other = asyncio.create_task(second())
            await began.wait()
            assert limit.when() is None
        assert limit.when() is None, "the second question is open"
        answered.set()
        await other
        assert limit.when() is not None


async def test_each_question_gives_back_what_was_left_of_the_time() -> None:
    async with limited(100) as limit:
        for _ in range(2):
            end = limit.when()
            with waited_for():
                assert limit.when() is None
            assert end is not None
            assert (after := limit.when()) is not None
            assert end <= after


async def test_a_limit_without_an_end_stays_so() -> None:
    async with limited(None) as limit:
        with waited_for():
            pass
        assert limit.when() is None


async def test_a_question_may_outlive_the_work_that_it_came_from() -> None:
    async with limited(100):
        question = waited_for()
        question.__enter__()
    question.__exit__(None, None, None)
