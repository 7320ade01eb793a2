"""Waits until an element can be acted on, gives the input once, and says why not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Locator, Position
from playwright.async_api import TimeoutError as PlaywrightTimeout

from handrail.browser.actions.obstacles import AT_ONCE, covered, late, obstructed, refused, was_given
from handrail.browser.clock import loop_time
from handrail.browser.page.kit_client import KitAnswer
from handrail.browser.page.page_context import PageContext
from handrail.browser.page.refs import RefTarget
from handrail.browser.types.errors import (
    BrowserError,
    DeadlineHit,
    DialogOpen,
    DocumentChanged,
    PageChanged,
    StaleRef,
    TabLost,
)
from handrail.browser.types.network.addresses import origin_of

PATIENCE = 5.0
"""Seconds that an element may take to become visible, enabled and still."""
COVERED_PATIENCE = 1.0
"""Seconds that a cover may take to go away: long enough for a fading overlay."""
ATTEMPT = 2.0
"""Seconds that Playwright may try before the kit is asked again what is in the way. A cancelled attempt can linger
for as long, so it is short; the document's nonce keeps it from meeting the next page."""
POLL = 0.05
FRAME_DEADLINE = 1.0


@dataclass(frozen=True, slots=True)
class Aim:
    """Where to press.

    Attributes:
        target: the element, or the label that stands for it.
        position: a point of it, where its middle is covered.
        at: the point of the window, where the element is at rest in the main frame.
    """

    target: RefTarget
    locator: Locator
    position: Position | None
    at: Position | None = None


class ActionAttempt:
    """What all acts of a tab share."""

    def __init__(self, core: PageContext, patience: float = PATIENCE) -> None:
        self.core = core
        self.patience = patience

    @property
    def attempt_ms(self) -> float:
        """Milliseconds for one try of Playwright's own."""
        return min(ATTEMPT, self.patience) * 1000

    @property
    def is_firefox(self) -> bool:
        """Whether the browser is Firefox, which is driven over BiDi."""
        browser = self.core.page.context.browser
        return browser is not None and browser.browser_type.name == "firefox"

    def check_no_dialog(self) -> None:
        """Raise `DialogOpen` where a dialog blocks the page."""
        if self.core.dialog_opened.is_set():
            raise DialogOpen("A dialog is open and blocks the page.", hint="Answer it with `dialog` first.")

    async def give_keys(self, act: Callable[[], Coroutine[Any, Any, Any]], *, extra: float = 0.0) -> None:
        """Carry out input that has no deadline of its own, within our patience and ``extra`` seconds."""
        self.check_no_dialog()
        self.core.typed_at = loop_time()
        seconds = self.patience + extra

        async def act_in_time() -> None:
            try:
                async with asyncio.timeout(seconds):
                    await act()
            except TimeoutError:
                raise DeadlineHit(f"The page did not take the input within {seconds:.0f} s.") from None

        await self.give(act_in_time())

    async def give_keys_to(self, field: RefTarget, act: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        """Give keys that only a field may get: what a page hands the focus on to would take them for a press. Raises
        `PageChanged`: the focus is elsewhere; nothing was given."""
        if not await self.has_focus(field):
            raise PageChanged("The focus went elsewhere; not all was typed.", hint="Take a snapshot.")
        await self.give_keys(act)

    async def ask(self, target: RefTarget, op: str, **args: Any) -> KitAnswer:
        """Run an operation on an element of its own document, or a `StaleRef`."""
        try:
            answer = await self.core.ask(target.frame, op, local=target.local, nonce=target.nonce, **args)
        except TabLost:
            if self.core.page.is_closed() or self.core.replaced:
                raise
            raise await self.stale(target) from None
        if answer.data.get("gone"):
            raise await self.stale(target)
        return answer

    async def ask_until(
        self,
        target: RefTarget,
        op: str,
        holds: Callable[[KitAnswer], bool],
        seconds: float | None = None,
        **args: Any,
    ) -> KitAnswer:
        """Repeat an operation until its answer holds, for ``seconds`` or our patience; return the last answer."""
        end = loop_time() + (self.patience if seconds is None else seconds)
        while True:
            answer = await self.ask(target, op, **args)
            if holds(answer) or loop_time() >= end:
                return answer
            await asyncio.sleep(POLL)

    async def ask_anew(self, ref: str, op: str, **args: Any) -> tuple[RefTarget, KitAnswer]:
        """Run an operation on the element that a ref names by now: where an act made the page render it again, on its
        only successor. For what follows an act; the act itself goes to the element whose facts were judged."""
        target = self.core.target(ref)
        with suppress(StaleRef, DocumentChanged):
            return target, await self.ask(target, op, **args)
        target = await self.core.live(ref)
        return target, await self.ask(target, op, **args)

    async def stale(self, target: RefTarget) -> StaleRef:
        """Return the error for an element that is gone, with the nearest live ones where the kit finds some."""
        try:
            await self.core.live(target.ref)
        except StaleRef as stale:
            return stale
        return StaleRef(f"The element {target.ref} is gone.", hint="Take a snapshot and use a ref from it.")

    async def aim(self, target: RefTarget, *, press: bool = True, until: float | None = None, look: bool = True) -> Aim:
        """Bring an element within a pointer's reach. Waits for it to show, to be enabled and to be uncovered.

        Args:
            look: scroll to find a place where it is not covered.

        Raises:
            Covered: something lies over it; ``details["by"]`` names it.
            NotActionable: hidden, disabled or out of reach for as long as we waited.
        """
        began = loop_time()
        end, pointed, left = until or began + self.patience, False, False
        while True:
            answer = await self.ask(target, "reach", press=press, look=look)
            if answer.data.get("uncovered"):
                # What keeps beside its anchor, as pickers do, lies over it again a moment later.
                await asyncio.sleep(POLL)
                answer = await self.ask(target, "reach", press=press, look=False)
            found = answer.data
            if (found.get("unseen") or found.get("around")) and not pointed:
                # Buttons of rows and tool bars often show only while the pointer is over their place, or their row.
                pointed = True
                await self._point_at_place(replace(target, local=found.get("around") or target.local))
                continue
            # Under a cover that stays, scrolling to and fro only unsettles the page.
            look = not found.get("by")
            if found["ok"]:
                cover = await self._cover_above(target)
                if cover is None:
                    return await self._aimed(target, found)
                answer, found = cover, {"why": "", "by": cover.data["by"]}
            if not found["why"] and not left and found["by"]:
                left = True
                over = found["by"]["local"]
                if (await self.core.ask(target.frame, "leave_list", local=over, covered=target.local)).data["left"]:
                    continue
            if not found["why"] and loop_time() - began >= min(COVERED_PATIENCE, self.patience):
                raise covered(self.core, target, answer, found["by"])
            if found["why"] and (loop_time() >= end or found["why"] in AT_ONCE):
                raise obstructed(self.core, target, answer)
            await asyncio.sleep(POLL)

    async def point(
        self, target: RefTarget, act: Callable[[Aim, float], Coroutine[Any, Any, Any]], *, press: bool = True
    ) -> None:
        """Give one pointer input. Never gives it twice: an attempt that timed out after its input was sent counts as
        given. A dialog that the input opens ends the wait."""
        end, waited_for = loop_time() + self.patience, None
        while True:
            aim = await self.aim(target, press=press, until=end, look=waited_for is None)
            waited_for = await self.give(act(aim, self.attempt_ms), target)
            if waited_for is None:
                return
            if loop_time() >= end:
                raise late(target.ref, waited_for)

    async def persist(self, act: Callable[[Locator, float], Coroutine[Any, Any, Any]], target: RefTarget) -> None:
        """Carry out an act that may be tried again without harm: setting a value, choosing an option, focusing."""
        end = loop_time() + self.patience
        while True:
            locator = await self.core.locator(target)
            waited_for = await self.give(act(locator, self.attempt_ms), target)
            if waited_for is None:
                return
            if loop_time() >= end:
                raise late(target.ref, waited_for)

    @property
    def has_other_sites(self) -> bool:
        """Whether the page holds frames of other sites: one may take the focus at any time, and the keys with it."""
        return len({origin_of(frame.url) for frame in self.core.page.frames}) > 1

    async def set_text(self, target: RefTarget, text: str) -> None:
        """Set the text of a field in one go."""
        self.core.typed_at = loop_time()
        if not self.has_other_sites:
            await self.persist(lambda field, ms: field.fill(text, timeout=ms), target)
        else:
            self.check_no_dialog()
            with suppress(DialogOpen):
                await self.ask(target, "put_text", text=text)

    async def focus(self, target: RefTarget) -> None:
        """Ask the browser to focus an element; `has_focus` says whether it did."""
        await self.persist(lambda element, ms: element.focus(timeout=ms), target)

    async def has_focus(self, target: RefTarget) -> bool:
        """Return whether the focus is on the element or in it."""
        return bool((await self.ask(target, "focused")).data["inside"])

    async def give(self, act: Coroutine[Any, Any, Any], target: RefTarget | None = None) -> str | None:
        """Carry one act out. None when its input was given, else what was waited for: ``still`` or ``answer``."""
        try:
            self.check_no_dialog()
        except DialogOpen:
            act.close()
            raise
        try:
            await self.core.race(act)
        except DialogOpen:
            # It came of the act, whose result reports the dialog.
            return None
        except PlaywrightTimeout as error:
            if was_given(error):
                return None
            return "still" if "not stable" in str(error) else "answer"
        except PlaywrightError as error:
            if self.core.page.is_closed() or was_given(error):
                return None
            if target is not None:
                await self.ask(target, "cover")
            raise refused(target.ref if target else "the page") from error
        return None

    async def _point_at_place(self, target: RefTarget) -> None:
        """Move the pointer over the place of an element, whatever lies there."""
        with suppress(BrowserError, DialogOpen):
            locator = await self.core.locator(target)
            await self.give(locator.hover(force=True, timeout=FRAME_DEADLINE * 1000), target)

    async def _cover_above(self, target: RefTarget) -> KitAnswer | None:
        """Return what lies over the frame of an element, at its place in the documents around; None for no frame."""
        if target.frame.parent_frame is None:
            return None
        locator = await self.core.locator(target)
        try:
            async with asyncio.timeout(FRAME_DEADLINE * 2):
                await self.core.race(locator.scroll_into_view_if_needed(timeout=FRAME_DEADLINE * 1000))
                box = await self.core.race(locator.bounding_box(timeout=FRAME_DEADLINE * 1000))
                if box is None:
                    return None
                x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
                return await self._over_frames(target.frame, x, y)
        except (PlaywrightError, TimeoutError):
            # A frame that does not say where it stands is left to Playwright's own check.
            return None

    async def _over_frames(self, frame: Frame, x: float, y: float) -> KitAnswer | None:
        """Ask each document around a frame what stands at a point of the window."""
        above = frame.parent_frame
        while above is not None:
            left, top = await self._corner(above)
            answer = await self.core.ask(above, "at", x=x - left, y=y - top)
            if answer.data["by"] and not answer.data["frame"]:
                answer.data["in"] = above
                return answer
            above = above.parent_frame
        return None

    async def _corner(self, frame: Frame) -> tuple[float, float]:
        if frame.parent_frame is None:
            return 0.0, 0.0
        handle = await self.core.race(frame.frame_element())
        box = await self.core.race(handle.bounding_box())
        await handle.dispose()
        return (box["x"], box["y"]) if box else (0.0, 0.0)

    async def _aimed(self, target: RefTarget, found: dict[str, Any]) -> Aim:
        taken = replace(target, local=found["via"]) if found["via"] else target
        at = found.get("at") if target.frame.parent_frame is None else None
        return Aim(taken, await self.core.locator(taken), found["point"], at)
