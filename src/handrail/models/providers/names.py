"""The names of models: `provider:model`, or `provider:model@base-url`. Imports no provider's package."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from rapidfuzz import process
from rapidfuzz.distance import OSA

from handrail.errors import UsageError
from handrail.models.providers.catalogue import PROVIDERS
from handrail.models.providers.provider import Provider

BUILT_IN = ("offline", "scripted")
"""Models that need no provider."""

_ALIASES = {alias: provider.name for provider in PROVIDERS.values() for alias in provider.aliases}


@dataclass(frozen=True, slots=True)
class ModelName:
    """A model's name in its parts. ``base_url`` is empty for the provider's own address."""

    provider: str
    model: str
    base_url: str = ""

    def __str__(self) -> str:
        """Return the name without the base URL, which may hold credentials."""
        return f"{self.provider}:{self.model}" if self.model else self.provider

    @property
    def record(self) -> Provider:
        """What is known of its provider. Raises `UsageError`: it needs none."""
        if self.provider in BUILT_IN:
            raise UsageError(f"There is no model provider {self.provider!r}.")
        return PROVIDERS[self.provider]


def parse(name: str) -> ModelName:
    """Return a name as a user writes it. Raises `UsageError`: not a model's name; the hint is the nearest."""
    whole, at, base_url = name.strip().partition("@http")
    provider, _, model = whole.partition(":")
    provider = _ALIASES.get(provider, provider)
    base_url = f"http{base_url}" if at else ""
    if provider == "offline" and not model:
        return ModelName("offline", "")
    if provider not in (*BUILT_IN, *PROVIDERS):
        raise UsageError(f"There is no model called {name!r}.", hint=_nearest(provider, model, name))
    if provider == "offline" or not model:
        raise UsageError(f"{name!r} is not a whole model name.", hint=_form(provider))
    if provider == "openai-compatible" and not base_url:
        raise UsageError(f"{name!r} does not say where the model is served.", hint=_form(provider))
    return ModelName(provider, model, checked_url(base_url) if base_url else "")


def checked_url(base_url: str) -> str:
    """Return ``base_url``, if it is an address. Raises `UsageError`: it is none."""
    try:
        parts = urlsplit(base_url)
        valid = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        valid = False
    if not valid or re.search(r"\s", base_url):
        raise UsageError(f"{base_url!r} is not a base URL.", hint="Write http://HOST:PORT/v1.")
    return base_url


def _nearest(provider: str, model: str, name: str) -> str:
    """Return a hint with the name that was probably meant."""
    if not model and (
        family := next((one for one in PROVIDERS.values() if name.startswith(one.families or "\0")), None)
    ):
        return f"Did you mean {family.name}:{name}?"
    near = process.extractOne(provider, [*BUILT_IN, *PROVIDERS], scorer=OSA.normalized_similarity, score_cutoff=0.6)
    if near is None:
        listed = ", ".join(one.name for one in PROVIDERS.values() if one.listed)
        return f"Write provider:model, with one of {listed}; or offline."
    return f"Did you mean {near[0]}:{model}?" if model and near[0] != "offline" else f"Did you mean {near[0]}?"


def _form(provider: str) -> str:
    forms = {
        "offline": "offline",
        "scripted": "scripted:FILE.json",
        "openai-compatible": "openai-compatible:MODEL@http://HOST:PORT/v1",
    }
    return f"Write {forms.get(provider, f'{provider}:MODEL, or {provider}:MODEL@BASE_URL')}."
