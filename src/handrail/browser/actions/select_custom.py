"""ARIA lists: listboxes, comboboxes and menus, which a page's own script opens, fills and closes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from handrail.browser.actions.actionability import POLL, ActionAttempt, not_actionable
from handrail.browser.actions.select_native import Item, check_count, confirmed, match, no_such_option, pick
from handrail.browser.clock import loop_time
from handrail.browser.types.errors import NotPermitted, WrongElement
from handrail.trust import External

if TYPE_CHECKING:
    from handrail.browser.page.kit_client import KitAnswer
    from handrail.browser.page.refs import RefTarget

OPENING = 2.0
"""Seconds that a list may take to open, or to fill after something was typed."""
NUDGE = 0.6
"""Seconds after which a list that did not open to a click is asked for with a key."""


class CustomSelect:
    """Opens a list with real input, chooses in it and sees to it that the page took the choice.

    Args:
        grip: takes hold of triggers and options.
    """

    def __init__(self, grip: ActionAttempt) -> None:
        self._grip = grip
        self._core = grip.core

    async def choose(self, target: RefTarget, answer: KitAnswer, values: Sequence[str]) -> list[External]:
        """Choose these options and return their labels. A list that was opened for it is closed again."""
        opened = not answer.data["open"]
        if opened:
            answer = await self.open(target, answer)
        try:
            check_count(target, answer, values)
            answer = await self._offering(target, answer, values)
            wanted = pick(target, answer, values)
            self._judge(wanted)
        except (WrongElement, NotPermitted):
            if opened:
                await self.close(target)
            raise
        for option in _to_press(answer.data, wanted):
            await self._press(target, option)
        labels = await confirmed(self._grip, target, answer, wanted, _taken)
        if opened and answer.data["multiple"]:
            await self.close(target)
        return labels

    async def open(self, target: RefTarget, answer: KitAnswer) -> KitAnswer:
        """Open the list of a trigger: with a click, else with the key that opens lists.

        Raises:
            WrongElement: nothing that opens a list.
            NotActionable: it is disabled or hidden.
        """
        if not answer.data["opens"]:
            raise WrongElement(f"{target.ref} has no list to choose from.", hint="Use `click`, or `fill` for a field.")
        trigger = replace(target, local=answer.data["trigger"])
        if answer.data["why"] in ("disabled", "inert"):
            raise not_actionable(target.ref, answer.data["why"])
        await self._grip.point(trigger, lambda aim, ms: aim.locator.click(timeout=ms, position=aim.position))
        found = await self._until(target, _is_open, NUDGE)
        if found is None:
            await self._key(trigger, "ArrowDown")
            found = await self._until(target, _is_open, OPENING)
        if found is None:
            raise WrongElement(
                f"{target.ref} did not open a list.", hint="Take a snapshot; type into it with `fill` if it is a field."
            )
        return found

    async def close(self, target: RefTarget) -> None:
        """Close an open list as it was opened: a button with a click, a field with Escape."""
        answer = await self._grip.ask(target, "listbox", open=True)
        if not answer.data["open"] or answer.data["own"]:
            return
        trigger = replace(target, local=answer.data["trigger"])
        if not answer.data["typed"] and not (await self._grip.ask(trigger, "cover")).data["covered"]:
            await self._grip.point(trigger, lambda aim, ms: aim.locator.click(timeout=ms, position=aim.position))
            if await self._until(target, lambda now: not now["open"], NUDGE):
                return
        await self._key(None, "Escape")
        await self._until(target, lambda now: not now["open"], NUDGE)

    async def _offering(self, target: RefTarget, answer: KitAnswer, values: Sequence[str]) -> KitAnswer:
        """The list with the options in it; a field that filters is given the text of one that is not there yet."""
        missing = [value for value in values if match(answer.data["options"], value) is None]
        if not missing:
            return answer
        if not answer.data["typed"] or len(values) > 1:
            raise no_such_option(target, answer, missing)
        if self._core.limits.may_type is not None and not self._core.limits.may_type(missing[0]):
            raise no_such_option(target, answer, missing)
        field = replace(target, local=answer.data["trigger"])
        before = answer.data["shows"]
        await self._fill(field, missing[0])
        found = await self._until(target, lambda now: match(now["options"], missing[0]) is not None, OPENING)
        if found is None:
            await self._fill(field, before)
            raise no_such_option(target, answer, missing)
        return found

    def _judge(self, wanted: Sequence[Item]) -> None:
        """Policy judged the words that were given, which may be values; what is pressed is what stands there."""
        may_choose = self._core.limits.may_choose
        if may_choose is not None and not all(may_choose(option["label"]) for option in wanted):
            raise NotPermitted("This action is not permitted.")

    async def _press(self, target: RefTarget, option: Item) -> None:
        """Press an option. The list may have been closed or made anew since it was read: the option is found again."""
        answer = await self._grip.ask(target, "listbox", open=True)
        if not answer.data["open"]:
            answer = await self.open(target, answer)
        now = match(answer.data["options"], option["label"]) or option
        place = replace(target, local=now["local"])
        await self._grip.point(place, lambda aim, ms: aim.locator.click(timeout=ms, position=aim.position))

    async def _fill(self, field: RefTarget, text: str) -> None:
        locator = self._core.locator(field)
        await self._grip.persist(lambda ms: locator.fill(text, timeout=ms), field)

    async def _key(self, focus: RefTarget | None, key: str) -> None:
        if focus is not None:
            locator = self._core.locator(focus)
            await self._grip.persist(lambda ms: locator.focus(timeout=ms), focus)
        await self._grip.give_keys(lambda: self._core.page.keyboard.press(key))

    async def _until(self, target: RefTarget, holds: Callable[[Item], bool], seconds: float) -> KitAnswer | None:
        end = loop_time() + seconds
        while True:
            answer = await self._grip.ask(target, "listbox", open=True)
            if holds(answer.data):
                return answer
            if loop_time() >= end:
                return None
            await asyncio.sleep(POLL)


def _is_open(now: Item) -> bool:
    return bool(now["open"] and now["options"])


def _to_press(listing: Item, wanted: Sequence[Item]) -> list[Item]:
    """In a list of several, those whose state has to change; else the one, unless it stands chosen in an open list."""
    places = {option["local"] for option in wanted}
    if listing["multiple"]:
        return [option for option in listing["options"] if option["selected"] != (option["local"] in places)]
    if listing["own"] and all(option["selected"] for option in wanted):
        return []
    return list(wanted)


def _taken(now: Item, wanted: Sequence[Item]) -> bool:
    """Chosen in the list, shown by the trigger, or the list that was open is closed."""
    chosen = {option["label"] for option in now["options"] if option["selected"]}
    if now["multiple"] and now["open"]:
        return chosen == {option["label"] for option in wanted}
    shows = now["shows"].casefold() if not now["own"] else ""
    return all(option["label"] in chosen or option["label"].casefold() in shows for option in wanted) or (
        not now["open"] and not now["own"]
    )
