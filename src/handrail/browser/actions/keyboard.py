"""Keys and typed text, for an element or where the focus is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from handrail.browser.actions import keys as key_names
from handrail.browser.actions.actionability import ActionAttempt
from handrail.browser.actions.fields import typing_text
from handrail.browser.actions.key_holder import key_holder
from handrail.browser.actions.obstacles import not_actionable
from handrail.browser.clock import loop_time
from handrail.browser.page.refs import RefTarget
from handrail.browser.reading.element_facts import focused
from handrail.browser.types.acts import KeyHolder, Typed
from handrail.browser.types.errors import DialogOpen, DocumentChanged, WrongElement
from handrail.browser.types.keys import presses as presses_key


class Keyboard:
    """The keyboard of one tab."""

    def __init__(self, attempt: ActionAttempt) -> None:
        self._attempt, self._core = attempt, attempt.core

    async def focus(self, ref: str) -> None:
        """Put the focus on an element. Raises `WrongElement`: it does not take the focus."""
        await self._take_focus(self._core.target(ref))

    async def press(self, keys: Sequence[str], *, ref: str | None = None) -> KeyHolder | None:
        """Press keys in turn, on an element or where the focus is; return what had them, None for the page as a whole.
        Raises `UnknownKey`: an entry names no key, nothing is pressed then; `DocumentChanged`: a key led to another
        page, the rest is not pressed there."""
        presses = key_names.parse(keys)
        if ref is not None:
            await self._take_focus(self._core.target(ref))
            self._attempt.check_no_dialog()
        holder = await self.holder()
        await self._press_all(presses)
        self._note_search(holder)
        return holder

    async def press_enter(self, target: RefTarget) -> None:
        """Press Enter on an element."""
        await self._take_focus(target)
        self._attempt.check_no_dialog()
        await self._press_all(["Enter"])

    async def type_text(self, text: str, *, ref: str | None = None, delay_ms: int = 0) -> Typed:
        """Press a key for each character, in an element or where the focus is; return what had them at the end. Raises
        `PageChanged`: the focus went elsewhere on the way; `WrongElement`: it is where no text can stand."""
        target = self._core.target(ref) if ref is not None else None
        if target is not None:
            target = await self._focus_for_typing(target)
        self._attempt.check_no_dialog()
        holder = await self.holder()
        focus = await focused(self._core)
        typing_text.check_takes_text(focus, holder)
        if self._core.judge is not None:
            self._core.judge.take_keys(focus.origin)
        if focus.element is not None and focus.element.tag == "input":
            text = typing_text.on_one_line(text)
        is_rich = focus.element is not None and focus.element.tag not in ("input", "textarea")
        typing = typing_text.Typing(self._attempt, target, focus, holder if is_rich else None)
        moved_to = await typing.type(text, delay_ms)
        self._note_search(holder)
        now = await self.holder()
        began_in = moved_to or holder
        is_same = now is not None and began_in is not None and now.element.ref == began_in.element.ref
        return Typed(now if is_same else None, typing.line_ends_lost)

    async def holder(self) -> KeyHolder | None:
        """Return what keys would go to now, with what it holds; None for the page as a whole."""
        return await key_holder(self._attempt)

    def _note_search(self, holder: KeyHolder | None) -> None:
        if holder is not None and holder.searches:
            self._core.searched_at = loop_time()

    async def _focus_for_typing(self, target: RefTarget) -> RefTarget:
        """Focus what is typed into and return it: an element, or the rich text that it is a paragraph of, behind whose
        words the caret is put."""
        editor = (await self._attempt.ask(target, "editor_around")).data["local"]
        field = target if editor is None else replace(target, local=editor)
        if not await self._attempt.has_focus(field):
            await self._take_focus(field)
        if editor is not None:
            await self._attempt.ask(target, "put_caret")
        return field

    async def _take_focus(self, target: RefTarget) -> None:
        answer = await self._attempt.ask_until(target, "obstacle", lambda now: not now.data["why"])
        if answer.data["why"]:
            raise not_actionable(target.ref, answer.data["why"])
        await self._attempt.focus(target)
        try:
            focused = await self._attempt.has_focus(target)
        except DialogOpen:
            return
        if not focused:
            raise WrongElement(f"{target.ref} does not take the focus.", hint="Use `click`, or a field in it.")

    async def _press_all(self, presses: Sequence[str]) -> None:
        """Keys go to whatever has the focus, so before each one the page must still be the one that was meant."""
        nonce = await self._nonce() if len(presses) > 1 else ""
        for done, key in enumerate(presses):
            if done and self._core.dialog_opened.is_set():
                raise DialogOpen(
                    f"A dialog opened after {done} of {len(presses)} keys.", hint="Answer it with `dialog` first."
                )
            if done and await self._nonce() != nonce:
                raise DocumentChanged(
                    f"Another page came after {done} of {len(presses)} keys; the rest was not pressed.",
                    hint="Take a snapshot.",
                )
            if self._core.judge is not None:
                focus = await focused(self._core)
                self._core.judge.take_keys(focus.origin)
                if presses_key(key):
                    self._core.judge.press(focus.element)
            await self._attempt.press_key(key)

    async def _nonce(self) -> str:
        return (await self._core.ask(self._core.page.main_frame, "title")).nonce
