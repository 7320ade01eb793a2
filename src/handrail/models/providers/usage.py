"""What an answer of a provider cost: tokens and price."""

from __future__ import annotations

from pydantic_ai.messages import ModelResponse

from handrail.models.protocol import Usage


def read_usage(response: ModelResponse) -> Usage:
    """Return the usage of an answer; the price of a local or very new model is unknown."""
    used = response.usage
    return Usage(1, used.input_tokens, used.cache_read_tokens, used.output_tokens, _price(response))


def _price(response: ModelResponse) -> float | None:
    try:
        return float(response.cost().total_price)
    except (LookupError, ValueError, AssertionError):
        return None
