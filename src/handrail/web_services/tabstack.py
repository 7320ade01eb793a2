"""Tabstack: reads pages on its own servers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from handrail.web_services.service import Service, ServiceRequest

URL = "https://api.tabstack.ai/v1"


class Tabstack(Service):
    """Tabstack's API.

    Args:
        url: in place of its own.
        key: where the key comes from, as of a secret; None for its own variable.
    """

    def __init__(self, url: str | None = None, key: str | None = None) -> None:
        super().__init__("Tabstack", (url or URL).rstrip("/"), "TABSTACK_API_KEY", key)

    def request(self, path: str, data: Mapping[str, Any]) -> ServiceRequest:
        """Return what asks an endpoint, such as ``extract/markdown``."""
        headers = {"accept": "application/json", "authorization": f"Bearer {self._key}"}
        return ServiceRequest.post(f"{self.url}/{path}", headers, data)
