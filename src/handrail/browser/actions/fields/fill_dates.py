"""Fills fields for dates and times in the form that they take, as far as they or their calendars show it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Protocol

from handrail.browser.actions.fields.moments import Part, given_parts, guesses, in_form, says
from handrail.browser.clock import loop_time
from handrail.browser.types.acts import Filled


class Put(Protocol):
    """Puts a text into the field, leaves that, and returns what it holds then."""

    async def __call__(self, value: str, *, leaves: bool = True) -> Filled: ...


GUESSING = 5.0
"""Seconds in which other forms are begun to be tried."""
TEXT_TYPES = ("text", "tel")


def parts_for(field: dict[str, Any], value: str) -> list[Part]:
    """Return the dates and times to put into a field for text; [] for anything else."""
    return given_parts(value) if field["type"] in TEXT_TYPES and field["how"] == "typed" else []


async def fill_date(put: Put, field: dict[str, Any], value: str, parts: list[Part]) -> Filled:
    """Put dates or times into a field: in the form that it shows, as they were given, or else as its page may write
    them. Where it takes none of these, it holds what it held before, or the text that it let stand."""
    shown = (in_form(parts, form) for form in (field["placeholder"], field["held"], *field["says"]))
    first = next(filter(None, shown), value)
    filled = await put(first)
    if not filled.stuck and first != value:
        filled = await put(value)
    if filled.stuck or filled.value is None:
        return filled
    if field["isPaired"] and filled.value.raw == field["held"]:
        # A range of two fields may be taken only with both: the first is not left.
        return await put(first, leaves=False)
    tried = {first, value}
    end = loop_time() + GUESSING
    for guess in guesses(parts, field["localDate"], filled.value.raw):
        if guess not in tried and loop_time() < end and (now := await put(guess)).stuck and _is_proved(now, parts):
            return now
        tried.add(guess)
    before = value if filled.kept else field["held"]
    after = filled if before == value and len(tried) <= 2 else await put(before)
    return replace(after, kept=filled.kept and after.kept)


def _is_proved(filled: Filled, parts: list[Part]) -> bool:
    """Return whether a field took a date in a form that was guessed for the date that is meant."""
    if not any(part.is_ambiguous for part in parts) or filled.confirmed:
        return True
    return filled.value is not None and says(parts, filled.value.raw) is True
