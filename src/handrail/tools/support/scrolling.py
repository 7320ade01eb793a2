"""How far a model scrolls, and what is below the end that it reached."""

from __future__ import annotations

from contextlib import suppress
from typing import Literal

from handrail.browser.types.acts import ScrollResult
from handrail.browser.types.errors import BrowserError
from handrail.tools.core.context import Context

DISTANCES: tuple[int, ...] = tuple(100 * 2**power for power in range(11))
"""Pixels that a model scrolls by."""


def round_distance(pixels: int) -> int:
    """Return the nearest of `DISTANCES`. A page sees how far: any distance would be a number that a model tells it."""
    return min(DISTANCES, key=lambda distance: abs(distance - pixels))


async def what_came(
    ctx: Context, moved: ScrollResult, started: float
) -> tuple[int, Literal["loaded", "loading"] | None]:
    """Return what is below the end that was reached, a moment later, and whether more was loaded or is being loaded: an
    end is none where a list goes on."""
    requested = await ctx.tab.wait_for_more(started)
    container = None if moved.container == "page" else moved.container
    with suppress(BrowserError):
        now = await ctx.tab.actions.scroll(direction="down", ref=container, amount=0)
        if now.below > moved.below + 1:
            return now.below, "loaded"
        return now.below, "loading" if requested or now.busy else None
    return moved.below, None
