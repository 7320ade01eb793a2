"""Providers whose packages are extras, each asked over its own protocol: Groq and Vertex, which are installed here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from handrail.models import Call
from handrail.models.providers.errors import ProviderError
from handrail.models.providers.llm import Llm
from tests.fakes.answers import Fault, Raw
from tests.fakes.provider import FakeProvider
from tests.models.providers.conversation import ASK, CLICK
from tests.pages import PageServer, Reply

# It speaks OpenAI's chat protocol on the wire, in a dialect of its own.
GROQ = "groq:llama-3.3-70b-versatile"


async def test_calls_and_streamed_words_come_through_a_providers_own_package() -> None:
    with FakeProvider([Call("click", {"ref": "e7"}), "Hello there."], key="good") as provider:
        model = Llm(f"{GROQ}@{provider.origin}", api_key="good")
        reply = await model.respond(ASK, [CLICK], must_call=True)
        assert [(call.name, call.params) for call in reply.calls] == [("click", {"ref": "e7"})]
        heard: list[str] = []
        assert (await model.respond(ASK, [], on_text=heard.append)).text == "".join(heard) == "Hello there."
    called, streamed = provider.asked
    assert called.body["tools"][0]["function"]["parameters"] == CLICK.schema
    assert called.body["tool_choice"] == "required"
    assert [message["content"] for message in streamed.body["messages"]] == ["You are a test.", "Click the button."]


def _streamed(*deltas: dict[str, Any], finish: str = "tool_calls") -> Raw:
    """These as a stream's chunks; the last one ends it and says what it cost, for Groq at a place of its own."""
    used = {"prompt_tokens": 124, "completion_tokens": 22, "total_tokens": 146}
    chunks: list[dict[str, Any]] = [
        {"index": 0, "delta": delta, "logprobs": None, "finish_reason": None} for delta in deltas
    ]
    chunks[-1]["finish_reason"] = finish
    head = {"id": "b3999b8c", "object": "chat.completion.chunk", "created": 1_769_088_854, "model": "a-model"}
    lines = [{**head, "choices": [chunk]} for chunk in chunks]
    lines[-1] |= {"usage": used, "x_groq": {"id": "req_01", "usage": used}}
    events = "".join(f"data: {json.dumps(line)}\n\n" for line in lines)
    return Raw(f"{events}data: [DONE]\n\n", content_type="text/event-stream")


def _piece(index: int | None, name: str, arguments: str, **head: str) -> dict[str, object]:
    place = {} if index is None else {"index": index}
    return {**head, "function": {"name": name, "arguments": arguments}, **place}


BEGUN = {"role": "assistant", "content": ""}
SHAPES: dict[str, tuple[Raw, list[str]]] = {
    # Mistral's own models and Groq: each call whole in one chunk, several in the same one.
    "one call whole": (
        _streamed(BEGUN, {"content": None, "tool_calls": [_piece(None, "click", '{"ref": "e7"}', id="gSIMJiOkT")]}),
        ["e7"],
    ),
    "two calls in one chunk": (
        _streamed(
            BEGUN,
            {
                "content": None,
                "tool_calls": [
                    _piece(0, "click", '{"ref": "e7"}', id="gSIMJiOkT"),
                    _piece(1, "click", '{"ref": "e8"}', id="hTJNKjPlU"),
                ],
            },
        ),
        ["e7", "e8"],
    ),
    # Models of others that Mistral passes on: in pieces, which have neither name nor id but the first.
    "one call in pieces": (
        _streamed(
            {"content": "", "tool_calls": [_piece(0, "click", "", id="chatcmpl-tool-1", type="function")]},
            {"content": "", "tool_calls": [_piece(0, "", '{"ref": ', type="function")]},
            {"content": "", "tool_calls": [_piece(0, "", '"e7"}', type="function")]},
            {"content": ""},
        ),
        ["e7"],
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
async def test_streamed_calls_come_through_in_the_pieces_that_a_provider_makes_of_them(shape: str) -> None:
    answer, refs = SHAPES[shape]
    with FakeProvider([answer]) as provider:
        model = Llm(f"{GROQ}@{provider.origin}", api_key="good")
        reply = await model.respond(ASK, [CLICK], must_call=True, on_text=lambda _: None)
    assert [(call.name, call.params) for call in reply.calls] == [("click", {"ref": ref}) for ref in refs]
    assert len({call.id for call in reply.calls}) == len(refs)
    assert (reply.usage.calls, reply.usage.input_tokens, reply.usage.output_tokens) == (1, 124, 22)


@pytest.mark.parametrize(
    ("fault", "code", "waits"),
    [
        (Fault(401, message="Incorrect key."), "wrong_key", 0),
        (Fault(429, message="Slow down.", headers={"retry-after": "2"}), "rate_limited", 3),
        (Fault(500, message="Oops."), "provider_down", 3),
        (Fault(400, message="The prompt is too long."), "context_overflow", 0),
    ],
)
async def test_faults_are_distinguished_and_waits_are_heeded(fault: Fault, code: str, waits: int) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    with FakeProvider(lambda _: fault) as provider, pytest.raises(ProviderError) as caught:
        await Llm(f"{GROQ}@{provider.origin}", api_key="k", sleep=sleep).respond(ASK, [])
    assert (caught.value.code, len(slept)) == (code, waits)
    assert code != "rate_limited" or slept == [2.0] * 3


async def test_vertex_is_asked_with_a_token_for_the_credentials_of_this_machine(
    serve: PageServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    told = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    token = {"access_token": "a-token", "expires_in": 3600, "token_type": "Bearer"}
    account = {
        "type": "service_account",
        "client_email": "handrail@project.iam.gserviceaccount.com",
        "private_key": key.private_bytes(*told).decode(),
        "token_uri": serve.put("/token", _json(token)),
    }
    (tmp_path / "account.json").write_text(json.dumps(account))
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(tmp_path / "account.json"))
    monkeypatch.setenv("GOOGLE_CLOUD_PROJECT", "project")
    monkeypatch.setenv("GOOGLE_CLOUD_LOCATION", "europe-west1")
    monkeypatch.delenv("GOOGLE_API_KEY", raising=False)
    path = "/v1beta1/projects/project/locations/europe-west1/publishers/google/models/gemini-3.8-flash:generateContent"
    content = {"role": "model", "parts": [{"functionCall": {"name": "click", "args": {"ref": "e7"}}}]}
    serve.put(path, _json({"candidates": [{"content": content, "finishReason": "STOP"}]}))
    reply = await Llm(f"vertex:gemini-3.8-flash@{serve.origin}").respond(ASK, [CLICK], must_call=True)
    assert [(call.name, call.params) for call in reply.calls] == [("click", {"ref": "e7"})]
    assert serve.requests[-1].headers["Authorization"] == "Bearer a-token"


def _json(value: object) -> Reply:
    return Reply(json.dumps(value).encode(), content_type="application/json")
