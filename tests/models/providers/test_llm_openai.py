"""Llm over the wire, with a server that speaks OpenAI's chat completions protocol, and what can go wrong with it."""

import asyncio
import threading
from typing import Any, cast

import pytest

from handrail.errors import ModelError
from handrail.models import Call, Message, ToolSpec
from handrail.models.providers.llm import Llm
from tests.fakes.answers import Fault, Raw, Say, Written
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


async def test_on_text_may_be_async(provider):
    provider.script = ["Hello there."]
    heard: list[str] = []

    async def hear(text: str) -> None:
        heard.append(text)

    await model(provider).respond(ASK, [], on_text=hear)
    assert "".join(heard) == "Hello there."


async def test_outside_text_goes_out_fenced_and_pictures_after_the_result_of_a_call_without_an_id(provider):
    provider.script = ["Done."]
    await model(provider).respond(after(PRESS), [CLICK])
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


async def test_an_empty_key_is_none(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(ModelError, match="needs a key") as caught:
        await Llm("openai:gpt-6.1-terra").respond(ASK, [])
    assert caught.value.hint == "Set OPENAI_API_KEY."


async def test_a_tool_without_parameters_is_offered_and_called(provider):
    provider.script = [Say(calls=[Written("back", "")])]
    back = ToolSpec("back", "Go back.", {"type": "object", "properties": {}})
    reply = await model(provider).respond(ASK, [back])
    assert reply.calls[0].params == {}


async def test_a_wrong_path_is_reported_as_one(provider):
    with pytest.raises(ModelError) as caught:
        await Llm("openai:gpt-test", base_url=provider.origin + "/elsewhere", api_key="good").respond(ASK, [])
    assert caught.value.code == "unknown_model"
    assert "/v1" in caught.value.hint


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (Fault(402, "", "Payment required."), "no_quota"),
        (Fault(400, "exceed_context_size_error", "the request exceeds the available context size"), "context_overflow"),
        (Fault(400, "content_policy_violation", "flagged by our safety system"), "refused"),
        (Fault(400, "invalid_value", "Bad parameter."), "rejected"),
        (Fault(403, "", "Not allowed."), "wrong_key"),
    ],
)
async def test_what_trying_again_cannot_help_is_not_tried_again(provider, fault, code):
    error = await failure(provider, [fault])
    assert (error.code, error.retryable) == (code, False)
    assert len(provider.asked) == 1
    assert error.message.endswith(".")
    assert "\n" not in error.message


async def test_it_waits_as_long_as_the_provider_asks_and_says_so(provider):
    waits: list[float] = []
    notices: list[str] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    provider.script = [Fault(429, headers={"retry-after": "7"}), "Done."]
    llm = model(provider, sleep=sleep)
    llm.on_notice = notices.append
    await llm.respond(ASK, [])
    assert waits == [7.0]
    assert len(notices) == 1
    assert notices[0].endswith("trying again in 7 s.")


async def test_it_does_not_wait_for_minutes(provider):
    error = await failure(provider, [Fault(429, headers={"retry-after": "600"})])
    assert (error.code, len(provider.asked)) == ("rate_limited", 1)
    assert "600 s" in error.message


async def test_a_refusal_is_an_error_with_its_words(provider):
    error = await failure(provider, [Say(refusal="I cannot help with that.")])
    assert error.code == "refused"
    assert "I cannot help with that." in error.message
    assert "I cannot help" not in cast(Any, error).summary


async def test_an_empty_answer_is_asked_for_once_more(provider):
    provider.script = [Say(), PRESS]
    reply = await model(provider).respond(ASK, [CLICK], must_call=True)
    assert reply.calls[0].params == {"ref": "e7"}
    assert reply.usage.calls == 2
    assert "Your answer was empty" in provider.asked[1].last


async def test_two_empty_answers_are_an_error(provider):
    error = await failure(provider, [Say(), Say(cut=True)])
    assert error.code == "empty"
    assert "output limit" in error.message


async def test_a_server_that_is_not_there_is_one_sentence(provider):
    provider.stop()
    error = await failure(provider, [])
    assert error.code == "unreachable"
    assert error.message == f"The server at {provider.openai} cannot be reached."


async def test_credentials_in_a_base_url_are_not_repeated(provider):
    provider.stop()
    url = provider.openai.replace("//", "//user:hunter2@")
    with pytest.raises(ModelError) as caught:
        await Llm("openai:gpt-test", base_url=url, api_key="good", backoff=0.0).respond(ASK, [])
    assert "hunter2" not in caught.value.message + caught.value.hint


@pytest.mark.parametrize("body", ["<h1>Welcome</h1>", '{"hello": 1}'])
async def test_an_answer_that_is_not_of_the_protocol_is_one_sentence(provider, body):
    kind = "application/json" if body.startswith("{") else "text/html"
    error = await failure(provider, lambda asked: Raw(body, content_type=kind))
    assert error.code == "bad_answer"
    assert "base URL" in error.hint


@pytest.mark.parametrize("streamed", [False, True])
async def test_a_call_whose_tool_is_no_text_is_asked_for_once_more_with_the_fault_named(provider, streamed):
    provider.script = [Say(calls=[Written(cast(Any, ["click", "wait"]), "{}")]), Call("click", {"ref": "e7"})]

    async def listen(_: str) -> None: ...

    reply = await model(provider).respond(ASK, [CLICK], on_text=listen if streamed else None)
    assert [call.name for call in reply.calls] == ["click"]
    assert "Your answer could not be read. Name one tool of those offered" in provider.asked[1].text
