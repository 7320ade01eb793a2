"""What a run that ends early still hands over, over a provider's real protocol."""

import pytest

from handrail import Agent
from handrail.models import Call
from handrail.models.llm import Llm
from tests.fakes.provider import Provider

NOTES = [Call("note", {"text": key, "key": key}) for key in ("one", "two", "three")]


@pytest.fixture
def provider():
    with Provider(key="good") as running:
        yield running


async def test_a_run_out_of_budget_has_the_model_sum_up_and_leaves_no_call_of_its_last_turn_unanswered(
    session, serve, provider
):
    provider.script = [NOTES, Call("sum_up", {"found": "Three lamps, and no price."})]
    agent = Agent(session, model=Llm(f"openai:gpt-test@{provider.openai}", api_key="good"), plan="none", max_steps=2)
    result = await agent.run("Look for lamps", url=serve("<h1>Shop</h1>"))
    assert result.outcome == "out_of_budget"
    assert result.answer == "The limit of 2 steps was reached.\n\nFound so far:\n\nThree lamps, and no price."
    messages = provider.asked[-1].body["messages"]
    called = [call["id"] for message in messages for call in message.get("tool_calls") or ()]
    answered = [message["tool_call_id"] for message in messages if message["role"] == "tool"]
    assert len(called) == 3
    assert sorted(answered) == sorted(called)
