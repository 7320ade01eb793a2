"""The providers of models that Handrail knows, from `catalogue.toml`. Nothing here imports a provider's package."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

from handrail.models.providers import model_classes
from handrail.models.providers.provider import LocalServer, Provider


def _load() -> dict[str, Provider]:
    catalogue = tomllib.loads((resources.files("handrail.models.providers") / "catalogue.toml").read_text("utf-8"))
    unlisted = [{"name": name, "build": "own_or_chat_completions", "listed": False} for name in catalogue["further"]]
    return {record["name"]: _provider(**record) for record in (*catalogue["provider"], *unlisted)}


def _provider(build: str, server: dict[str, Any] | None = None, **fields: Any) -> Provider:
    local = LocalServer(**_with_tuples(server)) if server is not None else None
    return Provider(build=getattr(model_classes, build), server=local, **_with_tuples(fields))


def _with_tuples(fields: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in fields.items()}


PROVIDERS = _load()


def local_providers() -> list[Provider]:
    """Return the model servers that may run on this machine."""
    return [provider for provider in PROVIDERS.values() if provider.server is not None]


def hosted_providers() -> list[Provider]:
    """Return the listed providers that need a key or credentials."""
    return [provider for provider in PROVIDERS.values() if provider.listed and (provider.keys or provider.variables)]
