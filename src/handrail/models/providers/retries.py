"""Sends a request to a provider, again where that helps."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from pydantic_ai.messages import ModelResponse

from handrail.models.providers.errors import ProviderError, explain, is_provider_error
from handrail.models.providers.request import Features, ProviderRequest

TRANSIENT = ("rate_limited", "provider_down", "unreachable")
MAX_WAIT = 60.0
"""Seconds; a provider that asks to wait longer is reported instead."""
NOTICE_AFTER = 5.0
"""Seconds of waiting from which on the user is notified."""


@dataclass(frozen=True, slots=True)
class Retries:
    """How a request that failed is sent again.

    Args:
        limit: how often, after transient errors.
        backoff: seconds before the first retry; doubled for each.
        on_notice: called with a sentence before a long wait.
    """

    limit: int
    backoff: float
    sleep: Callable[[float], Awaitable[None]]
    on_notice: Callable[[str], None] | None

    async def send(self, request: ProviderRequest, features: Features, base_url: str) -> ModelResponse:
        """Send a request until it is answered. It is not sent again once ``on_text`` was called. Raises
        `ProviderError`: it cannot be answered."""
        attempt, was_asked = 0, False
        while True:
            try:
                return await request.send(features)
            except Exception as error:
                if not is_provider_error(error):
                    raise
                problem = explain(error, request.name, base_url)
                problem.was_asked = was_asked = was_asked or problem.was_asked
                dropped = features.drop_rejected(request, problem)
                wait = 0.0 if dropped else self._delay(problem, error, attempt)
                if wait is None or request.listeners.text_sent:
                    raise problem from error
            attempt += not dropped
            if wait >= NOTICE_AFTER and self.on_notice is not None:
                self.on_notice(f"{problem.summary.rstrip('.')}; trying again in {wait:.0f} s.")
            await self.sleep(wait)

    def _delay(self, problem: ProviderError, error: Exception, attempt: int) -> float | None:
        """Return the seconds before the next attempt; None for no further attempt."""
        if attempt >= self.limit or problem.code not in TRANSIENT:
            return None
        requested: float | None = getattr(error, "retry_after", None)
        if requested is not None:
            return requested if requested <= MAX_WAIT else None
        return self.backoff * 2.0**attempt * random.uniform(0.8, 1.2)
