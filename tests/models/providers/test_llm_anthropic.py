"""Llm over the wire, with a server that speaks Anthropic's messages protocol."""

import pytest

from handrail.errors import ModelError
from handrail.models import Call
from handrail.models.protocol import Message
from handrail.models.providers.llm import Llm
from tests.fakes.answers import Fault, Hang, Say, Written
from tests.fakes.provider import FakeProvider
from tests.models.providers.conversation import ASK, CLICK, PAGE, after

PRESS = Call("click", {"ref": "e7"})


def model(provider: FakeProvider, **options) -> Llm:
    name = f"anthropic:claude-sonnet-4-6@{provider.anthropic}"
    return Llm(name, **{"api_key": "good", "backoff": 0.0, **options})


@pytest.mark.parametrize("streamed", [False, True])
async def test_calls_words_and_cost_come_back(provider, streamed):
    provider.script = [Say("I click.", [PRESS, Call("click", {"ref": "e8"})], cached_tokens=4)]
    heard: list[str] = []
    reply = await model(provider).respond(ASK, [CLICK], must_call=True, on_text=heard.append if streamed else None)
    assert [call.params for call in reply.calls] == [{"ref": "e7"}, {"ref": "e8"}]
    assert all(call.id for call in reply.calls)
    assert reply.text == "I click."
    assert "".join(heard) == ("I click." if streamed else "")
    asked = provider.asked[0]
    assert (asked.protocol, asked.tools, asked.key) == ("anthropic", ["click"], "good")
    assert reply.usage.input_tokens == -(-asked.characters // 4)
    assert reply.usage.cached_tokens == 4
    assert reply.usage.cost is not None
    assert reply.usage.cost > 0


async def test_tools_and_system_prompt_are_marked_for_the_cache(provider):
    provider.script = ["Done."]
    await model(provider).respond(ASK, [CLICK])
    body = provider.asked[0].body
    assert body["system"][0]["text"] == "You are a test."
    assert body["system"][0]["cache_control"]["type"] == "ephemeral"
    assert body["tools"][-1]["cache_control"]["type"] == "ephemeral"


async def test_a_result_before_which_nothing_changes_any_more_is_marked_too(provider):
    provider.script = ["Done."]
    conversation = after(PRESS)
    next(message for message in conversation if message.role == "tool").settled = True
    await model(provider).respond([*conversation, Message("assistant", ["Next."]), Message("user", ["On."])], [CLICK])
    body = provider.asked[0].body
    marked = ["cache_control" in str(message["content"]) for message in body["messages"]]
    assert marked[:4] == [False, False, True, False]
    # Four marks are the most that the provider takes; the last stands for the whole request.
    assert str(body).count("cache_control") == 4


@pytest.mark.parametrize("call_id", ["toolu_1", ""])
async def test_results_go_back_with_their_text_fenced_and_their_picture(provider, call_id):
    provider.script = ["Done."]
    await model(provider).respond(after(PRESS, id=call_id), [CLICK])
    asked = provider.asked[0]
    assert asked.roles == ["user", "assistant", "user"]
    result, *rest = asked.body["messages"][2]["content"]
    assert (result["type"], result["tool_use_id"]) == ("tool_result", asked.body["messages"][1]["content"][1]["id"])
    assert PAGE.text in asked.text
    assert [block["type"] for block in rest] == ["text", "image", "text"]


@pytest.mark.parametrize(
    ("fault", "code", "requests"),
    [
        (Fault(401), "wrong_key", 1),
        (Fault(404, message="model: claude-sonnet-4-6"), "unknown_model", 1),
        (Fault(400, message="Your credit balance is too low"), "no_quota", 1),
        (Fault(400, message="prompt is too long: 300000 tokens > 200000 maximum"), "context_overflow", 1),
        (Fault(400, message="messages: bad"), "rejected", 1),
        (Fault(429), "rate_limited", 4),
        (Fault(529), "provider_down", 4),
        (Fault(500), "provider_down", 4),
    ],
)
async def test_each_error_is_one_sentence(provider, fault, code, requests):
    provider.script = lambda asked: fault
    with pytest.raises(ModelError) as caught:
        await model(provider).respond(ASK, [CLICK])
    assert (caught.value.code, len(provider.asked)) == (code, requests)
    assert "\n" not in caught.value.message


async def test_an_overload_inside_a_stream_is_tried_again(provider):
    provider.script = [Fault(529, in_stream=True), "Done."]
    reply = await model(provider).respond(ASK, [], on_text=lambda text: None)
    assert (reply.text, len(provider.asked)) == ("Done.", 2)


@pytest.mark.parametrize("streamed", [False, True])
async def test_a_refusal_is_an_error(provider, streamed):
    provider.script = [Say(filtered=True)]
    with pytest.raises(ModelError) as caught:
        await model(provider).respond(ASK, [CLICK], on_text=(lambda text: None) if streamed else None)
    assert caught.value.code == "refused"


async def test_a_streamed_input_with_a_simple_fault_is_mended(provider):
    provider.script = [Say(calls=[Written("click", '{"ref": "e7",}')])]
    reply = await model(provider).respond(ASK, [CLICK], on_text=lambda text: None)
    assert reply.calls[0].params == {"ref": "e7"}


async def test_a_call_that_the_output_limit_cut_is_not_made(provider):
    # Anthropic's whole answers hold an object: that it was not meant to end there, only the reason of the end says.
    provider.script = [Say(calls=[PRESS, Call("click", {})], cut=True), PRESS]
    reply = await model(provider).respond(ASK, [CLICK])
    assert [call.params for call in reply.calls] == [{"ref": "e7"}]
    assert "it was cut at your output limit. Make a shorter call." in provider.asked[1].last


async def test_a_deadline_is_kept(provider):
    provider.script = [Hang()]
    with pytest.raises(ModelError) as caught:
        await model(provider, timeout=0.2).respond(ASK, [])
    assert caught.value.code == "timeout"


async def test_a_server_that_is_not_there_is_one_sentence(provider):
    provider.stop()
    with pytest.raises(ModelError, match="cannot be reached"):
        await model(provider).respond(ASK, [])
