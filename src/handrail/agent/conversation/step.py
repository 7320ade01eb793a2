"""A call of a run, as its history, its log and its proof count it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Step:
    """One call of a run.

    Args:
        number: counted from 1.
        tool, params: the call.
        ok: whether it did what it was asked.
        code: of the failure, else None.
        seconds: how long it took.
    """

    number: int
    tool: str
    params: dict[str, Any]
    ok: bool
    code: str | None
    seconds: float
