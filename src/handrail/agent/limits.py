"""The limits of a run and what it has spent. Exceeding a limit raises `RunEnd`."""

from __future__ import annotations

from dataclasses import dataclass

from handrail.agent.outcome import RunEnd
from handrail.models.protocol import Usage
from handrail.runs.describe import counted


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds of one run (promise G7).

    Args:
        steps: calls of tools.
        errors: failed calls in a row; three times as many in all.
        tokens: input and output of every model call together, None for no limit.
        cost: US dollars, None for no limit. Binds only where the model's price is known.
        seconds: for everything but what a person takes, None for no limit.
    """

    steps: int = 50
    errors: int = 5
    tokens: int | None = None
    cost: float | None = None
    seconds: float | None = 1800.0


class Spending:
    """Counts against the limits of a run."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.steps = 0
        self._errors = 0
        self._in_a_row = 0

    def step(self) -> None:
        """Count one more call, before it is made."""
        if self.steps >= self.limits.steps:
            raise RunEnd("out_of_budget", f"The limit of {counted(self.limits.steps, 'step')} was reached.")
        self.steps += 1

    def forgive_step(self) -> None:
        """Take back the last call from the count: the browser was lost."""
        self.steps -= 1

    def model(self, usage: Usage) -> None:
        """Check what models have cost so far."""
        used, most = usage.input_tokens + usage.output_tokens, self.limits.tokens
        if most is not None and used > most:
            raise RunEnd("out_of_budget", f"The limit of {most:,} tokens was reached ({used:,} were used).")
        if self.limits.cost is not None and usage.cost is not None and usage.cost > self.limits.cost:
            raise RunEnd(
                "out_of_budget", f"The limit of ${self.limits.cost:g} was reached (${usage.cost:.4f} was spent)."
            )

    def reset_errors_in_a_row(self) -> None:
        """Start counting errors in a row anew, after a call that succeeded."""
        self._in_a_row = 0

    def failed(self, sentence: str, code: str = "") -> None:
        """Count one more error."""
        self._errors += 1
        self._in_a_row += 1
        if self._in_a_row < self.limits.errors and self._errors < 3 * self.limits.errors:
            return
        many = f"{self._in_a_row} calls in a row" if self._in_a_row >= self.limits.errors else f"{self._errors} calls"
        raise RunEnd("blocked" if code == "not_permitted" else "failed", f"{many} failed; the last one: {sentence}")
