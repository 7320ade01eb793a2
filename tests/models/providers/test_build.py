"""From a name to a provider: its address, its key, its package, and a clear word where one is missing."""

import asyncio
import builtins
import gc
import json

import pytest

from handrail.errors import ModelError, UsageError
from handrail.models.providers.catalogue import PROVIDERS
from handrail.models.providers.errors import ProviderError
from handrail.models.providers.llm import Llm
from tests.fakes.provider import FakeProvider
from tests.models.providers.conversation import ASK

EXTRAS = {provider.name: provider for provider in PROVIDERS.values() if provider.extra}


@pytest.mark.parametrize("provider", EXTRAS)
async def test_a_missing_package_is_named_with_the_command_that_installs_it(provider, monkeypatch):
    missing = EXTRAS[provider].package.partition(".")[0]
    real = builtins.__import__

    def absent(name, *args, **kwargs):
        if name.partition(".")[0] == missing or name.startswith(f"pydantic_ai.models.{provider}"):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", absent)
    with pytest.raises(ModelError) as caught:
        await Llm(f"{provider}:some-model", api_key="k").respond(ASK, [])
    assert caught.value.message == f"The package for the provider {provider!r} is not installed."
    assert caught.value.hint == f"Install it: pip install './handrail[{EXTRAS[provider].extra}]'"


@pytest.mark.parametrize(
    ("account", "lacks"), [("", "SNOWFLAKE_ACCOUNT"), ("a-b", "SNOWFLAKE_TOKEN")], ids=["no account", "no token"]
)
async def test_a_provider_that_takes_no_key_names_what_it_needs_instead(account, lacks, monkeypatch):
    monkeypatch.delenv("SNOWFLAKE_TOKEN", raising=False)
    monkeypatch.setenv("SNOWFLAKE_ACCOUNT", account)
    with pytest.raises(ModelError) as caught:
        await Llm("snowflake:m", api_key="k").respond(ASK, [])
    assert caught.value.message == "The provider 'snowflake' needs a key."
    assert f"Set the `{lacks}`" in caught.value.hint


async def test_one_of_pydantic_ais_own_providers_names_pydantic_ais_extra():
    with pytest.raises(ModelError) as caught:
        await Llm("cohere:command-a", api_key="k").respond(ASK, [])
    assert caught.value.hint == "Install it: pip install 'pydantic-ai-slim[cohere]'"


@pytest.mark.parametrize(
    ("name", "variables"),
    [
        ("anthropic:x", "Set ANTHROPIC_API_KEY."),
        ("openai:x", "Set OPENAI_API_KEY."),
        ("openai-responses:x", "Set OPENAI_API_KEY."),
        ("openrouter:x/y", "Set OPENROUTER_API_KEY."),
        ("google:x", "Set GOOGLE_API_KEY or GEMINI_API_KEY."),
        ("azure:x", "Set AZURE_OPENAI_API_KEY, and AZURE_OPENAI_ENDPOINT to https://NAME.openai.azure.com/openai/v1."),
        ("vertex:x", "Run: gcloud auth application-default login; and set GOOGLE_CLOUD_PROJECT."),
    ],
)
async def test_a_missing_key_is_reported_with_its_variable(name, variables, monkeypatch, tmp_path):
    for variable in (
        *("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY"),
        *("AZURE_OPENAI_API_KEY", "AZURE_OPENAI_ENDPOINT", "OPENAI_BASE_URL"),
    ):
        monkeypatch.delenv(variable, raising=False)
    # A file that is no credentials: otherwise Google's package would look for a machine of Google's around it.
    (tmp_path / "none.json").write_text("{}")
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(tmp_path / "none.json"))
    with pytest.raises(ModelError) as caught:
        await Llm(name).respond(ASK, [])
    assert "needs " in caught.value.message
    assert caught.value.hint == variables


@pytest.mark.parametrize("holds", [{}, {"type": "authorized_user", "refresh_token": "x"}], ids=["none", "no project"])
async def test_vertex_without_credentials_of_use_is_one_sentence_and_leaves_nothing_to_the_loop(
    holds, monkeypatch, tmp_path
):
    for variable in ("GOOGLE_API_KEY", "GEMINI_API_KEY", "GOOGLE_CLOUD_PROJECT"):
        monkeypatch.delenv(variable, raising=False)
    (tmp_path / "adc.json").write_text(json.dumps({"client_id": "x", "client_secret": "y", **holds} if holds else {}))
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(tmp_path / "adc.json"))
    failed: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: failed.append(context))
    with pytest.raises(ModelError, match="The provider 'vertex' needs credentials") as caught:
        await Llm("vertex:x").respond(ASK, [])
    del caught
    for _ in range(3):
        gc.collect()
        await asyncio.sleep(0)
    assert failed == []


@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        ("HTTPS_PROXY", "foo://user:pw@127.0.0.1:1", "this environment's proxy or certificates"),
        ("HTTPS_PROXY", "socks5://127.0.0.1:1", "this environment's proxy or certificates"),
        ("SSL_CERT_FILE", "/no/such/file", "this environment's proxy or certificates"),
        ("OPENAI_API_KEY", "half\nhalf", "a letter or a line break that no key has"),
        ("OPENAI_API_KEY", "k\N{EURO SIGN}y", "a letter or a line break that no key has"),
    ],
)
async def test_what_no_connection_can_be_made_with_is_one_sentence(variable, value, sentence, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "good")
    monkeypatch.setenv(variable, value)
    with pytest.raises(ProviderError, match=sentence) as caught:
        await Llm("openai:gpt-6-luna").respond(ASK, [])
    assert "pw" not in str(caught.value)


@pytest.mark.parametrize("url", ["nonsense", "http://[::1/v1", "http://h:99999/v1", "http://h:x/v1", "http:// /v1"])
def test_what_is_no_base_url_is_reported_wherever_it_comes_from(url, monkeypatch):
    with pytest.raises(UsageError, match="is not a base URL"):
        Llm("openai-compatible:x", base_url=url)
    monkeypatch.setenv("OPENAI_BASE_URL", url)
    with pytest.raises(UsageError, match="is not a base URL"):
        Llm("openai:x")


@pytest.mark.parametrize("path", ["", "/", "/openai/v1", "/openai/v1/"])
async def test_azure_is_found_at_the_address_of_the_resource(path, monkeypatch):
    monkeypatch.delenv("OPENAI_API_VERSION", raising=False)
    with FakeProvider(["Hello."], key="mine") as provider:
        monkeypatch.setenv("AZURE_OPENAI_ENDPOINT", provider.origin + path)
        monkeypatch.setenv("AZURE_OPENAI_API_KEY", "mine")
        assert (await Llm("azure:my-deployment").respond(ASK, [])).text == "Hello."
        assert provider.asked[0].path == "/openai/v1/chat/completions"


async def test_azure_is_asked_the_older_way_where_a_version_is_set(monkeypatch):
    monkeypatch.setenv("OPENAI_API_VERSION", "2025-04-01-preview")
    with FakeProvider(["Hello."], key="mine") as provider:
        await Llm("azure:my-deployment", base_url=provider.origin, api_key="mine").respond(ASK, [])
        path = "/openai/deployments/my-deployment/chat/completions?api-version=2025-04-01-preview"
        assert provider.asked[0].path == path


async def test_credentials_that_are_found_missing_only_when_asked_are_one_clear_sentence(monkeypatch):
    from google.auth.exceptions import RefreshError

    async def no_token(*_):
        raise RefreshError("Your default credentials have expired.\nRun gcloud.")

    monkeypatch.setattr("handrail.models.providers.request.ProviderRequest.send", no_token)
    with pytest.raises(ModelError) as caught:
        await Llm("google:gemini-3.8-flash", api_key="k").respond(ASK, [])
    said = "The provider 'google' gets no valid credentials: Your default credentials have expired. Run gcloud."
    assert (caught.value.code, caught.value.message) == ("wrong_key", said)


async def test_a_fault_of_ours_is_not_reported_as_the_providers(monkeypatch):
    async def faulty(*_):
        raise KeyError("ours")

    monkeypatch.setattr("handrail.models.providers.request.ProviderRequest.send", faulty)
    with pytest.raises(KeyError):
        await Llm("google:gemini-3.8-flash", api_key="k").respond(ASK, [])


async def test_what_a_providers_package_cannot_do_is_not_asked_of_it(monkeypatch):
    from pydantic_ai.models.openai import OpenAIChatModel

    # As with Bedrock's: pydantic-ai would warn, and here a warning is an error.
    monkeypatch.setattr(OpenAIChatModel, "unsupported_settings", frozenset({"timeout", "max_retries"}))
    with FakeProvider(["Hello."]) as provider:
        llm = Llm("openai-compatible:x", base_url=provider.openai)
        assert (await llm.respond(ASK, [])).text == "Hello."


async def test_openai_keeps_no_answers():
    with FakeProvider(["Hello."]) as provider:
        await Llm("openai-responses:gpt-6.1-terra", base_url=provider.openai, api_key="k").respond(ASK, [])
        assert provider.asked[0].body["store"] is False


@pytest.mark.parametrize(
    ("name", "options", "reads"),
    [
        ("anthropic:claude-sonnet-5-5", {}, True),
        ("google:gemini-3-pro", {}, True),
        ("openai-responses:gpt-6.1-terra", {}, True),
        ("openai-responses:gpt-6.1-terra", {"base_url": "https://else.example/v1"}, False),
        ("groq:llama-4", {}, False),
        ("ollama:llava", {}, False),
    ],
)
def test_only_models_of_providers_that_are_known_to_do_so_read_documents(name, options, reads, monkeypatch):
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    assert Llm(name, api_key="k", **options).reads_documents is reads
