"""No model at all: direct instructions and questions, understood by rules and grounded in the page."""

from handrail.models.offline.offline import Offline

__all__ = ["Offline"]
