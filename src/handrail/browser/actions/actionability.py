"""Waits until an element can be acted on, gives the input once, and says why not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Locator, Position
from playwright.async_api import TimeoutError as PlaywrightTimeout

from handrail.browser.actions.frame_covers import FRAME_DEADLINE, cover_above, middle
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
    WrongElement,
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
Kind = Literal["text", "list", "box"]
FRAMES = 0.035
"""Seconds in which two frames are drawn: what did not move in that time keeps still."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Where to press: on the element or the label that stands for it, at a point of it where its middle is covered."""

    target: RefTarget
    position: Position | None
    at: Position | None = None
    """The point of the window where it keeps still; None where Playwright has to find that."""


class ActionAttempt:
    """What all acts of a tab share."""

    def __init__(self, core: PageContext, patience: float) -> None:
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

    async def give_keys(
        self, act: Callable[[], Coroutine[Any, Any, Any]], *, to: RefTarget | None = None, extra: float = 0.0
    ) -> None:
        """Carry out input that has no deadline of its own, within our patience and ``extra`` seconds. ``to``: what
        alone may get it, since what a page hands the focus on to would take it for a press. Raises `PageChanged`: the
        focus is elsewhere; nothing was given."""
        if to is not None and not await self.has_focus(to):
            raise PageChanged("The focus went elsewhere; not all was typed.", hint="Take a snapshot.")
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
        self.core.acted_at = loop_time()

    async def press_key(self, key: str, *, to: RefTarget | None = None) -> None:
        """Press a key where the focus is, or as `give_keys` to a field alone."""
        await self.give_keys(lambda: self.core.page.keyboard.press(key), to=to)

    async def ask(self, target: RefTarget, op: str, **args: Any) -> KitAnswer:
        """Run an operation on an element of its own document, or a `StaleRef`."""
        self.core.acted_in = target.frame
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

    async def with_nearest(self, target: RefTarget, error: WrongElement, kind: Kind) -> WrongElement:
        """Return the error with the nearest element that takes such an act in its hint and ``details["nearest"]``."""
        try:
            answer = await self.ask(target, "nearest", kind=kind)
        except BrowserError:
            return error
        if (found := answer.data["found"]) is not None:
            nearest = self.core.named(target.frame, answer, found)
            error.hint = f"{error.hint} The nearest that takes it is {nearest.ref}."
            error.details["nearest"] = nearest._asdict()
        return error

    async def stale(self, target: RefTarget) -> StaleRef:
        """Return the error for an element that is gone, with the nearest live ones where the kit finds some."""
        named = self.core.target(target.ref)
        if named.local != target.local:
            # A part of what the ref names is gone, as an option of a list. An act that is under way goes on with what
            # the ref names, whatever that shows by now: `live` would end the ref where that shows something else.
            with suppress(DocumentChanged, TabLost):
                answer = await self.core.ask(named.frame, "obstacle", local=named.local, nonce=named.nonce)
                if not answer.data.get("gone"):
                    return StaleRef(f"A part of the element {target.ref} is gone.", hint="Take a snapshot.")
        try:
            await self.core.live(target.ref)
        except StaleRef as stale:
            return stale
        return StaleRef.of(target.ref)

    async def aim(
        self,
        target: RefTarget,
        *,
        press: bool = True,
        until: float | None = None,
        look: bool = True,
        position: Position | None = None,
    ) -> Aim:
        """Bring an element, or ``position`` in it, within a pointer's reach: it shows, is enabled, uncovered and still.
        ``look``: scroll to find a place where it is not covered.

        Raises:
            Covered: something lies over it; ``details["by"]`` names it.
            NotActionable: hidden, disabled, moving or out of reach for as long as we waited.
        """
        began, stood = loop_time(), None
        end, pointed, left = until or began + self.patience, False, False
        while True:
            cover = None
            answer = await self.ask(target, "reach", press=press, look=look, position=position)
            if answer.data.get("uncovered"):
                # What keeps beside its anchor, as pickers do, lies over it again a moment later.
                await asyncio.sleep(POLL)
                answer = await self.ask(target, "reach", press=press, look=False, position=position)
            found = answer.data
            if (found.get("unseen") or found.get("around")) and not pointed:
                # Buttons of rows and tool bars often show only while the pointer is over their place, or their row.
                pointed = True
                await self._point_at_place(replace(target, local=found.get("around") or target.local))
                continue
            # Under a cover that stays, scrolling to and fro only unsettles the page.
            look = not found.get("by")
            if found["ok"]:
                cover = await cover_above(self.core, target)
                at = found["at"] if self._sees_rest(target) else None
                if cover is None and (at is None or found["rests"] or at == stood):
                    taken = replace(target, local=found["via"]) if found["via"] else target
                    return Aim(taken, position or found["point"], at)
                if cover is None:
                    if loop_time() >= end:
                        raise late(target.ref, "still")
                    stood = at
                    await asyncio.sleep(FRAMES)
                    continue
                answer, found = cover, {"why": "", "by": cover.data["by"]}
            if press and not left and not found["why"] and found["by"] and answer is not cover:
                left = True
                over = {"local": found["by"]["local"], "covered": target.local, "nonce": target.nonce}
                if (await self.core.ask(target.frame, "leave_list", **over)).data["left"]:
                    continue
            if not found["why"] and loop_time() - began >= min(COVERED_PATIENCE, self.patience):
                raise covered(self.core, target, answer, found["by"])
            if found["why"] and (loop_time() >= end or found["why"] in AT_ONCE):
                raise obstructed(self.core, target, answer)
            await asyncio.sleep(POLL)

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
        if self.has_other_sites:
            await self.do(target, "put_text", text=text)
        elif self.is_firefox:
            await self.do(target, "watch_entry")
            await self.persist(lambda field, ms: field.fill(text, timeout=ms), target)
        else:
            ready = await self.do(target, "prepare_field", text=text)
            if ready is not None and ready.data["typed"]:
                await (self.insert_text(text) if text else self.press_key("Delete"))

    async def insert_text(self, text: str, *, to: RefTarget | None = None) -> None:
        """Put a text in where the caret is, without keys; ``to`` as for `give_keys`."""
        await self.give_keys(lambda: self.core.page.keyboard.insert_text(text), to=to)

    async def keep_focus(self, target: RefTarget) -> None:
        """Focus an element that has not the focus."""
        if not await self.has_focus(target):
            await self.focus(target)

    async def focus(self, target: RefTarget) -> None:
        """Ask the browser to focus an element; `has_focus` says whether it did."""
        if self.is_firefox:
            await self.persist(lambda element, ms: element.focus(timeout=ms), target)
        else:
            await self.do(target, "focus")

    async def do(self, target: RefTarget, op: str, **args: Any) -> KitAnswer | None:
        """Run an operation that the page may answer with a dialog, whose result reports that; return None then."""
        self.check_no_dialog()
        with suppress(DialogOpen):
            return await self.ask(target, op, **args)
        return None

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
            # The browser may report a closed page a moment later.
            if self.core.page.is_closed() or "has been closed" in str(error) or was_given(error):
                return None
            if target is not None:
                await self.ask(target, "cover")
            raise refused(target.ref if target else "the page") from error
        return None

    async def _point_at_place(self, target: RefTarget) -> None:
        """Move the pointer over the place of an element, whatever lies there."""
        with suppress(BrowserError, DialogOpen, PlaywrightError):
            await self.ask(target, "scrolled_to", bring="nearest")
            if (box := await self.core.box(target, timeout=FRAME_DEADLINE)) is not None:
                await self.give(self.core.page.mouse.move(*middle(box)))

    def _sees_rest(self, target: RefTarget) -> bool:
        """Return whether the kit can tell that an element keeps still, and where in the window: what is around a frame
        may move, and over BiDi too much time passes until the press."""
        return target.frame.parent_frame is None and not (self.core.touch or self.is_firefox)
