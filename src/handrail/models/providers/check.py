"""Which models can be used, by what this machine has, and whether one answers: asked by one cheap request."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec

from handrail.errors import ModelError
from handrail.models.protocol import Message, Model, ToolSpec
from handrail.models.providers.catalogue import hosted_providers, local_providers
from handrail.models.providers.local_servers import RunningServer, running_servers
from handrail.models.providers.provider import Provider


@dataclass(frozen=True, slots=True)
class ProviderStatus:
    """Whether a hosted provider can be used.

    Args:
        key: the variable that is set, empty where none is.
        needs: what is to be done before it can be used; empty where nothing is.
    """

    name: str
    key: str
    needs: str = ""

    @property
    def ready(self) -> bool:
        return not self.needs


@dataclass(frozen=True, slots=True)
class Survey:
    """Hosted providers, the local servers that answer, and the addresses of those that do not."""

    providers: list[ProviderStatus]
    servers: list[RunningServer]
    silent: dict[str, str]


def survey(environ: Mapping[str, str]) -> Survey:
    """Return the state of every provider. Raises `UsageError`: OLLAMA_HOST is no address."""
    answering = running_servers(environ)
    names = {server.provider for server in answering}
    silent = {one.name: one.find_base_url(environ) for one in local_providers() if one.name not in names}
    return Survey([_status(provider, environ) for provider in hosted_providers()], answering, silent)


def _status(provider: Provider, environ: Mapping[str, str]) -> ProviderStatus:
    variables = provider.keys or provider.variables
    variable = next((one for one in variables if environ.get(one)), "")
    needs = []
    if provider.package and not _is_installed(provider.package):
        needs.append(f"pip install './handrail[{provider.extra}]'")
    if not variable:
        needs.append(f"set {' or '.join(variables)}")
    return ProviderStatus(provider.name, variable, "; ".join(needs))


def _is_installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:
        return False


MESSAGES = (Message("system", ["You are being checked."]), Message("user", ["Call the tool `ready`."]))
READY_TOOL = ToolSpec("ready", "Say that you are ready.", {"type": "object", "properties": {}})
CHECK_TIMEOUT = 60.0
"""Seconds to wait for the answer; a server may have to load the model first."""


@dataclass(frozen=True, slots=True)
class ModelCheck:
    """The outcome of a check.

    Args:
        found: one sentence on what is wrong or worth knowing; empty where all is well.
        code: the code of a `ProviderError`.
        seconds: how long the answer took.
        cost: of the call in US dollars, None where the price is not known.
        context_window: tokens, None where unknown.
    """

    name: str
    ok: bool
    found: str = ""
    fix: str = ""
    code: str = ""
    seconds: float = 0.0
    cost: float | None = None
    context_window: int | None = None


async def check_all(models: Iterable[Model]) -> list[ModelCheck]:
    """Check models concurrently."""
    return list(await asyncio.gather(*(check(model) for model in models)))


async def check(model: Model) -> ModelCheck:
    """Ask one model, without retries: the user wants to know its state now."""
    from handrail.models.providers.llm import Llm

    if not isinstance(model, Llm):
        return ModelCheck(
            model.name, True, "Nothing to check: no provider is asked.", context_window=model.context_window
        )
    model.retries, model.timeout, model.effort = 0, min(model.timeout, CHECK_TIMEOUT), None
    started = time.monotonic()
    try:
        # First, so that importing the provider's package does not count as its time.
        window = await asyncio.to_thread(lambda: model.context_window)
        started = time.monotonic()
        reply = await model.respond(MESSAGES, [READY_TOOL], must_call=True)
        taken = time.monotonic() - started
    except ModelError as error:
        return ModelCheck(model.name, False, error.message, error.hint, error.code, time.monotonic() - started)
    found, fix = "", ""
    if not reply.calls:
        found, fix = "It answered in words where a tool call was asked for.", "Runs may be slow or fail; try another."
    return ModelCheck(model.name, True, found, fix, "", taken, reply.usage.cost, window)
