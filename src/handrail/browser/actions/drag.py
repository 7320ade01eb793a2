"""Drags with the real pointer: HTML's drag and drop with its data transfer, and what scripts make of pointers."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError

from handrail.browser.actions.actionability import ActionAttempt
from handrail.browser.actions.obstacles import late, not_actionable
from handrail.browser.background import run_in_background
from handrail.browser.clock import loop_time
from handrail.browser.reading.element_facts import element_of
from handrail.browser.types.errors import DeadlineHit, StaleRef

if TYPE_CHECKING:
    from playwright.async_api import Mouse, Position

    from handrail.browser.page.refs import RefTarget

Place = tuple[float, float]
STEPS = 12
"""Moves on the way. Scripts begin to drag after some pixels, and learn where they are at each move."""
MOST_SCROLLS = 5
"""How often what is held is moved on because the page scrolls under it, as many do near the edge of the window."""
BEGIN = 6
"""Pixels after which a drag has begun."""
DRAG_TIME = 12.0
"""Seconds that moving and dropping may take."""
LET_GO_TIME = 0.5
"""Seconds that a drag which failed waits until what it held is let go."""


async def drag(attempt: ActionAttempt, source: RefTarget, to: RefTarget | Place, grip: Place | None = None) -> None:
    """Press on an element, move to another one or to a place in the window, and release.

    Args:
        grip: where in the window it is pressed; by default in its middle.

    Raises:
        PageChanged: the element is no longer what was judged; it was not pressed.
        NotActionable: one of them cannot be reached.
    """
    start = await _grip(attempt, source, grip, to)
    if not isinstance(to, tuple) and await _needs_events(attempt, source, to):
        await attempt.ask(source, "drag_events", to=to.local)
        return
    mouse = attempt.core.page.mouse
    try:
        async with asyncio.timeout(DRAG_TIME):
            try:
                await attempt.core.race(mouse.down())
                # It has begun before anything scrolls.
                await attempt.core.race(mouse.move(start[0] + BEGIN, start[1] + BEGIN, steps=3))
                end = await _carry(attempt, to)
                # A drop is taken where the last two moves were over its target.
                await attempt.core.race(mouse.move(end[0] + 1, end[1]))
                await attempt.core.race(mouse.move(*end))
                await attempt.core.race(mouse.up())
            except BaseException:
                # A page that hangs takes no pointer back.
                await asyncio.wait({run_in_background(_let_go(mouse, start))}, timeout=LET_GO_TIME)
                raise
    except TimeoutError:
        raise DeadlineHit(f"The page did not take the drag within {DRAG_TIME:.0f} s.") from None
    except PlaywrightError:
        raise not_actionable(source.ref, "out_of_reach") from None


async def _carry(attempt: ActionAttempt, to: RefTarget | Place) -> Place:
    """Move what is held to its place, and after it where the page scrolled meanwhile; return where that is."""
    mouse = attempt.core.page.mouse
    if isinstance(to, tuple):
        await attempt.core.race(mouse.move(*to, steps=STEPS))
        return to
    for _ in range(MOST_SCROLLS):
        before = await _scrolled(attempt, to, bring="center")
        end = await _middle(attempt, to)
        await attempt.core.race(mouse.move(*end, steps=STEPS))
        if await _scrolled(attempt, to, bring=None) == before:
            break
    return end


async def _scrolled(attempt: ActionAttempt, to: RefTarget, *, bring: str | None) -> Any:
    """How far all around an element is scrolled; None where the drag made the page render it anew.

    Args:
        bring: where in the window it is brought first, unless all of it is there. Playwright's own scroll would move
            it in Firefox even then.
    """
    with suppress(StaleRef):
        return (await attempt.ask(to, "scrolled_to", bring=bring)).data["scrolled"]
    return None


async def _let_go(mouse: Mouse, start: Place) -> None:
    """Let what is held fall back where it was."""
    with suppress(PlaywrightError):
        await mouse.move(*start)
        await mouse.up()


async def _needs_events(attempt: ActionAttempt, source: RefTarget, to: RefTarget) -> bool:
    """Whether HTML's drag and drop has to be made of events: Firefox starts none from a pointer over BiDi (153)."""
    if not attempt.is_firefox or to.nonce != source.nonce:
        return False
    return bool((await attempt.ask(source, "draggable")).data["draggable"])


async def position_in(attempt: ActionAttempt, target: RefTarget, place: Place) -> Position:
    """A place of the window as one in an element."""
    try:
        box = await attempt.core.race(attempt.core.locator(target).bounding_box(timeout=attempt.attempt_ms))
    except PlaywrightError:
        box = None
    if box is None:
        raise not_actionable(target.ref, "out_of_reach")
    return {"x": place[0] - box["x"], "y": place[1] - box["y"]}


async def _grip(attempt: ActionAttempt, source: RefTarget, place: Place | None, to: RefTarget | Place) -> Place:
    """Put the pointer on an element and judge what a press there would reach; return where that is."""
    end = loop_time() + attempt.patience
    # Pages often note at the press where all places are, so that none should move after it.
    brings = [] if isinstance(to, tuple) else ["nearest", "center"]
    while True:
        aim = await attempt.aim(source, until=end)
        position = aim.position if place is None else await position_in(attempt, aim.target, place)
        late_for = await attempt.give(aim.locator.hover(position=position, timeout=attempt.attempt_ms), source)
        if late_for is None:
            if brings and not isinstance(to, tuple):
                # Where that takes the element out of the window, the next try brings it back.
                await _scrolled(attempt, to, bring=brings.pop())
                with suppress(PlaywrightError):
                    await attempt.core.race(attempt.core.page.mouse.move(*await _point(attempt, aim.target, position)))
            answer = await attempt.ask(aim.target, "pressed", through=None, on=aim.target.local, position=position)
            if answer.data["reached"]:
                if attempt.core.judge is not None:
                    attempt.core.judge.press(element_of(answer, answer.data["facts"]))
                return await _point(attempt, aim.target, position)
        if loop_time() >= end:
            raise late(source.ref, late_for or "still")


async def _point(attempt: ActionAttempt, target: RefTarget, position: Position | None) -> Place:
    """Where in the window a position in an element is; by default its middle."""
    if position is None:
        return await _middle(attempt, target)
    corner = await position_in(attempt, target, (0.0, 0.0))
    return position["x"] - corner["x"], position["y"] - corner["y"]


async def _middle(attempt: ActionAttempt, target: RefTarget) -> Place:
    """The middle of an element in the window, without a scroll."""
    try:
        box = await attempt.core.race(attempt.core.locator(target).bounding_box(timeout=attempt.attempt_ms))
    except PlaywrightError:
        box = None
    if box is None:
        raise not_actionable(target.ref, "out_of_reach")
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
