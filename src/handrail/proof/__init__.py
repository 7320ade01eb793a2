"""Which changes of a run nobody has seen to happen: rules over what acts sent and what pages showed. No model."""

from handrail.proof.acts import Act, Sight
from handrail.proof.changes import Changes
from handrail.proof.doubts import Unverified

__all__ = ["Act", "Changes", "Sight", "Unverified"]
