"""Drags with the real pointer: HTML's drag and drop with its data transfer, and what scripts make of pointers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import cycle
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import FloatRect, Mouse, Position

from handrail.browser.actions.actionability import ActionAttempt
from handrail.browser.actions.frame_covers import middle
from handrail.browser.actions.obstacles import late, not_actionable
from handrail.browser.actions.press import point
from handrail.browser.background import run_in_background
from handrail.browser.clock import loop_time
from handrail.browser.page.refs import RefTarget
from handrail.browser.reading import element_facts
from handrail.browser.reading.element_facts import element_of
from handrail.browser.types.acts import Point
from handrail.browser.types.errors import BrowserError, DeadlineHit, NotActionable, PageChanged, StaleRef

STEPS = 12
"""Moves on the way. Scripts begin to drag after some pixels, and learn where they are at each move."""
MOST_SCROLLS = 5
"""How often what is held is moved on because the page scrolls under it, as many do near the edge of the window."""
BEGIN = 6
"""Pixels after which a drag has begun."""
REST, LOOKS, REST_TIME = 0.06, 3, 1.5
"""Seconds between two looks whether what is dragged rests, how many must agree, and how long that may take."""
PART_PAST, MOST_PAST = 0.2, 10.0
"""How far past the middle of an element something is dropped on it, as a part of its size and in pixels."""
DRAG_TIME = 12.0
"""Seconds that moving and dropping may take."""
MOST_LOOKS = 3
"""How often what lies at the end of a drag is looked up, where a page makes it anew."""
LET_GO_TIME = 0.5
"""Seconds that a drag which failed waits until what it held is let go."""


async def drag(
    attempt: ActionAttempt,
    source: RefTarget,
    to: RefTarget | Point | None,
    grip: Point | None = None,
    by: Point = (0.0, 0.0),
) -> None:
    """Press on an element, move to another one or to a place in the window, and release.

    Args:
        to: None for where it is pressed.
        grip: where in the window it is pressed; by default in its middle.
        by: how far from there it is released.

    Raises:
        NotActionable: one of them cannot be reached.
        DocumentChanged: another page came on the way.
    """
    # What is disabled takes no press, and its row may be dragged all the same.
    if (held := (await attempt.ask(source, "held_by")).data["local"]) is not None:
        source = replace(source, local=held)
    start = await _grip(attempt, source, grip, to or (0.0, 0.0))
    if to is None or isinstance(to, tuple):
        beside = to or start
        to, by = (beside[0] + by[0], beside[1] + by[1]), (0.0, 0.0)
    mouse = attempt.core.page.mouse
    try:
        async with asyncio.timeout(DRAG_TIME):
            try:
                await attempt.core.race(mouse.down())
                if not isinstance(to, tuple) and await _needs_events(attempt, source, to):
                    await _scrolled(attempt, to, bring="center")
                    end, past = await _past_middle(attempt, to, start)
                    await _drag_by_events(attempt, source, to, past, (start, end))
                    # A release where it was pressed would be a click.
                    await attempt.core.race(mouse.move(*end))
                else:
                    # It has begun before anything scrolls.
                    await attempt.core.race(mouse.move(start[0] + BEGIN, start[1] + BEGIN, steps=3))
                    end = await _carry(attempt, to, start, by)
                    await _rest_over(attempt, end, source, to)
                    await _judge_drop(attempt, source, start, end)
                    # What another page has there was not meant.
                    await attempt.ask(source, "title")
                await attempt.core.race(mouse.up())
            except BaseException:
                # A page that hangs takes no pointer back.
                await asyncio.wait({run_in_background(_let_go(mouse, start))}, timeout=LET_GO_TIME)
                raise
    except TimeoutError:
        raise DeadlineHit(f"The page did not take the drag within {DRAG_TIME:.0f} s.") from None
    except PlaywrightError:
        raise not_actionable(source.ref, "out_of_reach") from None


async def _carry(attempt: ActionAttempt, to: RefTarget | Point, start: Point, by: Point) -> Point:
    """Move what is held to its place, and after it where the page scrolled meanwhile; return where that is."""
    mouse = attempt.core.page.mouse
    if isinstance(to, tuple):
        await attempt.core.race(mouse.move(*to, steps=STEPS))
        return to
    for _ in range(MOST_SCROLLS):
        before = await _scrolled(attempt, to, bring="center")
        (x, y), _ = await _past_middle(attempt, to, start)
        end = x + by[0], y + by[1]
        await attempt.core.race(mouse.move(*end, steps=STEPS))
        if await _scrolled(attempt, to, bring=None) == before:
            break
    return end


async def _rest_over(attempt: ActionAttempt, end: Point, source: RefTarget, to: RefTarget | Point) -> None:
    """Move to and fro over a place until what is dragged, and what it is dragged onto, stay where they are."""
    mouse, sides = attempt.core.page.mouse, cycle((1, 0))

    async def move() -> None:
        # Some lists look from time to time, and only where the pointer is elsewhere than the last time.
        await attempt.core.race(mouse.move(end[0] + next(sides), end[1]))

    await _repeat_until_at_rest(attempt, move, source, to)
    # A drop is taken where the last two moves were over its target.
    await attempt.core.race(mouse.move(*end))


async def _repeat_until_at_rest(
    attempt: ActionAttempt, move: Callable[[], Awaitable[None]], source: RefTarget, to: RefTarget | Point
) -> None:
    """Repeat a move until elements stay where they are: sorted lists make room for what is held over them, and take
    nothing more meanwhile."""
    limit, boxes = loop_time() + REST_TIME, list[Any]()
    while loop_time() < limit:
        await move()
        await asyncio.sleep(REST)
        boxes.append([await box_in_frame(attempt, one) for one in (source, to) if not isinstance(one, tuple)])
        if len(boxes) >= LOOKS and all(one == boxes[-1] for one in boxes[-LOOKS:]):
            break


async def box_in_frame(attempt: ActionAttempt, target: RefTarget) -> list[float] | None:
    """Return the box of an element in the window of its frame: left, top, width, height; None where it is gone or made
    anew."""
    with suppress(BrowserError):
        box: list[float] = (await attempt.ask(target, "box")).data["box"]
        return box
    return None


async def _judge_drop(attempt: ActionAttempt, source: RefTarget, start: Point, end: Point) -> None:
    """Judge what would take the drop: many pages show a bin and the like only while something is dragged."""
    judge, core = attempt.core.judge, attempt.core
    if judge is not None:
        # In a drawing, the place that something is dragged to is one of the drawing.
        stays = await _holds_both(attempt, source, start, end)
        for left in reversed(range(MOST_LOOKS)):
            found = await element_facts.at(core, *end, beside=None if stays else source)
            try:
                judge.drop(await element_facts.facts(core, found.ref) if found is not None else None)
                return
            except StaleRef:
                # The page made anew what lies there after it was looked up: nobody passed its ref.
                if not left:
                    raise PageChanged(
                        "What lies at the end of the drag keeps changing; nothing was dropped on it.",
                        hint="Take a snapshot.",
                    ) from None


async def _holds_both(attempt: ActionAttempt, target: RefTarget, start: Point, end: Point) -> bool:
    """Return whether both ends of a drag lie within an element, which stays where it is."""
    try:
        box = await _box_in_window(attempt, target)
    except NotActionable:
        return False
    right, bottom = box["x"] + box["width"], box["y"] + box["height"]
    return all(box["x"] <= x <= right and box["y"] <= y <= bottom for x, y in (start, end))


async def _drag_by_events(
    attempt: ActionAttempt, source: RefTarget, to: RefTarget, past: Point, ends: tuple[Point, Point]
) -> None:
    """Drag by HTML's own events. Each is sent by itself: pages prepare for the next one after an event. ``past``: from
    the middle of ``to``, in CSS pixels; ``ends``: where in the window it begins and ends."""
    if not (await attempt.ask(source, "drag_start", to=to.local, past=past)).data["started"]:
        return

    async def step(op: str) -> None:
        await attempt.core.ask(source.frame, op, nonce=source.nonce)

    await _repeat_until_at_rest(attempt, partial(step, "drag_over"), source, to)
    await _judge_drop(attempt, source, *ends)
    await step("drag_end")


async def _scrolled(attempt: ActionAttempt, to: RefTarget, *, bring: str | None) -> Any:
    """Return how far all around an element is scrolled; None where the drag made the page render it anew. ``bring``:
    where in the window it is brought first, unless all of it is there. Playwright's own scroll would move it in Firefox
    even then."""
    with suppress(StaleRef):
        return (await attempt.ask(to, "scrolled_to", bring=bring)).data["scrolled"]
    return None


async def _let_go(mouse: Mouse, start: Point) -> None:
    """Take what is held back where it was, and release it there: lists that are sorted under the pointer follow it."""
    with suppress(PlaywrightError):
        await mouse.move(*start, steps=STEPS)
        await mouse.up()


async def _needs_events(attempt: ActionAttempt, source: RefTarget, to: RefTarget) -> bool:
    """Return whether HTML's drag and drop has to be made of events: Firefox (153) starts none over BiDi."""
    if not attempt.is_firefox or to.nonce != source.nonce:
        return False
    return bool((await attempt.ask(source, "draggable")).data["draggable"])


async def position_in(attempt: ActionAttempt, target: RefTarget, place: Point) -> Position:
    """Return a place of the window as one in an element."""
    box = await _box_in_window(attempt, target)
    return {"x": place[0] - box["x"], "y": place[1] - box["y"]}


async def _grip(attempt: ActionAttempt, source: RefTarget, place: Point | None, to: RefTarget | Point) -> Point:
    """Put the pointer on an element and judge what a press there would reach; return where that is."""
    end = loop_time() + attempt.patience
    # Pages often note at the press where all places are, so that none should move after it.
    brings = [] if isinstance(to, tuple) else ["nearest", "center"]
    while True:
        aim = await attempt.aim(source, until=end)
        position = aim.position if place is None else await position_in(attempt, aim.target, place)
        late_for = await point(attempt, replace(aim, position=position, at=aim.at if place is None else None))
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


async def _point(attempt: ActionAttempt, target: RefTarget, position: Position | None) -> Point:
    """Return where in the window a position in an element is; by default its middle."""
    box = await _box_in_window(attempt, target)
    return middle(box) if position is None else (box["x"] + position["x"], box["y"] + position["y"])


async def _past_middle(attempt: ActionAttempt, to: RefTarget, start: Point) -> tuple[Point, Point]:
    """Return where in the window to drop something, and how far that is from the middle: past it, as seen from
    ``start``. Lists give an item the place of another once it has passed the middle of that. Within the element itself,
    such as the track of a slider, its middle is meant."""
    box = await _box_in_window(attempt, to)
    x, y = middle(box)
    if abs(start[0] - x) <= box["width"] / 2 and abs(start[1] - y) <= box["height"] / 2:
        return (x, y), (0.0, 0.0)
    past = _past(start[0], x, box["width"]), _past(start[1], y, box["height"])
    return (x + past[0], y + past[1]), past


def _past(start: float, middle: float, size: float) -> float:
    beyond = min(MOST_PAST, size * PART_PAST)
    return beyond if middle > start + size / 2 else -beyond


async def _box_in_window(attempt: ActionAttempt, target: RefTarget) -> FloatRect:
    """Return the box of an element in the window of the tab, without a scroll."""
    try:
        box = await attempt.core.box(target, timeout=attempt.attempt_ms / 1000)
    except (PlaywrightError, StaleRef):
        box = None
    if box is None:
        raise not_actionable(target.ref, "out_of_reach")
    return box
