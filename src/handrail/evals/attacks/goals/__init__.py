"""What attackers want, each with several ways to get it."""

from __future__ import annotations

from handrail.evals.attacks.goals.goal import Goal, load_goals, mark

GOALS: dict[str, Goal] = load_goals()

__all__ = ["GOALS", "Goal", "mark"]
