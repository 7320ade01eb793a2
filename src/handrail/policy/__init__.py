"""What a call may do. Pure: rules over plain facts, without I/O; the call pipeline collects the facts and asks."""

from handrail.policy.decide import FOR_ALL, FOR_MODELS, RULES, WITHOUT_POLICY, decide
from handrail.policy.decision import Allow, Answer, Ask, Decision, Deny
from handrail.policy.facts import AddressFacts, CallRequest, DialogFacts, Facts, FileFacts, RemoteFileFacts, TextFacts
from handrail.policy.origins import origin_of
from handrail.policy.permissions import VERBS, Grant, Permissions
from handrail.policy.provenance import Provenance

__all__ = [
    "FOR_ALL", "FOR_MODELS", "RULES", "VERBS", "WITHOUT_POLICY", "AddressFacts", "Allow", "Answer", "Ask",
    "CallRequest", "Decision", "Deny", "DialogFacts", "Facts", "FileFacts", "Grant", "Permissions", "Provenance",
    "RemoteFileFacts", "TextFacts", "decide", "origin_of",
]  # fmt: skip
