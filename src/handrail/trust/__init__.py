"""Text from outside is a type, not a habit. This package imports no other."""

from handrail.trust.clean import clean, one_line
from handrail.trust.external import External
from handrail.trust.fence import LABELS, WARNING, Fenced, fence
from handrail.trust.plain import plain

__all__ = ["LABELS", "WARNING", "External", "Fenced", "clean", "fence", "one_line", "plain"]
