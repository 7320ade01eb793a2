"""Llm over the wire, with a server that speaks OpenAI's chat completions protocol."""

import asyncio
import threading

import pytest

from handrail.errors import ModelError
from handrail.models import Call, Message, ToolSpec
from handrail.models.providers.llm import Llm
from tests.fakes.answers import Fault, Say, Written
from tests.fakes.provider import FakeProvider
from tests.models.providers.conversation import ASK, CLICK, PAGE, after

PRESS = Call("click", {"ref": "e7"})


def model(provider: FakeProvider, **options) -> Llm:
    name = options.pop("name", "openai:gpt-test")
    return Llm(name, base_url=provider.openai, **{"api_key": "good", "backoff": 0.0, **options})


async def failure(provider: FakeProvider, script, **options) -> ModelError:
    provider.script = script
    with pytest.raises(ModelError) as caught:
        await model(provider, **options).respond(ASK, [CLICK])
    return caught.value


async def test_a_call_comes_back_with_its_id_and_what_it_cost(provider):
    provider.script = [Say("I click.", [PRESS], cached_tokens=4)]
    reply = await model(provider).respond(ASK, [CLICK], must_call=True)
    assert [(call.name, call.params) for call in reply.calls] == [("click", {"ref": "e7"})]
    assert reply.calls[0].id
    assert reply.text == "I click."
    asked = provider.asked[0]
    assert (reply.usage.calls, reply.usage.cached_tokens) == (1, 4)
    assert reply.usage.input_tokens == -(-asked.characters // 4)
    assert reply.usage.cost is None
    assert (asked.model, asked.tools, asked.roles) == ("gpt-test", ["click"], ["system", "user"])
    assert asked.body["tool_choice"] == "required"
    assert asked.body["tools"][0]["function"]["parameters"] == CLICK.schema
    assert asked.key == "good"


async def test_a_streamed_answer_is_the_same_and_is_passed_on_as_it_comes(provider):
    said = Say("I click the button now.", [PRESS, Call("click", {"ref": "e8"})])
    provider.script = [said, said]
    heard: list[str] = []
    streamed = await model(provider).respond(ASK, [CLICK], on_text=heard.append)
    whole = await model(provider).respond(ASK, [CLICK])
    assert (provider.asked[0].streams, provider.asked[1].streams) == (True, False)
    assert "".join(heard) == said.text
    assert len(heard) > 1
    assert [call.params for call in streamed.calls] == [call.params for call in whole.calls]
    assert streamed.usage == whole.usage


async def test_on_text_may_be_async(provider):
    provider.script = ["Hello there."]
    heard: list[str] = []

    async def hear(text: str) -> None:
        heard.append(text)

    await model(provider).respond(ASK, [], on_text=hear)
    assert "".join(heard) == "Hello there."


@pytest.mark.parametrize("call_id", ["call_1", ""])
async def test_outside_text_goes_out_fenced_and_pictures_after_the_result(provider, call_id):
    provider.script = ["Done."]
    await model(provider).respond(after(PRESS, id=call_id), [CLICK])
    asked = provider.asked[0]
    assert asked.roles == ["system", "user", "assistant", "tool", "user", "user"]
    sent = asked.body["messages"]
    assert sent[3]["content"] == f"Clicked.\n{PAGE.text}\n[image: screenshot]"
    assert sent[2]["tool_calls"][0]["id"] == sent[3]["tool_call_id"]
    assert sent[4]["content"][1]["image_url"]["url"].startswith("data:image/png;base64,")
    assert asked.last == "Go on."


async def test_results_of_several_calls_stand_before_what_comes_with_them(provider):
    provider.script = ["Done."]
    first, second = Call("click", {"ref": "e1"}, "a"), Call("click", {"ref": "e2"}, "b")
    answered = [*after(PRESS)[3:4]]
    answered[0].call_id = "a"
    conversation = [
        *ASK,
        Message("assistant", calls=(first, second)),
        *answered,
        Message("tool", ["Not carried out."], call_id="b", name="click"),
    ]
    await model(provider).respond(conversation, [CLICK])
    assert provider.asked[0].roles == ["system", "user", "assistant", "tool", "tool", "user"]


async def test_the_prompt_keeps_its_beginning_from_turn_to_turn(provider):
    provider.script = ["One.", "Two."]
    llm = model(provider)
    await llm.respond(ASK, [CLICK])
    await llm.respond(after(PRESS), [CLICK])
    first, second = (asked.body for asked in provider.asked)
    assert second["messages"][: len(first["messages"])] == first["messages"]
    assert second["tools"] == first["tools"]


async def test_arguments_with_a_simple_fault_are_mended(provider):
    provider.script = [Say(calls=[Written("click", "{'ref': 'e7',}")])]
    reply = await model(provider).respond(ASK, [CLICK])
    assert (reply.calls[0].params, reply.usage.calls) == ({"ref": "e7"}, 1)


async def test_arguments_that_are_not_json_are_asked_for_once_more(provider):
    provider.script = [Say(calls=[Written("click", '{"ref": "e')]), PRESS]
    reply = await model(provider).respond(ASK, [CLICK])
    assert reply.calls[0].params == {"ref": "e7"}
    assert "not valid JSON" in provider.asked[1].last


@pytest.mark.parametrize("streamed", [False, True])
async def test_half_of_a_calls_arguments_is_not_taken_for_all_of_them(provider, streamed):
    provider.script = [Say(calls=[Written("click", '{"ref": "e7", "modifiers": ["Shift"')], cut=True), PRESS]
    reply = await model(provider).respond(ASK, [CLICK], on_text=(lambda text: None) if streamed else None)
    assert (reply.calls[0].params, reply.usage.calls) == ({"ref": "e7"}, 2)


async def test_arguments_that_stay_broken_are_an_error(provider):
    broken = Say(calls=[Written("click", "e7!")])
    error = await failure(provider, [broken, broken])
    assert error.code == "bad_arguments"
    assert "'click'" in error.message


async def test_a_call_written_as_words_is_a_call(provider):
    provider.script = ['{"name": "click", "arguments": {"ref": "e7"}}']
    reply = await model(provider).respond(ASK, [CLICK])
    assert ([call.params for call in reply.calls], reply.text) == ([{"ref": "e7"}], "")


async def test_a_call_written_as_words_is_answered_also_where_it_was_one_of_a_tool_within_another(provider):
    provider.script = ["Well."]
    said = Message("assistant", calls=(Call("more", {"tool": "hover", "params": {"ref": "e7"}}),))
    await model(provider).respond([*ASK, said, Message("tool", ["Hovered."], name="hover")], [CLICK])
    called, answered = provider.asked[0].body["messages"][2:]
    assert answered["role"] == "tool"
    assert answered["tool_call_id"] == called["tool_calls"][0]["id"]


async def test_without_tools_words_are_words(provider):
    provider.script = ['{"name": "click", "arguments": {"ref": "e7"}}']
    reply = await model(provider).respond(ASK, [])
    assert reply.calls == ()
    assert "tools" not in provider.asked[0].body


async def test_a_server_that_will_not_be_told_to_call_is_asked_without(provider):
    provider.script = [Fault(400, "invalid_value", "tool_choice 'required' is not supported"), PRESS, PRESS]
    llm = model(provider)
    for _ in range(2):
        reply = await llm.respond(ASK, [CLICK], must_call=True)
        assert reply.calls
    assert [asked.body.get("tool_choice") for asked in provider.asked] == ["required", "auto", "auto"]


async def test_a_rejected_feature_counts_as_no_retry(provider):
    rejected = Fault(400, "invalid_value", "tool_choice 'required' is not supported")
    provider.script = [Fault(503), Fault(503), Fault(503), rejected, PRESS]
    assert (await model(provider).respond(ASK, [CLICK], must_call=True)).calls
    assert len(provider.asked) == 5


async def test_several_requests_share_a_connection_within_a_block(provider):
    provider.script = ["One.", "Two."]
    async with model(provider) as llm:
        texts = [(await llm.respond(ASK, [])).text for _ in range(2)]
    assert texts == ["One.", "Two."]


def test_a_model_is_used_from_one_event_loop_after_another(provider):
    provider.script = ["One.", "Two."]
    llm = model(provider)
    answers: list[str] = []

    def ask() -> None:
        answers.append(asyncio.run(llm.respond(ASK, [])).text)

    for _ in range(2):
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()
    assert answers == ["One.", "Two."]


async def test_requests_at_the_same_time_do_not_disturb_each_other(provider):
    provider.script = lambda asked: asked.last
    llm = model(provider)
    replies = await asyncio.gather(*(llm.respond([Message("user", [f"n{i}"])], []) for i in range(5)))
    assert [reply.text for reply in replies] == [f"n{i}" for i in range(5)]


def test_the_window_is_the_models_own_a_safe_guess_or_what_is_given(provider):
    assert Llm("openai:gpt-6.1-terra", api_key="k").context_window > 100_000
    assert model(provider).context_window == 32_000
    assert model(provider, context_window=4_096).context_window == 4_096
    assert model(provider, name="ollama:qwen3").context_window == 8_000


async def test_a_missing_package_says_how_to_get_it():
    with pytest.raises(ModelError, match="'mistral' is not installed") as caught:
        await Llm("mistral:mistral-large-latest", api_key="k").respond(ASK, [])
    assert caught.value.hint == "Install it: pip install 'handrail[mistral]'"


@pytest.mark.parametrize("key", [None, ""])
async def test_a_missing_key_says_where_it_belongs(monkeypatch, key):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    if key is not None:
        monkeypatch.setenv("OPENAI_API_KEY", key)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(ModelError, match="needs a key") as caught:
        await Llm("openai:gpt-6.1-terra").respond(ASK, [])
    assert caught.value.hint == "Set OPENAI_API_KEY."


async def test_a_tool_without_parameters_is_offered_and_called(provider):
    provider.script = [Say(calls=[Written("back", "")])]
    back = ToolSpec("back", "Go back.", {"type": "object", "properties": {}})
    reply = await model(provider).respond(ASK, [back])
    assert reply.calls[0].params == {}
