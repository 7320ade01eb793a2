"""What models there are to be had: keys that are set, packages that are installed, servers that answer. No provider is
called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec

from handrail.models.names import EXTRAS, KEYS, LOCAL, PROVIDERS
from handrail.models.providers.local_servers import LocalServer, address, servers

PACKAGES = {
    "google": "google.genai",
    "vertex": "google.genai",
    "bedrock": "boto3",
    "mistral": "mistralai",
    "groq": "groq",
}
BY_OTHER_MEANS = {"vertex": ("GOOGLE_CLOUD_PROJECT",), "bedrock": ("AWS_REGION", "AWS_DEFAULT_REGION")}
"""Variables of which a provider that takes no key of its own needs one."""


@dataclass(frozen=True, slots=True)
class Provider:
    """A provider as it stands.

    Args:
        name: as in a model's name.
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
    """Providers with their keys, local servers that answer, and those that do not with where they were looked for."""

    providers: list[Provider]
    servers: list[LocalServer]
    silent: dict[str, str]


def survey(environ: Mapping[str, str]) -> Survey:
    """Look around.

    Raises:
        UsageError: OLLAMA_HOST is no address.
    """
    hosted = [name for name in PROVIDERS if name not in LOCAL and name != "openai-compatible"]
    answering = servers(environ)
    there = {server.provider for server in answering}
    silent = {name: address(name, environ) for name in LOCAL if name not in there}
    return Survey([_provider(name, environ) for name in hosted], answering, silent)


def _provider(name: str, environ: Mapping[str, str]) -> Provider:
    keys = KEYS.get(name) or BY_OTHER_MEANS[name]
    key = next((one for one in keys if environ.get(one)), "")
    needs = []
    if name in PACKAGES and not _installed(PACKAGES[name]):
        needs.append(f"pip install 'handrail[{EXTRAS[name]}]'")
    if not key:
        needs.append(f"set {' or '.join(keys)}")
    return Provider(name, key, "; ".join(needs))


def _installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:
        return False
