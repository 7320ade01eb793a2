"""What a run is asked to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from handrail.runs.resume import ResumedRun


@dataclass(frozen=True, slots=True)
class Task:
    """The user's words, values and start page, and the run that this one goes on with."""

    words: str
    data: Any = None
    url: str | None = None
    past: ResumedRun | None = None
