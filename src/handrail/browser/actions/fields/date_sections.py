"""Fills dates and times that are entered part by part, in spin buttons that take keys but no text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import Any

from handrail.browser.actions.actionability import ActionAttempt
from handrail.browser.actions.fields.editable import InvalidValue
from handrail.browser.actions.fields.typing_text import on_one_line
from handrail.browser.page.refs import RefTarget
from handrail.browser.types.acts import Filled

MINUTES, DAYS, HALF_DAY = 59, (28, 31), 12
_MOMENT = re.compile(r"(?:(\d{4})-(\d{1,2})-(\d{1,2}))?(?:(?:^|[T ])(\d{1,2}):(\d{2})(?::(\d{2}))?)?")
_PARTS = re.compile(r"\d+|[^\W\d_]+")

Section = dict[str, Any]


async def fill_sections(attempt: ActionAttempt, target: RefTarget, value: str) -> Filled:
    """Type each part of a date or time into its section, and return what the sections hold then. Raises `InvalidValue`:
    the value has other parts than the field; nothing was typed."""
    sections: list[Section] = (await attempt.ask(target, "date_sections")).data["sections"]
    parts = parts_for(sections, value)
    if parts is None:
        raise InvalidValue(
            f"{target.ref} is a date or time of {len(sections)} parts and does not take this value.",
            hint="Dates as 2026-01-31, times as 09:30, both as 2026-01-31T09:30; or a part by the ref of its section.",
        )
    keyboard = attempt.core.page.keyboard
    for section, part in zip(sections, parts, strict=True):
        place = replace(target, local=section["local"])
        await attempt.focus(place)
        await attempt.give_keys(partial(keyboard.type, part) if part else partial(keyboard.press, "Delete"), to=place)
    answer = await attempt.ask(target, "date_sections")
    texts = [section["text"] for section in answer.data["sections"]]
    kept = len(texts) == len(parts) and all(map(holds_part, texts, parts))
    return Filled(answer.external(" ".join(texts)), kept)


def parts_for(sections: Sequence[Section], value: str) -> list[str] | None:
    """Return what to type into each section: by what it counts where the value is written as ISO 8601 does, else by
    their order. None where the parts are not as many as the sections."""
    if not value.strip() or len(sections) == 1:
        return [on_one_line(value.strip())] * len(sections)
    moment = _MOMENT.fullmatch(value.strip())
    if moment is not None and (kinds := _kinds(sections)) is not None:
        year, month, day, hour, minute, second = moment.groups()
        given = {"year": year, "month": month, "day": day, "hour": hour, "minute": minute, "second": second or "00"}
        if hour is not None and "half" in kinds:
            given |= {"hour": str(int(hour) % HALF_DAY or HALF_DAY), "half": "p" if int(hour) >= HALF_DAY else "a"}
        found = [given.get(kind) for kind in kinds]
        return [part.zfill(2) if part.isdecimal() else part for part in found if part] if all(found) else None
    parts = _PARTS.findall(value)
    return parts if len(parts) == len(sections) else None


def _kinds(sections: Sequence[Section]) -> list[str] | None:
    """Return what each section counts, by the numbers that it takes; None where these leave a doubt."""
    kinds: list[str] = []
    for section in sections:
        highest = section["max"]
        if highest == MINUTES:
            # What stands before the minutes are the hours, whether of a day or of half a day.
            if "minute" not in kinds and kinds:
                kinds[-1] = "hour"
            kinds.append("second" if "minute" in kinds else "minute")
        elif highest is None or highest < 2:
            kinds.append("half")
        elif highest == HALF_DAY:
            kinds.append("month")
        else:
            kinds.append("day" if DAYS[0] <= highest <= DAYS[1] else "hour" if highest < DAYS[0] else "year")
    return kinds if len(set(kinds)) == len(kinds) else None


def holds_part(text: str, part: str) -> bool:
    """Return whether a section shows what was typed into it."""
    if not part:
        return not re.search(r"\d", text)
    if text.isdecimal() and part.isdecimal():
        # Python reads no integer of thousands of digits.
        return Decimal(text) == Decimal(part)
    shown, given = text.casefold(), part.casefold()
    # "p" of PM, "Mar" of March; June is no July.
    return shown != "" and (shown.startswith(given) or given.startswith(shown))
