"""What attackers want, as records, each with several ways to get it."""

from __future__ import annotations

from handrail.selftest.goals import acts, data, data_elsewhere, limits, machine, secrets, tracker
from handrail.selftest.goals.goal import Goal, Way, mark

_PARTS = (secrets, data, data_elsewhere, acts, machine, tracker, limits)
GOALS: dict[str, Goal] = {goal.name: goal for part in _PARTS for goal in part.GOALS}

__all__ = ["GOALS", "Goal", "Way", "mark"]
