"""Runs that go round in circles are stopped within the limits; honest ones that look alike are not."""

import pytest

from handrail import Agent
from handrail.models import Scripted
from tests.agent.loops.honest import HONEST
from tests.agent.loops.stage import DONE, Live, Loop
from tests.agent.loops.stuck import STUCK
from tests.sampling import some

MOST_STEPS = 40


async def carried_out(loop: Loop, session, serve):
    """The result of a run, the patterns that its nudges named, and its turns."""
    serve.replies = Live(serve, loop.pages)
    nudged = []
    session.events.subscribe(lambda event: nudged.append(event.pattern) if event.kind == "nudge" else None)

    def decide(turn):
        at = len(model.turns) - 1
        return DONE if loop.pattern is None and at >= loop.turns else loop.decide(at, turn)

    model = Scripted(decide)
    agent = Agent(session, model=model, max_steps=MOST_STEPS, verify=0)
    return await agent.run("task", url=serve.origin + "/"), nudged, len(model.turns)


@pytest.mark.parametrize("loop", some(STUCK, 8), ids=lambda loop: loop.name)
async def test_a_run_that_gets_nowhere_is_nudged_and_then_stopped(loop, session, serve):
    result, nudged, _ = await carried_out(loop, session, serve)
    assert result.outcome == "stuck"
    assert loop.pattern in nudged


@pytest.mark.parametrize("loop", some(HONEST, 8), ids=lambda loop: loop.name)
async def test_an_honest_run_that_looks_alike_goes_on(loop, session, serve):
    result, _, turns = await carried_out(loop, session, serve)
    assert (result.outcome, turns) == ("done", loop.turns + 1)
