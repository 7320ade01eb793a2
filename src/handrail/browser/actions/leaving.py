"""Releases a press that took the focus from an edited field. The page answers the end of the entry before the release,
and may move what is being pressed: a release where that was would press something else, or nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Position

from handrail.browser.actions.actionability import ActionAttempt, Aim
from handrail.browser.background import run_in_background
from handrail.browser.page.kit_client import KitAnswer
from handrail.browser.reading.element_facts import element_of
from handrail.browser.types.acts import Button
from handrail.browser.types.errors import PAGE_CHANGE_ERRORS, BrowserError, DialogOpen, DocumentChanged, PageChanged
from handrail.browser.types.facts import ElementFacts

MOST_MOVES = 3
"""How often the pointer follows what is pressed, where that moves on."""
OF_A_RELEASE = ("mouseup", "pointerup", "click", "auxclick", "contextmenu")
"""Events by which a page learns of a release."""

Look = Callable[[Position | None], Awaitable[KitAnswer]]
"""Returns the facts at the moment of a press: with the pointer at a point of the frame, or where the element is now."""


class Release:
    """The release of one press.

    Args:
        spot: where the pointer is, in the window of the element's frame and in the tab's.
    """

    def __init__(
        self,
        attempt: ActionAttempt,
        aim: Aim,
        look: Look,
        judge: Callable[[ElementFacts], None] | None,
        spot: tuple[Position, tuple[float, float]],
    ) -> None:
        self._attempt = attempt
        self._aim = aim
        self._look = look
        self._judge = judge
        (self._at, self._in_tab) = spot
        self.error: BrowserError | None = None

    async def press(self, button: Button, count: int) -> None:
        """Press where the pointer is, and release where the element is then. ``error`` says why it was not pressed."""
        mouse, released = self._attempt.core.page.mouse, False
        try:
            await mouse.down(button=button, click_count=count)
            is_kept = await self._follow()
            released = True
            await mouse.up(button=button, click_count=count)
            if is_kept:
                await self._keep()
        finally:
            if not released:
                # A dialog came, or the page did not answer: the button must not stay down.
                run_in_background(self._let_go(button, count))

    async def _let_go(self, button: Button, count: int) -> None:
        with suppress(PlaywrightError):
            await self._attempt.core.page.mouse.up(button=button, click_count=count)

    async def _follow(self) -> bool:
        """Move the pointer to what is pressed where that has moved; return whether events are kept from the page: where
        the press reaches it no more, the release itself is."""
        target = self._aim.target
        try:
            answer = await self._attempt.ask(target, "after_leaving", position=self._aim.position)
        except DocumentChanged:
            return False
        if not answer.data["now"]:
            return False
        try:
            if answer.data["now"] == "moved" and await self._has_followed():
                return True
        except DialogOpen:
            raise
        except BrowserError as error:
            self.error = error
        self.error = self.error or PageChanged(
            f"{target.ref} went away under the pointer, since the press took the focus from an edited field; it was "
            "not pressed.",
            hint="Take a snapshot, and press it where it is now.",
        )
        await self._keep(*OF_A_RELEASE)
        return True

    async def _has_followed(self) -> bool:
        """Move the pointer to where the element is now, and return whether it is there: then it was judged anew."""
        for _ in range(MOST_MOVES):
            answer = await self._look(None)
            if not answer.data["reached"]:
                break
            x, y = answer.data["at"]["x"], answer.data["at"]["y"]
            self._in_tab = self._in_tab[0] + x - self._at["x"], self._in_tab[1] + y - self._at["y"]
            self._at = answer.data["at"]
            # Links and pictures would be dragged along.
            await self._keep("dragstart")
            await self._attempt.core.page.mouse.move(*self._in_tab)
            answer = await self._look(self._at)
            if answer.data["reached"]:
                if self._judge is not None:
                    self._judge(element_of(answer, answer.data["facts"]))
                return True
        return False

    async def _keep(self, *types: str) -> None:
        """Keep events of these types from the page, from now on; none where none is given."""
        target = self._aim.target
        with suppress(*PAGE_CHANGE_ERRORS):
            await self._attempt.core.ask(target.frame, "keep_events", nonce=target.nonce, types=types)
