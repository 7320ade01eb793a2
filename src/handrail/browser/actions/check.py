"""Checkboxes, switches and radio buttons, native and custom."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from handrail.browser.actions.actionability import POLL, ActionAttempt, Aim, not_actionable
from handrail.browser.clock import loop_time
from handrail.browser.types.errors import DialogOpen, DocumentChanged, NotActionable, StaleRef, WrongElement

if TYPE_CHECKING:
    from handrail.browser.page.refs import RefTarget

REACTION = 1.0
"""Seconds that a box may take to show its new state."""
PRESSES = 2
"""A mixed box may need two: mixed, checked, unchecked."""


class CheckControl:
    """Makes a box checked or not.

    Args:
        grip: takes hold of the box.
    """

    def __init__(self, grip: ActionAttempt) -> None:
        self._grip = grip

    async def set(self, ref: str, checked: bool) -> bool:
        """Make it so and return whether anything had to change.

        Raises:
            WrongElement: nothing that can be checked, or a radio button that should be unchecked.
            NotActionable: disabled, or the page did not react.
        """
        target = self._grip.core.target(ref)
        box = await self._box(target)
        wanted = "true" if checked else "false"
        if box["state"] == wanted:
            return False
        if box["kind"] == "radio" and not checked:
            raise WrongElement(f"{ref} is a radio button and cannot be unchecked.", hint="Check another of its group.")
        place, state = replace(target, local=box["local"]), box["state"]
        for _ in range(PRESSES):
            await self._press(target, box)
            before, state = state, await self._after(place, state)
            if state in (wanted, None):
                return True
            if state == before:
                break
        raise NotActionable(
            f"The page did not change {ref} when it was pressed.",
            hint="Take a snapshot; the page may ask for something else first.",
            details={"reason": "no_reaction"},
        )

    async def _box(self, target: RefTarget) -> dict[str, Any]:
        """The box behind a ref, once it is enabled."""
        end = loop_time() + self._grip.patience
        while True:
            box: dict[str, Any] = (await self._grip.ask(target, "checkbox")).data
            if not box["found"]:
                raise WrongElement(f"{target.ref} cannot be checked.", hint="Use `click`, or take a snapshot.")
            if not box["disabled"]:
                return box
            if loop_time() >= end:
                raise not_actionable(target.ref, "disabled")
            await asyncio.sleep(POLL)

    async def _press(self, target: RefTarget, box: dict[str, Any]) -> None:
        handle = replace(target, local=box["handle"])
        spot = None
        if box["label"]:
            await self._grip.aim(handle)
            spot = (await self._grip.ask(handle, "label_spot")).data["spot"]

        def press(aim: Aim, ms: float) -> Any:
            return aim.locator.click(timeout=ms, position=spot or aim.position)

        await self._grip.point(handle, press)

    async def _after(self, box: RefTarget, before: str) -> str | None:
        """Its state once that is another one, or as it was when we tired of waiting. None where it can no longer be
        asked: then the press had an effect all the same."""
        end = loop_time() + REACTION
        while True:
            try:
                state: str = (await self._grip.ask(box, "checkbox")).data["state"]
            except (DialogOpen, DocumentChanged, StaleRef):
                return None
            if state != before or loop_time() >= end:
                return state
            await asyncio.sleep(POLL)
