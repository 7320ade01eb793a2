"""Tells what a page makes of a field that was filled in or submitted."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from handrail.browser.actions import press
from handrail.browser.actions.actionability import POLL, ActionAttempt
from handrail.browser.actions.keyboard import Keyboard
from handrail.browser.clock import loop_time
from handrail.browser.types.acts import NamedElement, SendButton, Submission
from handrail.browser.types.errors import (
    PAGE_CHANGE_ERRORS,
    DeadlineHit,
    DialogOpen,
    DocumentChanged,
    NotActionable,
    StaleRef,
    TabLost,
)
from handrail.trust import External

SUGGESTIONS = {"surely": 0.8, "perhaps": 0.35}
"""Seconds that a field which says that it makes suggestions, or may be one that does, may take to show them (the usual
delay is 0.3). Where they come later, they are in the next snapshot."""
LONGEST_WAIT, RECENT = 2.0, 0.5
"""The same while a request is open that was made since it was filled, this many seconds ago at most."""
UNHEEDED, SEARCH_UNHEEDED = 0.4, 0.85
"""Seconds after which a page that shows nothing of a submit has made nothing of it; of one in a field that searches or
filters, for which pages often wait half a second."""
UNSURE = "there are several, so press the one that is meant."


class FieldOutcomes:
    """What comes of the fields of one tab."""

    def __init__(self, attempt: ActionAttempt, keyboard: Keyboard) -> None:
        self._attempt, self._keyboard = attempt, keyboard

    async def suggestions(self, ref: str) -> list[NamedElement]:
        """Return what a field offers below it now; waits a little where it looks as if it would."""
        began = loop_time()
        asked_from = began - RECENT
        offered, until_shown = None, 0.0
        try:
            while True:
                target, answer = await self._attempt.ask_anew(ref, "suggestions")
                expected = SUGGESTIONS.get("surely" if answer.data["loads"] else answer.data["expected"], 0.0)
                if self._attempt.core.is_loading_since(asked_from) and expected:
                    # What was answered takes a moment to show: seconds from the start until then.
                    expected, until_shown = LONGEST_WAIT, loop_time() - began + SUGGESTIONS["perhaps"]
                expected = max(expected, min(until_shown, LONGEST_WAIT))
                # A list may be made anew as it opens, and again once it is filtered.
                is_standing = answer.data["items"] == offered and not answer.data["loads"]
                offered = answer.data["items"]
                if (offered and is_standing) or loop_time() - began >= expected:
                    break
                await asyncio.sleep(POLL)
        except PAGE_CHANGE_ERRORS:
            return []
        return [self._attempt.core.named(target.frame, answer, item) for item in answer.data["items"]]

    async def after_leaving(self, ref: str, value: str) -> tuple[External | None, External | None]:
        """Return what a field holds that dropped its value when it was left, as fields for tags may, and what the page
        finds wrong with it then; None for no."""
        try:
            _, answer = await self._attempt.ask_anew(ref, "left", text=value)
        except (*PAGE_CHANGE_ERRORS, DeadlineHit, TabLost):
            return None, None
        held, error = answer.data["value"], answer.data["error"]
        return None if held is None else answer.external(held), None if error is None else answer.external(error)

    async def field_state(self, ref: str) -> tuple[bool, bool]:
        """Return whether a field is still there, and whether its calendar is open; both where that is not known."""
        try:
            _, answer = await self._attempt.ask_anew(ref, "calendar", date="")
        except (DocumentChanged, StaleRef, TabLost):
            return False, False
        except (DeadlineHit, DialogOpen):
            return True, True
        return True, bool(answer.data["open"])

    async def submit(self, ref: str) -> Submission:
        """Press Enter in a field, or the button of its form where Enter makes a new line; return what came of it. No
        button is pressed where the form has several and does not send this field."""
        target, answer = await self._attempt.ask_anew(ref, "submitter")
        found, since = answer.data, loop_time()
        if found["button"] is None:
            await self._keyboard.press_enter(replace(target, local=found["local"]))
            return await self.submission(ref, since)
        button = self._attempt.core.named(target.frame, answer, found["button"])
        if found["unsure"]:
            return Submission(sent=False, button=button, blocked=UNSURE)
        pressed = replace(target, ref=button.ref, local=found["button"]["local"])
        try:
            await press.click(self._attempt, pressed, meant=press.Meant(target, "field"))
        except NotActionable as error:
            # Only an editor's script presses it, perhaps: the field holds its text all the same.
            return Submission(sent=False, button=button, blocked=error.message)
        return await self.submission(ref, since)

    async def send_button(self, ref: str) -> SendButton:
        """Return the button that sends the form of a field."""
        found_at = loop_time()
        target, answer = await self._attempt.ask_anew(ref, "send_button")
        button = answer.data["button"]
        element = button and self._attempt.core.named(target.frame, answer, button)
        return SendButton(element, answer.data["sole"], found_at)

    async def submission(self, ref: str, since: float) -> Submission:
        """Return what came of a press that should have sent the form of a field, ``since`` this loop time. A page that
        makes nothing of it is watched a little, and one that sends something until that is answered: a request that is
        open since before the press is what came of it."""
        began, core = loop_time(), self._attempt.core
        try:
            while True:
                if core.has_left_since(since):
                    # Chromium would hold the question back until the next page is there.
                    return Submission(sent=True)
                target, answer = await self._attempt.ask_anew(ref, "submitted")
                if answer.data["submitted"] or answer.data["changed"]:
                    return Submission(sent=True)
                expected = SEARCH_UNHEEDED if answer.data["searches"] else UNHEEDED
                if core.is_loading_since(since):
                    expected = LONGEST_WAIT
                if loop_time() - began >= expected:
                    break
                await asyncio.sleep(POLL)
        except (*PAGE_CHANGE_ERRORS, TabLost):
            return Submission(sent=True)
        except DeadlineHit:
            is_sent = core.has_left_since(since) or core.has_sent_since(since)
            return Submission(sent=is_sent, answered=False)
        if core.has_sent_since(since):
            return Submission(sent=True)
        button = answer.data["button"]
        return Submission(sent=False, button=button and self._attempt.core.named(target.frame, answer, button))
