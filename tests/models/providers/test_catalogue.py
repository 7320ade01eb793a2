"""The catalogue: a provider is one record, and everything else follows from it."""

import tomllib
from pathlib import Path

import pytest
from scripts.docs import hosted_table

from handrail.models.providers import model_classes
from handrail.models.providers.catalogue import PROVIDERS
from handrail.models.providers.check import ProviderStatus, survey
from handrail.models.providers.llm import Llm
from handrail.models.providers.names import parse
from handrail.models.providers.provider import Provider
from tests.fakes.provider import FakeProvider
from tests.models.providers.conversation import ASK

PYPROJECT = Path(__file__).parents[3] / "pyproject.toml"


async def test_a_record_is_all_that_a_new_openai_compatible_provider_needs(monkeypatch):
    monkeypatch.setenv("NEWCOMER_API_KEY", "mine")
    with FakeProvider(["Hello."], key="mine") as server:
        record = Provider(
            "newcomer", model_classes.chat_completions, keys=("NEWCOMER_API_KEY",), base_url=server.openai
        )
        monkeypatch.setitem(PROVIDERS, "newcomer", record)
        assert (await Llm("newcomer:small-1").respond(ASK, [])).text == "Hello."
    environ = {"NEWCOMER_API_KEY": "mine", "OLLAMA_HOST": "127.0.0.1:9"}
    assert ProviderStatus("newcomer", "NEWCOMER_API_KEY") in survey(environ).providers
    assert "| `newcomer:MODEL` | set `NEWCOMER_API_KEY` |  |" in hosted_table()


@pytest.mark.parametrize("provider", [one for one in PROVIDERS.values() if one.extra], ids=lambda one: one.name)
def test_the_extra_of_a_provider_is_one_of_the_package(provider):
    assert provider.extra in tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]["optional-dependencies"]
    assert provider.package


def test_a_name_that_pydantic_ai_uses_is_understood():
    assert parse("google-cloud:gemini-3.8-flash").provider == "vertex"
    assert parse("openai-chat:gpt-6.1-terra").provider == "openai"
