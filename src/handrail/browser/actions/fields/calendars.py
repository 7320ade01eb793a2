"""Calendars that open below a field when a date is written into it."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from handrail.browser.actions.actionability import ActionAttempt
from handrail.browser.page.kit_client import KitAnswer
from handrail.browser.page.refs import RefTarget
from handrail.browser.types.acts import Filled
from handrail.browser.types.errors import DialogOpen, DocumentChanged, StaleRef
from handrail.trust import External

REACTION = 0.3
"""Seconds that a calendar may take to go to a date, or to close."""
_DATE = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
"""Where a text may be a date: it names a year."""
_ISO_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_LETTERS = re.compile(
    r"(?i)(?<![^\W_])(y{4}|m{1,2}|d{1,2})([./ -]+)(y{4}|m{1,2}|d{1,2})\2(y{4}|m{1,2}|d{1,2})(?![^\W_])"
)
_EXAMPLE = re.compile(r"(?<!\d)(\d{1,4})([./ -]+)(\d{1,4})\2(\d{1,4})(?!\d)")

_SOME_DATE = re.compile(r"\d{1,4}[./, -]+[^\W_]+[./, -]+\d{2,4}|[^\W\d_]+[. ]+\d{1,2},? +\d{4}")


def is_in_another_form(date: str, held: str) -> bool:
    """Return whether ``date`` is one like 2026-01-31, and ``held`` a date that is written otherwise: 31-Jan-26."""
    is_iso, other = _ISO_DATE.fullmatch(date.strip()), held.strip()
    return is_iso is not None and _SOME_DATE.fullmatch(other) is not None and _ISO_DATE.fullmatch(other) is None


def date_in_form_of(date: str, form: str) -> str | None:
    """Return a date like 2026-01-31 in the form that a field says it takes, by letters (DD.MM.YYYY) or an example; None
    if it says none, or this one."""
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


def _is_date(text: str) -> bool:
    """Return whether a text is a date and nothing else."""
    return _EXAMPLE.fullmatch(text.strip()) is not None and _DATE.search(text) is not None


@dataclass(frozen=True, slots=True)
class FieldCalendar:
    """The calendar of a field into which a date is written."""

    attempt: ActionAttempt
    field: RefTarget
    date: str
    is_another: bool
    """Whether a calendar was open before that does not belong to the field."""

    async def month_elsewhere(self) -> External | None:
        """Return the month of an open calendar, if none goes to the date: pickers say nothing of a form that they
        cannot read, and keep their old date."""
        with suppress(DialogOpen, DocumentChanged, StaleRef):
            answer = await self._ask_until(lambda now: not now.data["at"])
            return answer.external(answer.data["at"]) if answer.data["at"] else None
        return None

    async def leave(self, *, suggests: bool) -> bool:
        """Take the focus from a field whose calendar is open, or that holds a date alone and suggests nothing; return
        whether it did.

        An open calendar would cover what is below, and many fields look at a date only when they are left. Escape
        would close more calendars, but to rows, forms and dialogs around them it means that nothing is wanted.
        """
        with suppress(DialogOpen, DocumentChanged, StaleRef):
            is_open = (await self._ask()).data["open"] and not self.is_another
            if (is_open or (_is_date(self.date) and not suggests)) and await self.attempt.has_focus(self.field):
                await self.attempt.persist(lambda field, ms: field.blur(timeout=ms), self.field)
                if is_open:
                    await self._ask_until(lambda now: not now.data["open"])
                return True
        return False

    async def note_open(self, filled: Filled, *, waits: bool) -> Filled:
        """Return the same with the month of the calendar, where it is open though its field was left, and whether a
        dialog is around it. ``waits``: it may open a moment later than its field has the text."""
        with suppress(DialogOpen, DocumentChanged, StaleRef):
            answer = await (self._ask_until(lambda now: now.data["open"]) if waits else self._ask())
            if answer.data["open"] and not self.is_another:
                head = None if filled.calendar_at else answer.external(answer.data["head"])
                return replace(filled, calendar_open=head, in_dialog=answer.data["inDialog"])
        return filled

    async def _ask(self) -> KitAnswer:
        return await self.attempt.ask(self.field, "calendar", date=self.date)

    async def _ask_until(self, holds: Callable[[KitAnswer], bool]) -> KitAnswer:
        return await self.attempt.ask_until(self.field, "calendar", holds, REACTION, date=self.date)


async def calendar_before(attempt: ActionAttempt, field: RefTarget, text: str) -> FieldCalendar | None:
    """Return the calendar of a field before a text is written into it, or None if the text is no date."""
    if not _DATE.search(text):
        return None
    is_open = (await attempt.ask(field, "calendar", date=text)).data["open"]
    return FieldCalendar(attempt, field, text, is_open and not await attempt.has_focus(field))
