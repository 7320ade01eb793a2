"""Llm over every wire: what comes back, what is told on the way, and what goes back in the next turn."""

import asyncio
from itertools import pairwise

import pytest

from handrail.models import Call, Message
from handrail.models.providers.llm import Llm
from tests.fakes.answers import Fault, Say, Stall
from tests.fakes.provider import FakeProvider
from tests.models.providers.conversation import ASK, CLICK, PICTURE, after
from tests.models.providers.wires import WIRES, model

THOUGHT = "The button is e7, so I press it."
ANSWER = Say("I click.", [Call("click", {"ref": "e7"})], reasoning=THOUGHT, signature="c2lnbmVk", cached_tokens=4)


@pytest.fixture
def provider():
    with FakeProvider() as running:
        yield running


@pytest.mark.parametrize("wire", WIRES)
async def test_a_streamed_answer_is_passed_on_as_it_comes_and_is_the_same_as_a_whole_one(provider, wire):
    provider.script = [ANSWER, ANSWER]
    words: list[str] = []
    thoughts: list[str] = []
    llm = model(wire, provider)
    streamed = await llm.respond(ASK, [CLICK], on_text=words.append, on_reasoning=thoughts.append)
    whole = await llm.respond(ASK, [CLICK])
    for reply in (streamed, whole):
        assert (reply.text, reply.reasoning) == ("I click.", THOUGHT)
        assert [(call.name, call.params) for call in reply.calls] == [("click", {"ref": "e7"})]
        assert (reply.usage.cached_tokens, reply.usage.input_tokens > 0) == (4, True)
    assert ("".join(words), "".join(thoughts)) == ("I click.", THOUGHT)
    assert min(len(words), len(thoughts)) > 1
    assert streamed.usage == whole.usage
    assert wire != "anthropic" or (whole.usage.cost or 0) > 0


SIGNED = {
    "openai": lambda body: body["messages"][2]["reasoning_content"] == THOUGHT,
    "responses": lambda body: body["input"][2]["encrypted_content"] == "c2lnbmVk",
    "anthropic": lambda body: (
        body["messages"][1]["content"][0] == {"type": "thinking", "thinking": THOUGHT, "signature": "c2lnbmVk"}
    ),
    "google": lambda body: body["contents"][1]["parts"][-1]["thoughtSignature"] == "c2lnbmVk",
}


@pytest.mark.parametrize("wire", WIRES)
async def test_what_was_signed_goes_back_to_the_same_model_and_to_no_other(provider, wire):
    provider.script = [ANSWER, "Done.", "Done."]
    llm = model(wire, provider, effort="low")
    reply = await llm.respond(ASK, [CLICK])
    call = reply.calls[0]
    conversation = [
        *ASK,
        Message("assistant", [reply.text], calls=reply.calls, native=reply.native),
        Message("tool", ["Clicked."], call_id=call.id, name=call.name),
    ]
    await llm.respond(conversation, [CLICK])
    assert SIGNED[wire](provider.asked[1].body)
    llm.name = "another:model"
    await llm.respond(conversation, [CLICK])
    assert THOUGHT not in str(provider.asked[2].body)
    assert "c2lnbmVk" not in str(provider.asked[2].body)


@pytest.mark.parametrize("wire", WIRES)
async def test_a_cancelled_answer_closes_the_connection(provider, wire):
    stall = Stall("Well, ")
    provider.script = [stall]
    begun = asyncio.Event()
    asking = asyncio.ensure_future(model(wire, provider).respond(ASK, [], on_text=lambda text: begun.set()))
    await begun.wait()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert await asyncio.to_thread(stall.gone.wait, 10)
    assert len(provider.asked) == 1


@pytest.mark.parametrize("wire", WIRES)
async def test_what_was_sent_once_is_sent_the_same_way_ever_after(provider, wire):
    """Provider caches hit on identical beginnings only."""
    provider.script = lambda asked: ANSWER
    llm = model(wire, provider)
    conversation = list(ASK)
    for _ in range(4):
        reply = await llm.respond(conversation, [CLICK], must_call=True)
        call = reply.calls[0]
        said = Message("assistant", [reply.text], calls=reply.calls, native=reply.native)
        conversation += [said, Message("tool", ["Clicked.", PICTURE], call_id=call.id, name=call.name)]
    bodies = [asked.body for asked in provider.asked]
    for earlier, later in pairwise(provider.asked):
        assert later.messages[: len(earlier.messages)] == earlier.messages
    for key in set(bodies[0]) - {"messages", "input", "contents"}:
        assert all(body[key] == bodies[0][key] for body in bodies)


async def test_a_server_whose_model_sees_nothing_is_asked_without_pictures_from_then_on(provider):
    def blind(asked):
        if "image_url" in str(asked.body):
            return Fault(500, message="image input is not supported - hint: you may need to provide the mmproj")
        return "Done."

    provider.script = blind
    llm = model("openai", provider)
    shown = [*ASK, Message("user", ["Look.", PICTURE])]
    assert [(await llm.respond(shown, [])).text for _ in range(2)] == ["Done.", "Done."]
    assert len(provider.asked) == 3
    assert "[image: screenshot; this model cannot be shown it]" in provider.asked[1].text


async def test_thinking_that_no_longer_fits_its_conversation_is_dropped_without_a_word(provider):
    """Newer Claude models bind their thinking to all that stood before it, and old pages are clipped from there."""
    bound = "messages.1.content.0: The block is bound to a different conversation and cannot be replayed."
    provider.script = [ANSWER, Fault(400, "invalid_request_error", bound), "Done."]
    llm = Llm(f"anthropic:claude-sonnet-5-5@{provider.anthropic}", api_key="good")
    reply = await llm.respond(ASK, [CLICK])
    conversation = [
        ASK[0],
        Message("user", ["[clipped]"]),
        Message("assistant", [reply.text], calls=reply.calls, native=reply.native),
        Message("tool", ["Clicked."], call_id=reply.calls[0].id, name="click"),
    ]
    assert (await llm.respond(conversation, [CLICK])).text == "Done."
    assert provider.asked[2].body["thinking"]["block_binding"] == {"prefix_mismatch_behavior": "drop_block"}


async def test_a_result_before_which_nothing_changes_any_more_is_marked_for_anthropics_cache(provider):
    provider.script = ["Done."]
    conversation = after(Call("click", {"ref": "e7"}))
    next(message for message in conversation if message.role == "tool").settled = True
    conversation += [Message("assistant", ["Next."]), Message("user", ["On."])]
    await model("anthropic", provider).respond(conversation, [CLICK])
    body = provider.asked[0].body
    marked = ["cache_control" in str(message["content"]) for message in body["messages"]]
    assert marked[:4] == [False, False, True, False]
    # Four marks are the most that the provider takes; the last stands for the whole request.
    assert str(body).count("cache_control") == 4


async def test_a_call_that_anthropics_output_limit_cut_is_not_made(provider):
    # Anthropic's whole answers hold an object: that it was not meant to end there, only the reason of the end says.
    press = Call("click", {"ref": "e7"})
    provider.script = [Say(calls=[press, Call("click", {})], cut=True), press]
    reply = await model("anthropic", provider).respond(ASK, [CLICK])
    assert [call.params for call in reply.calls] == [{"ref": "e7"}]
    assert "it was cut at your output limit. Make a shorter call." in provider.asked[1].last
