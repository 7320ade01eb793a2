"""From a model's name to pydantic-ai's model class. Importing this costs seconds: only when a model is used."""

from __future__ import annotations

import os
import warnings
from contextlib import suppress
from typing import Any

from pydantic_ai.exceptions import UserError
from pydantic_ai.models import Model, infer_model
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers import Provider, infer_provider_class

from handrail.errors import ModelError, UsageError
from handrail.models.names import EXTRAS, KEYS, LOCAL, ModelName
from handrail.models.providers.errors import ProviderError

ENDS = OpenAIModelProfile(openai_chat_streaming_requires_finish_reason=True)
"""For servers known to end what they stream properly: an answer without an end is half of one."""

NEEDS_KEY = ("anthropic", "openai", "openai-responses", "google")
"""Providers whose SDK takes a variable that is set but empty for a key, and then fails in words of its own."""


def build(name: ModelName, api_key: str | None) -> Model[Any]:
    """The model class for a name.

    Args:
        api_key: by default the provider's own variable in the environment.

    Raises:
        UsageError: no such provider.
        ModelError: its key or its package is missing or of no use, or the environment's proxy is.
    """
    key = api_key or next((found for key in KEYS.get(name.provider, ()) if (found := os.environ.get(key))), None)
    if key is None and name.provider in NEEDS_KEY and not name.base_url:
        raise _no_key(name)
    if key is not None and not (key.isascii() and key.isprintable()):
        raise ProviderError(
            "wrong_key",
            f"The key of the provider {name.provider!r} holds a letter or a line break that no key has.",
            hint="Copy it again.",
        )
    try:
        return _built(name, key)
    except ImportError as error:
        raise (_no_way(name) if "SOCKS" in str(error) else _no_package(name.provider)) from error
    except (OSError, ValueError) as error:
        raise _no_way(name) from error
    except UserError as error:
        if error.message.startswith("Unknown model"):
            raise UsageError(f"There is no model provider {name.provider!r}.") from error
        raise _no_key(name, error.message) from error


def _built(name: ModelName, key: str | None) -> Model[Any]:
    match name.provider:
        case "anthropic":
            return _anthropic(name, key)
        case "openai" if name.is_openais:
            return _openai(name, key)
        case "openai-responses":
            return _responses(name, key)
        case "azure" | "azure-responses":
            return _azure(name, key)
        case "openrouter":
            return _openrouter(name, key)
        case "google":
            return _google(name, key)
        case "vertex":
            return _vertex(name)
        case "ollama":
            return _ollama(name, key)
        case "vllm":
            return _vllm(name, key)
        case "bedrock":
            # Its package reads AWS_DEFAULT_REGION; AWS's other tools read this one as well.
            region = os.environ.get("AWS_REGION", "")
            return infer_model(name.text, lambda _: _provider(name, key, region_name=region))
        case "mistral" | "groq":
            return infer_model(name.text, lambda _: _provider(name, key))
        case provider if name.base_url or provider in LOCAL:
            return _compatible(name, key)
        case _:
            return infer_model(name.text, lambda _: _provider(name, key))


def reads(model: Model[Any], name: ModelName) -> frozenset[str]:
    """The kinds of attachment that a model takes: ``image``, ``document``.

    Local servers take no documents, whatever their model can do. Whether such a model sees images only trying tells.
    """
    profile: dict[str, Any] = dict(model.profile)
    kinds = {"image"} if profile.get("supports_image_input", True) else set()
    documents = profile.get("supports_document_input", True) and name.provider not in LOCAL
    if documents and (not _chats(model) or profile.get("openai_chat_supports_document_input", True)):
        kinds.add("document")
    return frozenset(kinds)


def _chats(model: Model[Any]) -> bool:
    from pydantic_ai.models.openai import OpenAIChatModel

    return isinstance(model, OpenAIChatModel)


def _no_key(name: ModelName, otherwise: str = "") -> ProviderError:
    hint = f"Set {' or '.join(KEYS[name.provider])}." if name.provider in KEYS else otherwise
    if name.provider.startswith("azure"):
        hint = "Set AZURE_OPENAI_API_KEY, and AZURE_OPENAI_ENDPOINT to https://NAME.openai.azure.com/openai/v1."
    if name.provider == "vertex":
        hint = "Run: gcloud auth application-default login; and set GOOGLE_CLOUD_PROJECT."
    if name.provider == "bedrock":
        hint = "Set AWS_REGION, and your AWS credentials or AWS_BEARER_TOKEN_BEDROCK."
    what = "credentials" if name.provider in ("vertex", "bedrock", "bedrock-mantle") else "a key"
    return ProviderError("wrong_key", f"The provider {name.provider!r} needs {what}.", hint=hint)


def _no_way(name: ModelName) -> ProviderError:
    """What a package raises about proxies and certificates quotes them, with the passwords that they may hold."""
    return ProviderError(
        "unreachable",
        f"A connection to the provider {name.provider!r} cannot be made with this environment's proxy or certificates.",
        hint="Check HTTPS_PROXY, ALL_PROXY and SSL_CERT_FILE; for a SOCKS proxy: pip install 'httpx2[socks]'.",
    )


def _no_package(provider: str) -> ModelError:
    package = f"handrail[{EXTRAS[provider]}]" if provider in EXTRAS else f"pydantic-ai-slim[{provider}]"
    return ModelError(
        f"The package for the provider {provider!r} is not installed.", hint=f"Install it: pip install '{package}'"
    )


def _anthropic(name: ModelName, key: str | None) -> Model[Any]:
    from pydantic_ai.models.anthropic import AnthropicModel, AnthropicStaleThinkingBlockWarning
    from pydantic_ai.providers.anthropic import AnthropicProvider

    # Clipping old pages changes the prefix that newer Claude models bind their thinking to. pydantic-ai then asks once
    # more without the old thinking, which is what we want, and nothing that a user can do something about.
    warnings.filterwarnings("ignore", category=AnthropicStaleThinkingBlockWarning)
    return AnthropicModel(name.model, provider=AnthropicProvider(api_key=key, base_url=name.base_url or None))


def _openai(name: ModelName, key: str | None) -> Model[Any]:
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    # A base URL would otherwise come from the environment, and with it a name that has another.
    base_url = name.base_url or "https://api.openai.com/v1"
    provider = OpenAIProvider(api_key=key or "none", base_url=base_url)
    return OpenAIChatModel(name.model, provider=provider, profile=ENDS)


def _responses(name: ModelName, key: str | None) -> Model[Any]:
    """OpenAI's newer protocol. OpenAI keeps nothing: what it needs of an answer goes back with the next request."""
    from pydantic_ai.models.openai import OpenAIResponsesModel, OpenAIResponsesModelSettings
    from pydantic_ai.providers.openai import OpenAIProvider

    provider = OpenAIProvider(api_key=key or "none", base_url=name.base_url or None)
    settings = OpenAIResponsesModelSettings(openai_store=False, openai_prompt_cache_diagnostics=False)
    model = OpenAIResponsesModel(name.model, provider=provider, settings=settings)
    if dict(model.profile).get("openai_supports_reasoning"):
        settings["openai_reasoning_summary"] = "auto"
    return model


def _azure(name: ModelName, key: str | None) -> Model[Any]:
    from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
    from pydantic_ai.providers.azure import AzureProvider

    endpoint = name.base_url or os.environ.get("AZURE_OPENAI_ENDPOINT") or None
    if endpoint and not os.environ.get("OPENAI_API_VERSION") and not endpoint.rstrip("/").endswith("/v1"):
        # The resource's own address, as the portal shows it; the API without dated versions stands below it.
        endpoint = endpoint.rstrip("/") + "/openai/v1"
    provider = AzureProvider(azure_endpoint=endpoint, api_key=key)
    if name.provider == "azure-responses":
        return OpenAIResponsesModel(name.model, provider=provider)
    return OpenAIChatModel(name.model, provider=provider, profile=ENDS)


def _openrouter(name: ModelName, key: str | None) -> Model[Any]:
    from pydantic_ai.models.openrouter import OpenRouterModel
    from pydantic_ai.providers.openrouter import OpenRouterProvider

    class Endpoint(OpenRouterProvider):
        @property
        def base_url(self) -> str:
            return name.base_url

    kind = Endpoint if name.base_url else OpenRouterProvider
    return OpenRouterModel(name.model, provider=kind(api_key=key, app_title="Handrail"), profile=ENDS)


def _google(name: ModelName, key: str | None) -> Model[Any]:
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    return GoogleModel(name.model, provider=GoogleProvider(api_key=key or "none", base_url=name.base_url or None))


def _vertex(name: ModelName) -> Model[Any]:
    from google.auth.exceptions import GoogleAuthError
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google_cloud import GoogleCloudProvider

    with suppress(GoogleAuthError, ValueError):  # no credentials, or none that name a project
        return GoogleModel(name.model, provider=GoogleCloudProvider(base_url=name.base_url or None))
    # Not while that is handled: it would keep Google's client, half made, until its end fails in the event loop.
    raise _no_key(name)


def _ollama(name: ModelName, key: str | None) -> Model[Any]:
    from pydantic_ai.models.ollama import OllamaModel
    from pydantic_ai.providers.ollama import OllamaProvider

    provider = OllamaProvider(name.base_url or LOCAL["ollama"], api_key=key)
    return OllamaModel(name.model, provider=provider, profile=ENDS)


def _vllm(name: ModelName, key: str | None) -> Model[Any]:
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.vllm import VLLMProvider

    provider = VLLMProvider(base_url=name.base_url or LOCAL["vllm"], api_key=key)
    return OpenAIChatModel(name.model, provider=provider, profile=ENDS)


def _compatible(name: ModelName, key: str | None) -> Model[Any]:
    """Anything else that speaks OpenAI's chat protocol. An OpenAI key goes only where the name begins ``openai:``."""
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    # The name that prices are looked up by: what a server of one's own costs is not known.
    service = f"{name.provider}-compatible"
    base_url = name.base_url or LOCAL[name.provider]
    provider = OpenAICompatibleProvider(service, base_url=base_url, api_key=key)
    return OpenAIChatModel(name.model, provider=provider, profile=ENDS if name.provider in LOCAL else None)


def _provider(name: ModelName, api_key: str | None, **options: str) -> Provider[Any]:
    """pydantic-ai's provider, told only what there is to tell: it looks for the rest itself."""
    kind: Any = infer_provider_class(name.provider)
    given = {"api_key": api_key, "base_url": name.base_url, **options}
    provider: Provider[Any] = kind(**{option: value for option, value in given.items() if value})
    return provider
