"""The time limit of a run: what a person takes is not counted, however long, and all else is."""

import asyncio

import pytest

from handrail import Agent
from handrail.calls.human_input import limited, waited_for
from handrail.models import Call, Scripted

PAGE = "<title>Shop</title><h1>Shop</h1>"
DONE = Call("done", {"result": "ok"})
HOUR = 3600.0
LIMIT = 60.0


@pytest.fixture
async def an_hour_passes(monkeypatch):
    """Puts the clock of the event loop on, as if an hour had passed since."""
    loop, passed = asyncio.get_running_loop(), 0.0
    real = loop.time

    def passes():
        nonlocal passed
        passed += HOUR

    monkeypatch.setattr(loop, "time", lambda: real() + passed)
    return passes


class Slow:
    def __init__(self, an_hour_passes):
        self.passes = an_hour_passes
        self.asked = []

    async def _asked(self, what):
        self.asked.append(what)
        self.passes()
        # Time for a limit to notice, if it were counted.
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def answer(self, question):
        await self._asked("answer")
        return "blue"

    async def take_over(self, reason):
        await self._asked("take_over")
        return True

    async def approve(self, question):
        await self._asked("approve")
        return False

    async def approve_plan(self, plan):
        await self._asked("plan")
        return True


@pytest.mark.parametrize(
    ("call", "what"),
    [
        (Call("ask_user", {"question": "Which colour?"}), "answer"),
        (Call("hand_over", {"reason": "Please sign in"}), "take_over"),
        (Call("goto", {"url": "http://elsewhere.example/made-up"}), "approve"),
    ],
    ids=["a question", "the browser", "an approval"],
)
async def test_a_person_who_is_asked_has_all_the_time_they_want(session, serve, an_hour_passes, call, what):
    session.person = person = Slow(an_hour_passes)
    session.approve = person.approve
    model = Scripted([call, DONE])
    result = await Agent(session, model=model, timeout=LIMIT, verify=0).run("Look", url=serve(PAGE))
    assert (result.outcome, person.asked) == ("done", [what])


async def test_a_plan_can_be_thought_about(session, serve, an_hour_passes):
    person = Slow(an_hour_passes)
    planner = Scripted([Call("plan", {"criteria": ["It is seen."], "steps": ["Look"]})])
    agent = Agent(
        session,
        model=Scripted([DONE]),
        planner=planner,
        plan="approve",
        approve_plan=person.approve_plan,
        timeout=LIMIT,
        verify=0,
    )
    assert ((await agent.run("Look", url=serve(PAGE))).outcome, person.asked) == ("done", ["plan"])


async def test_a_run_can_be_held_for_longer_than_its_limit(session, serve, an_hour_passes):
    def decide(turn):
        if len(model.turns) == 1:
            agent.pause()
            return Call("page_info")
        return DONE

    def hear(event):
        if event.kind == "paused":
            loop.call_soon(an_hour_passes)
            loop.call_soon(loop.call_soon, agent.resume)

    loop = asyncio.get_running_loop()
    session.events.subscribe(hear)
    model = Scripted(decide)
    agent = Agent(session, model=model, timeout=LIMIT, verify=0)
    assert (await agent.run("Look", url=serve(PAGE))).outcome == "done"


async def test_an_hour_that_no_person_took_is_counted(session, serve, an_hour_passes):
    def decide(turn):
        an_hour_passes()
        return Call("page_info")

    result = await Agent(session, model=Scripted(decide), timeout=LIMIT, verify=0).run("Look", url=serve(PAGE))
    assert result.outcome == "out_of_budget"


async def test_what_was_left_before_a_person_came_is_left_after_them(an_hour_passes):
    loop = asyncio.get_running_loop()
    async with limited(LIMIT) as limit:
        before = limit.when() - loop.time()
        with waited_for():
            an_hour_passes()
            assert limit.when() is None
        assert limit.when() - loop.time() == pytest.approx(before, abs=LIMIT / 2)
