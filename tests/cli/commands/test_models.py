"""`handrail models` and `handrail models check`, against providers on this machine."""

import json
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from handrail.cli.app import app
from handrail.models import Call
from handrail.models.providers import local_servers
from handrail.models.providers.catalogue import PROVIDERS, local_providers
from tests.fakes.faults import FAULTS
from tests.fakes.provider import FakeProvider


@pytest.fixture
def handrail(monkeypatch, tmp_path):
    """Run a command of this process with nothing configured but what is given."""
    for variable in {variable for provider in PROVIDERS.values() for variable in provider.keys}:
        monkeypatch.delenv(variable, raising=False)
    for variable in ("OPENAI_BASE_URL", "GOOGLE_CLOUD_PROJECT", "AWS_REGION", "AWS_DEFAULT_REGION", "HANDRAIL_MODEL"):
        monkeypatch.delenv(variable, raising=False)
    for provider in local_providers():
        monkeypatch.setitem(PROVIDERS, provider.name, replace(provider, base_url="http://127.0.0.1:9/v1"))
    monkeypatch.setattr(local_servers, "DEADLINE", 10.0)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)

    def run(*words: str, **environ: str):
        for name, value in environ.items():
            monkeypatch.setenv(name, value)
        return CliRunner().invoke(app, ["models", *words], catch_exceptions=False)

    return run


@pytest.fixture
def provider():
    with FakeProvider(lambda asked: Call("ready"), key="good", models=["gpt-test"]) as running:
        yield running


def test_where_nothing_is_configured_each_line_says_what_to_do(handrail):
    lines = [" ".join(line.split()) for line in handrail().output.splitlines()]
    assert "main offline because no provider is configured" in lines
    assert "- anthropic set ANTHROPIC_API_KEY" in lines
    assert "- mistral pip install './handrail[mistral]'; set MISTRAL_API_KEY" in lines
    assert any("not on PyPI yet: './handrail' is a checkout of it" in line for line in lines)
    assert "- vllm no model server at http://127.0.0.1:9/v1" in lines


def test_the_models_of_a_run_and_what_is_ready_are_listed(handrail):
    done = handrail(
        HANDRAIL_MODEL="anthropic:claude-sonnet-5-5,openai:gpt-6-luna",
        HANDRAIL_SMALL_MODEL="openai:gpt-6-luna",
        HANDRAIL_SMALL_MODEL_FOR="plan, extract",
        HANDRAIL_EFFORT="low",
        ANTHROPIC_API_KEY="sk-secret",
    )
    lines = [" ".join(line.split()) for line in done.output.splitlines()]
    assert lines[:5] == [
        "A run would use",
        "main anthropic:claude-sonnet-5-5 from the configuration",
        "then openai:gpt-6-luna where the one before it cannot answer",
        "small openai:gpt-6-luna reads pages, makes the plan",
        "effort low how much the main model thinks",
    ]
    assert "ready anthropic ANTHROPIC_API_KEY is set" in lines
    assert "sk-secret" not in done.output


def test_a_server_on_this_machine_is_listed_with_what_it_holds(handrail):
    with FakeProvider(models=["nomic-embed-text", "qwen3:8b"]) as ollama:
        done = handrail("--json", OLLAMA_HOST=ollama.origin)
    found = json.loads(done.output)
    assert found["servers"] == [{"provider": "ollama", "base_url": f"{ollama.origin}/v1", "models": ["qwen3:8b"]}]
    assert found["main"] == ["ollama:qwen3:8b"]
    assert "ollama" not in found["not_answering"]


def test_a_check_says_how_long_it_took_what_it_cost_and_how_much_it_reads(handrail, provider):
    done = handrail("check", f"openai:gpt-test@{provider.openai}", OPENAI_API_KEY="good")
    assert done.exit_code == 0
    words = " ".join(done.output.split())
    assert words.startswith("ok openai:gpt-test ")
    assert words.endswith(" s, price not known, reads 32,000 tokens")
    assert len(provider.asked) == 1


def test_a_check_that_fails_says_the_one_clear_sentence_and_what_to_do(handrail, provider):
    done = handrail("check", f"openai:gpt-test@{provider.openai}", OPENAI_API_KEY="bad")
    assert done.exit_code == 4
    assert "FAIL  openai:gpt-test" in done.output
    assert "does not accept the key." in done.output
    assert "Check OPENAI_API_KEY, and that it may use this model." in done.output


def test_a_check_asks_each_model_of_the_configuration_once_and_does_not_wait(handrail):
    with FakeProvider(lambda asked: FAULTS["openai"]["rate_limited"]) as busy:
        one = f"openai:gpt-test@{busy.openai}"
        done = handrail(
            "check", "--json", HANDRAIL_MODEL=f"{one},offline", HANDRAIL_SMALL_MODEL=one, OPENAI_API_KEY="k"
        )
    found = {one["name"]: one for one in json.loads(done.output)}
    assert set(found) == {"openai:gpt-test", "offline"}
    assert (found["openai:gpt-test"]["code"], found["offline"]["ok"]) == ("rate_limited", True)
    assert len(busy.asked) == 1


def test_a_model_that_answers_a_call_with_words_is_pointed_out(handrail):
    with FakeProvider(lambda asked: "I am ready!") as chatty:
        done = handrail("check", f"openai-compatible:tiny@{chatty.openai}")
    assert done.exit_code == 0
    assert "It answered in words where a tool call was asked for." in " ".join(done.output.split())
