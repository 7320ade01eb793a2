"""The facts of a page: title, size, scroll, frames, modal."""

from __future__ import annotations

import asyncio
from functools import partial

from playwright.async_api import Frame

from handrail.browser.page import kit_client
from handrail.browser.page.page_context import PageContext
from handrail.browser.types.errors import DeadlineHit, DialogOpen, DocumentChanged, KitFailed, TabLost
from handrail.browser.types.tabs import FrameInfo, PageInfo
from handrail.trust import External

LABEL = "page-info"
FRAME_SECONDS = 1.0
"""A frame that does not answer in this time counts as silent."""
MOST_FRAMES = 60
AT_ONCE = 6


async def info(core: PageContext) -> PageInfo:
    main = core.page.main_frame
    answer, frames = await asyncio.gather(core.ask(main, "page"), _frames(core, main))
    data, external = answer.data, partial(answer.external, label=LABEL)
    return PageInfo(
        url=external(answer.url),
        title=external(data["title"]),
        status=getattr(core, "status", None),
        load_state=data["load_state"],
        content_type=data["content_type"],
        scroll_x=data["scroll"][0],
        scroll_y=data["scroll"][1],
        page_width=data["size"][0],
        page_height=data["size"][1],
        viewport_width=data["viewport"][0],
        viewport_height=data["viewport"][1],
        frames=frames,
        modal=None if data["modal"] is None else external(data["modal"]),
        cookie_banner=data["cookie_banner"],
    )


async def _frames(core: PageContext, main: Frame) -> list[FrameInfo]:
    slots = asyncio.Semaphore(AT_ONCE)

    async def describe(frame: Frame) -> FrameInfo:
        label = core.frames.label(frame)
        async with slots:
            answer = await ask_in_time(core, frame, "page")
        if answer is None:
            # The address that Playwright knows: good enough to name a silent frame, and used for nothing else.
            return FrameInfo(label, External(frame.url, "null", LABEL), "silent")
        return FrameInfo(label, External(answer.url, answer.origin, LABEL), "ready")

    below = [frame for frame in core.page.frames if frame is not main and not frame.is_detached()]
    return list(await asyncio.gather(*map(describe, below[:MOST_FRAMES])))


async def ask_in_time(
    core: PageContext, frame: Frame, op: str, seconds: float = FRAME_SECONDS
) -> kit_client.KitAnswer | None:
    """Return the kit's answer in a frame, or None if it is silent, gone, replaced or cannot be read."""
    try:
        async with asyncio.timeout(seconds):
            return await core.ask(frame, op, timeout=seconds * 0.8)
    except DialogOpen:
        raise
    except (TimeoutError, DeadlineHit, TabLost, DocumentChanged, KitFailed):
        return None
