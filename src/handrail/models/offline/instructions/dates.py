"""Dates as people write them, for fields that take one form only."""

from __future__ import annotations

import re
from datetime import date

from handrail.models.offline.grammar.words import listed

_MONTHS = listed("jan feb mar apr may jun jul aug sep oct nov dec", " ")
_NUMERIC = re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4})")
_DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?\.? (?:of )?([a-z]+),? (\d{4})")
_MONTH_FIRST = re.compile(r"([a-z]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})")


def iso_date(text: str) -> str | None:
    """The same day as ``2026-01-31``; None where the text is no date.

    Slashes put the month first, as the language of the instructions does, unless that is no month; dots the day.
    """
    said = " ".join(text.casefold().split())
    if found := _NUMERIC.fullmatch(said):
        first, second, year = int(found[1]), int(found[3]), int(found[4])
        day_first = found[2] == "." or first > 12
        return _iso(year, second, first) if day_first else _iso(year, first, second)
    if found := _DAY_FIRST.fullmatch(said):
        return _iso(int(found[3]), _month(found[2]), int(found[1]))
    if found := _MONTH_FIRST.fullmatch(said):
        return _iso(int(found[3]), _month(found[1]), int(found[2]))
    return None


def _month(name: str) -> int:
    return _MONTHS.index(name[:3]) + 1 if name[:3] in _MONTHS else 0


def _iso(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None
