"""The loop, small and in one place."""

from handrail.agent.agent import Agent
from handrail.agent.outcome import Outcome, RunResult
from handrail.agent.run import run
from handrail.tools.step import Step

__all__ = ["Agent", "Outcome", "RunResult", "Step", "run"]
