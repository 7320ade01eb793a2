"""pydantic-ai's model classes for an `Endpoint`. Each is imported when it is built: that takes seconds.

A provider's SDK raises whatever it likes; `handrail.models.providers.build` turns that into sentences.
"""

from __future__ import annotations

import os
import warnings
from contextlib import suppress
from inspect import signature
from typing import TYPE_CHECKING, Any

from handrail.models.providers.provider import Endpoint

if TYPE_CHECKING:
    from pydantic_ai.models import Model
    from pydantic_ai.profiles.openai import OpenAIModelProfile
    from pydantic_ai.providers import Provider


def own_class(at: Endpoint, **options: str) -> Model[Any]:
    """Return the class that pydantic-ai has for this provider, which is given only what is known and what it takes: it
    looks for the rest itself, and says what it does not find."""
    from pydantic_ai.models import infer_model
    from pydantic_ai.providers import infer_provider_class

    provider_class: Any = infer_provider_class(at.provider.name)
    given = {"api_key": at.key, "base_url": at.base_url, **options}
    takes = signature(provider_class).parameters
    known = {name: value for name, value in given.items() if value and name in takes}
    return infer_model(at.name, lambda _: provider_class(**known))


def own_or_chat_completions(at: Endpoint) -> Model[Any]:
    """Return the class as `own_class` does; at another address that for OpenAI's chat protocol."""
    return chat_completions(at) if at.base_url else own_class(at)


def chat_completions(at: Endpoint) -> Model[Any]:
    """Return the class for any server that speaks OpenAI's chat protocol, which is sent no OpenAI key unasked."""
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    # Prices are looked up by this name: what a server of one's own costs is not known.
    service = f"{at.provider.name}-compatible"
    base_url = at.base_url or at.provider.base_url
    provider = OpenAICompatibleProvider(service, base_url=base_url, api_key=at.key)
    return _openai_chat(at, provider, complete_streams=at.provider.complete_streams)


def anthropic(at: Endpoint) -> Model[Any]:
    from pydantic_ai.models.anthropic import AnthropicModel, AnthropicStaleThinkingBlockWarning
    from pydantic_ai.providers.anthropic import AnthropicProvider

    # Clipping old pages changes the prefix that newer Claude models bind their thinking to. pydantic-ai then asks once
    # more without the old thinking, which is what we want, and nothing that a user can do something about.
    warnings.filterwarnings("ignore", category=AnthropicStaleThinkingBlockWarning)
    return AnthropicModel(at.model, provider=AnthropicProvider(api_key=at.key, base_url=at.base_url or None))


def openai(at: Endpoint) -> Model[Any]:
    """Return the class for OpenAI's chat protocol at OpenAI; another's model behind the same name is asked as any
    compatible server is."""
    from pydantic_ai.providers.openai import OpenAIProvider

    if not at.provider.is_openai_model(at.model, at.base_url):
        return chat_completions(at)
    # A base URL would otherwise come from the environment, and with it a name that has another.
    provider = OpenAIProvider(api_key=at.key or "none", base_url=at.base_url or "https://api.openai.com/v1")
    return _openai_chat(at, provider)


def openai_responses(at: Endpoint) -> Model[Any]:
    """Return the class for OpenAI's newer protocol. OpenAI keeps nothing: each request brings what it needs."""
    from pydantic_ai.models.openai import OpenAIResponsesModel, OpenAIResponsesModelSettings
    from pydantic_ai.providers.openai import OpenAIProvider

    provider = OpenAIProvider(api_key=at.key or "none", base_url=at.base_url or None)
    settings = OpenAIResponsesModelSettings(openai_store=False, openai_prompt_cache_diagnostics=False)
    model = OpenAIResponsesModel(at.model, provider=provider, settings=settings)
    if dict(model.profile).get("openai_supports_reasoning"):
        settings["openai_reasoning_summary"] = "auto"
    return model


def azure(at: Endpoint) -> Model[Any]:
    return _openai_chat(at, _azure_provider(at))


def azure_responses(at: Endpoint) -> Model[Any]:
    from pydantic_ai.models.openai import OpenAIResponsesModel

    return OpenAIResponsesModel(at.model, provider=_azure_provider(at))


def openrouter(at: Endpoint) -> Model[Any]:
    from pydantic_ai.models.openrouter import OpenRouterModel
    from pydantic_ai.providers.openrouter import OpenRouterProvider

    class AtBaseUrl(OpenRouterProvider):
        @property
        def base_url(self) -> str:
            return at.base_url

    provider_class = AtBaseUrl if at.base_url else OpenRouterProvider
    provider = provider_class(api_key=at.key, app_title="Handrail")
    return OpenRouterModel(at.model, provider=provider, profile=_complete_streams())


def google(at: Endpoint) -> Model[Any]:
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    return GoogleModel(at.model, provider=GoogleProvider(api_key=at.key or "none", base_url=at.base_url or None))


def vertex(at: Endpoint) -> Model[Any]:
    from google.auth.exceptions import GoogleAuthError
    from pydantic_ai.exceptions import UserError
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google_cloud import GoogleCloudProvider

    with suppress(GoogleAuthError, ValueError):  # no credentials, or none that name a project
        return GoogleModel(at.model, provider=GoogleCloudProvider(base_url=at.base_url or None))
    # Raised after the handler: within it, the half-made client would live on until it fails in the event loop.
    raise UserError("There are no credentials.")


def bedrock(at: Endpoint) -> Model[Any]:
    # Its package reads AWS_DEFAULT_REGION; AWS's other tools read this one as well.
    return own_class(at, region_name=os.environ.get("AWS_REGION", ""))


def ollama(at: Endpoint) -> Model[Any]:
    from pydantic_ai.models.ollama import OllamaModel
    from pydantic_ai.providers.ollama import OllamaProvider

    provider = OllamaProvider(at.base_url or at.provider.base_url, api_key=at.key)
    return OllamaModel(at.model, provider=provider, profile=_complete_streams())


def vllm(at: Endpoint) -> Model[Any]:
    from pydantic_ai.providers.vllm import VLLMProvider

    return _openai_chat(at, VLLMProvider(base_url=at.base_url or at.provider.base_url, api_key=at.key))


def _openai_chat(at: Endpoint, provider: Provider[Any], *, complete_streams: bool = True) -> Model[Any]:
    from pydantic_ai.models.openai import OpenAIChatModel

    return OpenAIChatModel(at.model, provider=provider, profile=_complete_streams() if complete_streams else None)


def _complete_streams() -> OpenAIModelProfile:
    """Return the profile for servers known to end their streams properly: an answer without an end is half of one."""
    from pydantic_ai.profiles.openai import OpenAIModelProfile

    return OpenAIModelProfile(openai_chat_streaming_requires_finish_reason=True)


def _azure_provider(at: Endpoint) -> Provider[Any]:
    from pydantic_ai.providers.azure import AzureProvider

    endpoint = at.base_url or os.environ.get("AZURE_OPENAI_ENDPOINT") or None
    if endpoint and not os.environ.get("OPENAI_API_VERSION") and not endpoint.rstrip("/").endswith("/v1"):
        # The resource's own address, as the portal shows it; the API without dated versions stands below it.
        endpoint = endpoint.rstrip("/") + "/openai/v1"
    return AzureProvider(azure_endpoint=endpoint, api_key=at.key)
