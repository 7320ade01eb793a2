"""Tells what lies over a frame at the place of an element in it, by the documents around it."""

from __future__ import annotations

import asyncio

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import FloatRect, Frame

from handrail.browser.page.kit_client import KitAnswer
from handrail.browser.page.page_context import PageContext
from handrail.browser.page.refs import RefTarget

FRAME_DEADLINE = 1.0
"""Seconds that a frame may take to say where something in it stands."""


async def cover_above(core: PageContext, target: RefTarget) -> KitAnswer | None:
    """Return what lies over the frame of an element, at its place in the documents around; None for no frame."""
    if target.frame.parent_frame is None:
        return None
    locator = await core.locator(target)
    try:
        async with asyncio.timeout(FRAME_DEADLINE * 2):
            await core.race(locator.scroll_into_view_if_needed(timeout=FRAME_DEADLINE * 1000))
            box = await core.race(locator.bounding_box(timeout=FRAME_DEADLINE * 1000))
            return await _over_frames(core, target.frame, *middle(box)) if box is not None else None
    except (PlaywrightError, TimeoutError):
        # A frame that does not say where it stands is left to Playwright's own check.
        return None


def middle(box: FloatRect) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def _over_frames(core: PageContext, frame: Frame, x: float, y: float) -> KitAnswer | None:
    """Ask each document around a frame what stands at a point of the window."""
    above = frame.parent_frame
    while above is not None:
        left, top = await _corner(core, above)
        answer = await core.ask(above, "at", x=x - left, y=y - top)
        if answer.data["by"] and not answer.data["frame"]:
            answer.data["in"] = above
            return answer
        above = above.parent_frame
    return None


async def _corner(core: PageContext, frame: Frame) -> tuple[float, float]:
    if frame.parent_frame is None:
        return 0.0, 0.0
    handle = await core.race(frame.frame_element())
    box = await core.race(handle.bounding_box())
    await handle.dispose()
    return (box["x"], box["y"]) if box else (0.0, 0.0)
