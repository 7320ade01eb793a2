"""The acts of one tab, with real input. Each returns when the input was given; the pipeline waits for what follows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from handrail.browser.actions import drag, drag_distance, field_outcomes, press, scroll
from handrail.browser.actions import keys as key_names
from handrail.browser.actions.actionability import PATIENCE, ActionAttempt
from handrail.browser.actions.fields import (
    check,
    editable,
    fill,
    open_lists,
    secret_input,
    select_custom,
    select_native,
    typing_text,
    upload,
)
from handrail.browser.actions.fields.select_options import ChosenLabels
from handrail.browser.actions.key_holder import key_holder
from handrail.browser.actions.obstacles import AT_ONCE, not_actionable, obstructed
from handrail.browser.clock import loop_time
from handrail.browser.page.act_times import note_time
from handrail.browser.page.page_context import PageContext
from handrail.browser.page.refs import RefTarget
from handrail.browser.reading.element_facts import focused
from handrail.browser.reading.elements import dropdown_options
from handrail.browser.types.acts import (
    Button,
    Filled,
    KeyHolder,
    Modifier,
    NamedElement,
    ScrollResult,
    Submission,
    Typed,
)
from handrail.browser.types.dropped import Dragged, Uploaded
from handrail.browser.types.errors import DialogOpen, DocumentChanged, WrongElement
from handrail.browser.types.facts import FieldCheck
from handrail.browser.types.keys import presses as presses_key
from handrail.browser.types.reading import DropdownOptions
from handrail.trust import External


class PlaywrightActions:
    """The acts of one tab. Each is given once, to the element of the ref in its own document, or not at all."""

    def __init__(self, core: PageContext, *, patience: float = PATIENCE) -> None:
        self._core = core
        self._attempt = ActionAttempt(core, patience)
        self._submits_from = 0.0
        """Loop time from which on what comes of submitting a field is watched."""

    async def click(
        self, ref: str, *, button: Button = "left", count: int = 1, modifiers: Sequence[Modifier] = ()
    ) -> None:
        """Click with the real pointer, once the element shows, is enabled and lies free.

        Raises:
            Covered: something lies over it.
            NotActionable: hidden, disabled or out of reach.
            PageChanged: it is graver by then than what was judged.
        """
        how = press.Click(button, count, tuple(dict.fromkeys(modifiers)))
        await press.click(self._attempt, self._core.target(ref), how)

    async def check_possible(self, ref: str, capability: str, value: str | None = None) -> None:
        """Raise what an act on an element would fail with as it stands, before anybody is asked whether it may be done.
        ``value``: what a field is to be filled with."""
        target = self._core.target(ref)
        if value is not None:
            await editable.editable_field(self._attempt, target, value)
        elif op := {"click": "pressable", "press": "obstacle", "write": "obstacle"}.get(capability):
            # What waiting does not move is named at once.
            answer = await self._attempt.ask_until(target, op, lambda now: now.data["why"] in ("", *AT_ONCE))
            if answer.data["why"]:
                raise obstructed(self._core, target, answer)

    async def click_at(self, x: float, y: float, ref: str, *, button: Button = "left", count: int = 1) -> None:
        """Click at a place of the window, on the element that lies there."""
        target = self._core.target(ref)
        position = await drag.position_in(self._attempt, target, (x, y))
        await press.click(self._attempt, target, press.Click(button, count), position=position)

    async def move_to(self, x: float, y: float) -> None:
        """Move the pointer to a place of the window."""
        await self._attempt.give_keys(partial(self._core.page.mouse.move, x, y))

    async def hover(self, ref: str) -> None:
        """Move the pointer onto an element."""
        await press.hover(self._attempt, self._core.target(ref))
        # Menus and tips open a while after the pointer came, many tips after 700 ms.
        self._core.typed_at = self._core.searched_at = loop_time()

    @note_time
    async def fill(self, ref: str, value: str) -> Filled:
        """Set a field's value and return what it then holds."""
        return await fill.fill_field(self._attempt, ref, value)

    @note_time
    async def fill_secret(self, ref: str, reveal: Callable[[], str], judge: FieldCheck) -> bool | None:
        """Type a secret into a field, without its value in anything that is returned or raised."""
        return await secret_input.fill_secret(self._attempt, ref, reveal, judge)

    async def suggestions(self, ref: str) -> list[NamedElement]:
        """Return what a field offers below it now."""
        return await field_outcomes.suggestions(self._attempt, ref)

    async def left(self, ref: str, value: str) -> tuple[External | None, External | None]:
        """Return what a field holds that dropped its value when it was left, and what is wrong with it; None for no."""
        return await field_outcomes.left(self._attempt, ref, value)

    async def submit(self, ref: str) -> Submission:
        """Press Enter in a field, or the button of its form where Enter makes a new line; return what came of it."""
        target, answer = await self._attempt.ask_anew(ref, "submitter")
        found, self._submits_from = answer.data, loop_time()
        if found["button"] is None:
            await self._press_on(replace(target, local=found["local"]), ["Enter"])
        elif (blocked := await field_outcomes.press_submitter(self._attempt, target, answer)) is not None:
            return blocked
        return await self.submission(ref)

    async def field_state(self, ref: str) -> tuple[bool, bool]:
        """Return whether a field that was filled is still there, and whether its calendar is open."""
        return await field_outcomes.field_state(self._attempt, ref)

    async def send_button(self, ref: str) -> tuple[NamedElement | None, bool]:
        """Return the button that sends the form of a field, and whether nothing else does."""
        self._submits_from = loop_time()
        return await field_outcomes.send_button(self._attempt, ref)

    async def submission(self, ref: str) -> Submission:
        """Return what came of a press that should have sent the form of a field."""
        return await field_outcomes.submission(self._attempt, ref, self._submits_from)

    @note_time
    async def select(self, ref: str, values: Sequence[str]) -> ChosenLabels:
        """Choose options by label or value and return the labels now chosen."""
        target = self._core.target(ref)
        answer = await self._attempt.ask(target, "listbox")
        choose = {"native": select_native.choose_native, "datalist": select_native.choose_datalist}.get(
            answer.data["kind"], select_custom.choose_custom
        )
        return await choose(self._attempt, target, answer, values)

    async def open_options(self, ref: str) -> DropdownOptions:
        """Open a list that is built only when open, read it and close it again."""
        target, answer = await self._attempt.ask_anew(ref, "listbox")
        if answer.data["kind"] in ("native", "datalist") or answer.data["open"]:
            return dropdown_options(answer, len(answer.data["options"]), built_when_open=False)
        answer = await open_lists.open_list(self._attempt, target, answer)
        await open_lists.close_list(self._attempt, target)
        return dropdown_options(answer, len(answer.data["options"]), built_when_open=True)

    @note_time
    async def set_checked(self, ref: str, checked: bool) -> bool:
        """Check or uncheck a box and return whether anything had to change."""
        return await check.set_checked(self._attempt, ref, checked)

    async def focus(self, ref: str) -> None:
        """Put the focus on an element. Raises `WrongElement`: it does not take the focus."""
        await self._take_focus(self._core.target(ref))

    async def press(self, keys: Sequence[str], *, ref: str | None = None) -> KeyHolder | None:
        """Press keys in turn, on an element or where the focus is; return what had them, None for the page as a whole.

        Raises:
            UnknownKey: an entry names no key; nothing is pressed then.
            DocumentChanged: a key led to another page; the rest is not pressed there.
        """
        presses = key_names.parse(keys)
        if ref is not None:
            await self._take_focus(self._core.target(ref))
            self._attempt.check_no_dialog()
        holder = await key_holder(self._attempt)
        await self._press_all(presses)
        self._note_search(holder)
        return holder

    async def type_text(self, text: str, *, ref: str | None = None, delay_ms: int = 0) -> Typed:
        """Press a key for each character, in an element or where the focus is; return what had them at the end.

        Raises:
            PageChanged: the focus went elsewhere on the way.
            WrongElement: it is where no text can stand.
        """
        target = self._core.target(ref) if ref is not None else None
        if target is not None:
            target = await self._focus_for_typing(target)
        self._attempt.check_no_dialog()
        holder = await key_holder(self._attempt)
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
        now = await key_holder(self._attempt)
        began_in = moved_to or holder
        is_same = now is not None and began_in is not None and now.element.ref == began_in.element.ref
        return Typed(now if is_same else None, typing.line_ends_lost)

    @note_time
    async def drag(
        self, ref: str, to: str | drag.Place | None, *, grip: drag.Place | None = None, by: drag.Place = (0.0, 0.0)
    ) -> Dragged:
        """Drag an element onto another one, or to a place in the window, with the real pointer; return where in its
        list it stands then.

        Args:
            to: None for where it is.
            grip: where in the window it is taken; by default in its middle.
            by: how far from there it is dropped.
        """
        place = self._core.target(to) if isinstance(to, str) else to
        dragged = self._core.target(ref)
        before = await drag.place_in_list(self._attempt, ref)
        box = before and await drag.window_box(self._attempt, dragged)
        there = before and await drag.text_at(self._attempt, place)
        was = None if before else await drag_distance.middle_at_rest(self._attempt, dragged)
        await drag.drag(self._attempt, dragged, place, grip, by)
        if was is not None:
            return Dragged(None, moved=False, by=await drag_distance.moved_since(self._attempt, dragged, was))
        now = before and await drag.place_in_list(self._attempt, ref, unlike=before)
        box_now = box and await drag.window_box(self._attempt, dragged)
        # Alone in its list, it has the same place in another one.
        aside = round(box_now[0] - box[0]) if box and box_now and now == before else 0
        indented = round(now.inset - before.inset) if aside and now and before else 0
        moved = now != before or aside != 0
        if before and not moved:
            is_copied = await drag.text_at(self._attempt, place) != there
            # A page that asks first may still move it.
            if is_copied or await drag.is_covered(self._attempt, dragged):
                return Dragged(None, moved=False)
        return Dragged(now, moved, indented)

    async def holder(self) -> KeyHolder | None:
        """Return what keys would go to now, with what it holds; None for the page as a whole."""
        return await key_holder(self._attempt)

    async def scroll(
        self,
        *,
        direction: scroll.Direction | None = None,
        to: str | None = None,
        ref: str | None = None,
        amount: int | None = None,
    ) -> ScrollResult:
        """Scroll the page, a container (``ref``) or to an element, and return what moved."""
        return await scroll.scroll(self._attempt, direction=direction, to=to, ref=ref, amount=amount)

    @note_time
    async def set_files(self, ref: str, paths: Sequence[Path], *, add: bool = False) -> Uploaded:
        """Give files to the file input behind a ref, or drop them there. ``add``: keep those that it holds."""
        return await upload.set_files(self._attempt, ref, paths, add=add)

    async def _press_on(self, target: RefTarget, presses: Sequence[str]) -> None:
        await self._take_focus(target)
        self._attempt.check_no_dialog()
        await self._press_all(presses)

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
            await self._attempt.give_keys(partial(self._core.page.keyboard.press, key))

    async def _nonce(self) -> str:
        return (await self._core.ask(self._core.page.main_frame, "title")).nonce
