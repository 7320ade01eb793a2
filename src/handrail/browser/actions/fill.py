"""Putting text into fields, and reading back what they made of it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from handrail.browser.actions.actionability import POLL, ActionAttempt, not_actionable
from handrail.browser.clock import loop_time
from handrail.browser.types.acts import Filled, Suggestion
from handrail.browser.types.errors import BrowserError, DialogOpen, DocumentChanged, StaleRef, WrongElement
from handrail.trust import External

if TYPE_CHECKING:
    from handrail.browser.page.refs import RefTarget

LABEL = "page-elements"
SUGGESTIONS = {"surely": 0.8, "perhaps": 0.35}
"""Seconds that a field which says that it makes suggestions, or may be one that does, may take to show them (the usual
delay is 0.3). Where they come later, they are in the next look at the page."""
PER_KEY = 0.02
"""Seconds that a page may take for each key typed into a field that only its script makes a field."""

INSTEAD = {
    "link": "Use `click`.",
    "button": "Use `click`.",
    "submit": "Use `click`.",
    "checkbox": "Use `check` or `uncheck`.",
    "radio": "Use `check`.",
    "select": "Use `select`.",
    "file": "Use `upload_file`.",
}
FORMS = {
    "number": "A number is written with digits and a point, for example 12.5.",
    "date": "A date is written as 2026-01-31.",
    "time": "A time is written as 09:30.",
    "month": "A month is written as 2026-01.",
    "week": "A week is written as 2026-W05.",
    "datetime-local": "A date with its time is written as 2026-01-31T09:30.",
    "range": "Give a number between the field's min and max; a slider cannot be empty.",
    "color": "A colour is written as #1a2b3c; a colour field cannot be empty.",
}


class InvalidValue(BrowserError):
    """The field takes only values of another form."""

    code = "invalid_value"


class FieldFiller:
    """Text and values for fields.

    Args:
        grip: takes hold of the field.
    """

    def __init__(self, grip: ActionAttempt) -> None:
        self._grip = grip
        self._core = grip.core

    async def fill(self, ref: str, value: str) -> Filled:
        """Set a field and return what it holds then.

        Raises:
            WrongElement: not a field for text.
            InvalidValue: its type refuses the value; nothing was changed.
            NotActionable: hidden, disabled or read-only.
        """
        target = self._core.target(ref)
        field = await self._field(target, value)
        inner = replace(target, local=field["local"])
        if field["how"] == "keys":
            await self._type_over(inner, value)
        else:
            await self._put(inner, field["fitted"])
        # A date or number is kept if it is there in the field's own form; a text, only if all of it is there.
        return await self._read_back(inner, field["fitted"] if field["type"] in FORMS else value)

    async def suggestions(self, ref: str) -> list[Suggestion]:
        """What a field offers below it now; waits a little where it looks as if it would."""
        began = loop_time()
        try:
            while True:
                target, answer = await self._grip.ask_anew(ref, "suggestions")
                if answer.data["items"] or loop_time() - began >= SUGGESTIONS.get(answer.data["expected"], 0.0):
                    break
                await asyncio.sleep(POLL)
        except (DialogOpen, DocumentChanged, StaleRef):
            return []
        name = self._core.refs.name
        return [
            Suggestion(
                name(self._core.id, target.frame, answer.nonce, item["local"]),
                item["role"],
                External(item["name"], answer.origin, LABEL),
            )
            for item in answer.data["items"]
        ]

    async def _field(self, target: RefTarget, value: str) -> dict[str, Any]:
        """The field once it can be edited."""
        end = loop_time() + self._grip.patience
        while True:
            field: dict[str, Any] = (await self._grip.ask(target, "field", value=value)).data
            if not field["how"]:
                raise WrongElement(
                    f"{target.ref} is not a field for text.", hint=INSTEAD.get(field["kind"], "Take a snapshot.")
                )
            if not field["why"]:
                break
            if loop_time() >= end:
                raise not_actionable(target.ref, field["why"])
            await asyncio.sleep(POLL)
        if field["fitted"] is None:
            raise InvalidValue(
                f"{target.ref} is a {field['type']} field and does not take this value.",
                hint=FORMS.get(field["type"], ""),
                details={"type": field["type"]},
            )
        return field

    async def _put(self, field: RefTarget, value: str) -> None:
        locator = self._core.locator(field)
        await self._grip.persist(lambda ms: locator.fill(value, timeout=ms), field)

    async def _type_over(self, field: RefTarget, value: str) -> None:
        """An ARIA textbox that is no field to the browser: what its own script makes of the keys is its value."""
        await self._grip.point(field, lambda aim, ms: aim.locator.click(timeout=ms, position=aim.position))
        if not (await self._grip.ask(field, "focused")).data["inside"]:
            raise WrongElement(f"{field.ref} does not take the focus, so it takes no text.", hint="Take a snapshot.")
        keyboard = self._core.page.keyboard
        await self._grip.give_keys(lambda: keyboard.press("ControlOrMeta+a"))
        await self._grip.give_keys(lambda: keyboard.press("Delete"))
        await self._grip.give_keys(lambda: keyboard.type(value), extra=len(value) * PER_KEY)

    async def _read_back(self, field: RefTarget, value: str) -> Filled:
        try:
            answer = await self._grip.ask(field, "value")
        except (DialogOpen, DocumentChanged, StaleRef):
            return Filled(None, kept=True)
        held = answer.data
        # The value of a secret field stays in the page; its length still shows one that was cut short.
        kept = held["length"] == len(value) if held["secret"] else _blank_free(held["value"]) == _blank_free(value)
        return Filled(External(held["value"] or "", answer.origin, LABEL), kept)


def _blank_free(text: str | None) -> str:
    """Fields and editors differ in how they keep line ends and blanks; that is no mismatch."""
    return "".join((text or "").split())
