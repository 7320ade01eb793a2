"""The dates and times of a text as fields take them: "5 December 2026, 3:30 pm" is 2026-12-05 and 15:30."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from handrail.policy.words.lexicon import month_of

_ORDINAL = r"(?:\.|st|nd|rd|th|er|º|°)?"
_OF = r"(?:de\s|del\s|of\s)?"
_DAY, _MONTH, _YEAR = r"(?P<day>\d{1,2})", r"(?P<month>[^\W\d_]{3,12})\.?", r"(?P<year>\d{4})"
_DAY_FIRST = re.compile(rf"\b{_DAY}{_ORDINAL}\s{_OF}{_MONTH},?\s{_OF}{_YEAR}\b")
_MONTH_FIRST = re.compile(rf"\b{_MONTH}\s{_DAY}{_ORDINAL},?\s{_YEAR}\b")
_IN_DIGITS = re.compile(rf"(?<![\d./-]){_DAY}(?P<mark>[./-])(?P<month>\d{{1,2}})(?P=mark){_YEAR}(?![\d/-]|\.\d)")
_ISO = re.compile(r"(?<![\d-])(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})(?![\d-])")
_TIME = re.compile(
    r"(?<![\d:.])(?P<hour>\d{1,2})(?:\s?(?P<mark>[:.h])\s?(?P<minute>\d{2}))?(?P<half>\s?[ap]\.?m\b)?"
    r"(?P<unit>\s?(?:uhr|h|uur)\b)?(?![\d:]|[./-]\d)",
    re.IGNORECASE,
)
MONTHS, HOURS, MINUTES = 12, 24, 60
NOON = 12


def moments_in(text: str) -> frozenset[str]:
    """Return each date and each time that a text says, as HTML writes them."""
    said = " ".join(text.split())
    return frozenset((*_dates(said), *_times(said)))


def _dates(text: str) -> Iterator[str]:
    for form in (_DAY_FIRST, _MONTH_FIRST, _IN_DIGITS, _ISO):
        for found in form.finditer(text):
            name = found["month"]
            month, day = int(name) if name.isdecimal() else month_of(name), int(found["day"])
            if form is _IN_DIGITS and found["mark"] != ".":
                # Who writes 5/12/2026 may mean May.
                if month <= MONTHS and day <= MONTHS and month != day:
                    continue
                day, month = (month, day) if month > MONTHS else (day, month)
            try:
                yield date(int(found["year"]), month, day).isoformat()
            except ValueError:
                continue


def _times(text: str) -> Iterator[str]:
    for found in _TIME.finditer(text):
        hour, minute = int(found["hour"]), int(found["minute"] or 0)
        half = (found["half"] or "").strip().lower()[:1]
        # "15.30" alone may be a price.
        is_time = half or found["unit"] or (found["minute"] and found["mark"] != ".")
        if not is_time or (half and not 1 <= hour <= NOON):
            continue
        if half:
            hour = hour % NOON + (NOON if half == "p" else 0)
        if hour < HOURS and minute < MINUTES:
            yield f"{hour:02}:{minute:02}"
