"""Calendars that open below a field when a date is written into it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from handrail.browser.actions.actionability import ActionAttempt
from handrail.browser.actions.fields.date_forms import YEAR, is_date
from handrail.browser.page.kit_client import KitAnswer
from handrail.browser.page.refs import RefTarget
from handrail.browser.types.acts import Filled
from handrail.browser.types.errors import PAGE_CHANGE_ERRORS
from handrail.trust import External

REACTION = 0.3
"""Seconds that a calendar may take to go to a date, or to close."""


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
        with suppress(*PAGE_CHANGE_ERRORS):
            answer = await self._ask_until(lambda now: not now.data["at"])
            return answer.external(answer.data["at"]) if answer.data["at"] else None
        return None

    async def leave(self, *, suggests: bool) -> bool:
        """Take the focus from a field whose calendar is open, or that holds a date alone and suggests nothing; return
        whether it did.

        An open calendar would cover what is below, and many fields look at a date only when they are left. Escape
        would close more calendars, but to rows, forms and dialogs around them it means that nothing is wanted.
        """
        with suppress(*PAGE_CHANGE_ERRORS):
            is_open = (await self._ask()).data["open"] and not self.is_another
            if (is_open or (is_date(self.date) and not suggests)) and await self.attempt.has_focus(self.field):
                await self.attempt.persist(lambda field, ms: field.blur(timeout=ms), self.field)
                if is_open:
                    await self._ask_until(lambda now: not now.data["open"])
                return True
        return False

    async def note_open(self, filled: Filled, *, waits: bool) -> Filled:
        """Return the same with the month of the calendar, where it is open though its field was left, and whether a
        dialog is around it. ``waits``: it may open a moment later than its field has the text."""
        with suppress(*PAGE_CHANGE_ERRORS):
            answer = await (self._ask_until(lambda now: now.data["open"]) if waits else self._ask())
            if answer.data["open"]:
                head = None if filled.calendar_at or self.is_another else answer.external(answer.data["head"])
                return replace(filled, calendar_open=head, in_dialog=answer.data["inDialog"])
        return filled

    async def _ask(self) -> KitAnswer:
        return await self.attempt.ask(self.field, "calendar", date=self.date)

    async def _ask_until(self, holds: Callable[[KitAnswer], bool]) -> KitAnswer:
        return await self.attempt.ask_until(self.field, "calendar", holds, REACTION, date=self.date)


async def calendar_before(attempt: ActionAttempt, field: RefTarget, text: str) -> FieldCalendar | None:
    """Return the calendar of a field before a text is written into it, or None if the text is no date."""
    if not YEAR.search(text):
        return None
    is_open = (await attempt.ask(field, "calendar", date=text)).data["open"]
    return FieldCalendar(attempt, field, text, is_open and not await attempt.has_focus(field))
