"""From a model's name to pydantic-ai's model class, every failure as one sentence. Importing this takes seconds."""

from __future__ import annotations

import os
from typing import Any

from pydantic_ai.exceptions import UserError
from pydantic_ai.models import Model
from pydantic_ai.models.openai import OpenAIChatModel

from handrail.errors import ModelError, UsageError
from handrail.models.providers.errors import ProviderError
from handrail.models.providers.names import ModelName
from handrail.models.providers.provider import Endpoint, Provider


def build(name: ModelName, api_key: str | None) -> Model[Any]:
    """Return the model class for a name.

    Args:
        api_key: by default the provider's own variable in the environment.

    Raises:
        UsageError: no such provider.
        ModelError: its key or its package is missing or of no use, or the environment's proxy is.
    """
    provider = name.record
    key = api_key or os.environ.get(provider.key_variable(os.environ))
    if key is None and provider.requires_key and not name.base_url:
        raise _no_key(provider)
    if key is not None and not (key.isascii() and key.isprintable()):
        raise ProviderError(
            "wrong_key",
            f"The key of the provider {name.provider!r} holds a letter or a line break that no key has.",
            hint="Copy it again.",
        )
    try:
        return provider.build(Endpoint(provider, name.model, name.base_url, key))
    except ImportError as error:
        raise (_no_connection(provider) if "SOCKS" in str(error) else _no_package(provider)) from error
    except (OSError, ValueError) as error:
        raise _no_connection(provider) from error
    except UserError as error:
        if error.message.startswith("Unknown model"):
            raise UsageError(f"There is no model provider {name.provider!r}.") from error
        raise _no_key(provider, error.message) from error


def attachment_kinds(model: Model[Any], provider: Provider) -> frozenset[str]:
    """Return the kinds of attachment that a model reads: ``image``, ``document``.

    Local servers take no documents, whatever their model can do. Whether such a model sees images only trying tells.
    """
    profile: dict[str, Any] = dict(model.profile)
    kinds = {"image"} if profile.get("supports_image_input", True) else set()
    documents = profile.get("supports_document_input", True) and provider.server is None
    chats = isinstance(model, OpenAIChatModel)
    if documents and (not chats or profile.get("openai_chat_supports_document_input", True)):
        kinds.add("document")
    return frozenset(kinds)


def _no_key(provider: Provider, reason: str = "") -> ProviderError:
    what = "credentials" if provider.variables else "a key"
    hint = provider.setup_hint or reason
    return ProviderError("wrong_key", f"The provider {provider.name!r} needs {what}.", hint=hint)


def _no_connection(provider: Provider) -> ProviderError:
    # What a package raises about proxies and certificates quotes them, with the passwords that they may hold.
    return ProviderError(
        "unreachable",
        f"A connection to the provider {provider.name!r} cannot be made with this environment's proxy or certificates.",
        hint="Check HTTPS_PROXY, ALL_PROXY and SSL_CERT_FILE; for a SOCKS proxy: pip install 'httpx2[socks]'.",
    )


def _no_package(provider: Provider) -> ModelError:
    package = f"./handrail[{provider.extra}]" if provider.extra else f"pydantic-ai-slim[{provider.name}]"
    return ModelError(
        f"The package for the provider {provider.name!r} is not installed.", hint=f"Install it: pip install '{package}'"
    )
