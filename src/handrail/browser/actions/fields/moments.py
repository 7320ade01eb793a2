"""Dates and times as calls give them (ISO 8601), and as pages write them."""

from __future__ import annotations

import re
from calendar import month_abbr, month_name
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

HALF_DAY = 12
Unit = Literal["y", "m", "d"]
UNITS: tuple[Unit, ...] = ("y", "m", "d")

_GIVEN = re.compile(r"(\d{4}-\d\d-\d\d)?(?:(?:^|(?<=\d)[T ])(\d{1,2}:\d\d(?::\d\d)?))?")
_BETWEEN = re.compile(r"\s+(?:-|to)\s+|\s*[/~–—]\s*")
_PART = r"(\d{1,4}(?:st|nd|rd|th)?|([^\W\d_])\N*|[^\W\d_]{3,9}\.?)(?![^\W_])"
_GAP = r"([./, -]{1,2}| [-/.] )"
_DATE = re.compile(r"(?<![^\W_])" + _GAP.join(_PART.replace("N", letter) for letter in "258"))
_TIME = re.compile(
    r"(?<![^\W_])(\d{1,2}|[Hh]{1,2}|--)([:.])(\d\d|mm|MM|--)(?:\2(\d\d|ss|SS|--))?"
    r"(?:( ?)([AaPp]\.?[Mm]\.?|\([ap]\|p\)m|am/pm|AM/PM|aa?|AA?|tt|--))?(?![^\W_])"
)


@dataclass(frozen=True, slots=True)
class Part:
    """A date (year, month, day) or a time (hour, minute, second), in numbers."""

    is_date: bool
    numbers: tuple[int, int, int]

    @property
    def is_ambiguous(self) -> bool:
        """Whether it is another date where month and day are taken for each other."""
        _, month, day = self.numbers
        return self.is_date and month != day and day <= HALF_DAY


def given_parts(text: str) -> list[Part]:
    """Return the dates and times of a value like 2026-01-31, 09:30, both, or one to another; [] for any other text."""
    found: list[Part] = []
    ends = _BETWEEN.split(text.strip())
    for end in ends if len(ends) <= 2 else ():
        given = _GIVEN.fullmatch(end)
        if given is None or not end:
            return []
        date, time = given.groups()
        if date:
            found.append(Part(True, _three(date.split("-"))))
        if time:
            found.append(Part(False, _three(time.split(":"))))
    return found if all(map(_exists, found)) else []


def _exists(part: Part) -> bool:
    first, second, third = part.numbers
    return 1 <= second <= HALF_DAY and 1 <= third <= 31 if part.is_date else first < 24 and max(second, third) < 60


def _three(numbers: list[str]) -> tuple[int, int, int]:
    first, second, third = (int(one) for one in [*numbers, "0"][:3])
    return first, second, third


@dataclass(frozen=True, slots=True)
class _Form:
    """How a text writes a date or time, and where. ``units``: of a date, what each of its three parts is."""

    match: re.Match[str]
    units: tuple[Unit, ...] = ()


def _forms(text: str) -> Iterator[_Form]:
    """Yield the dates and times in a text, or the letters and examples that stand for them."""
    at = 0
    while at < len(text):
        if (date := _DATE.match(text, at)) is not None and (units := _units(date)) is not None:
            yield _Form(date, units)
            at = date.end()
        elif (time := _TIME.match(text, at)) is not None:
            yield _Form(time)
            at = time.end()
        else:
            at += 1


def _units(date: re.Match[str]) -> tuple[Unit, ...] | None:
    """Return what each part of a date is, "" where month and day leave a doubt; None for no date."""
    units = [_unit(date[part]) for part in (1, 4, 7)]
    if "y" not in units and units[2] == "" and units.count("m") == 1:
        # 28-Nov-26
        units[2] = "y"
    if "y" not in units and units.count("d") == 2 and "m" in units:
        units[2] = "y"
    if units.count("") == 1:
        rest = [one for one in UNITS if one not in units]
        units = [one or rest[0] for one in units] if len(rest) == 1 else units
    if None in units or "y" not in units or len({one for one in units if one}) != sum(1 for one in units if one):
        return None
    return tuple(units)  # type: ignore[arg-type]


def _unit(part: str) -> Unit | Literal[""] | None:
    """Return what a part of a date is, "" where it may be a month or a day; None where it is neither."""
    lower = part.lower().rstrip(".")
    if lower[0].isdigit():
        number = int(re.sub(r"\D", "", lower))
        return "y" if len(lower) == 4 and lower.isdigit() else "d" if number > HALF_DAY or not lower.isdigit() else ""
    if len(set(lower)) > 1:
        return "m" if _month(lower) else None
    if lower[0] in "mм":
        return "m"
    if len(lower) == 4 or lower[0] == "y":
        return "y"
    return "d" if len(lower) <= 2 else None


def is_date(text: str) -> bool:
    """Return whether a text is one date and nothing else, in any form."""
    found = list(_forms(text.strip()))
    return len(found) == 1 and bool(found[0].units) and found[0].match[0] == text.strip()


def guesses(parts: list[Part], local: str, held: str) -> list[str]:
    """Return dates and times in forms that a field may take which says nothing of any, the likeliest first: as the
    page's language writes dates, with the marks that the field itself used, then with day and month in the other order;
    times of half a day."""
    date = next(_forms(local), None)
    if date is None or len(date.units) != 3:
        return []
    used = next((one.match[3] for one in _forms(held) if one.units), date.match[3])
    first = used.join(date.match[at] for at in (1, 4, 7))
    other = used.join({"31": "12", "12": "31"}.get(date.match[at], date.match[at]) for at in (1, 4, 7))
    found: list[str] = []
    for day in (first, other) if any(part.is_date for part in parts) else (first,):
        for time in ("12:00 AM", "00:00") if not all(part.is_date for part in parts) else ("",):
            form = " - ".join(_one_after_another(parts, day, time))
            written = in_form(parts, form)
            if written is not None:
                found.append(written)
    return found


def _one_after_another(parts: list[Part], day: str, time: str) -> Iterator[str]:
    """Yield the form of each moment: a date, a time, or a date with its time."""
    at = 0
    while at < len(parts):
        if parts[at].is_date and at + 1 < len(parts) and not parts[at + 1].is_date:
            yield f"{day} {time}"
            at += 2
        else:
            yield day if parts[at].is_date else time
            at += 1


def _month(word: str) -> int:
    """Return the number of a month by its English name or the beginning of that, 0 for another word."""
    lower = word.lower().rstrip(".")
    names = (name.lower() for name in month_name)
    return next((number for number, name in enumerate(names) if number and name.startswith(lower[:9])), 0)


def in_form(parts: list[Part], form: str) -> str | None:
    """Return dates and times as a text writes them, by letters (DD.MM.YYYY hh:mm aa) or an example; None where it says
    nothing of them, or leaves a doubt which part is the month."""
    forms = list(_forms(form))
    known = next((one.units for one in forms if one.units and "" not in one.units), None)
    written, end = "", None
    if len(forms) < len(parts):
        return None
    for part, one in zip(parts, forms, strict=False):
        if part.is_date != bool(one.units) or ("" in one.units and known is None):
            return None
        if end is not None:
            written += form[end : one.match.start()]
        text = _date_as(part, one.match, one.units if "" not in one.units else known) if part.is_date else ""
        written += text or _time_as(part, one.match)
        end = one.match.end()
    return written


def _date_as(date: Part, match: re.Match[str], units: tuple[Unit, ...] | None) -> str:
    numbers = dict(zip("ymd", date.numbers, strict=True))
    written = [_number_as(numbers[unit], unit, match[at]) for unit, at in zip(units or (), (1, 4, 7), strict=True)]
    return written[0] + match[3] + written[1] + match[6] + written[2]


def _number_as(number: int, unit: Unit, like: str) -> str:
    if unit == "m" and len(like) > 2 and not like.isdigit():
        is_long = len(like) > 3 and (_month(like) == 0 or len(like.rstrip(".")) > 3)
        return month_name[number] if is_long else month_abbr[number]
    if unit == "y":
        return f"{number:04}" if len(like) == 4 else f"{number % 100:02}"
    return str(number) if len(like) == 1 else f"{number:02}"


def _time_as(time: Part, match: re.Match[str]) -> str:
    hour, minute, second = time.numbers
    half, mark = match[6], match[2]
    shown = (hour % HALF_DAY or HALF_DAY) if half else hour
    written = (f"{shown:02}" if len(match[1]) == 2 else str(shown)) + f"{mark}{minute:02}"
    if match[4]:
        written += f"{mark}{second:02}"
    if half:
        name = "PM" if hour >= HALF_DAY else "AM"
        is_lower = half.islower() and match[1].isdigit()
        written += match[5] + (name.lower() if is_lower else name)
    return written


def says(parts: list[Part], text: str, form: str = "") -> bool | None:
    """Return whether a text says these dates and times and no others; None where that depends on which of two numbers
    is the month. ``form``: the order in which the page writes them."""
    found = list(_forms(text))
    if len(found) != len(parts):
        return False
    order = next((one.units for one in _forms(form) if one.units and "" not in one.units), None)
    in_doubt = False
    for part, one in zip(parts, found, strict=True):
        if not one.units:
            if part.is_date or not _says_time(part, one.match):
                return False
            continue
        units = one.units if "" not in one.units else order
        if not part.is_date:
            return False
        if units is None:
            written = sorted(int(one.match[at]) for at in (1, 4, 7) if len(one.match[at]) <= 2)
            year = next(int(one.match[at]) for at, unit in zip((1, 4, 7), one.units, strict=True) if unit == "y")
            if (year, *written) != (part.numbers[0], *sorted(part.numbers[1:])):
                return False
            in_doubt = in_doubt or part.is_ambiguous
        elif not _says_date(part, one.match, units):
            return False
    return None if in_doubt else True


def _says_date(date: Part, match: re.Match[str], units: tuple[Unit, ...]) -> bool:
    for unit, at in zip(units, (1, 4, 7), strict=True):
        number = _month(match[at]) if not match[at][0].isdigit() else int(re.sub(r"\D", "", match[at]))
        wanted = date.numbers["ymd".index(unit)]
        if number != wanted and not (unit == "y" and len(match[at]) == 2 and number == wanted % 100):
            return False
    return True


def _says_time(time: Part, match: re.Match[str]) -> bool:
    if not match[1].isdigit() or not match[3].isdigit():
        return False
    hour, minute, half = int(match[1]), int(match[3]), (match[6] or "").lower()
    if half:
        hour = hour % HALF_DAY + (HALF_DAY if half.startswith("p") else 0)
    return (hour, minute, int(match[4] or 0)) == time.numbers
