"""Requests of a page for rules to judge."""

from __future__ import annotations

import json

from handrail.browser.types.acts import HeldRequest
from handrail.policy.requests.facts import RequestFacts

HOME = "https://shop.example"


def request(method: str = "POST", path: str = "/api", body: object = b"", origin: str = HOME) -> RequestFacts:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return RequestFacts.of(HeldRequest(method, HOME + path, origin=origin, body=raw))
