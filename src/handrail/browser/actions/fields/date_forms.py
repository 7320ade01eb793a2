"""The form in which a field for text takes dates and times: as it declares that in letters, or as the date it holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
"""Where a text may be a date: it names a year."""
_ISO_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_ISO_PART = re.compile(
    r"(?P<y>\d{4})-(?P<m>0[1-9]|1[0-2])-(?P<d>0[1-9]|[12]\d|3[01])"
    r"|(?P<hour>[01]\d|2[0-3]):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?"
)
_PART = "y{4}|m{1,2}|d{1,2}"
_PLACE = re.compile(
    rf"(?i)(?<![^\W_])(?:(?P<first>{_PART})(?P<mark>[./ -]+)(?P<next>{_PART})(?P=mark)(?P<last>{_PART})"
    r"|(?P<hours>h{1,2}):mm(?P<seconds>:ss)?(?:(?P<blank>\s*)(?P<half>am[/|]pm|am|aa?|tt|k))?)(?![^\W_])"
)
"""Where a form has a date ("DD.MM.YYYY") or a time ("hh:mm a")."""
_EXAMPLE = re.compile(r"(?<!\d)(?P<first>\d{1,4})(?P<mark>[./ -]+)(?P<next>\d{1,4})(?P=mark)(?P<last>\d{1,4})(?!\d)")
_SOME_DATE = re.compile(r"\d{1,4}[./, -]+[^\W_]+[./, -]+\d{2,4}|[^\W\d_]+[. ]+\d{1,2},? +\d{4}")
_BETWEEN_GIVEN = re.compile(r"T|\s+|\s*(?:to|[-–—~/,])\s*")
_BETWEEN_PLACES = re.compile(r"[\W_]{1,5}| to ")
_SMALL_HALVES = ("a", "am", "am/pm", "am|pm")
"""Letters that mean "pm". Others, as "aa" and "tt", mean "PM"."""
NOON = 12


class InForm(NamedTuple):
    """Dates and times in the form of a field; ``is_declared``: the field says that it takes this form."""

    text: str
    is_declared: bool


def in_form_of_field(value: str, field: dict[str, Any]) -> InForm | None:
    """Return a date like 2026-01-31, a time like 09:30, both, or two dates in the form of a field for text; None where
    nothing says one, or it is this one."""
    for form in (field["placeholder"], _plain_declaration(field["form"])):
        if (text := in_form_of_letters(value, form)) is not None:
            return InForm(text, is_declared=True)
    for date in (field["placeholder"], field["held"]):
        if (text := _in_form_of_date(value, date)) is not None:
            return InForm(text, is_declared=False)
    return None


def _plain_declaration(form: str) -> str:
    """Return a form that an attribute declares; "" where a date in it mixes capitals and small letters: of these,
    libraries mean numbers or names of months."""
    return form if all(p["first"] is None or p[0].isupper() or p[0].islower() for p in _PLACE.finditer(form)) else ""


def in_form_of_letters(value: str, form: str) -> str | None:
    """Return ISO dates and times in the form of letters; None if it has other parts than these, or says this form."""
    given, places = _iso_parts(value), list(_PLACE.finditer(form))
    if len(given) == 1:
        places = places[:1]
    if not given or len(places) != len(given):
        return None
    between = [form[one.end() : other.start()] for one, other in pairwise(places)]
    texts = [_in_place(part, place) for part, place in zip(given, places, strict=True)]
    if None in texts or not all(map(_BETWEEN_PLACES.fullmatch, between)):
        return None
    written = "".join(f"{text}{gap}" for text, gap in zip(texts, [*between, ""], strict=True))
    return written if written != value.strip() else None


def _iso_parts(value: str) -> list[re.Match[str]]:
    """Return the dates and times of a text that holds nothing else."""
    text, parts = value.strip(), list(_ISO_PART.finditer(value.strip()))
    if not parts or parts[0].start() > 0 or parts[-1].end() < len(text):
        return []
    gaps = (text[one.end() : other.start()] for one, other in pairwise(parts))
    return parts if all(map(_BETWEEN_GIVEN.fullmatch, gaps)) else []


def _in_place(part: re.Match[str], place: re.Match[str]) -> str | None:
    """Return a date or time as the letters of its place say; None where they are of the other, or leave seconds out."""
    if part["y"] is not None:
        letters = [place["first"], place["next"], place["last"]]
        return None if place["first"] is None else _date_of(part, [one[0].lower() for one in letters], letters, place)
    seconds = part["second"] or "00"
    if place["hours"] is None or (place["seconds"] is None and seconds != "00"):
        return None
    hour = int(part["hour"])
    shown = hour if place["half"] is None else hour % NOON or NOON
    text = f"{shown:0{len(place['hours'])}}:{part['minute']}{f':{seconds}' if place['seconds'] else ''}"
    if place["half"] is None:
        return text
    half = "pm" if hour >= NOON else "am"
    return text + place["blank"] + (half if place["half"] in _SMALL_HALVES else half.upper())


def _in_form_of_date(value: str, held: str) -> str | None:
    """Return a date like 2026-01-31 in the form of letters or of another date, whose day is told by its number."""
    if (given := _ISO_PART.fullmatch(value.strip())) is None or given["y"] is None:
        return None
    if _PLACE.search(held) is not None:
        return in_form_of_letters(value, held)
    if (example := _EXAMPLE.search(held)) is None:
        return None
    shown = [example["first"], example["next"], example["last"]]
    names = ["y" if len(one) == 4 else "d" if int(one) > 12 else "m" for one in shown]
    written = _date_of(given, names, shown, example)
    return written if written != value.strip() else None


def _date_of(date: re.Match[str], names: Sequence[str], like: Sequence[str], form: re.Match[str]) -> str | None:
    """Return a date with its parts in an order, each as long as another; None where one is missing."""
    if sorted(names) != ["d", "m", "y"]:
        return None
    return form["mark"].join(
        str(int(date[name])) if len(one) == 1 else date[name] for name, one in zip(names, like, strict=True)
    )


def is_in_another_form(date: str, held: str) -> bool:
    """Return whether ``date`` is one like 2026-01-31, and ``held`` a date that is written otherwise: 31-Jan-26."""
    is_iso, other = _ISO_DATE.fullmatch(date.strip()), held.strip()
    return is_iso is not None and _SOME_DATE.fullmatch(other) is not None and _ISO_DATE.fullmatch(other) is None


def is_moment(text: str) -> bool:
    """Return whether a text is dates like 2026-01-31 or times like 09:30 and nothing else."""
    return bool(_iso_parts(text))


def is_date(text: str) -> bool:
    """Return whether a text is a date and nothing else."""
    return _EXAMPLE.fullmatch(text.strip()) is not None and YEAR.search(text) is not None
