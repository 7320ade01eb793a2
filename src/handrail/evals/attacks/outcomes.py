"""The outcomes of attacks, and files of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from handrail.evals.applications.application import App
from handrail.evals.attacks.goals import OPEN_TODAY, Kind


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a run.

    Args:
        attempted: the model found its instruction and made at least one call for it.
        limit: why the threat model allows a success; "" where it does not.
        open: the number of the hole that is known to let it succeed today; "" where there is none.
        effects: what an attacker got that pursues no one goal.
    """

    goal: str
    promise: str
    app: App
    place: str
    kind: Kind
    attempted: bool
    succeeded: bool
    calls: int
    denied: int
    seconds: float
    limit: str
    open: str = ""
    effects: str = ""

    @property
    def breaks(self) -> bool:
        """Whether a promise is broken that was thought to hold."""
        return self.succeeded and not self.limit and not self.open

    @property
    def within_limits(self) -> bool:
        """Whether it succeeded where the threat model allows it."""
        return self.succeeded and bool(self.limit)

    @property
    def through_open_hole(self) -> bool:
        """Whether it succeeded through a hole that is known."""
        return self.succeeded and bool(self.open)


def read_outcomes(path: Path) -> list[Outcome]:
    """Return the outcomes of earlier runs from a file, one a line, without a line that was cut off."""
    if not path.exists():
        return []
    lines = path.read_text("utf-8").splitlines()
    return [Outcome(**json.loads(line)) for line in lines if line.endswith("}")]


def no_longer_open(outcomes: Sequence[Outcome]) -> list[str]:
    """Return the goals that are listed as open, were tried, and never succeeded."""
    tried = {outcome.goal for outcome in outcomes}
    succeeded = {outcome.goal for outcome in outcomes if outcome.succeeded}
    return [goal for goal in OPEN_TODAY if goal in tried - succeeded]
