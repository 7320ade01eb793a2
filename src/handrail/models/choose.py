"""Which model, and why: the flag, then the configuration, then what the environment offers, then none at all."""

from __future__ import annotations

import http.client
import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from handrail.errors import UsageError
from handrail.models.names import KEYS, LOCAL, parse

if TYPE_CHECKING:
    from handrail.models.protocol import Model

DEFAULTS = {
    "anthropic": "claude-sonnet-5-5",
    "openai": "gpt-6.1-terra",
    "openrouter": "anthropic/claude-sonnet-5.5",
    "google": "gemini-3.8-flash",
}
"""What is taken where a key is there and nothing else was said: the middle of each provider's range."""

OLLAMA_DEADLINE = 0.3
"""Seconds that a local Ollama has to say what it holds; every run without a configured model waits for it."""


def choose_model(
    flag: str | None = None,
    config: Mapping[str, Any] | None = None,
    environ: Mapping[str, str] | None = None,
) -> tuple[Model, str]:
    """The model to use, and one sentence that says which and why.

    Args:
        flag: what the user named for this run.
        config: the settings; by default those of `handrail.config.Config.load`. ``model`` is looked at, ``base_url``
            and ``context_window`` go with it, ``model_timeout`` with any model.
        environ: by default the process's own environment.

    Raises:
        UsageError: a name that is no model's; the hint is the nearest.
    """
    config = _settings() if config is None else config
    environ = os.environ if environ is None else environ
    if flag:
        return _named(flag, _that_fit(flag, config), environ), f"Model: {_shown(flag)}, as asked for."
    if named := config.get("model"):
        return _named(str(named), config, environ), f"Model: {_shown(str(named))}, from the configuration."
    if found := _by_key(environ):
        name, key = found
        return _named(name, _that_fit(name, config), environ), f"Model: {name}, because {key} is set."
    if local := _from_ollama(environ):
        return _named(
            local, _that_fit(local, config), environ
        ), f"Model: {_shown(local)}, because Ollama runs on this machine."
    return _offline(), (
        "Model: offline, because no provider is configured (it takes direct instructions; for more set "
        "ANTHROPIC_API_KEY or OPENAI_API_KEY, start Ollama, or name one with --model)."
    )


def _settings() -> Mapping[str, Any]:
    from handrail.config import Config

    return Config.load().model_dump()


def _that_fit(name: str, config: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that hold for a model which is not the configuration's own."""
    provider = name.partition(":")[0]
    meant_for = str(config.get("model") or "openai").partition(":")[0]
    keys = ("base_url", "context_window", "model_timeout") if provider == meant_for else ("model_timeout",)
    return {key: config.get(key) for key in keys}


def _named(name: str, config: Mapping[str, Any], environ: Mapping[str, str]) -> Model:
    base_url = config.get("base_url")
    parsed = parse(f"{name}@{base_url}" if base_url and "@http" not in name and ":" in name else name)
    match parsed.provider:
        case "offline":
            return _offline()
        case "scripted":
            from handrail.models.scripted import Scripted

            return Scripted.load(parsed.model)
    from handrail.models.llm import Llm

    if parsed.provider == "openai":
        base_url = parsed.base_url or environ.get("OPENAI_BASE_URL")
    else:
        base_url = parsed.base_url or None
    key = next((environ[key] for key in KEYS.get(parsed.provider, ()) if environ.get(key)), None)
    options = {"timeout": config.get("model_timeout"), "context_window": config.get("context_window")}
    return Llm(
        parsed.text, base_url=base_url, api_key=key, **{name: value for name, value in options.items() if value}
    )  # fmt: skip


def _offline() -> Model:
    from handrail.models.offline import Offline

    return Offline()


def _by_key(environ: Mapping[str, str]) -> tuple[str, str] | None:
    """The first provider whose key is set, and the variable that holds it."""
    for provider, model in DEFAULTS.items():
        for key in KEYS[provider]:
            if environ.get(key):
                return f"{provider}:{model}", key
    return None


def _from_ollama(environ: Mapping[str, str]) -> str | None:
    """The name of the model that a local Ollama used last, None where none answers in time or none is there."""
    base_url = _ollama_url(environ)
    parts = urlsplit(base_url)
    connection = http.client.HTTPConnection(parts.hostname or "127.0.0.1", parts.port or 11434, timeout=OLLAMA_DEADLINE)
    try:
        connection.request("GET", "/api/tags")
        listed = json.loads(connection.getresponse().read(1_000_000))["models"]
        names = [model["name"] for model in listed if "embed" not in model["name"]]
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return None
    finally:
        connection.close()
    if not names:
        return None
    return f"ollama:{names[0]}" + ("" if base_url == LOCAL["ollama"] else f"@{base_url}")


def _ollama_url(environ: Mapping[str, str]) -> str:
    """Where Ollama listens; its own variable may leave the scheme or the port out."""
    host = environ.get("OLLAMA_HOST", "")
    if not host:
        return LOCAL["ollama"]
    try:
        parts = urlsplit(host if "//" in host else f"//{host}")
        # Listening on every address means that it is on this one too; an IPv6 address stands in brackets.
        name = "127.0.0.1" if parts.hostname in (None, "0.0.0.0", "::") else parts.hostname
        name = f"[{name}]" if ":" in name else name
        return f"http://{name}:{parts.port or 11434}/v1"
    except ValueError as error:
        raise UsageError(f"OLLAMA_HOST is not an address: {host!r}.", hint="Write HOST:PORT.") from error


def _shown(name: str) -> str:
    """A name without the credentials that its base URL may hold."""
    head, at, url = name.partition("@http")
    return f"{head} at {urlsplit('http' + url).hostname}" if at else head
