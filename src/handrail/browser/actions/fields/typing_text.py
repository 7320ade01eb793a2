"""Types text with real keys, for editors that take no value from a script."""

from __future__ import annotations

import asyncio
import re
from functools import partial

from handrail.browser.actions.actionability import POLL, ActionAttempt
from handrail.browser.actions.key_holder import key_holder
from handrail.browser.clock import loop_time
from handrail.browser.page.refs import RefTarget
from handrail.browser.reading.element_facts import focused
from handrail.browser.types.acts import KeyHolder
from handrail.browser.types.errors import DialogOpen, DocumentChanged, PageChanged, StaleRef, WrongElement
from handrail.browser.types.facts import Focus

PASTING = 0.3
"""Seconds that an editor may take to show what was put in."""
TAKING_TEXT = frozenset({"text", "editable", "select", "other"})
"""Kinds of elements that make something of a text: a list goes to the option that begins with it."""
PIECE = 40
"""Characters after which it is looked whether the keys still go where they are meant to."""
_PARTS = re.compile(rf" ?[^\x00-\x20]{{1,{PIECE}}}| |[\x00-\x1f]+")
"""Each blank begins a piece: fields of a code hand the focus on, at last to a button, which a blank would press."""


def _takes_text(focus: Focus) -> bool:
    return focus.element is not None and focus.element.kind in ("text", "editable")


def check_takes_text(focus: Focus, holder: KeyHolder | None) -> None:
    """Raise `WrongElement` where no text can stand: its keys would be shortcuts of the page, and its blanks a press.
    What is no control of a known kind may be a field of the page's own script."""
    kind = focus.element.kind if focus.element is not None and holder is not None else ""
    if kind in TAKING_TEXT:
        return
    details = {"focused": holder.element._asdict()} if holder else {}
    where = f"on {holder.element.ref}, which takes no text" if holder else "on no field"
    hint = "Give the ref of a field. `send_keys` presses keys for the page itself."
    raise WrongElement(f"The focus is {where}; nothing was typed.", hint=hint, details=details)


def on_one_line(text: str) -> str:
    """Return the text with a blank for each line end and tab: a field of one line takes a line end for Enter."""
    return re.sub(r"[\x00-\x1f]+", " ", text)


class Typing:
    """Types a text with a key for each character, where the focus is. Line ends and tabs are put in without their keys:
    those would send a form or a message, or leave the field.

    Args:
        target: what has to keep the focus; None for whatever has it.
        focus: what has it.
        editor: the same, where that is rich text: line ends are pasted into it, and make paragraphs.
    """

    def __init__(
        self, attempt: ActionAttempt, target: RefTarget | None, focus: Focus, editor: KeyHolder | None = None
    ) -> None:
        self._attempt, self._target, self._focus, self._editor = attempt, target, focus, editor
        self._has_moved = False
        self.line_ends_lost = 0

    async def type(self, text: str, delay_ms: int) -> KeyHolder | None:
        """Type a text, ``delay_ms`` milliseconds between two keys; return the field of the editor that has the focus
        where line ends led there. Raises `PageChanged` or `DocumentChanged`: the focus went elsewhere."""
        typed, keyboard = 0, self._attempt.core.page.keyboard
        # A frame of another site may take the focus, so there it is looked before each key; so it is between slow ones.
        for part in text if self._attempt.has_other_sites or delay_ms else _PARTS.findall(text):
            await self._check_focus(typed, len(text))
            if part[0] >= " ":
                typing = partial(keyboard.type, part, delay=delay_ms)
                await self._attempt.give_keys(typing, extra=len(part) * delay_ms / 1000)
            elif self._editor is None:
                await self._attempt.insert_text(part)
            else:
                await self._end_lines(self._editor, part)
            typed += len(part)
        return self._editor if self._has_moved else None

    async def _check_focus(self, typed: int, length: int) -> None:
        attempt = self._attempt
        if attempt.core.dialog_opened.is_set():
            raise DialogOpen(f"A dialog opened after {typed} characters.", hint="Answer it with `dialog` first.")
        now = await focused(attempt.core)
        if now.nonce != self._focus.nonce:
            raise DocumentChanged(f"Another page came after {typed} characters.", hint="Take a snapshot.")
        # A blank would press a button.
        left_text = _takes_text(self._focus) and not _takes_text(now)
        if left_text or (self._target is not None and not await self._has_focus(self._target)):
            raise PageChanged(
                f"The focus went elsewhere after {typed} of {length} characters; the rest was not typed.",
                hint="Take a snapshot.",
            )

    async def _has_focus(self, target: RefTarget) -> bool:
        """Return whether the focus is where the text goes: also in the block that an editor put in place of the one
        that was typed into, as for a heading after "# "."""
        try:
            return await self._attempt.has_focus(target)
        except StaleRef:
            holder = await key_holder(self._attempt)
            if self._editor is None or holder is None or not holder.multiline:
                raise
            self._go_on_in(holder)
            return True

    async def _end_lines(self, editor: KeyHolder, part: str) -> None:
        """Put line ends into rich text without their key, and with it where its editor leaves them out."""
        field = self._attempt.core.target(editor.element.ref)
        lines = part.count("\n")
        is_taken = (await self._attempt.ask(field, "paste", text=part)).data["taken"]
        if lines and not is_taken and self._attempt.is_firefox:
            await self._attempt.ask(field, "end_lines", lines=lines)
        elif not is_taken:
            await self._attempt.insert_text(part)
        if not lines or await self._follow():
            return
        if editor.multiline and await self._may_enter():
            await self._attempt.press_key("Enter")
            # The first may hand the focus on, to a button that the next would press.
            for _ in range(lines - 1):
                if await self._may_enter():
                    await self._attempt.press_key("Enter")
            if await self._follow():
                return
        self.line_ends_lost += lines

    async def _follow(self) -> bool:
        """Return whether the caret stands in a new line by now, in another field perhaps: editors of blocks make one of
        each paragraph, which takes the rest of the text."""
        end = loop_time() + PASTING
        while (holder := await key_holder(self._attempt)) is not None and not holder.starts_line:
            if loop_time() >= end:
                return False
            await asyncio.sleep(POLL)
        if holder is not None and self._editor is not None and holder.element.ref != self._editor.element.ref:
            self._go_on_in(holder)
        return True

    def _go_on_in(self, holder: KeyHolder) -> None:
        self._editor, self._has_moved = holder, True
        self._target = self._attempt.core.target(holder.element.ref)

    async def _may_enter(self) -> bool:
        """Return whether the rules let Enter be pressed where the focus is."""
        judge, focus = self._attempt.core.judge, await focused(self._attempt.core)
        return focus.nonce == self._focus.nonce and (judge is None or judge.may_enter(focus.element))
