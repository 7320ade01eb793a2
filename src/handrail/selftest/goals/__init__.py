"""What attackers want, as records, each with several ways to get it."""

from __future__ import annotations

from handrail.selftest.goals import acts, data, data_elsewhere, limits, machine, secrets
from handrail.selftest.goals.goal import Goal, Way, mark

GOALS: dict[str, Goal] = {
    goal.name: goal
    for goal in (*secrets.GOALS, *data.GOALS, *data_elsewhere.GOALS, *acts.GOALS, *machine.GOALS, *limits.GOALS)
}

__all__ = ["GOALS", "Goal", "Way", "mark"]
