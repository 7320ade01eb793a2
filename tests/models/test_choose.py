"""choose_model: which, and why."""

import http.client
import json
import subprocess
import sys
from urllib.parse import urlsplit

import pytest

from handrail.errors import UsageError
from handrail.models import Scripted, choose_model
from handrail.models.choose import choose_roles
from handrail.models.providers.catalogue import PROVIDERS
from handrail.models.providers.llm import DEFAULT_WINDOW, Llm
from handrail.models.providers.names import parse
from tests.fakes.provider import FakeProvider
from tests.models.providers.conversation import ASK

NOWHERE = {"OLLAMA_HOST": "127.0.0.1:9"}


@pytest.fixture
def ollama():
    with FakeProvider(["Hello."], models=["nomic-embed-text:latest", "qwen3:8b", "llama3:8b"]) as running:
        yield running


def test_the_flag_comes_first():
    environ = {"ANTHROPIC_API_KEY": "k"}
    model, reason = choose_model("openai:gpt-6-luna", {"model": "groq:x"}, environ)
    assert (model.name, reason) == ("openai:gpt-6-luna", "Model: openai:gpt-6-luna, as asked for.")


def test_then_the_configuration_with_its_server_and_limits():
    config = {"model": "openai:qwen3", "base_url": "http://127.0.0.1:1/v1", "model_timeout": 9, "context_window": 5000}
    model, reason = choose_model(None, config, {"ANTHROPIC_API_KEY": "k"})
    assert isinstance(model, Llm)
    assert (model.base_url, model.timeout, model.context_window) == ("http://127.0.0.1:1/v1", 9, 5000)
    assert reason == "Model: openai:qwen3, from the configuration."


def test_settings_of_another_provider_do_not_go_with_the_flag():
    config = {"model": "openai:qwen3", "base_url": "http://127.0.0.1:1/v1", "model_timeout": 9, "context_window": 5000}
    same, _ = choose_model("openai:llama3", config, {})
    other, _ = choose_model("anthropic:claude-sonnet-5-5", config, {})
    assert isinstance(same, Llm)
    assert isinstance(other, Llm)
    assert (same.base_url, other.base_url) == ("http://127.0.0.1:1/v1", "")
    assert (same.timeout, other.timeout) == (9, 9)


def test_the_configuration_is_loaded_where_none_is_given(monkeypatch):
    monkeypatch.setenv("HANDRAIL_MODEL", "openai:gpt-6-luna")
    model, reason = choose_model(environ={})
    assert (model.name, reason) == ("openai:gpt-6-luna", "Model: openai:gpt-6-luna, from the configuration.")


@pytest.mark.parametrize(
    ("environ", "provider", "key"),
    [
        ({"ANTHROPIC_API_KEY": "k", "OPENAI_API_KEY": "k"}, "anthropic", "ANTHROPIC_API_KEY"),
        ({"OPENAI_API_KEY": "k", "GEMINI_API_KEY": "k"}, "openai", "OPENAI_API_KEY"),
        ({"OPENROUTER_API_KEY": "k"}, "openrouter", "OPENROUTER_API_KEY"),
        ({"GEMINI_API_KEY": "k"}, "google", "GEMINI_API_KEY"),
        ({"ANTHROPIC_API_KEY": "", "GOOGLE_API_KEY": "k"}, "google", "GOOGLE_API_KEY"),
    ],
)
def test_then_a_key_in_the_environment(environ, provider, key):
    model, reason = choose_model(None, {}, environ)
    assert model.name == f"{provider}:{PROVIDERS[provider].default_model}"
    assert reason == f"Model: {model.name}, because {key} is set."


def test_a_window_that_is_set_without_a_model_is_that_of_the_model_in_use():
    config = {"context_window": 128_000}
    given, _ = choose_model("openai-compatible:brain@http://127.0.0.1:1/v1", config, {})
    other, _ = choose_model("openai-compatible:brain@http://127.0.0.1:1/v1", config | {"model": "openai:qwen3"}, {})
    assert (given.context_window, other.context_window) == (128_000, DEFAULT_WINDOW)


async def test_an_openai_key_goes_where_its_base_url_points():
    with FakeProvider(["Hello."], key="mine") as provider:
        model, _ = choose_model(None, {}, {"OPENAI_API_KEY": "mine", "OPENAI_BASE_URL": provider.openai})
        assert (await model.respond(ASK, [])).text == "Hello."


async def test_an_openai_key_does_not_go_to_other_servers(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "mine")
    with FakeProvider(["Hello."]) as provider:
        model, _ = choose_model(f"openai-compatible:qwen3@{provider.openai}", {}, {"OPENAI_API_KEY": "mine"})
        await model.respond(ASK, [])
        assert provider.asked[0].key != "mine"


async def test_then_an_ollama_on_this_machine(ollama, monkeypatch):
    monkeypatch.setattr("handrail.models.providers.local_servers.DEADLINE", 10.0)  # a busy machine is no reason to fail
    host = ollama.origin.removeprefix("http://")
    model, reason = choose_model(None, {}, {"OLLAMA_HOST": host})
    assert model.name == "ollama:qwen3:8b"
    assert reason == "Model: ollama:qwen3:8b at 127.0.0.1, because Ollama runs on this machine."
    assert (await model.respond(ASK, [])).text == "Hello."


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("[::1]:11434", "http://[::1]:11434/v1"),
        ("http://[::1]", "http://[::1]:11434/v1"),
        ("[::]:9", "http://127.0.0.1:9/v1"),
        ("0.0.0.0", "http://127.0.0.1:11434/v1"),
        ("box:9", "http://box:9/v1"),
    ],
)
def test_an_ollama_host_may_be_any_address(monkeypatch, host, url):
    reached: list[tuple[str, int]] = []

    def nobody(connection: http.client.HTTPConnection) -> None:
        reached.append((connection.host, connection.port))
        raise ConnectionRefusedError

    monkeypatch.setattr("http.client.HTTPConnection.connect", nobody)
    model, _ = choose_model(None, {}, {"OLLAMA_HOST": host})
    parts = urlsplit(url)
    assert (model.name, reached) == ("offline", [(parts.hostname, parts.port)])
    assert PROVIDERS["ollama"].find_base_url({"OLLAMA_HOST": host}) == url


@pytest.mark.parametrize("host", ["box:port", "::1", "[::1"])
def test_what_is_no_address_of_an_ollama_is_a_usage_error(host):
    with pytest.raises(UsageError, match="OLLAMA_HOST is not an address"):
        choose_model(None, {}, {"OLLAMA_HOST": host})


def test_an_ollama_that_does_not_answer_is_not_waited_for(monkeypatch):
    seen: list[float | None] = []

    def silent(connection: http.client.HTTPConnection) -> None:
        seen.append(connection.timeout)
        raise TimeoutError

    monkeypatch.setattr("http.client.HTTPConnection.connect", silent)
    model, _ = choose_model(None, {}, {})
    assert (model.name, seen) == ("offline", [0.3])


def test_then_offline_and_the_reason_says_what_would_change_that():
    model, reason = choose_model(None, {}, NOWHERE)
    assert model.name == "offline"
    assert "no provider is configured" in reason
    assert "ANTHROPIC_API_KEY" in reason


def test_the_main_model_does_everything_where_no_small_one_is_configured():
    roles = choose_roles("openai:gpt-6-luna", {}, {})
    assert roles.small is roles.main
    assert (roles.why, roles.effort) == ("Model: openai:gpt-6-luna, as asked for.", None)


def test_a_small_model_is_one_of_its_own_and_thinks_as_it_likes():
    config = {"model": "anthropic:claude-sonnet-5-5", "small_model": "anthropic:claude-haiku-5-5", "effort": "low"}
    roles = choose_roles(None, config, {})
    assert isinstance(roles.main, Llm)
    assert isinstance(roles.small, Llm)
    assert (roles.main.effort, roles.small.effort) == ("low", None)
    assert roles.why.endswith("from the configuration. Small model: anthropic:claude-haiku-5-5.")
    named = choose_roles(None, config, {}, small="openai:gpt-6-luna", effort="high")
    assert (named.small.name, named.effort) == ("openai:gpt-6-luna", "high")


def test_what_the_small_model_does_can_be_chosen():
    small = {"model": "openai:gpt-6.1-terra", "small_model": "openai:gpt-6-luna"}

    def done(config=None, **options):
        roles = choose_roles(None, small | (config or {}), {}, **options)
        return [work for work in ("extract", "verify", "plan") if roles.small_model_for(work) is roles.small]

    assert done() == ["extract", "verify"]
    assert done({"small_model_for": ["plan"]}) == ["plan"]
    assert done({"small_model_for": ["plan"]}, small_for="extract, verify,plan") == ["extract", "verify", "plan"]
    with pytest.raises(UsageError, match="A small model does no 'cook'"):
        done(small_for="plan,cook")
    alone = choose_roles("offline", {"small_model_for": ["plan"]}, {})
    assert alone.small_model_for("plan") is None


def test_offline_can_be_asked_for():
    model, reason = choose_model("offline", {}, {"ANTHROPIC_API_KEY": "k"})
    assert (model.name, reason) == ("offline", "Model: offline, as asked for.")


async def test_a_script_can_be_asked_for(tmp_path):
    path = tmp_path / "script.json"
    path.write_text(json.dumps([{"tool": "done", "params": {"result": "ok"}}]))
    model, _ = choose_model(f"scripted:{path}", {}, {})
    assert isinstance(model, Scripted)
    assert (await model.respond(ASK, [])).calls[0].name == "done"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("antropic:claude-sonnet-5-5", "Did you mean anthropic:claude-sonnet-5-5?"),
        ("claude-sonnet-5-5", "Did you mean anthropic:claude-sonnet-5-5?"),
        ("gpt-6-luna", "Did you mean openai:gpt-6-luna?"),
        ("ofline", "Did you mean offline?"),
        ("foo", "Write provider:model, with one of"),
        ("olama:qwen3", "Did you mean ollama:qwen3?"),
        ("openai", "Write openai:MODEL, or openai:MODEL@BASE_URL."),
        ("offline:x", "Write offline."),
        ("openai-compatible:x", "Write openai-compatible:MODEL@http://HOST:PORT/v1."),
        ("openai:x@http://", "Write http://HOST:PORT/v1."),
    ],
)
def test_an_unknown_name_is_a_usage_error_with_the_nearest(name, hint):
    with pytest.raises(UsageError) as caught:
        choose_model(name, {}, {})
    assert caught.value.hint.startswith(hint)


def test_a_name_of_nothing_lists_what_there_is():
    with pytest.raises(UsageError) as caught:
        choose_model("xyzzy42", {}, {})
    assert "anthropic" in caught.value.hint


def test_names_with_colons_and_addresses_are_read_whole():
    name = parse("ollama:qwen3:8b@http://[::1]:11434/v1")
    assert (name.provider, name.model, name.base_url) == ("ollama", "qwen3:8b", "http://[::1]:11434/v1")


def test_the_reason_shows_no_credentials():
    _, reason = choose_model("openai:x@http://me:hunter2@host.example/v1", {}, {})
    assert reason == "Model: openai:x at host.example, as asked for."


@pytest.mark.parametrize("name", ["anthropic:claude-sonnet-5-5", "openai:gpt-6-luna"])
def test_choosing_does_not_import_providers(name):
    code = (
        f"import sys; from handrail.models import choose_model; choose_model({name!r}, {{}}, {{}}); "
        "print([m for m in ('pydantic_ai', 'openai', 'anthropic', 'playwright') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
