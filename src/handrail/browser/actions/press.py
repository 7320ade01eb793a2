"""Presses elements with the pointer. What a press would reach is looked at once the pointer is there, and a model's is
judged once more: a page may have changed it since, or because of the pointer. Playwright's own click presses what came
between where a picture is swapped under the pointer (1.64), and says that all went well. It also loads a script of
300 kB into each document, which the mouse alone does not need."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Position

from handrail.browser.actions.actionability import ActionAttempt, Aim
from handrail.browser.actions.obstacles import late
from handrail.browser.clock import loop_time
from handrail.browser.page.kit_client import KitAnswer
from handrail.browser.page.refs import RefTarget
from handrail.browser.reading.element_facts import element_of
from handrail.browser.types.acts import Button, Modifier
from handrail.browser.types.errors import PAGE_CHANGE_ERRORS, DeadlineHit, DialogOpen, PageChanged
from handrail.browser.types.facts import ElementFacts, Through

PAUSE = 0.1
"""Seconds between the presses of a double click, as a person makes them: pages note a moment after the first what is
chosen, and open that at the second."""


@dataclass(frozen=True, slots=True)
class Click:
    """With which button to click, how often, with which keys held down."""

    button: Button = "left"
    count: int = 1
    modifiers: tuple[Modifier, ...] = ()

    @property
    def is_tap(self) -> bool:
        """A finger could do it."""
        return self == Click()


@dataclass(frozen=True, slots=True)
class Meant:
    """What a press was judged by: the facts of an element (by default of the pressed one), as an act reaches it
    (``through`` as for `element_facts.facts`), and by whom (by default the judge of the act)."""

    target: RefTarget | None = None
    through: Through | None = None
    judge: Callable[[ElementFacts], None] | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the pointer is, in CSS pixels of the window of the element's frame, and of the tab's."""

    in_frame: Position
    in_tab: tuple[float, float]


PLAIN, ITSELF = Click(), Meant()


async def click(
    attempt: ActionAttempt,
    target: RefTarget,
    how: Click = PLAIN,
    *,
    position: Position | None = None,
    meant: Meant = ITSELF,
) -> None:
    """Click an element once it shows, is enabled and lies free, at ``position`` of it where that is given. Raises
    `PageChanged`: it is no longer what was judged; nothing more was pressed."""
    judge = meant.judge or (attempt.core.judge.press if attempt.core.judge is not None else None)

    async def press(aim: Aim) -> bool:
        return await _press(attempt, aim, how, meant, judge)

    await _point_at(attempt, target, press, position)
    attempt.core.pressed_at = loop_time()
    if how.count > 1:
        attempt.core.typed_at = attempt.core.pressed_at


async def hover(attempt: ActionAttempt, target: RefTarget) -> None:
    """Move the pointer onto an element once it shows and lies free."""
    await _point_at(attempt, target)
    # Menus and tips open a while after the pointer came, many tips after 700 ms.
    attempt.core.typed_at = attempt.core.searched_at = loop_time()


async def _point_at(
    attempt: ActionAttempt,
    target: RefTarget,
    press: Callable[[Aim], Awaitable[bool]] | None = None,
    position: Position | None = None,
) -> None:
    """Move the pointer onto an element and press there, again and again until the press reaches it or time is up."""
    end, late_for = loop_time() + attempt.patience, None
    while True:
        aim = await attempt.aim(target, press=press is not None, until=end, look=late_for is None, position=position)
        late_for = await point(attempt, aim)
        if late_for is None and (press is None or await press(aim)):
            return
        if loop_time() >= end:
            raise late(target.ref, late_for or "still")


async def point(attempt: ActionAttempt, aim: Aim) -> str | None:
    """Move the pointer over an element; return what was waited for in vain.

    Playwright's `hover` sees for itself that it keeps still. Where the kit saw that, whether it still stands there is
    looked at before the press."""
    if aim.at is None:
        locator = await attempt.core.locator(aim.target)
        return await attempt.give(locator.hover(position=aim.position, timeout=attempt.attempt_ms), aim.target)
    try:
        async with asyncio.timeout(attempt.attempt_ms / 1000):
            return await attempt.give(attempt.core.page.mouse.move(aim.at["x"], aim.at["y"]))
    except TimeoutError:
        return "answer"


async def _press(
    attempt: ActionAttempt, aim: Aim, how: Click, meant: Meant, judge: Callable[[ElementFacts], None] | None
) -> bool:
    """Press as often as asked; False where the pointer reaches something else by now, and no press was given.

    Each is judged right before it, where there is a judge. Nothing comes between judgement and press: a page that hears
    the pointer move could put something else there."""
    spot = await _spot(attempt, aim)
    if spot is None:
        return False
    for done in range(how.count):
        if done:
            await asyncio.sleep(PAUSE)
        if done and judge is None:
            # The first press may have opened a dialog, whose result reports that.
            with suppress(DialogOpen):
                await _give(attempt, aim, spot, how, done + 1)
            continue
        try:
            answer = await attempt.ask(
                meant.target or aim.target,
                "pressed",
                through=meant.through,
                on=aim.target.local,
                position=aim.position,
                pointer=spot.in_frame,
                look=attempt.core.judge is not None and attempt.core.judge.looks_around,
            )
        except PAGE_CHANGE_ERRORS:
            if not done:
                raise
            # It came of the press before, whose result reports it.
            return True
        is_there = answer.data["reached"] and await _is_at(attempt, aim, answer, spot)
        if not (done or is_there):
            return False
        if not is_there:
            raise PageChanged(
                f"{aim.target.ref} changed after {done} of {how.count} presses; the rest was not given.",
                hint="Take a snapshot.",
            )
        if judge is not None:
            judge(element_of(answer, answer.data["facts"]))
        await _give(attempt, aim, spot, how, done + 1)
        if answer.data["ends"]:
            await _check_not_missed(attempt, aim, answer.data["at"])
    return True


async def _check_not_missed(attempt: ActionAttempt, aim: Aim, at: Any) -> None:
    """Raise `PageChanged` where a click passed the pressed element by. It is asked where the press left a field: a page
    that checks it then shows its message between the pointer's down and up, and what was pressed moves away."""
    with suppress(*PAGE_CHANGE_ERRORS, DeadlineHit, DialogOpen):
        answer = await attempt.ask(aim.target, "missed_click", at=at)
        if answer.data["missed"]:
            raise PageChanged(
                f"{aim.target.ref} moved away as it was pressed, since that left a field. It was not clicked.",
                hint="Look at what changed, then click it again.",
            )


async def _spot(attempt: ActionAttempt, aim: Aim) -> Spot | None:
    """Return where the pointer is; None where it reaches something else than the element.

    Where Playwright brought it there, that is not known, so it is moved once more."""
    if aim.at is not None:
        return Spot(aim.at, (aim.at["x"], aim.at["y"]))
    answer = await attempt.ask(aim.target, "pressed", through=None, on=aim.target.local, position=aim.position)
    if not answer.data["reached"]:
        return None
    in_tab = await _in_tab(attempt, aim, answer)
    if not attempt.core.touch:
        await attempt.give(attempt.core.page.mouse.move(*in_tab))
    return Spot(answer.data["at"], in_tab)


async def _in_tab(attempt: ActionAttempt, aim: Aim, answer: KitAnswer) -> tuple[float, float]:
    """Return the point of an answer as one of the tab's window: in a frame, by the place of the element there."""
    x, y = answer.data["at"]["x"], answer.data["at"]["y"]
    if aim.target.frame.parent_frame is not None:
        locator = await attempt.core.locator(aim.target)
        box = await locator.bounding_box(timeout=attempt.attempt_ms)
        if box is not None:
            x, y = box["x"] + answer.data["inside"]["x"], box["y"] + answer.data["inside"]["y"]
    return x, y


async def _is_at(attempt: ActionAttempt, aim: Aim, answer: KitAnswer, spot: Spot) -> bool:
    """Return whether a frame still stands where the pointer was brought; what is in none is known by its answer."""
    x, y = await _in_tab(attempt, aim, answer)
    return max(abs(x - spot.in_tab[0]), abs(y - spot.in_tab[1])) < 1


async def _give(attempt: ActionAttempt, aim: Aim, spot: Spot, how: Click, count: int) -> None:
    """Give the press of this count."""
    await attempt.give(_press_and_release(attempt, spot, how, count), aim.target)
    attempt.core.acted_at = loop_time()
    if count == 2 and attempt.is_firefox:
        # It takes each press for the first over BiDi (153), so the page is told.
        with suppress(*PAGE_CHANGE_ERRORS):
            await attempt.ask(aim.target, "double_click", position=aim.position)


async def _press_and_release(attempt: ActionAttempt, spot: Spot, how: Click, count: int) -> None:
    """Press and release where the pointer is. What the page makes of it has as long as one attempt."""
    page = attempt.core.page
    if attempt.core.touch and how.is_tap:
        inputs = [page.touchscreen.tap(*spot.in_tab)]
    else:
        # Sent together: a dialog that the first one opens would hold back the last, and leave the button down.
        inputs = [
            *(page.keyboard.down(key) for key in how.modifiers),
            page.mouse.down(button=how.button, click_count=count),
            page.mouse.up(button=how.button, click_count=count),
            *(page.keyboard.up(key) for key in reversed(how.modifiers)),
        ]
    with suppress(TimeoutError):
        async with asyncio.timeout(attempt.attempt_ms / 1000):
            await asyncio.gather(*inputs)
