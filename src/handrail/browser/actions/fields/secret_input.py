"""Types a secret into the field that was judged, and into no error, log or answer.

Playwright's errors repeat the arguments of the call that failed, so none of them leaves this module, not even as the
cause of another.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from playwright.async_api import Error as PlaywrightError

from handrail.browser.actions.actionability import ActionAttempt
from handrail.browser.actions.fields.editable import not_a_text_field
from handrail.browser.actions.fields.fill import length_in_page
from handrail.browser.actions.obstacles import not_actionable, refused
from handrail.browser.page.kit_client import KitAnswer
from handrail.browser.page.refs import RefTarget
from handrail.browser.reading.element_facts import element_of
from handrail.browser.types.errors import PAGE_CHANGE_ERRORS, BrowserError, DialogOpen, WrongElement
from handrail.browser.types.facts import FieldCheck

TYPED = ("typed", "editable")
"""Fields whose text is set in one go. In any other, keys would go to whatever has the focus by then."""


async def fill_secret(attempt: ActionAttempt, ref: str, reveal: Callable[[], str], judge: FieldCheck) -> bool | None:
    """Type a secret into a field, and return whether that now holds as many characters; None where a dialog or a new
    page hides it.

    Args:
        reveal: hands the secret over at the last moment.
        judge: asked of the very field right before; raises where the secret may not go there.

    Raises:
        WrongElement: not a field for text, or one that takes fewer characters.
        NotActionable: hidden, disabled or read-only.
    """
    target = attempt.core.target(ref)
    found = await _judged_field(attempt, target, judge)
    length = length_in_page(reveal())
    if found["most"] is not None and length > found["most"]:
        raise WrongElement(
            f"{ref} takes at most {found['most']} characters, and the secret has more; nothing was typed.",
            hint="Look for another field; a code that goes into several fields cannot be filled in.",
        )
    field = replace(target, local=found["local"])
    await _type_secret(attempt, field, reveal)
    try:
        answer = await attempt.ask(field, "secret_length")
    except PAGE_CHANGE_ERRORS:
        return None
    return bool(answer.data["length"] == length)


async def _judged_field(attempt: ActionAttempt, target: RefTarget, judge: FieldCheck) -> dict[str, Any]:
    """Return the field once it can be edited, judged by the answer that says so."""

    def is_ready(answer: KitAnswer) -> bool:
        judge(element_of(answer), answer.data["leadsTo"])
        if answer.data["how"] not in TYPED:
            raise not_a_text_field(target.ref, answer.data["kind"])
        return not answer.data["why"]

    found: dict[str, Any] = (await attempt.ask_until(target, "secret_field", is_ready)).data
    if found["why"]:
        raise not_actionable(target.ref, found["why"])
    return found


async def _type_secret(attempt: ActionAttempt, field: RefTarget, reveal: Callable[[], str]) -> None:
    attempt.check_no_dialog()

    async def type_it() -> bool:
        try:
            # The browser's own input would go to a frame that takes the focus meanwhile.
            await attempt.ask(field, "put_text", text=reveal())
        except PlaywrightError:
            return attempt.core.page.is_closed()
        except BrowserError as error:
            # Its cause repeats what the page was asked.
            error.__cause__ = error.__context__ = None
            raise
        return True

    is_typed = True
    # A dialog came of the typing, and the result reports it.
    with suppress(DialogOpen):
        is_typed = await attempt.core.race(type_it())
    if not is_typed:
        # The element may be gone, which this says better.
        await attempt.ask(field, "cover")
        raise refused(field.ref)
