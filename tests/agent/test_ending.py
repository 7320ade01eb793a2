"""What a run that ends early still hands over, over a provider's real protocol."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from handrail import Agent
from handrail.agent.ending import SUMMARY_TIMEOUT
from handrail.cli.line_formats import cost_line
from handrail.errors import ModelError
from handrail.models import Call, Scripted
from handrail.models.providers.llm import Llm
from handrail.results import Failed
from handrail.runs.log_reader import read_run
from tests.fakes.answers import Hang
from tests.fakes.provider import FakeProvider
from tests.pages import Reply

ROOT = Path(__file__).parents[2]
NOTES = [Call("note", {"text": key, "key": key}) for key in ("one", "two", "three")]


@pytest.fixture
def provider():
    with FakeProvider(key="good") as running:
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


def noting_and_then(end):
    """A model that notes something and then comes to its end."""

    async def decide(turn):
        if turn.messages[-1].name != "note":
            return [Call("note", {"text": "Lamp, 42.50", "key": "lamp"})]
        return await end()

    return Scripted(decide)


async def _fails():
    raise ModelError("The key is not valid.")


async def _takes_forever():
    await asyncio.Event().wait()


async def _gives_up():
    return [Call("abort", {"reason": "There is no price."})]


@pytest.mark.parametrize(
    ("end", "outcome"),
    [(_fails, "error"), (_takes_forever, "out_of_budget"), (_gives_up, "gave_up")],
)
async def test_however_a_run_ends_early_its_notes_are_in_the_answer(session, serve, end, outcome):
    agent = Agent(session, model=noting_and_then(end), timeout=3)
    result = await agent.run("Look for lamps", url=serve("<h1>Shop</h1>"))
    assert result.outcome == outcome
    assert result.answer.endswith(f"\n\nFound so far:\n\n- lamp ({serve.origin}): Lamp, 42.50")


async def test_what_an_earlier_run_of_the_session_noted_is_no_finding_of_a_later_one(session, serve):
    url = serve("<h1>Shop</h1>")
    notes = [Call("note", {"text": "Lamp, 42.50", "key": "lamp"}), Call("note", {"text": "Pan, 20", "key": "pan"})]
    await Agent(session, model=Scripted([notes, Call("done", {"result": "ok"})]), verify=0).run("Look", url=url)
    again = [Call("note", {"text": "Pan, 25", "key": "pan"}), Call("abort", {"reason": "No more pans."})]
    result = await Agent(session, model=Scripted(again)).run("Look for pans", url=url)
    assert result.answer == f"No more pans.\n\nFound so far:\n\n- pan ({serve.origin}): Pan, 25"
    assert set(session.notes.entries) == {"lamp", "pan"}


async def test_a_run_that_is_stopped_hands_over_its_notes_at_once(session, serve):
    async def stop():
        agent.stop()
        await asyncio.Event().wait()

    agent = Agent(session, model=noting_and_then(stop))
    result = await agent.run("Look for lamps", url=serve("<h1>Shop</h1>"))
    assert result.outcome == "cancelled"
    assert result.answer == f"The run was stopped.\n\nFound so far:\n\n- lamp ({serve.origin}): Lamp, 42.50"


async def test_at_the_limit_of_time_the_model_sums_up_what_it_was_about_to_look_for(session, serve, provider):
    provider.script = [NOTES, Hang(), Call("sum_up", {"found": "Three lamps."})]
    agent = Agent(session, model=Llm(f"openai:gpt-test@{provider.openai}", api_key="good"), plan="none", timeout=4)
    result = await agent.run("Look for lamps", url=serve("<h1>Shop</h1>"))
    assert result.outcome == "out_of_budget"
    assert result.answer == "The time limit of 4 s was reached.\n\nFound so far:\n\nThree lamps."


async def test_a_model_that_never_answered_is_not_asked_for_a_summary(session, serve, provider):
    provider.script = [Hang(), Hang()]
    agent = Agent(session, model=Llm(f"openai:gpt-test@{provider.openai}", api_key="good"), plan="none", timeout=4)
    result = await agent.run("Look for lamps", url=serve("<h1>Shop</h1>"))
    assert (result.outcome, result.answer) == ("out_of_budget", "The time limit of 4 s was reached.")
    assert len(provider.asked) == 1
    assert cost_line(result.usage, 0) == "cost   price not known: 1 model call, 0 tokens in (0 cached), 0 out (0 steps)"


@pytest.mark.parametrize("fault", ["a wrong key", "no server"])
async def test_a_model_that_was_never_asked_costs_nothing(session, serve, provider, fault):
    base = provider.openai if fault == "a wrong key" else "http://127.0.0.1:9/v1"
    agent = Agent(session, model=Llm(f"openai:gpt-test@{base}", api_key="bad"), plan="none", timeout=30)
    result = await agent.run("Look for lamps", url=serve("<h1>Shop</h1>"))
    assert cost_line(result.usage, 0) == "cost   none: no model was called (0 steps)"


def test_the_time_for_a_summary_is_what_the_guide_says():
    assert f"summary, within {SUMMARY_TIMEOUT:.0f} s" in (ROOT / "docs" / "agent.md").read_text("utf-8")


async def test_a_summary_that_does_not_come_is_said_to_be_missing(session, serve, provider, monkeypatch):
    monkeypatch.setattr("handrail.agent.ending.SUMMARY_TIMEOUT", 0.5)
    told: list[Any] = []
    session.events.subscribe(told.append)
    provider.script = [NOTES, Hang()]
    agent = Agent(session, model=Llm(f"openai:gpt-test@{provider.openai}", api_key="good"), plan="none", max_steps=2)
    assert (await agent.run("Look for lamps", url=serve("<h1>Shop</h1>"))).outcome == "out_of_budget"
    notices = [event.text for event in told if event.kind == "notice"]
    assert any(text.startswith("The model gave no summary of what was found. It did not come") for text in notices)


@pytest.mark.parametrize(
    ("turns", "limits", "outcome"),
    [
        ([Call("page_info")] * 6, {}, "stuck"),
        ([Call("click", {"ref": f"e9{number}"}) for number in range(2)], {"max_errors": 2}, "failed"),
    ],
)
async def test_a_run_that_gets_nowhere_hands_over_what_it_found(session, serve, provider, turns, limits, outcome):
    provider.script = [[Call("note", {"text": "Lamp, 42.50"})], *turns, Call("sum_up", {"found": "One lamp."})]
    model = Llm(f"openai:gpt-test@{provider.openai}", api_key="good")
    agent = Agent(session, model=model, plan="none", **limits)
    result = await agent.run("Look for lamps", url=serve("<h1>Shop</h1>"))
    assert (result.outcome, result.answer.partition("\n\n")[2]) == (outcome, "Found so far:\n\nOne lamp.")


async def test_an_answer_is_taken_when_all_steps_are_used(session, serve):
    model = Scripted([Call("search_page", {"pattern": "Shop"}), Call("done", {"result": "It is a shop."})])
    result = await Agent(session, model=model, max_steps=1).run("What is it?", url=serve("<h1>Shop</h1>"))
    assert (result.outcome, result.answer, len(result.steps)) == ("done", "It is a shop.", 2)


async def test_after_an_answer_that_was_sent_back_no_other_call_of_its_turn_is_made(session, serve):
    def decide(turn):
        if not any(message.role == "assistant" for message in turn.messages):
            return [Call("done", {"result": "Done."}), Call("note", {"text": "too late"})]
        return [Call("abort", {"reason": turn.text})]

    agent = Agent(session, model=Scripted(decide), output_schema={"type": "object"})
    result = await agent.run("Look", url=serve("<h1>Shop</h1>"))
    assert [step.tool for step in result.steps] == ["done", "abort"]
    assert "Not carried out: the answer was not accepted" in result.answer


async def test_answers_that_were_of_no_use_are_paid_for_all_the_same(session, serve, provider):
    provider.script = ["", ""]
    agent = Agent(session, model=Llm(f"openai:gpt-test@{provider.openai}", api_key="good"), plan="none")
    result = await agent.run("Look for lamps", url=serve("<h1>Shop</h1>"))
    assert (result.outcome, result.usage.calls) == ("error", 2)
    assert result.usage.input_tokens > 0


async def test_a_run_that_is_cancelled_from_outside_tells_all_that_it_came_to(session, serve):
    async def cancel():
        running.cancel()
        await asyncio.Event().wait()

    agent = Agent(session, model=noting_and_then(cancel))
    running = asyncio.ensure_future(agent.run("Look for lamps", url=serve("<h1>Shop</h1>")))
    with pytest.raises(asyncio.CancelledError):
        await running
    told = json.loads((session.run_dir / "run.jsonl").read_text().splitlines()[-1])
    assert (told["event"], told["outcome"], told["steps"], told["usage"]["calls"]) == ("run_ended", "cancelled", 1, 2)
    assert "42.50" in told["answer"]
    assert (await session.call("page_info")).ok


async def test_a_page_that_is_lost_each_time_the_same_is_done_there_ends_the_run(session, serve, monkeypatch):
    perform = session.perform

    async def losing(caller, name, params, **options):
        result = await perform(caller, name, params, **options)
        lost = Failed("tab_lost", "The tab was lost before this call.", observation=result.observation)
        return lost if caller == "model" else result

    monkeypatch.setattr(session, "perform", losing)
    model = Scripted(lambda _: [Call("click", {"ref": "e1"})])
    result = await Agent(session, model=model, timeout=20).run("Save it", url=serve("<button>Save</button>"))
    assert (result.outcome, len(result.steps)) == ("stuck", 6)


async def test_the_files_that_a_run_left_are_listed_at_its_end_and_in_its_log(session, serve):
    serve.put("/prices.csv", Reply(b"item,price\nLamp,42\n", content_type="text/csv"))
    page = serve("<a href=/prices.csv download>Prices</a>")
    await session.call("write_file", name="before.txt", content="of an earlier run")
    calls = [
        [Call("download", {"url": serve.origin + "/prices.csv"})],
        [Call("write_file", {"name": "lamps.md", "content": "# Lamps"})],
        [Call("fetch_url", {"url": page})],
        [Call("done", {"result": "Both are kept."})],
    ]
    session.provenance.words.add_text("download the prices")
    result = await Agent(session, model=Scripted(calls), plan="none", verify=0).run("Download the prices", url=page)
    assert [file.name for file in result.files] == ["prices.csv", "lamps.md"]
    assert all(file.is_file() for file in result.files)
    assert read_run(result.log).files == result.files
