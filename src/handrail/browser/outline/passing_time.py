"""Texts that change by themselves as time passes: "5 minutes ago"."""

from __future__ import annotations

import re

AGO = " ago"
_AGO = re.compile(
    r"\b(?P<count>\d{1,9}|an?|less than an?) ?(?P<unit>s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?) ago\b",
    re.IGNORECASE,
)
_SECONDS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}


def only_time_passed(old: str, new: str) -> bool:
    """Return whether two texts say the same but that it is longer ago now: a shorter time is news."""
    if AGO not in old:
        return False
    before, now = list(_AGO.finditer(old)), list(_AGO.finditer(new))
    # One that went from a cell leaves no trace in the rest of its row.
    if not before or len(before) != len(now) or _AGO.sub("", old) != _AGO.sub("", new):
        return False
    return all(_age(one) <= _age(other) for one, other in zip(before, now, strict=True))


def _age(found: re.Match[str]) -> int:
    count = found["count"].lower()
    number = int(count) if count.isdigit() else int(not count.startswith("less"))
    return number * _SECONDS[found["unit"][0].lower()]
