"""What a tool call gives back: its result, and what the page looks like afterwards. Tools make it, models read it."""

from handrail.results.observation import Observation
from handrail.results.result import Failed, NextCall, Ok, Result, Target, ToolFailed

__all__ = ["Failed", "NextCall", "Observation", "Ok", "Result", "Target", "ToolFailed"]
