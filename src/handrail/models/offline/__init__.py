"""No model at all: a small language of instructions and questions, whose names are found on the page."""

from handrail.models.offline.offline import Offline

__all__ = ["Offline"]
