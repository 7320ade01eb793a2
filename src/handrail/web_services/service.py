"""What all services share: a request to one, and where its key comes from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from handrail.errors import UsageError
from handrail.vault.sources import parse_source


@dataclass(frozen=True, slots=True)
class ServiceRequest:
    """A request to a service. The headers hold its key."""

    url: str
    method: str = "GET"
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    body: bytes | None = None

    @classmethod
    def post(cls, url: str, headers: Mapping[str, str], data: Mapping[str, Any]) -> ServiceRequest:
        """A request that posts data as JSON."""
        body = json.dumps(data, ensure_ascii=False).encode()
        return cls(url, "POST", {**headers, "content-type": "application/json"}, body)


def read_key(title: str, variable: str, source: str | None, environ: Mapping[str, str]) -> str:
    """The key of a service.

    Args:
        title: of the service.
        variable: of the environment, that its own programs read it from.
        source: ``env:``, ``file:``, ``cmd:`` or ``keyring:``, as of a secret; None for the variable. A command may take
            long: call this in a thread.

    Raises:
        UsageError: there is none.
    """
    key = parse_source(title, source).read(title) if source else environ.get(variable, "")
    if not key.strip():
        raise UsageError(f"{title} needs a key, and {variable} is not set.", hint="Set it, or use another provider.")
    return key.strip()
