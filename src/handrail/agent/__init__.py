"""The loop, small and in one place."""

from handrail.agent.agent import Agent
from handrail.runs.result import Outcome, RunResult, Step

__all__ = ["Agent", "Outcome", "RunResult", "Step"]
