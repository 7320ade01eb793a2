"""The loop, small and in one place."""

from handrail.agent.agent import Agent
from handrail.agent.conversation.step import Step
from handrail.agent.outcome import Outcome, RunResult
from handrail.agent.run import run

__all__ = ["Agent", "Outcome", "RunResult", "Step", "run"]
