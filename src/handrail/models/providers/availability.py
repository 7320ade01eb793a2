"""Which models can be used: keys that are set, packages that are installed, servers that answer. Calls no provider."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec

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
        needs.append(f"pip install 'handrail[{provider.extra}]'")
    if not variable:
        needs.append(f"set {' or '.join(variables)}")
    return ProviderStatus(provider.name, variable, "; ".join(needs))


def _is_installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:
        return False
