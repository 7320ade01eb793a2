"""What attackers want, each with several ways to get it."""

from __future__ import annotations

import tomllib
from pathlib import Path

from handrail.evals.attacks.goals.goal import Goal, Kind, load_goals, mark

GOALS: dict[str, Goal] = load_goals()
OPEN_TODAY: dict[str, str] = tomllib.loads((Path(__file__).parents[1] / "open_today.toml").read_text("utf-8"))
"""The goals that are known to succeed today, each with the number of its hole; counted separately, and to be mended."""

__all__ = ["GOALS", "OPEN_TODAY", "Goal", "Kind", "mark"]
