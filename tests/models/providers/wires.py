"""The four protocols, each with a model of its own, for tests that hold for all of them."""

from __future__ import annotations

from typing import Any

from handrail.models.providers.llm import Llm
from tests.fakes.provider import FakeProvider

WIRES = ("openai", "responses", "anthropic", "google")

MODELS = {
    "openai": "openai-compatible:gpt-test",
    "responses": "openai-responses:gpt-6.1-terra",
    "anthropic": "anthropic:claude-sonnet-4-6",
    "google": "google:gemini-3.8-flash",
}


def model(wire: str, provider: FakeProvider, **options: Any) -> Llm:
    """A model that is asked over this wire, without waiting between attempts."""
    base_url = {"anthropic": provider.anthropic, "google": provider.google}.get(wire, provider.openai)
    return Llm(MODELS[wire], base_url=base_url, **{"api_key": "good", "backoff": 0.0, **options})
