"""The answer to a question, and the error for one without an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from handrail.models.offline.program import Stop

ANSWER_CHARS = 6_500
"""Characters of a list or table in an answer; results are capped at 8,000."""
Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class OfflineAnswer:
    """An answer in words, and as data."""

    text: str
    data: Data | None = None


def not_found(what: str, hint: str = "") -> Stop:
    """The error for a question that the page does not answer."""
    return Stop(f"not found on this page: {what}.{' ' + hint if hint else ''}")
