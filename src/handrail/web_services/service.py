"""What all services share: where they are asked, where their key comes from, and a request to one. And Tabstack, which
reads pages on its own servers."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from handrail.errors import UsageError
from handrail.policy.origins import origin_of
from handrail.vault.sources import parse_source

TABSTACK_URL = "https://api.tabstack.ai/v1"


@dataclass(frozen=True, slots=True)
class ServiceRequest:
    """A request to a service. The headers hold its key."""

    url: str
    method: str = "GET"
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    body: bytes | None = None

    @classmethod
    def post(cls, url: str, headers: Mapping[str, str], data: Mapping[str, Any]) -> ServiceRequest:
        """Return a request that posts data as JSON."""
        body = json.dumps(data, ensure_ascii=False).encode()
        return cls(url, "POST", {**headers, "content-type": "application/json"}, body)


class Service:
    """A service with an address and, where it needs one, a key.

    Args:
        title: for people.
        url: that it is asked at.
        key_variable: of the environment, that its own programs read its key from; "" for one without a key.
        key: ``env:``, ``file:``, ``cmd:`` or ``keyring:``, as of a secret; None for the variable.
    """

    def __init__(self, title: str, url: str, key_variable: str, key: str | None) -> None:
        self.title = title
        self.url = url
        self._key_variable = key_variable
        self._key_source = key
        self._key = ""

    @property
    def origin(self) -> str:
        """Where requests go."""
        return origin_of(self.url) or ""

    def load_key(self, environ: Mapping[str, str] = os.environ) -> str:
        """Read the key, and return it; "" where the service takes none. A command may take long: call this in a thread.

        Raises:
            UsageError: there is none.
        """
        if self._key_variable:
            self._key = self._read_key(environ).strip()
            if not self._key:
                raise UsageError(
                    f"{self.title} needs a key, and {self._key_variable} is not set.",
                    hint="Set it, or use another provider.",
                )
        return self._key

    def _read_key(self, environ: Mapping[str, str]) -> str:
        if self._key_source:
            return parse_source(self.title, self._key_source).read(self.title)
        return environ.get(self._key_variable, "")


class Tabstack(Service):
    """Tabstack's API.

    Args:
        url: in place of its own.
        key: where the key comes from, as of a secret; None for its own variable.
    """

    def __init__(self, url: str | None = None, key: str | None = None) -> None:
        super().__init__("Tabstack", (url or TABSTACK_URL).rstrip("/"), "TABSTACK_API_KEY", key)

    def request(self, path: str, data: Mapping[str, Any]) -> ServiceRequest:
        """Return what asks an endpoint, such as ``extract/markdown``."""
        headers = {"accept": "application/json", "authorization": f"Bearer {self._key}"}
        return ServiceRequest.post(f"{self.url}/{path}", headers, data)


def read_json(answer: bytes) -> Any:
    """Return the data of an answer; None where it is not JSON, or nested too deeply."""
    try:
        return json.loads(answer)
    except (ValueError, RecursionError):
        return None
