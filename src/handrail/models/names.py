"""The names of models: `provider:model`, or `provider:model@base-url`. Imports no provider."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from rapidfuzz import process

from handrail.errors import UsageError

KEYS = {
    "anthropic": ("ANTHROPIC_API_KEY",),
    "openai": ("OPENAI_API_KEY",),
    "openai-responses": ("OPENAI_API_KEY",),
    "openrouter": ("OPENROUTER_API_KEY",),
    "azure": ("AZURE_OPENAI_API_KEY",),
    "google": ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
    "mistral": ("MISTRAL_API_KEY",),
    "groq": ("GROQ_API_KEY",),
}
"""Where each provider's key is looked for, in order."""

LOCAL = {
    "ollama": "http://127.0.0.1:11434/v1",
    "lmstudio": "http://127.0.0.1:1234/v1",
    "vllm": "http://127.0.0.1:8000/v1",
    "llamacpp": "http://127.0.0.1:8080/v1",
}
"""Servers on this machine that speak OpenAI's chat protocol, and where they listen unless told otherwise."""

EXTRAS = {"google": "google", "vertex": "google", "bedrock": "bedrock", "mistral": "mistral", "groq": "groq"}
"""Our extra that a provider's package comes with."""

ALIASES = {"google-cloud": "vertex", "openai-chat": "openai"}
"""pydantic-ai's names for providers that have another one here."""

BUILT_IN = ("offline", "scripted")
PROVIDERS = (
    "anthropic", "openai", "openai-responses", "openrouter", "azure", "openai-compatible", *LOCAL, *EXTRAS
)  # fmt: skip

# Others that pydantic-ai knows work too, with their own package and key.
_MORE = (
    "azure-responses", "bedrock-mantle", "cerebras", "cohere", "deepseek", "fireworks", "github",
    "huggingface", "litellm", "moonshotai", "nebius", "sambanova", "snowflake", "together", "vercel",
    "xai", "zai",
)  # fmt: skip

_OPENAI = ("openai", "openai-responses", "azure", "azure-responses")
_OPENAI_MODELS = re.compile(r"(chat)?gpt-(?!oss)|o\d")
_FAMILIES = {"claude": "anthropic", "gpt": "openai", "o1": "openai", "o3": "openai", "o4": "openai", "gemini": "google"}


@dataclass(frozen=True, slots=True)
class ModelName:
    """A model's name in its parts. ``base_url`` is empty for the provider's own address."""

    provider: str
    model: str
    base_url: str = ""

    @property
    def text(self) -> str:
        return f"{self.provider}:{self.model}" if self.model else self.provider

    @property
    def is_openais(self) -> bool:
        """Whether it is one of OpenAI's own models, at OpenAI or behind a proxy, and takes what only those take."""
        return self.provider in _OPENAI and (not self.base_url or bool(_OPENAI_MODELS.match(self.model)))


def parse(name: str) -> ModelName:
    """A name as a user writes it.

    Raises:
        UsageError: not a model's name; the hint is the nearest.
    """
    whole, at, base_url = name.strip().partition("@http")
    provider, _, model = whole.partition(":")
    provider = ALIASES.get(provider, provider)
    base_url = f"http{base_url}" if at else ""
    if provider == "offline" and not model:
        return ModelName("offline", "")
    if provider not in (*BUILT_IN, *PROVIDERS, *_MORE):
        raise UsageError(f"There is no model called {name!r}.", hint=_nearest(provider, model, name))
    if provider == "offline" or not model:
        raise UsageError(f"{name!r} is not a whole model name.", hint=_form(provider))
    if provider == "openai-compatible" and not base_url:
        raise UsageError(f"{name!r} does not say where the model is served.", hint=_form(provider))
    return ModelName(provider, model, checked_url(base_url) if base_url else "")


def checked_url(base_url: str) -> str:
    """A base URL, once it was seen to be one.

    Raises:
        UsageError: it is none.
    """
    try:
        parts = urlsplit(base_url)
        is_one = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        is_one = False
    if not is_one or re.search(r"\s", base_url):
        raise UsageError(f"{base_url!r} is not a base URL.", hint="Write http://HOST:PORT/v1.")
    return base_url


def _nearest(provider: str, model: str, name: str) -> str:
    if not model and (family := next((home for start, home in _FAMILIES.items() if name.startswith(start)), None)):
        return f"Did you mean {family}:{name}?"
    near = process.extractOne(provider, [*BUILT_IN, *PROVIDERS, *_MORE], score_cutoff=60)
    if near is None:
        return f"Write provider:model, with one of {', '.join(PROVIDERS)}; or offline."
    return f"Did you mean {near[0]}:{model}?" if model and near[0] != "offline" else f"Did you mean {near[0]}?"


def _form(provider: str) -> str:
    match provider:
        case "offline":
            return "Write offline."
        case "scripted":
            return "Write scripted:FILE.json."
        case "openai-compatible":
            return "Write openai-compatible:MODEL@http://HOST:PORT/v1."
        case _:
            return f"Write {provider}:MODEL, or {provider}:MODEL@BASE_URL."
