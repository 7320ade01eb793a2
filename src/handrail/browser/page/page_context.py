"""Holds what the parts of a tab share: its page, refs, frames, and the only way to ask the kit."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from playwright.async_api import FloatRect, Frame, Locator, Page

from handrail.browser.clock import loop_time
from handrail.browser.page.frames import Frames
from handrail.browser.page.kit_client import KitAnswer
from handrail.browser.page.kits import kit_of
from handrail.browser.page.navigation_errors import failure
from handrail.browser.page.outline_cache import OutlineCache
from handrail.browser.page.refs import Refs, RefTarget
from handrail.browser.page.secret_parts import may_hold_part, with_pad, without_parts
from handrail.browser.page.traffic import Traffic
from handrail.browser.types.acts import NamedElement
from handrail.browser.types.errors import DialogOpen, DocumentChanged, StaleRef, TabLost, UnknownRef, WrongElement
from handrail.browser.types.facts import ActJudge
from handrail.browser.types.secrets import Secrets
from handrail.browser.types.side_effects import SideEffectLimits, Taint
from handrail.browser.types.tabs import DialogInfo

P = ParamSpec("P")
T = TypeVar("T")

UNMASKED_OPS = frozenset(
    (
        "text", "text_places", "attribute_values", "value", "filled", "fields_since", "field", "listbox",
        "secret_boxes", "secret_field", "secret_length",
    )
)  # fmt: skip
"""Operations whose answers are used unmasked: places in a text (`TextReader` masks that), attributes that are searched
for secrets, what a field holds and takes, choices that are given back to the page. The call's pipeline masks what is
passed on of them."""


class PageContext:
    """One page with its frames, and the refs that all tabs of a session share."""

    def __init__(self, tab_id: str, page: Page, refs: Refs) -> None:
        self.id = tab_id
        self.page = page
        self.refs = refs
        self.kit = kit_of(page)
        self.frames = Frames(self.kit)
        self.outlines = OutlineCache()
        self.traffic: Traffic | None = None
        self.why_failed: Callable[[str, str], str] = lambda _, reported: failure(reported, None).message
        """Returns why an address did not open, from what the browser reports; a proxy may know better."""
        self.dialog: DialogInfo | None = None
        self.dialog_opened = asyncio.Event()
        """Set while a dialog is open: kit calls and clicks block then, so every wait races against it."""
        self.acted_in: Frame | None = None
        """The frame of the element that was last acted on: its reaction is waited for too."""
        self.asked_for_file = False
        """Whether the page opened a file chooser in the last act, and was given no file."""
        self.origin = "null"
        self.secrets: Secrets | None = None
        """Masked here in what the page says, before anything is searched, cut or joined."""
        self.limits = SideEffectLimits()
        """The limits of the act that is being carried out."""
        self.taint = Taint()
        """What its documents hold that a model made up."""
        self.typed_at = float("-inf")
        """Loop time of the last keys, change of a field, double click or hovering: pages react to it a little later."""
        self.searched_at = float("-inf")
        """The same for hovering, and for a field that searches or filters: pages wait longer there."""
        self.pressed_at = float("-inf")
        """Loop time of the last press with the pointer."""
        self.acted_at = float("-inf")
        """Loop time at which an act, or a press or key of one, was last given in full."""
        self.judge: ActJudge | None = None
        """The judge of that act; None if nothing is judged, because the user acts."""
        self.touch = False
        """The page is one of a phone or tablet: presses are taps."""
        self.replaced = False
        """Another tab has replaced it: an error about a ref is then one about the tab."""

    async def ask(self, frame: Frame, op: str, **args: Any) -> KitAnswer:
        """Ask the kit as `Kit.ask` does, without secrets, and give up at once when a dialog is open or opens."""
        is_main = frame.parent_frame is None
        outline = self.outlines.of(frame) if op == "snapshot" else None
        if outline is not None:
            args["known"] = outline.mark
        answer = await self.ask_kit(frame, op, **args)
        if outline is not None:
            answer = self.outlines.complete(frame, outline, answer)
        if is_main:
            self.origin = answer.origin
        if self.secrets is None or op in UNMASKED_OPS:
            return answer
        answer = replace(answer, data=self.secrets.mask(answer.data))
        # A whole page is masked as it is. In a part of it nobody sees what it spells with the rest.
        return (
            answer if outline is not None and args.get("within") is None else await self._without_parts(frame, answer)
        )

    async def ask_kit(self, frame: Frame, op: str, **args: Any) -> KitAnswer:
        """Ask as `ask` does, and return the answer unmasked: for what no model or person is shown of it."""
        return await self.race(self.kit.ask(frame, op, **args))

    async def _without_parts(self, frame: Frame, answer: KitAnswer) -> KitAnswer:
        """Return the answer without parts of a secret that the page shows in several elements."""
        assert self.secrets is not None, "there is nothing to hide"
        needles = [needle for needle in self.secrets.needles() if needle.plain]
        if not may_hold_part(answer.data, needles):
            return answer
        asked = [with_pad(needle) for needle in needles]
        parts = await self.ask_kit(frame, "secret_parts", nonce=answer.nonce, needles=asked)
        return replace(answer, data=without_parts(answer.data, parts.data["texts"]))

    def mask_text(self, text: str) -> str:
        """Return ``text`` with dots in place of secrets, at the same length."""
        return text if self.secrets is None else self.secrets.dots(text)

    def is_loading_since(self, moment: float) -> bool:
        """Return whether a request made after a moment (loop time) has no answer yet, where requests are watched."""
        return self.traffic is not None and self.traffic.open_since(moment)

    def has_sent_since(self, moment: float) -> bool:
        """Return whether a request that may change something was made after a moment, where requests are watched."""
        return self.traffic is not None and self.traffic.last_sent >= moment

    def has_left_since(self, moment: float) -> bool:
        """Return whether another document was asked for or came after a moment, where that is watched."""
        return self.traffic is not None and (self.traffic.awaiting or self.traffic.moved_at >= moment)

    async def race(self, work: Coroutine[Any, Any, T]) -> T:
        """Await ``work``, or raise `DialogOpen` as soon as a dialog is open. ``work`` is cancelled then."""
        if self.dialog_opened.is_set():
            work.close()
            raise self._dialog_error()
        task = asyncio.ensure_future(work)
        opened = asyncio.ensure_future(self.dialog_opened.wait())
        try:
            await asyncio.wait({task, opened}, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                return task.result()
            raise self._dialog_error()
        finally:
            task.cancel()
            opened.cancel()

    def _dialog_error(self) -> DialogOpen:
        kind = self.dialog.kind if self.dialog else "dialog"
        if kind == "beforeunload":
            # What it asks is the browser's own question, and no part of its message.
            return DialogOpen(
                "The page asks whether to leave it (beforeunload), as it may hold what is not saved.",
                hint="Answer it with `dialog`: to accept goes on and leaves the page.",
            )
        return DialogOpen(f"A dialog ({kind}) is open and blocks the page.", hint="Answer it with `dialog` first.")

    def target(self, ref: str) -> RefTarget:
        """Return where a ref points, without asking the page.

        Raises:
            UnknownRef: never given out in this session.
            StaleRef: its tab is gone.
            WrongElement: it belongs to another tab.
        """
        target = self.refs.target(ref)
        if target is None:
            if tab_id := self.refs.lost_with(ref):
                raise StaleRef(
                    f"The element {ref} is gone with its tab {tab_id}.", hint="Take a snapshot and use a ref from it."
                )
            raise UnknownRef(f"There is no element {ref}.", hint="Take a snapshot and use a ref from it.")
        if target.tab_id != self.id:
            raise WrongElement(
                f"{ref} is in tab {target.tab_id}, not in the active tab {self.id}.",
                hint=f"switch_tab to {target.tab_id} first.",
            )
        return target

    async def live(self, ref: str) -> RefTarget:
        """Return the target of a ref whose element is in its document now.

        Raises:
            StaleRef: the element or its document is gone; the nearest live elements are in ``details``.
            TabLost: the tab was replaced because it does not answer.
        """
        target = self.target(ref)
        stale = StaleRef.of(ref)
        try:
            answer = await self.ask(target.frame, "resolve", local=target.local, nonce=target.nonce)
        except (DocumentChanged, TabLost):
            if self.replaced:
                raise
            stale.hint = "It was on a page that has gone: use a ref of this one, or go back to that."
            raise stale from None
        if not answer.data["live"]:
            near = answer.data["candidates"]
            stale.details["candidates"] = [self.named(target.frame, answer, one)._asdict() for one in near]
            refs = " or ".join(one["ref"] for one in stale.details["candidates"])
            if likely := answer.data.get("likely"):
                ref = self.ref(target.frame, answer, likely)
                stale.hint = f"It may be {ref} now, which is called as it was; else see the other candidates."
            elif refs:
                stale.hint = f"It may be {refs} now, see the candidates; else take a snapshot."
            raise stale
        return target

    def ref(self, frame: Frame, answer: KitAnswer, local: int) -> str:
        """Return the ref of an element of the document in a frame that gave an answer."""
        return self.refs.name(self.id, frame, answer.nonce, local)

    def named(self, frame: Frame, answer: KitAnswer, found: Mapping[str, Any]) -> NamedElement:
        """Return an element that such an answer describes."""
        return NamedElement(self.ref(frame, answer, found["local"]), found["role"], answer.external(found["name"]))

    async def box(self, target: RefTarget, *, timeout: float) -> FloatRect | None:
        """Return where an element stands in the tab's window, in CSS pixels; None where it is gone or not rendered. In
        a frame, Playwright knows that."""
        if target.frame.parent_frame is not None:
            locator = await self.locator(target)
            return await self.race(locator.bounding_box(timeout=timeout * 1000))
        answer = await self.ask(target.frame, "box", local=target.local, nonce=target.nonce, timeout=timeout)
        if not (box := answer.data.get("box")):
            return None
        x, y, width, height = box
        return {"x": x, "y": y, "width": width, "height": height}

    async def locator(self, target: RefTarget) -> Locator:
        """Return a locator of the element itself, for an act. It finds nothing once the document is another one."""
        return await self.race(self.kit.locator(target.frame, target.nonce, target.local))


class _Actions(Protocol):
    @property
    def _core(self) -> PageContext: ...


A = TypeVar("A", bound=_Actions)


def note_time(act: Callable[Concatenate[A, P], Awaitable[T]]) -> Callable[Concatenate[A, P], Coroutine[Any, Any, T]]:
    """Return the act, which notes in its page when it was given. (Presses and keys are noted one by one.)"""

    @wraps(act)
    async def give(actions: A, /, *args: P.args, **kwargs: P.kwargs) -> T:
        result = await act(actions, *args, **kwargs)
        actions._core.acted_at = loop_time()
        return result

    return give
