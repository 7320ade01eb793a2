"""Servers on this machine: where they listen, what they hold, how much fits into one of their requests."""

from __future__ import annotations

import http.client
import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from handrail.errors import UsageError
from handrail.models.names import LOCAL

DEADLINE = 0.3
"""Seconds that a server on this machine has to say what it holds; every run without a configured model waits for it."""
LARGEST = 2_000_000
"""Bytes of such an answer."""

LISTS = {"ollama": "/api/tags"}
"""Where a server lists its models; the others do it as OpenAI does, below the base URL."""


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A local server that answered, and the models it holds."""

    provider: str
    base_url: str
    models: tuple[str, ...]


def address(provider: str, environ: Mapping[str, str]) -> str:
    """The base URL of a local server. Ollama's own variable may leave the scheme or the port out.

    Raises:
        UsageError: the variable is no address.
    """
    host = environ.get("OLLAMA_HOST", "") if provider == "ollama" else ""
    if not host:
        return LOCAL[provider]
    try:
        parts = urlsplit(host if "//" in host else f"//{host}")
        # Listening on every address means that it is on this one too; an IPv6 address stands in brackets.
        name = "127.0.0.1" if parts.hostname in (None, "0.0.0.0", "::") else parts.hostname
        name = f"[{name}]" if ":" in name else name
        return f"{'https' if parts.scheme == 'https' else 'http'}://{name}:{parts.port or 11434}/v1"
    except ValueError as error:
        raise UsageError(f"OLLAMA_HOST is not an address: {host!r}.", hint="Write HOST:PORT.") from error


def servers(environ: Mapping[str, str]) -> list[LocalServer]:
    """The local servers that answer now, all asked at once."""
    with ThreadPoolExecutor(len(LOCAL)) as pool:
        found = pool.map(lambda provider: ask(provider, address(provider, environ)), LOCAL)
        return [server for server in found if server is not None]


def ask(provider: str, base_url: str) -> LocalServer | None:
    """What a server holds, models that only embed left out; None where none answers in time."""
    path = LISTS.get(provider)
    listed = _get(base_url, path or f"{urlsplit(base_url).path.rstrip('/')}/models")
    try:
        names = [model["name"] for model in listed["models"]] if path else [model["id"] for model in listed["data"]]
    except (KeyError, TypeError):
        return None
    return LocalServer(provider, base_url, tuple(str(name) for name in names if "embed" not in str(name)))


def window(provider: str, base_url: str, model: str) -> int | None:
    """The tokens that a local server really gives to one request; None where it does not say.

    What a model could take is no help: Ollama and llama.cpp cut off, without a word, what does not fit.
    Sources: Ollama ``/api/ps``, llama.cpp ``/props``, LM Studio ``/api/v0/models``, vLLM ``/v1/models``.
    """
    try:
        match provider:
            case "ollama":
                names = (model, f"{model}:latest")
                running = _get(base_url, "/api/ps")["models"]
                return _positive(next(one["context_length"] for one in running if one["name"] in names))
            case "llamacpp":
                return _positive(_get(base_url, "/props")["default_generation_settings"]["n_ctx"])
            case "lmstudio":
                held = _get(base_url, "/api/v0/models")["data"]
                return _positive(next(one["loaded_context_length"] for one in held if one["id"] == model))
            case "vllm":
                held = _get(base_url, f"{urlsplit(base_url).path.rstrip('/')}/models")["data"]
                return _positive(next(one["max_model_len"] for one in held if one["id"] == model))
    except (KeyError, TypeError, StopIteration):
        pass
    return None


def _positive(value: Any) -> int | None:
    return value if isinstance(value, int) and value > 0 else None


def _get(base_url: str, path: str) -> Any:
    """JSON from a server, None where it does not come in time. No proxy of the environment stands before it."""
    parts = urlsplit(base_url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname or "127.0.0.1", parts.port, timeout=DEADLINE)
    try:
        connection.request("GET", path)
        return json.loads(connection.getresponse().read(LARGEST))
    except (OSError, http.client.HTTPException, ValueError):
        return None
    finally:
        connection.close()
