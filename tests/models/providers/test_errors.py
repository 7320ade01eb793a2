"""Everything that can go wrong with a provider, over every wire: one clear sentence, and what to do next."""

from itertools import product

import pytest

from handrail.models.providers.errors import ProviderError
from tests.fakes.answers import Break, Fault, Hang, Raw, Say
from tests.fakes.faults import FAULTS
from tests.fakes.provider import FakeProvider
from tests.models.providers.conversation import ASK, CLICK
from tests.models.providers.wires import WIRES, model
from tests.sampling import some

SENTENCES = {
    "wrong_key": ("wrong_key", "does not accept the key."),
    "unknown_model": ("unknown_model", "knows no model"),
    "no_quota": ("no_quota", "says that the account has no quota left"),
    "context_overflow": ("context_overflow", "The conversation is longer than the model"),
    "rate_limited": ("rate_limited", "takes no more requests for now (rate limit). It asks to wait 2 s."),
    "provider_down": ("provider_down", "cannot answer right now"),
    "refused": ("refused", "refused to answer"),
    "filtered": ("refused", "refused to answer"),
    "empty": ("empty", "gave an empty answer"),
}
ASKED_AGAIN = {"rate_limited": 4, "provider_down": 4, "empty": 2}
"""How often a provider is asked in all; once where asking again cannot help."""


@pytest.fixture
def provider():
    with FakeProvider() as running:
        yield running


async def failure(provider, wire, *, streamed, **options) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        await model(wire, provider, **options).respond(ASK, [CLICK], on_text=(lambda text: None) if streamed else None)
    return caught.value


@pytest.mark.parametrize(("wire", "kind", "streamed"), some(product(WIRES, SENTENCES, (False, True)), 36))
async def test_each_is_one_clear_sentence(provider, wire, kind, streamed):
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    provider.script = lambda asked: FAULTS[wire][kind]
    error = await failure(provider, wire, streamed=streamed, sleep=sleep)
    code, sentence = SENTENCES[kind]
    assert error.code == code
    assert sentence in error.message
    assert error.message.endswith(".")
    assert "\n" not in error.message
    assert error.hint.endswith((".", "?"))
    assert len(provider.asked) == ASKED_AGAIN.get(kind, 1)
    assert waits == ([2.0] * 3 if kind == "rate_limited" else waits)


@pytest.mark.parametrize("wire", WIRES)
async def test_a_connection_cut_before_an_answer_is_tried_again_and_then_said(provider, wire):
    provider.script = lambda asked: Break()
    error = await failure(provider, wire, streamed=False)
    assert (error.code, error.retryable, len(provider.asked)) == ("unreachable", True, 4)


@pytest.mark.parametrize("wire", WIRES)
async def test_a_connection_cut_in_the_middle_is_reported_and_nothing_is_reported_twice(provider, wire):
    provider.script = lambda asked: Break("One, two")
    heard: list[str] = []
    with pytest.raises(ProviderError) as caught:
        await model(wire, provider).respond(ASK, [], on_text=heard.append)
    assert caught.value.code == "unreachable"
    assert "broke the connection before its answer was complete" in caught.value.message
    assert ("".join(heard), len(provider.asked)) == ("One, two", 1)


@pytest.mark.parametrize(("wire", "streamed"), [*product(WIRES, [False]), ("openai", True)])
async def test_the_deadline_of_an_answer_is_kept(provider, wire, streamed):
    provider.script = lambda asked: Hang()
    error = await failure(provider, wire, streamed=streamed, timeout=0.2)
    assert error.code == "timeout"
    assert "did not finish its answer within 0.2 s." in error.message


@pytest.mark.parametrize("wire", WIRES)
async def test_after_an_error_that_passes_the_answer_comes(provider, wire):
    provider.script = [FAULTS[wire]["provider_down"], FAULTS[wire]["rate_limited"], Say("Done.")]

    async def sleep(seconds: float) -> None:
        return

    reply = await model(wire, provider, sleep=sleep).respond(ASK, [])
    assert (reply.text, len(provider.asked)) == ("Done.", 3)


@pytest.mark.parametrize(
    ("wire", "fault"),
    [("openai", Fault(500, "server_error", in_stream=True)), ("anthropic", Fault(529, in_stream=True))],
)
async def test_an_error_inside_a_stream_is_tried_again(provider, wire, fault):
    provider.script = [fault, "Done."]
    reply = await model(wire, provider).respond(ASK, [], on_text=lambda text: None)
    assert (reply.text, len(provider.asked)) == ("Done.", 2)


async def test_a_prompt_that_google_blocks_is_a_refusal(provider):
    blocked = '{"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, "usageMetadata": {"promptTokenCount": 9}}'
    provider.script = [Raw(blocked, content_type="application/json")]
    error = await failure(provider, "google", streamed=False)
    assert (error.code, len(provider.asked)) == ("refused", 1)
