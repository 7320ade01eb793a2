"""The form in which a field for text takes a date: as it declares that in letters, or as the date that it holds."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
"""Where a text may be a date: it names a year."""
_ISO_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_ISO_MOMENT = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d)?)?|\d\d:\d\d(:\d\d)?")
_LETTERS = re.compile(
    r"(?i)(?<![^\W_])(y{4}|m{1,2}|d{1,2})([./ -]+)(y{4}|m{1,2}|d{1,2})\2(y{4}|m{1,2}|d{1,2})(?![^\W_])"
)
_EXAMPLE = re.compile(r"(?<!\d)(\d{1,4})([./ -]+)(\d{1,4})\2(\d{1,4})(?!\d)")
_SOME_DATE = re.compile(r"\d{1,4}[./, -]+[^\W_]+[./, -]+\d{2,4}|[^\W\d_]+[. ]+\d{1,2},? +\d{4}")


class InForm(NamedTuple):
    """A date in the form of a field; ``is_declared``: the field says that it takes this form."""

    text: str
    is_declared: bool


def in_form_of_field(date: str, field: dict[str, Any]) -> InForm | None:
    """Return a date like 2026-01-31 in the form of a field for text; None where nothing says one, or it is this one."""
    for form in (field["placeholder"], _plain_declaration(field["form"])):
        if (text := date_in_form_of(date, form)) is not None:
            return InForm(text, is_declared=True)
    text = date_in_form_of(date, field["held"])
    return None if text is None else InForm(text, is_declared=False)


def _plain_declaration(form: str) -> str:
    """Return a form that an attribute declares; "" where it mixes capitals and small letters: of these, libraries mean
    numbers or names of months."""
    return form if (letters := _LETTERS.search(form)) and (letters[0].isupper() or letters[0].islower()) else ""


def is_in_another_form(date: str, held: str) -> bool:
    """Return whether ``date`` is one like 2026-01-31, and ``held`` a date that is written otherwise: 31-Jan-26."""
    is_iso, other = _ISO_DATE.fullmatch(date.strip()), held.strip()
    return is_iso is not None and _SOME_DATE.fullmatch(other) is not None and _ISO_DATE.fullmatch(other) is None


def date_in_form_of(date: str, form: str) -> str | None:
    """Return a date like 2026-01-31 in the form of letters (DD.MM.YYYY) or of another date; None if it says none, or
    this one."""
    if (given := _ISO_DATE.fullmatch(date.strip())) is None:
        return None
    if (letters := _LETTERS.search(form)) is not None:
        first, mark, second, third = letters.groups()
        names = [part[0].lower() for part in (first, second, third)]
    elif (example := _EXAMPLE.search(form)) is not None:
        first, mark, second, third = example.groups()
        names = ["y" if len(part) == 4 else "d" if int(part) > 12 else "m" for part in (first, second, third)]
    else:
        return None
    if sorted(names) != ["d", "m", "y"]:
        return None
    parts = dict(zip("ymd", given.groups(), strict=True))
    short = {name: len(part) == 1 for name, part in zip(names, (first, second, third), strict=True)}
    written = mark.join(str(int(parts[name])) if short[name] else parts[name] for name in names)
    return written if written != date.strip() else None


def is_moment(text: str) -> bool:
    """Return whether a text is a date like 2026-01-31, a time like 09:30, or both."""
    return _ISO_MOMENT.fullmatch(text.strip()) is not None


def is_date(text: str) -> bool:
    """Return whether a text is a date and nothing else."""
    return _EXAMPLE.fullmatch(text.strip()) is not None and YEAR.search(text) is not None
