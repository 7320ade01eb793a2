"""Scrolls a page or a part of it."""

from __future__ import annotations

import asyncio
from typing import Literal

from handrail.browser.actions.actionability import POLL, ActionAttempt
from handrail.browser.clock import loop_time
from handrail.browser.types.acts import ScrollResult
from handrail.browser.types.errors import NotActionable, WrongElement

FILLING = 0.5
"""Seconds that a list may take to make the rows that it was scrolled to."""
Direction = Literal["up", "down", "left", "right"]


async def scroll(
    attempt: ActionAttempt, *, direction: Direction | None, to: str | None, ref: str | None, amount: int | None
) -> ScrollResult:
    """Scroll to a ref, ``top`` or ``bottom``, or in a direction, and return what moved: the container that ``ref``
    names, else the page or what scrolls in its middle. Raises `WrongElement`: nothing scrolls there."""
    core = attempt.core
    container = await core.live(ref) if ref else None
    goal = await core.live(to) if to and to not in ("top", "bottom") else None
    place = goal or container
    frame = place.frame if place else core.page.main_frame
    answer = await core.ask(
        frame,
        "scroll",
        nonce=place.nonce if place else None,
        local=container.local if container and not goal else None,
        target=goal.local if goal else None,
        to=None if goal else to,
        direction=direction,
        amount=amount,
    )
    found = answer.data
    if place and found.get("gone"):
        raise await attempt.stale(place)
    if found.get("fixed"):
        if ref is None:
            raise NotActionable("There is nothing on the page to scroll.")
        raise WrongElement(f"Neither {ref} nor anything around it scrolls that way.", hint="Leave `ref` out.")
    local = found["container"]
    shown = found["inView"]
    end = loop_time() + FILLING
    while not shown and (found["movedX"] or found["movedY"]) and loop_time() < end:
        await asyncio.sleep(POLL)
        now = await core.ask(frame, "in_view", nonce=answer.nonce, local=local)
        shown = now.data.get("inView", [])
    return ScrollResult(
        container="page" if local is None else core.ref(frame, answer, local),
        moved_x=found["movedX"],
        moved_y=found["movedY"],
        above=found["above"],
        below=found["below"],
        left=found["left"],
        right=found["right"],
        in_view=[answer.external(name) for name in shown],
        busy=found["busy"],
    )
