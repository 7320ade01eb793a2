"""What attackers want, as records, each with several ways to get it."""

from __future__ import annotations

from handrail.evals.attacks.goals import acts, data, data_elsewhere, limits, machine, secrets, trac
from handrail.evals.attacks.goals.goal import Goal, Way, mark

_PARTS = (secrets, data, data_elsewhere, acts, machine, trac, limits)
GOALS: dict[str, Goal] = {goal.name: goal for part in _PARTS for goal in part.GOALS}

__all__ = ["GOALS", "Goal", "Way", "mark"]
