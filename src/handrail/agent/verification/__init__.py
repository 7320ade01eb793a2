"""What a claim that a task is done is held against: rules over what acts sent and what pages showed, then a model."""

from handrail.agent.verification.acts import Act, PageRecord
from handrail.agent.verification.changes import Changes
from handrail.agent.verification.doubts import Unverified

__all__ = ["Act", "Changes", "PageRecord", "Unverified"]
