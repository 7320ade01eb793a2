"""Tabstack: reads pages on its own servers."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from handrail.policy.origins import origin_of
from handrail.web_services.service import ServiceRequest, read_key

URL = "https://api.tabstack.ai/v1"
KEY_VARIABLE = "TABSTACK_API_KEY"
TITLE = "Tabstack"


class Tabstack:
    """Tabstack's API.

    Args:
        url: in place of its own.
        key: where the key comes from, as of a secret; None for its own variable.
    """

    title = TITLE

    def __init__(self, url: str | None = None, key: str | None = None) -> None:
        self.url = (url or URL).rstrip("/")
        self._key_source = key
        self._key = ""

    @property
    def origin(self) -> str:
        """Where requests go."""
        return origin_of(self.url) or ""

    def load_key(self, environ: Mapping[str, str] = os.environ) -> str:
        """Read the key, and return it.

        Raises:
            UsageError: it cannot be had.
        """
        self._key = read_key(TITLE, KEY_VARIABLE, self._key_source, environ)
        return self._key

    def request(self, path: str, data: Mapping[str, Any]) -> ServiceRequest:
        """What asks an endpoint, such as ``extract/markdown``."""
        headers = {"accept": "application/json", "authorization": f"Bearer {self._key}"}
        return ServiceRequest.post(f"{self.url}/{path}", headers, data)


def read_answer(answer: bytes) -> Any:
    """The data of an answer; None where it is not JSON."""
    try:
        return json.loads(answer)
    except ValueError:
        return None
