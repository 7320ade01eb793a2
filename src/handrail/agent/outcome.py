"""How a run ends, from wherever it is."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Self

from handrail.errors import HandrailError
from handrail.runs.result import Outcome


@dataclass(eq=False)
class RunEnd(Exception):
    """Ends the loop from wherever it is: limits, answers and errors all end a run by raising this.

    ``found`` is what the run had found by then, where a model summed it up.
    """

    outcome: Outcome
    answer: str
    data: Any = None
    _: KW_ONLY
    exit_code: int | None = None
    doubts: list[str] = field(default_factory=list)
    missing: str = ""
    found: str = ""

    @classmethod
    def from_error(cls, error: HandrailError) -> Self:
        """Return the end by an error that says itself what is wrong."""
        return cls("error", f"{error.message} {error.hint}".strip(), exit_code=error.exit_code)
