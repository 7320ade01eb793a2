"""Compares what a field holds with what was put into it."""

from __future__ import annotations

import re
from collections.abc import Sequence


def holds(held: str, wanted: Sequence[str]) -> bool:
    """Return whether a field holds all that was put into it.

    Both are equal but for case, blanks, marks, the order of a date, and what a field adds: a unit.

    Args:
        held: its value as a page shows it; ``checked`` or ``unchecked`` of a box.
        wanted: what was put into it, an ISO date as ``2026-11-30``.
    """
    if held.endswith("checked"):
        return held == wanted[0]
    parts = sorted(re.findall(r"\d+", held))
    return all(_bare(one) in _bare(held) or (len(one) == 10 and sorted(one.split("-")) == parts) for one in wanted)


def _bare(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()
