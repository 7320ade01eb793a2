"""What a call may do. Pure: rules over plain facts, without I/O; the road collects the facts and asks."""

from handrail.policy.decide import RULES, decide
from handrail.policy.decision import Allow, Ask, Decision, Deny
from handrail.policy.facts import DialogFacts, Facts, FileFacts, Request

__all__ = ["RULES", "Allow", "Ask", "Decision", "Deny", "DialogFacts", "Facts", "FileFacts", "Request", "decide"]
