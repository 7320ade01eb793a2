"""Model servers on this machine: which models they hold, and how many tokens one request may take."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from handrail.models.providers.catalogue import local_providers
from handrail.models.providers.provider import Provider

DEADLINE = 0.3
"""Seconds that a server on this machine has to answer; every run without a configured model waits for it."""
MAX_BYTES = 2_000_000
"""Of such an answer."""


@dataclass(frozen=True, slots=True)
class RunningServer:
    """A local server that answered, and the models it holds."""

    provider: str
    base_url: str
    models: tuple[str, ...]


def running_servers(environ: Mapping[str, str]) -> list[RunningServer]:
    """Return the local servers that answer now, all asked at once."""
    providers = local_providers()
    with ThreadPoolExecutor(len(providers)) as pool:
        found = pool.map(lambda provider: find_server(provider, provider.find_base_url(environ)), providers)
        return [server for server in found if server is not None]


def find_server(provider: Provider, base_url: str) -> RunningServer | None:
    """Return the server at an address with its models that do more than embed; None where none answers in time."""
    if provider.server is None:
        return None
    path, entries, name = provider.server.models
    listed = _get_json(base_url, path or _models_path(base_url))
    try:
        names = [str(model[name]) for model in listed[entries]]
    except (KeyError, TypeError):
        return None
    return RunningServer(provider.name, base_url, tuple(name for name in names if "embed" not in name))


def context_window(provider: Provider, base_url: str, model: str) -> int | None:
    """Return the tokens that a local server really gives to one request; None where it does not say.

    What a model could take is no help: Ollama and llama.cpp cut off, without a word, what does not fit.
    """
    if provider.server is None:
        return None
    answer = _get_json(base_url, provider.server.window_path or _models_path(base_url))
    try:
        tokens = provider.server.read_window(answer, model)
    except (LookupError, TypeError, StopIteration):
        return None
    return tokens if isinstance(tokens, int) and tokens > 0 else None


def is_listening(base_url: str) -> bool:
    """Return whether something may answer at an address: False only where a connection is refused. A server that is
    busy answers late."""
    parts = urlsplit(base_url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        socket.create_connection((parts.hostname or "127.0.0.1", port), timeout=DEADLINE).close()
    except ConnectionRefusedError:
        return False
    except OSError:
        return True
    return True


def _models_path(base_url: str) -> str:
    return f"{urlsplit(base_url).path.rstrip('/')}/models"


def _get_json(base_url: str, path: str) -> Any:
    """Return JSON from a server, None where it does not come in time. Never through a proxy of the environment."""
    parts = urlsplit(base_url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname or "127.0.0.1", parts.port, timeout=DEADLINE)
    try:
        connection.request("GET", path)
        return json.loads(connection.getresponse().read(MAX_BYTES))
    except (OSError, http.client.HTTPException, ValueError):
        return None
    finally:
        connection.close()
