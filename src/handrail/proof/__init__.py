"""What a claim that a task is done is held against: rules over what acts sent and what pages showed, then a model."""

from handrail.proof.acts import Act, Sight
from handrail.proof.changes import Changes
from handrail.proof.doubts import Unverified

__all__ = ["Act", "Changes", "Sight", "Unverified"]
