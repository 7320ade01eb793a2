"""A chain of models: when it goes on to the next one, when not, and what it says."""

import asyncio
from contextlib import suppress

import pytest

from handrail import Agent
from handrail.errors import ModelError, UsageError
from handrail.models import Call, ModelReply, Scripted, Usage
from handrail.models.choose import choose_model
from handrail.models.fallback import Fallback
from handrail.models.metered import Metered
from handrail.models.providers.errors import ProviderError
from handrail.models.providers.llm import Llm
from tests.fakes.faults import FAULTS
from tests.fakes.provider import FakeProvider
from tests.models.providers.conversation import ASK
from tests.models.providers.wires import model


@pytest.fixture
def provider():
    with FakeProvider() as running:
        yield running


async def at_once(seconds: float) -> None:
    return


def chain(provider: FakeProvider, *rest, **options) -> Fallback:
    return Fallback([model("openai", provider, sleep=at_once), *rest], **options)


async def test_what_a_call_cost_is_reported_of_the_member_that_answered(provider):
    provider.script = lambda asked: FAULTS["openai"]["wrong_key"]
    told: list[str] = []
    metered = Metered(chain(provider, Scripted(["Hello."])), "act", lambda name, *_: told.append(name))
    await metered.respond(ASK, [])
    assert (told, metered.name) == (["scripted"], "openai-compatible:gpt-test|scripted")


async def test_an_answer_of_no_use_of_an_earlier_member_is_paid_for_too(provider):
    provider.script = [FAULTS["openai"]["empty"], FAULTS["openai"]["wrong_key"]] * 2
    paid: list[Usage] = []

    def fails(_turn):
        raise ModelError("It cannot answer either.")

    for last in ([ModelReply(text="Hello.", usage=Usage(1, 10, 0, 5, 0.01))], fails):
        metered = Metered(chain(provider, Scripted(last)), "act", lambda *told: paid.append(told[2].usage))
        with suppress(ModelError):
            await metered.respond(ASK, [])
    assert [(usage.calls, usage.cost) for usage in paid] == [(2, 0.01), (1, None)]
    assert paid[0].input_tokens == paid[1].input_tokens + 10 > 10


@pytest.mark.parametrize("kind", ["wrong_key", "no_quota", "rate_limited", "provider_down", "unknown_model"])
async def test_it_goes_on_where_another_provider_can_help_and_says_so(provider, kind):
    provider.script = lambda asked: FAULTS["openai"][kind]
    notices: list[str] = []
    both = chain(provider, Scripted(["From the second."]), on_notice=notices.append)
    assert (await both.respond(ASK, [])).text == "From the second."
    assert both.name == "openai-compatible:gpt-test|scripted"
    assert notices[-1].endswith(" Going on with scripted.")
    assert "sk-abcde" not in notices[-1]


@pytest.mark.parametrize("kind", ["context_overflow", "refused", "empty"])
async def test_it_does_not_where_the_conversation_is_at_fault(provider, kind):
    provider.script = lambda asked: FAULTS["openai"][kind]
    with pytest.raises(ProviderError) as caught:
        await chain(provider, Scripted(["From the second."])).respond(ASK, [])
    assert caught.value.code == kind


async def test_it_stays_with_the_model_that_answered(provider):
    provider.script = lambda asked: FAULTS["openai"]["wrong_key"]
    both = chain(provider, Scripted(["One.", "Two."]))
    async with both:
        assert [(await both.respond(ASK, [])).text for _ in range(2)] == ["One.", "Two."]
    assert len(provider.asked) == 1
    assert both.context_window == Scripted.context_window


async def test_when_none_answers_each_has_its_sentence_and_the_next_run_begins_at_the_first(provider):
    provider.script = lambda asked: FAULTS["openai"]["wrong_key"]
    both = chain(provider, Scripted([]))
    for _ in range(2):
        with pytest.raises(ModelError) as caught:
            await both.respond(ASK, [])
        assert caught.value.message.startswith("None of the models answered. The server at http://127.0.0.1")
        assert "does not accept the key. The script has no turn" in caught.value.message
    assert len(provider.asked) == 2


async def test_requests_that_fail_at_the_same_time_go_on_to_the_next_model_together():
    failing = asyncio.Barrier(2)

    async def fails(_):
        await failing.wait()
        raise ProviderError("wrong_key", "The key is wrong.")

    notices: list[str] = []
    both = Fallback([Scripted(fails), Scripted(lambda turn: "From the second.")], on_notice=notices.append)
    async with both:
        replies = await asyncio.gather(both.respond(ASK, []), both.respond(ASK, []))
    assert [reply.text for reply in replies] == ["From the second."] * 2
    assert len(notices) == 1


class Loaded(Scripted):
    """Knows whether it was loaded."""

    is_loaded = False

    async def __aenter__(self):
        self.is_loaded = True
        return self

    async def __aexit__(self, *_):
        return None


async def test_a_chain_loads_its_first_model_when_it_is_opened():
    first, second = Loaded(["Hello."]), Loaded(["Hello."])
    async with Fallback([first, second]):
        assert (first.is_loaded, second.is_loaded) == (True, False)


async def test_loading_main_model_and_planner_takes_none_of_a_run_s_time(session):
    async def never(_):
        await asyncio.Event().wait()

    first, planner = Loaded(never), Loaded(never)
    result = await Agent(session, model=Fallback([first]), planner=planner, timeout=0).run("Look")
    assert (result.outcome, first.is_loaded, planner.is_loaded) == ("out_of_budget", True, True)


async def test_a_model_further_down_is_not_set_up_before_it_is_needed(provider, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    provider.script = ["Hello."]
    async with chain(provider, Llm("openai:gpt-6.1-terra")) as both:
        assert (await both.respond(ASK, [])).text == "Hello."


async def test_a_run_without_a_plan_goes_on_too_where_the_first_model_has_no_key(session, monkeypatch):
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    both = Fallback([Llm("anthropic:claude-sonnet-5-5"), Scripted([Call("done", {"result": "ok"})])])
    notices: list[str] = []
    session.events.subscribe(lambda event: notices.append(event.text) if event.kind == "notice" else None)
    result = await Agent(session, model=both, plan="none", verify=0).run("Look")
    assert (result.outcome, result.answer) == ("done", "ok")
    assert notices == ["The provider 'anthropic' needs a key. Going on with scripted."]


def test_a_chain_is_named_with_commas():
    chosen, why = choose_model("anthropic:claude-sonnet-5-5, ollama:qwen3@http://me:pw@box:1/v1", {}, {})
    assert isinstance(chosen, Fallback)
    assert chosen.name == "anthropic:claude-sonnet-5-5|ollama:qwen3"
    assert why == "Model: anthropic:claude-sonnet-5-5, then ollama:qwen3 at box, as asked for."


def test_a_wrong_name_in_a_chain_is_a_usage_error():
    with pytest.raises(UsageError, match="no model called 'antropic:x'"):
        choose_model("openai:gpt-6-luna,antropic:x", {}, {})


def test_a_chain_of_nothing_is_a_usage_error():
    with pytest.raises(UsageError):
        Fallback([])


async def test_a_member_that_was_asked_counts_whatever_comes_after_it(provider):
    provider.script = lambda asked: FAULTS["openai"]["provider_down"]
    counted: list[int] = []

    def wrong_key(_turn):
        raise ProviderError("wrong_key", "The key is wrong.")

    metered = Metered(chain(provider, Scripted(wrong_key)), "act", lambda *told: counted.append(told[2].usage.calls))
    with suppress(ModelError):
        await metered.respond(ASK, [])
    assert counted == [1]
