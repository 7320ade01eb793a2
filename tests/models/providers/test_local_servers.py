"""Servers on this machine: what they hold, and how much fits into one request."""

from dataclasses import replace

import pytest

from handrail.models.providers import local_servers
from handrail.models.providers.catalogue import PROVIDERS, local_providers
from handrail.models.providers.llm import DEFAULT_WINDOW, LOCAL_WINDOW, Llm
from tests.fakes.provider import FakeProvider

WINDOWS = {
    "ollama": ("/api/ps", {"models": [{"name": "qwen3:latest", "size_vram": 1, "context_length": 4096}]}),
    "llamacpp": ("/props", {"default_generation_settings": {"n_ctx": 4096}, "total_slots": 1}),
    "lmstudio": (
        "/api/v0/models",
        {"data": [{"id": "qwen3", "state": "loaded", "max_context_length": 131072, "loaded_context_length": 4096}]},
    ),
    "vllm": ("/v1/models", {"object": "list", "data": [{"id": "qwen3", "object": "model", "max_model_len": 4096}]}),
}


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setattr(local_servers, "DEADLINE", 10.0)  # a busy machine is no reason to fail
    with FakeProvider(models=["nomic-embed-text", "qwen3"]) as running:
        yield running


@pytest.mark.parametrize("provider", WINDOWS)
def test_a_local_server_says_how_much_it_really_gives(server, provider):
    path, page = WINDOWS[provider]
    server.pages[path] = page
    assert Llm(f"{provider}:qwen3@{server.openai}").context_window == 4096


@pytest.mark.parametrize("provider", WINDOWS)
def test_where_it_does_not_say_a_safe_guess_holds(server, provider):
    assert Llm(f"{provider}:qwen3@{server.openai}").context_window <= max(LOCAL_WINDOW, DEFAULT_WINDOW)
    assert local_servers.context_window(PROVIDERS[provider], server.openai, "qwen3") is None


@pytest.mark.parametrize("provider", WINDOWS)
def test_models_that_only_embed_are_not_listed(server, provider):
    found = local_servers.find_server(PROVIDERS[provider], server.openai)
    assert found == local_servers.RunningServer(provider, server.openai, ("qwen3",))


def test_all_servers_are_asked_and_those_that_answer_are_reported(server, monkeypatch):
    for provider in local_providers():
        base_url = server.openai if provider.name == "vllm" else "http://127.0.0.1:9/v1"
        monkeypatch.setitem(PROVIDERS, provider.name, replace(provider, base_url=base_url))
    found = local_servers.running_servers({"OLLAMA_HOST": server.origin.removeprefix("http://")})
    assert [one.provider for one in found] == ["ollama", "vllm"]


@pytest.mark.parametrize("answer", [{"models": 1}, {}, [], {"data": [{"name": "x"}]}, "no"])
def test_what_is_no_list_of_models_is_no_server(server, answer):
    server.pages["/api/tags"] = answer
    assert local_servers.find_server(PROVIDERS["ollama"], server.openai) is None
