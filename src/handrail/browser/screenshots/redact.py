"""Finds what a picture of a page must not show, so that it can be painted over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from handrail.browser.page.frame_walk import FrameAnswer, FrameWalk
from handrail.browser.page.page_context import PageContext
from handrail.browser.page.secret_parts import with_pad
from handrail.browser.types.errors import BrowserError
from handrail.browser.types.secrets import Needle

DEADLINE = 3.0
"""Seconds that the main frame may look for needles."""


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
