"""Each provider's own way of speaking, played back byte for byte, and the exact request that goes out after it."""

import json
import os
import re
from pathlib import Path

import pytest

from handrail.attachments import Attachment
from handrail.models import Message, ToolSpec
from handrail.models.providers.llm import Llm
from handrail.trust import External, fence
from tests.fakes.answers import Raw
from tests.fakes.provider import FakeProvider

TRAFFIC = Path(__file__).parent / "traffic"
MODELS = {
    "openai": "openai:gpt-6.1-terra",
    "openai-responses": "openai-responses:gpt-6.1-terra",
    "azure": "azure:gpt-6.1-terra",
    "openrouter": "openrouter:anthropic/claude-sonnet-5.5",
    "ollama": "ollama:qwen3:8b",
    "lmstudio": "lmstudio:openai/gpt-oss-20b",
    "vllm": "vllm:Qwen/Qwen3-32B",
    "llamacpp": "llamacpp:qwen3-8b",
    "anthropic": "anthropic:claude-sonnet-5-5",
    "google": "google:gemini-3.8-flash",
    "groq": "groq:openai/gpt-oss-120b",
}
OWN_PATHS = ("anthropic", "google", "azure", "groq")
"""Providers whose packages know the path themselves."""
SILENT = ("openai", "azure")
"""Providers whose chat protocol tells nothing of what a model thought."""
CACHES_UNSAID = ("ollama", "lmstudio", "vllm", "llamacpp")

CLICK = ToolSpec(
    "click",
    "Click an element.",
    {
        "type": "object",
        "properties": {
            "ref": {"type": "string", "pattern": "^e[0-9]+$"},
            "button": {"enum": ["left", "right"], "default": "left"},
            "modifiers": {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}], "default": None},
        },
        "required": ["ref"],
        "additionalProperties": False,
    },
)
DONE = ToolSpec("done", "End with an answer.", {"type": "object", "properties": {"result": {"type": "string"}}})
PICTURE = Attachment("image", "image/png", b"\x89PNG", "screenshot")
TERMS = Attachment("document", "application/pdf", b"%PDF-1.7", "terms.pdf")


@pytest.fixture
def provider():
    with FakeProvider() as running:
        yield running


def recorded(name: str) -> Raw:
    return Raw((TRAFFIC / f"{name}.sse").read_bytes().decode(), content_type="text/event-stream")


def llm(name: str, provider: FakeProvider, **options) -> Llm:
    at = provider.origin if name in OWN_PATHS else provider.openai
    return Llm(MODELS[name], base_url=at, api_key="good", backoff=0.0, **options)


@pytest.mark.parametrize("name", MODELS)
async def test_what_a_provider_streams_is_understood_and_answered_in_its_own_form(provider, name, monkeypatch):
    monkeypatch.delenv("OPENAI_API_VERSION", raising=False)
    provider.script = [recorded(name), recorded(name)]
    words: list[str] = []
    thoughts: list[str] = []
    begun = [
        Message("system", ["You drive a browser."]),
        Message("user", ["Press the button.", TERMS], pinned=True),
    ]
    model = llm(name, provider, effort="low")
    reply = await model.respond(begun, [CLICK, DONE], on_text=words.append, on_reasoning=thoughts.append)

    said = "" if name == "openai" else "I press it."
    thought = "" if name in SILENT else "The button is e7."
    assert (reply.text, "".join(words)) == (said, said)
    assert (reply.reasoning, "".join(thoughts)) == (thought, thought)
    assert [(call.name, call.params) for call in reply.calls] == [("click", {"ref": "e7"})]
    assert (reply.usage.input_tokens, reply.usage.cached_tokens) == (1187, 0 if name in CACHES_UNSAID else 1024)

    page = fence(External('button "Sent" [e8]', "https://shop.example", "page-snapshot"))
    turn = [
        *begun,
        Message("assistant", [reply.text] if reply.text else [], calls=reply.calls, native=reply.native),
        Message("tool", ["Clicked.", page, PICTURE], call_id=reply.calls[0].id, name="click"),
    ]
    await model.respond(turn, [CLICK, DONE], must_call=True, on_text=words.append)
    asked = provider.asked[1]
    assert asked.key == "good"
    held_to(TRAFFIC / f"{name}.request.json", {"path": asked.path, "body": asked.body})


@pytest.mark.parametrize("name", MODELS)
async def test_half_an_answer_that_ends_without_an_error_is_not_taken_for_a_whole_one(provider, name, monkeypatch):
    monkeypatch.delenv("OPENAI_API_VERSION", raising=False)
    whole = recorded(name).body
    break_ = "\r\n\r\n" if name == "google" else "\n\n"
    events = whole.split(break_)
    half = Raw(break_.join(events[: len(events) // 2]) + break_, content_type="text/event-stream")
    provider.script = [half, recorded(name)]
    begun = [Message("user", ["Press the button."])]
    reply = await llm(name, provider).respond(begun, [CLICK], on_reasoning=lambda text: None)
    assert [call.params for call in reply.calls] == [{"ref": "e7"}]
    assert len(provider.asked) == 2


def held_to(path: Path, request: dict) -> None:
    """A request, in canonical JSON, is the one that is kept; the nonces of fences are all the same there."""
    text = json.dumps(request, indent=1, sort_keys=True, ensure_ascii=False)
    text = re.sub(r'id=\\"[0-9a-f]{8}\\"', r'id=\\"0a0a0a0a\\"', text) + "\n"
    if os.environ.get("REWRITE"):
        path.write_text(text)
    assert text == path.read_text()
