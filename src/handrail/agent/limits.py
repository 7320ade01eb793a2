"""The limits of a run and what it has spent. Exceeding a limit raises `RunEnd`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from handrail.agent.ending import RunEnd
from handrail.agent.settings import AgentSettings
from handrail.calls.recovery.recovery import LOSSES
from handrail.errors import NoBrowser
from handrail.models.protocol import Usage
from handrail.results import Result
from handrail.runs.describe import count_of
from handrail.runs.result import Outcome
from handrail.texts.for_people import error_in_words

NEAR = 0.75
"""The part of a limit at which model and user are warned."""


class Spending:
    """Counts against the limits of a run (promise G7)."""

    def __init__(self, limits: AgentSettings) -> None:
        self._limits = limits
        self.steps = 0
        self._errors = 0
        self._in_a_row = 0
        self._warned: set[str] = set()
        self._used: dict[str, float] = {}

    def near(self, usage: Usage, end: float | None) -> Iterator[str]:
        """Say once of each limit that three quarters of it is used, and of tokens and money that they pay for one more
        answer like the last. ``end``: when the time limit is reached, by the clock of the event loop."""
        most, timeout = self._limits.max_steps, self._limits.timeout
        limits = [limit[:3] for limit in self._of(usage)]
        if self.steps >= NEAR * most and "steps" not in self._warned:
            self._warned.add("steps")
            yield f"{most - self.steps} of {count_of(most, 'step')} {'is' if most - self.steps == 1 else 'are'} left."
        if timeout and end is not None:
            limits.append((f"{timeout:.0f} s", timeout - end + asyncio.get_running_loop().time(), timeout))
        for name, used, of in limits:
            if of and used >= NEAR * of and name not in self._warned:
                self._warned.add(name)
                yield f"{used / of:.0%} of the limit of {name} is used."
        for name, used, of, _ in self._of(usage):
            last, self._used[name] = used - self._used.get(name, used), used
            if used < of < used + 2 * last and f"last {name}" not in self._warned:
                self._warned.add(f"last {name}")
                yield f"The limit of {name} pays for one more answer like the last."

    def unpriced(self, usage: Usage) -> Iterator[str]:
        """Say once that the limit of money cannot hold: what was answered has no price that is known."""
        most = self._limits.max_cost
        if most is not None and usage.input_tokens and usage.cost is None and "unpriced" not in self._warned:
            self._warned.add("unpriced")
            yield f"The price of the model is not known, so the limit of ${most:g} does not hold."

    def count_step(self) -> None:
        """Count one more call, before it is made."""
        if self.steps >= self._limits.max_steps:
            raise RunEnd("out_of_budget", f"The limit of {count_of(self._limits.max_steps, 'step')} was reached.")
        self.steps += 1

    def check_cost(self, usage: Usage) -> None:
        """Check what models have cost so far."""
        for name, used, most, spent in self._of(usage):
            if used > most:
                raise RunEnd("out_of_budget", f"The limit of {name} was reached ({spent}).")

    def count_result(self, result: Result) -> None:
        """Count what came of a call: a failure is an error, and where the browser was lost it was no step."""
        if result.code in LOSSES:
            if not result.recoverable:
                raise RunEnd("error", result.error or "The browser is gone.", exit_code=NoBrowser.exit_code)
            self.steps -= 1
        elif result.ok:
            self._in_a_row = 0
        elif result.code != "not_accepted":  # Answers have a limit of their own.
            self.count_error(result.error or "", result.code or "")

    def count_error(self, sentence: str, code: str = "") -> None:
        """Count one more error."""
        self._errors += 1
        self._in_a_row += 1
        if self._in_a_row >= self._limits.max_errors:
            many = f"{self._in_a_row} calls in a row"
        elif self._errors >= 3 * self._limits.max_errors:
            many = f"{self._errors} calls"
        else:
            return
        outcome: Outcome = "blocked" if code == "not_permitted" else "failed"
        raise RunEnd(outcome, f"{many} failed; the last one: {error_in_words(sentence, code, {})}")

    def _of(self, usage: Usage) -> Iterator[tuple[str, float, float, str]]:
        """Yield the limits of what models cost: the name of each, what is used, how much it is, and that in words."""
        tokens, limits = usage.input_tokens + usage.output_tokens, self._limits
        if limits.max_tokens is not None:
            yield f"{limits.max_tokens:,} tokens", tokens, limits.max_tokens, f"{tokens:,} were used"
        if limits.max_cost is not None and usage.cost is not None:
            yield f"${limits.max_cost:g}", usage.cost, limits.max_cost, f"${usage.cost:.4f} was spent"
