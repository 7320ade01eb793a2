"""Calendars that open below a field when a date is written into it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from handrail.browser.actions.actionability import POLL, ActionAttempt
from handrail.browser.actions.fields.moments import Part, is_date
from handrail.browser.page.kit_client import KitAnswer
from handrail.browser.page.refs import RefTarget
from handrail.browser.types.errors import DialogOpen, DocumentChanged, StaleRef
from handrail.trust import External

REACTION = 0.3
"""Seconds that a calendar may take to go to a date, or to close."""
_DATE = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
"""Where a text may be a date: it names a year."""


@dataclass(frozen=True, slots=True)
class FieldCalendar:
    """The calendar of a field into which a date is written."""

    attempt: ActionAttempt
    field: RefTarget
    date: str
    is_alone: bool
    """Whether nothing else is written than a date or time."""
    is_another: bool
    """Whether a calendar was open before that does not belong to the field."""

    async def month_elsewhere(self) -> tuple[External | None, bool]:
        """Return the month of an open calendar, if none goes to the date, and whether one went there: pickers say
        nothing of a form that they cannot read, and keep their old date."""
        with suppress(DialogOpen, DocumentChanged, StaleRef):
            answer = await self._ask_until(lambda now: not now.data["at"])
            if not self.is_another:
                at = answer.external(answer.data["at"]) if answer.data["at"] else None
                return at, at is None and bool(answer.data["head"])
        return None, False

    async def leave(self, *, suggests: bool) -> bool:
        """Leave a field whose calendar is open, or that holds a date or time alone and suggests nothing; return whether
        it was left.

        An open calendar would cover what is below, and many fields look at a date only when they are left. Escape
        would close more calendars, but to rows, forms and dialogs around them it means that nothing is wanted.
        """
        with suppress(DialogOpen, DocumentChanged, StaleRef):
            is_open = (await self._ask()).data["open"] and not self.is_another
            if not is_open and (suggests or not self.is_alone or not await self.attempt.has_focus(self.field)):
                return False
            # Pickers that lose the focus in the same moment stay open.
            await self.attempt.do(self.field, "leave_field", presses=True)
            await asyncio.sleep(POLL)
            if is_open:
                await self._ask_until(lambda now: not now.data["open"])
            if await self.attempt.has_focus(self.field):
                await self.attempt.do(self.field, "leave_field", presses=False)
            # Scripts hear of it a moment later.
            await asyncio.sleep(POLL)
            if is_open:
                await self._ask_until(lambda now: not now.data["open"])
            return True
        return False

    async def still_open(self) -> External | None:
        """Return the month of the calendar, where it is open though its field was left."""
        with suppress(DialogOpen, DocumentChanged, StaleRef):
            answer = await self._ask()
            return answer.external(answer.data["head"]) if answer.data["open"] and not self.is_another else None
        return None

    async def _ask(self) -> KitAnswer:
        return await self.attempt.ask(self.field, "calendar", date=self.date)

    async def _ask_until(self, holds: Callable[[KitAnswer], bool]) -> KitAnswer:
        return await self.attempt.ask_until(self.field, "calendar", holds, REACTION, date=self.date)


async def calendar_before(
    attempt: ActionAttempt, field: dict[str, Any], inner: RefTarget, text: str
) -> FieldCalendar | None:
    """Return the calendar of a field before a text is written into it, or None if the text is no date or time."""
    parts: list[Part] = field["parts"]
    if not parts and not _DATE.search(text):
        return None
    is_open = (await attempt.ask(inner, "calendar", date=text, notes=True)).data["open"]
    date = next(("-".join(f"{number:02}" for number in part.numbers) for part in parts if part.is_date), text)
    # The two fields of a range share one.
    if "isAnother" not in field:
        # What stays open when it is left is no other's at the next try.
        field["isAnother"] = is_open and not field["isPaired"] and not await attempt.has_focus(inner)
    return FieldCalendar(attempt, inner, date, bool(parts) or is_date(text), field["isAnother"])
