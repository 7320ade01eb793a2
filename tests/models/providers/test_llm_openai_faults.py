"""What can go wrong with a provider of OpenAI's chat completions protocol, over the wire."""

from typing import Any, cast

import pytest

from handrail.errors import ModelError
from handrail.models import Call
from handrail.models.providers.llm import Llm
from tests.fakes.answers import Break, Fault, Hang, Raw, Say, Written
from tests.models.providers.conversation import ASK, CLICK
from tests.models.providers.test_llm_openai import PRESS, failure, model


async def test_a_wrong_key_is_one_sentence(provider):
    provider.key = "other"
    error = await failure(provider, [])
    assert error.code == "wrong_key"
    assert error.message == f"The server at {provider.openai} does not accept the key."
    assert "OPENAI_API_KEY" in error.hint
    assert len(provider.asked) == 1


async def test_an_unknown_model_is_one_sentence(provider):
    provider.models = ["other"]
    error = await failure(provider, [])
    assert (error.code, error.retryable) == ("unknown_model", False)
    assert "'gpt-test'" in error.message
    assert "/v1" in error.hint


async def test_a_wrong_path_is_reported_as_one(provider):
    with pytest.raises(ModelError) as caught:
        await Llm("openai:gpt-test", base_url=provider.origin + "/elsewhere", api_key="good").respond(ASK, [])
    assert caught.value.code == "unknown_model"


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (Fault(429, "insufficient_quota", "You exceeded your current quota."), "no_quota"),
        (Fault(402, "", "Payment required."), "no_quota"),
        (Fault(400, "context_length_exceeded", "Too long."), "context_overflow"),
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


@pytest.mark.parametrize("fault", [Fault(429), Fault(500), Fault(503), Break()])
async def test_what_may_pass_is_tried_again(provider, fault):
    provider.script = [fault, fault, fault, Call("click", {"ref": "e7"})]
    reply = await model(provider).respond(ASK, [CLICK])
    assert reply.calls[0].params == {"ref": "e7"}
    assert len(provider.asked) == 4


@pytest.mark.parametrize(
    ("fault", "code"), [(Fault(429), "rate_limited"), (Fault(500), "provider_down"), (Break(), "unreachable")]
)
async def test_after_three_retries_it_is_reported(provider, fault, code):
    error = await failure(provider, lambda asked: fault)
    assert (error.code, error.retryable) == (code, True)
    assert len(provider.asked) == 4


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


@pytest.mark.parametrize("streamed", [False, True])
async def test_a_content_filter_is_an_error(provider, streamed):
    provider.script = [Say(filtered=True)]
    with pytest.raises(ModelError) as caught:
        await model(provider).respond(ASK, [CLICK], on_text=(lambda text: None) if streamed else None)
    assert caught.value.code == "refused"


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


@pytest.mark.parametrize("streamed", [False, True])
async def test_an_answer_that_does_not_come_hits_the_deadline(provider, streamed):
    provider.script = [Hang()]
    with pytest.raises(ModelError) as caught:
        await model(provider, timeout=0.2).respond(ASK, [], on_text=(lambda text: None) if streamed else None)
    assert caught.value.code == "timeout"
    assert "0.2 s" in caught.value.message
    assert len(provider.asked) <= 1


@pytest.mark.parametrize("body", ["<h1>Welcome</h1>", '{"hello": 1}'])
async def test_an_answer_that_is_not_of_the_protocol_is_one_sentence(provider, body):
    kind = "application/json" if body.startswith("{") else "text/html"
    error = await failure(provider, lambda asked: Raw(body, content_type=kind))
    assert error.code == "bad_answer"
    assert "base URL" in error.hint


async def test_a_stream_that_breaks_after_words_were_passed_on_is_not_begun_again(provider):
    provider.script = [Break("I was about to"), "again"]
    heard: list[str] = []
    with pytest.raises(ModelError) as caught:
        await model(provider).respond(ASK, [], on_text=heard.append)
    assert (caught.value.code, heard) == ("unreachable", ["I was about to"])
    assert len(provider.asked) == 1


async def test_an_error_inside_a_stream_is_read(provider):
    provider.script = [Fault(500, "server_error", in_stream=True), "Done."]
    reply = await model(provider).respond(ASK, [], on_text=lambda text: None)
    assert reply.text == "Done."


@pytest.mark.parametrize("streamed", [False, True])
async def test_a_call_whose_tool_is_no_text_is_asked_for_once_more_with_the_fault_named(provider, streamed):
    provider.script = [Say(calls=[Written(cast(Any, ["click", "wait"]), "{}")]), Call("click", {"ref": "e7"})]

    async def listen(_: str) -> None: ...

    reply = await model(provider).respond(ASK, [CLICK], on_text=listen if streamed else None)
    assert [call.name for call in reply.calls] == ["click"]
    assert "Your answer could not be read. Name one tool of those offered" in provider.asked[1].text
