"""From a model's name to pydantic-ai's model class. Importing this costs seconds: only when a model is used."""

from __future__ import annotations

import os
from typing import Any

from pydantic_ai.exceptions import UserError
from pydantic_ai.models import Model, infer_model
from pydantic_ai.providers import Provider, infer_provider_class

from handrail.errors import ModelError, UsageError
from handrail.models.names import EXTRAS, KEYS, LOCAL, ModelName
from handrail.models.provider_error import ProviderError


def build(name: ModelName, api_key: str | None) -> Model[Any]:
    """The model class for a name.

    Args:
        api_key: by default the provider's own variable in the environment.

    Raises:
        UsageError: no such provider.
        ModelError: its key or its package is missing.
    """
    key = api_key or next((found for key in KEYS.get(name.provider, ()) if (found := os.environ.get(key))), None)
    if key is None and name.provider in ("anthropic", "openai") and not name.base_url:
        # An SDK takes a variable that is set but empty for a key, and fails in words of its own.
        raise _no_key(name)
    try:
        match name.provider:
            case "anthropic":
                return _anthropic(name, key)
            case "openai" if not name.base_url:
                return _openai(name.model, key)
            case provider if name.base_url or provider in LOCAL:
                return _compatible(name, key)
            case _:
                return infer_model(name.text, lambda provider: _provider(provider, key))
    except ImportError as error:
        package = f"handrail[{name.provider}]" if name.provider in EXTRAS else f"pydantic-ai-slim[{name.provider}]"
        raise ModelError(
            f"The package for the provider {name.provider!r} is not installed.",
            hint=f"Install it: pip install '{package}'",
        ) from error
    except UserError as error:
        if error.message.startswith("Unknown model"):
            raise UsageError(f"There is no model provider {name.provider!r}.") from error
        raise _no_key(name, error.message) from error


def _no_key(name: ModelName, otherwise: str = "") -> ProviderError:
    hint = f"Set {' or '.join(KEYS[name.provider])}." if name.provider in KEYS else otherwise
    return ProviderError("wrong_key", f"The provider {name.provider!r} needs a key.", hint=hint)


def _anthropic(name: ModelName, api_key: str | None) -> Model[Any]:
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    return AnthropicModel(name.model, provider=AnthropicProvider(api_key=api_key, base_url=name.base_url or None))


def _openai(model: str, api_key: str | None) -> Model[Any]:
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    return OpenAIChatModel(model, provider=OpenAIProvider(api_key=api_key))


def _compatible(name: ModelName, api_key: str | None) -> Model[Any]:
    """Anything else that speaks OpenAI's chat protocol. An OpenAI key goes only where the name begins ``openai:``."""
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    # The name that prices are looked up by: what a server of one's own costs is not known.
    service = f"{name.provider}-compatible"
    base_url = name.base_url or LOCAL[name.provider]
    return OpenAIChatModel(
        name.model, provider=OpenAICompatibleProvider(service, base_url=base_url, api_key=api_key)
    )  # fmt: skip


def _provider(name: str, api_key: str | None) -> Provider[Any]:
    kind: Any = infer_provider_class(name)
    provider: Provider[Any] = kind(api_key=api_key) if api_key else kind()
    return provider
