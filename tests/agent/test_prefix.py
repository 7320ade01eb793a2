"""What a provider is sent from turn to turn: on real pages, most of it is what it was sent before."""

import json
from itertools import pairwise
from os.path import commonprefix

import pytest

from handrail import Agent
from handrail.agent.conversation.shortening import REMOVED
from handrail.demo import serve
from handrail.models import Scripted
from handrail.models.providers.messages import request_parameters, to_pydantic_ai
from tests.agent.shopper import in_turn, shopping

STEPS = 40


@pytest.fixture(scope="module")
def site():
    with serve() as running:
        yield running


def pieces(turn) -> list[str]:
    """One request, as its tools and then its messages, without the times at which they were made."""
    from pydantic_ai.messages import ModelMessagesTypeAdapter

    sent = ModelMessagesTypeAdapter.dump_python(to_pydantic_ai(turn.messages), mode="json")
    for message in sent:
        message.pop("timestamp", None)
        for part in message["parts"]:
            part.pop("timestamp", None)
    tools = [tool.parameters_json_schema for tool in request_parameters(turn.tools).function_tools]
    return [json.dumps(tools), *(json.dumps(part) for message in sent for part in message["parts"])]


async def test_four_fifths_of_what_is_sent_was_sent_before_and_only_batches_change_it(session, site):
    requests = []
    calls = list(shopping(site.url, STEPS))

    def decide(turn):
        requests.append(pieces(turn))
        return in_turn(calls, turn, len(requests) - 1)

    # So much that the oldest has to go: pages whose header and footer are shown once are too short to be worth it.
    model = Scripted(decide)
    model.context_window = 40_000
    result = await Agent(session, model=model, max_steps=STEPS + 1).run("Look around.", url=site.url)
    assert (result.outcome, [step.code for step in result.steps if not step.ok]) == ("done", [])

    same = total = batches = 0
    for before, now in pairwise(requests[3:]):
        kept = commonprefix([before, now])  # noqa: RUF071 - of lists, piece by piece
        same += sum(map(len, kept))
        total += sum(map(len, now))
        if len(kept) < len(before):
            batches += 1
            clipped = REMOVED in now[len(kept)] or "[shortened" in now[len(kept)]
            assert clipped, "the prefix changed for something else than clipping"
    assert same / total >= 0.8
    # At most one for each page that was left.
    assert 0 < batches <= sum(call.name == "goto" for call in calls)
