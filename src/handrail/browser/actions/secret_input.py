"""Typing a secret: into the field that was judged, and into no error, log or answer."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from handrail.browser.actions.actionability import POLL, ActionAttempt, dialog_open, late, not_actionable, refused
from handrail.browser.actions.fill import INSTEAD
from handrail.browser.clock import loop_time
from handrail.browser.reading.element_facts import element_of
from handrail.browser.types.errors import DialogOpen, DocumentChanged, StaleRef, WrongElement

if TYPE_CHECKING:
    from collections.abc import Callable

    from handrail.browser.page.refs import RefTarget
    from handrail.browser.types.facts import FieldCheck

TYPED = ("typed", "editable")
"""Fields whose text is set in one go. In any other, keys would go to whatever has the focus by then."""


class SecretInput:
    """Puts secrets into fields.

    Playwright's errors repeat the arguments of the call that failed, so none of them leaves this class, not even as the
    cause of another.

    Args:
        grip: takes hold of the field.
    """

    def __init__(self, grip: ActionAttempt) -> None:
        self._grip = grip
        self._core = grip.core

    async def fill(self, ref: str, reveal: Callable[[], str], judge: FieldCheck) -> bool | None:
        """Type a secret into a field.

        Args:
            judge: asked of the very field right before; raises where the secret may not go there.
            reveal: hands the secret over at the last moment.

        Returns:
            Whether the field now holds as many characters; None where a dialog or a new page hides that.

        Raises:
            StaleRef, UnknownRef: no such element.
            WrongElement: not a field for text, or one that takes fewer characters.
            NotActionable: hidden, disabled or read-only.
        """
        target = self._core.target(ref)
        told = await self._field(target, judge)
        length = len(reveal().encode("utf-16-le", "surrogatepass")) // 2
        if told["most"] is not None and length > told["most"]:
            raise WrongElement(
                f"{ref} takes at most {told['most']} characters, and the secret has more; nothing was typed.",
                hint="Look for another field; a code that goes into several fields cannot be filled in.",
            )
        field = replace(target, local=told["local"])
        await self._put(field, reveal)
        return await self._kept(field, length)

    async def _field(self, target: RefTarget, judge: FieldCheck) -> dict[str, Any]:
        """The field once it can be edited, judged by the answer that says so."""
        end = loop_time() + self._grip.patience
        while True:
            answer = await self._grip.ask(target, "secret_field")
            told: dict[str, Any] = answer.data
            judge(element_of(answer), told["leadsTo"])
            if told["how"] not in TYPED:
                raise WrongElement(
                    f"{target.ref} is not a field for text.", hint=INSTEAD.get(told["kind"], "Take a snapshot.")
                )
            if not told["why"]:
                return told
            if loop_time() >= end:
                raise not_actionable(target.ref, told["why"])
            await asyncio.sleep(POLL)

    async def _put(self, field: RefTarget, reveal: Callable[[], str]) -> None:
        if self._core.dialog_opened.is_set():
            raise dialog_open()
        end = loop_time() + self._grip.patience
        while (fault := await self._attempt(field, reveal)) is not None:
            if fault == "refused":
                # The element may be gone, which this says better.
                await self._grip.ask(field, "cover")
                raise refused(field.ref)
            if loop_time() >= end:
                raise late(field.ref, fault)

    async def _attempt(self, field: RefTarget, reveal: Callable[[], str]) -> str | None:
        """One try. None when the secret was typed, else in a word why not."""
        try:
            return await self._core.race(self._typed(field, reveal))
        except DialogOpen:
            # It came of the typing, and is told with it.
            return None

    async def _typed(self, field: RefTarget, reveal: Callable[[], str]) -> str | None:
        try:
            await self._core.locator(field).fill(reveal(), timeout=self._grip.attempt_ms)
        except PlaywrightTimeout:
            return "answer"
        except PlaywrightError:
            return None if self._core.page.is_closed() else "refused"
        return None

    async def _kept(self, field: RefTarget, length: int) -> bool | None:
        try:
            answer = await self._grip.ask(field, "secret_length")
        except (DialogOpen, DocumentChanged, StaleRef):
            return None
        return bool(answer.data["length"] == length)
