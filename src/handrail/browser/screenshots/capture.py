"""Takes pictures of a page, limited in size, with refs drawn in on request and what nobody may see painted over.
Nothing is drawn on the page itself."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import FloatRect
from playwright.async_api import TimeoutError as PlaywrightTimeout

from handrail.attachments import Attachment, jpeg_size
from handrail.browser.page.frame_walk import FrameAnswer, FrameWalk
from handrail.browser.page.hang_guard import GuardedPageContext
from handrail.browser.page.page_context import PageContext
from handrail.browser.page.refs import RefTarget
from handrail.browser.page.secret_parts import with_pad
from handrail.browser.reading.page_reader import PlaywrightReader
from handrail.browser.screenshots.annotate import Annotator, Mark
from handrail.browser.types.errors import BrowserError, DeadlineHit, DocumentChanged, NotActionable
from handrail.browser.types.secrets import Needle

MAX_SIDE = 1280
"""Pixels of a picture's longer side; models shrink what is larger."""
MAX_HEIGHT = 4000
"""Pixels of the height of a full-page picture."""
MAX_PAGE_HEIGHT = 8000
"""CSS pixels of a page that a full-page picture shows."""
MAX_BYTES = 500_000
QUALITY = 75
LOWER_QUALITIES = (70, 50, 30, 15)
"""JPEG qualities tried in turn until a picture is small enough."""
TIMEOUT = 10.0
MAX_TRIES = 3
"""Pictures that are taken until what must not be seen did not move meanwhile."""
MAX_MARKS = 150
BOX_TIMEOUT_MS = 500
"""Milliseconds that an element may take to say where it is."""
DEADLINE = 3.0
"""Seconds that the main frame may look for needles."""


@dataclass(frozen=True, slots=True)
class Area:
    """What is shown: a part of the window, or of the document where ``of_page``; without ``clip``, the whole window."""

    clip: FloatRect | None = None
    of_page: bool = False
    scrolled: tuple[float, float] = (0.0, 0.0)
    """How far the document is scrolled, where the picture is of the document."""
    height: float = 0.0
    """CSS pixels of what was asked for; a picture shows at most `MAX_PAGE_HEIGHT`."""

    @property
    def left_out(self) -> str:
        """What the picture does not show, in our own words."""
        if self.height <= MAX_PAGE_HEIGHT:
            return ""
        return f"only the first {MAX_PAGE_HEIGHT} of {self.height:.0f} px are shown"

    def place(self, box: FloatRect) -> tuple[float, float]:
        """Return the corner of a box of the window, in the picture."""
        left = self.clip["x"] if self.clip else 0.0
        top = self.clip["y"] if self.clip else 0.0
        return box["x"] + self.scrolled[0] - left, box["y"] + self.scrolled[1] - top


class Screenshotter:
    """Takes pictures of one tab."""

    def __init__(self, core: GuardedPageContext, reader: PlaywrightReader, annotator: Annotator) -> None:
        self._core = core
        self._reader = reader
        self._annotator = annotator

    async def take(self, *, full_page: bool = False, ref: str | None = None, marks: bool = False) -> Attachment:
        """Return a picture of the window, the whole page or one element; ``marks`` draws in the refs. Raises
        `NotActionable`: the element cannot be seen; `PictureRefused`: a secret may be in view, and nobody knows where;
        `DeadlineHit`."""
        area, picture, hidden = await self._capture(full_page, ref)
        drawn = await self._marks(area) if marks else []
        fitted = await self._shrink(picture, drawn, hidden, full_page)
        return Attachment("image", "image/jpeg", fitted, "screenshot", area.left_out)

    async def _capture(self, full_page: bool, ref: str | None) -> tuple[Area, bytes, list[Mark]]:
        """Return what is shown, its picture, and the boxes in it of what must not be seen."""
        needles = self._annotator.needles()
        if not needles:
            area = await self._area(full_page, ref)
            return area, await self._take_picture(area), []
        for _ in range(MAX_TRIES):
            area = await self._area(full_page, ref)
            before = await covers(self._core, needles)
            picture = await self._take_picture(area)
            if before == await covers(self._core, needles):
                return area, picture, [_hidden(cover, area) for cover in before]
        raise PictureRefused(
            "There is no picture: a secret is in view and moves.", hint="Take a snapshot instead, or try again later."
        )

    async def _area(self, full_page: bool, ref: str | None) -> Area:
        if ref is not None:
            return await self._around(ref)
        if not full_page:
            return Area()
        info = await self._reader.info()
        height = max(info.page_height, info.viewport_height)
        clip = _rect(0, 0, max(info.page_width, info.viewport_width), min(height, MAX_PAGE_HEIGHT))
        return Area(clip, of_page=True, scrolled=(info.scroll_x, info.scroll_y), height=height)

    async def _around(self, ref: str) -> Area:
        """Return the element where it stands: it is not scrolled to, because looking changes nothing."""
        target = await self._core.live(ref)
        visibility = await self._core.ask(target.frame, "out_of_sight", local=target.local, nonce=target.nonce)
        box = await self._box(target)
        if box is None or visibility.data["hidden"] or min(box["width"], box["height"]) < 1:
            raise NotActionable(f"{ref} cannot be seen, so there is no picture of it.", hint="Scroll to it first.")
        info = await self._reader.info()
        inside = box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= info.viewport_width
        if inside and box["y"] + box["height"] <= info.viewport_height:
            return Area(box)
        clip = _rect(
            max(0, box["x"] + info.scroll_x),
            max(0, box["y"] + info.scroll_y),
            min(box["width"], MAX_PAGE_HEIGHT),
            min(box["height"], MAX_PAGE_HEIGHT),
        )
        return Area(clip, of_page=True, scrolled=(info.scroll_x, info.scroll_y))

    async def _take_picture(self, area: Area) -> bytes:
        # The caret is left as it is: hiding it writes a style that the page can see.
        options: dict[str, Any] = {"type": "jpeg", "quality": QUALITY, "scale": "css", "caret": "initial"}
        if area.clip is not None:
            options["clip"] = area.clip
        try:
            async with asyncio.timeout(TIMEOUT + 1):
                return await self._core.race(
                    self._core.page.screenshot(timeout=TIMEOUT * 1000, full_page=area.of_page, **options)
                )
        except (PlaywrightTimeout, TimeoutError):
            raise DeadlineHit(
                f"The page gave no picture within {TIMEOUT:.0f} s: it, or a frame in it, is busy or hangs.",
                hint="Take a snapshot instead.",
            ) from None
        except PlaywrightError as error:
            if self._core.gone:
                raise await self._core.replace_tab() from None
            raise BrowserError("The browser could not take a picture of the page.") from error

    async def _marks(self, area: Area) -> list[Mark]:
        """Return the boxes of what can be operated and stands in the window now."""
        snapshot = await self._reader.snapshot("interactive", max_chars=200_000)
        refs = [node.ref for node in snapshot.nodes if node.ref is not None and node.visible][:MAX_MARKS]
        found = await asyncio.gather(*(self._mark(ref, area) for ref in refs))
        return [mark for mark in found if mark is not None]

    async def _mark(self, ref: str, area: Area) -> Mark | None:
        target = self._core.target(ref)
        box = await self._box(target)
        return Mark(ref, *area.place(box), box["width"], box["height"]) if box is not None else None

    async def _box(self, target: RefTarget) -> FloatRect | None:
        try:
            async with asyncio.timeout(BOX_TIMEOUT_MS / 1000 * 2):
                return await self._core.box(target, timeout=BOX_TIMEOUT_MS / 1000)
        except (PlaywrightError, TimeoutError, DocumentChanged, DeadlineHit):
            # It went away meanwhile, or its frame is silent.
            return None

    async def _shrink(self, picture: bytes, marks: list[Mark], hidden: list[Mark], tall: bool) -> bytes:
        width, height = jpeg_size(picture)
        highest = MAX_HEIGHT if tall else MAX_SIDE
        scale = min(1.0, MAX_SIDE / width, highest / height)
        if scale == 1.0 and not marks and not hidden and len(picture) <= MAX_BYTES:
            return picture
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        return await self._annotator.render(picture, size, scale, marks, hidden, LOWER_QUALITIES, MAX_BYTES)


def _hidden(cover: RedactionBox, area: Area) -> Mark:
    """Return where a box of the window stands in a picture. Raises `PictureRefused`: the picture is of the document,
    and the box does not move with that."""
    if area.of_page and cover.pinned:
        raise PictureRefused(
            "There is no picture: a secret is shown in a part of the page that stays in the window.",
            hint="Ask for a picture of the window.",
        )
    box = _rect(cover.x, cover.y, cover.width, cover.height)
    return Mark("", *area.place(box), cover.width, cover.height)


def _rect(x: float, y: float, width: float, height: float) -> FloatRect:
    return {"x": x, "y": y, "width": width, "height": height}


class PictureRefused(BrowserError):
    """A secret may be in view, and nobody knows where."""

    code = "picture_refused"


@dataclass(frozen=True, slots=True)
class RedactionBox:
    """A box to paint over, in CSS pixels of the window. ``pinned``: it does not move with the document."""

    x: float
    y: float
    width: float
    height: float
    pinned: bool


async def covers(core: PageContext, needles: Sequence[Needle]) -> list[RedactionBox]:
    """Return where a page shows needles now, in every frame. Raises `PictureRefused`: nobody knows what a frame shows.

    Needles go to the kit's own world, which the page cannot look into, each with a one-time pad: an error that repeats
    the question, or a log of it, does not spell them out.
    """
    walk = FrameWalk(core, "secret_boxes", timeout=DEADLINE, needles=[with_pad(needle) for needle in needles])
    root = await walk.start()
    if walk.missing:
        raise PictureRefused(
            f"There is no picture, because nobody knows whether a secret is in it: {walk.missing[0]}.",
            hint="Take a snapshot instead, or try again when the page has come.",
        )
    return _in_window(root)


def _in_window(here: FrameAnswer) -> list[RedactionBox]:
    """Return the boxes of a frame and of the frames in it, in the pixels of its own window."""
    if here.data["transition"]:
        raise PictureRefused(
            "There is no picture while the page goes over from one view to the next: it still shows the one before.",
            hint="Try again in a second.",
        )
    found = [RedactionBox(*box) for box in here.data["boxes"]]
    for met in here.data["frames"]:
        child = here.children.get(met["local"])
        inside = _in_window(child) if child is not None else []
        if not inside:
            continue
        if not met["plain"]:
            # Turned or scaled: all of the frame, rather than a guess where in it.
            left, top, width, height = met["box"]
            found.append(RedactionBox(left, top, width, height, met["pinned"]))
            continue
        left, top = met["corner"]
        # What is fixed in a frame moves with the frame.
        found += [RedactionBox(box.x + left, box.y + top, box.width, box.height, met["pinned"]) for box in inside]
    return found
