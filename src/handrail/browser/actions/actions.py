"""The acts of one tab, with real input. Each returns when the input was given; the pipeline waits for what follows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from handrail.browser.actions import drag, drag_outcome, press, scroll
from handrail.browser.actions.actionability import PATIENCE, ActionAttempt
from handrail.browser.actions.field_outcomes import FieldOutcomes
from handrail.browser.actions.fields import check, editable, fill, open_lists, secret_input, upload
from handrail.browser.actions.fields.select_custom import choose_custom
from handrail.browser.actions.fields.select_native import choose_datalist, choose_native
from handrail.browser.actions.fields.select_options import ChosenLabels
from handrail.browser.actions.keyboard import Keyboard
from handrail.browser.actions.obstacles import AT_ONCE, obstructed
from handrail.browser.page.page_context import PageContext, note_time
from handrail.browser.reading.elements import dropdown_options
from handrail.browser.types.acts import Button, Filled, Modifier, Point, ScrollResult
from handrail.browser.types.dropped import Dragged, Uploaded
from handrail.browser.types.facts import FieldCheck
from handrail.browser.types.reading import DropdownOptions


class PlaywrightActions:
    """The acts of one tab. Each is given once, to the element of the ref in its own document, or not at all."""

    def __init__(self, core: PageContext, *, patience: float = PATIENCE) -> None:
        self._core = core
        self._attempt = ActionAttempt(core, patience)
        keyboard = Keyboard(self._attempt)
        self.focus, self.press, self.type_text = keyboard.focus, keyboard.press, keyboard.type_text
        self.holder = keyboard.holder
        outcomes = FieldOutcomes(self._attempt, keyboard)
        self.suggestions, self.field_state = outcomes.suggestions, outcomes.field_state
        self.after_leaving = outcomes.after_leaving
        self.submit, self.submission = outcomes.submit, outcomes.submission
        self.send_button = outcomes.send_button

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

    @note_time
    async def fill(self, ref: str, value: str) -> Filled:
        """Set a field's value and return what it then holds."""
        return await fill.fill_field(self._attempt, ref, value)

    @note_time
    async def fill_secret(self, ref: str, reveal: Callable[[], str], judge: FieldCheck) -> bool | None:
        """Type a secret into a field, without its value in anything that is returned or raised."""
        return await secret_input.fill_secret(self._attempt, ref, reveal, judge)

    @note_time
    async def select(self, ref: str, values: Sequence[str]) -> ChosenLabels:
        """Choose options by label or value and return the labels now chosen."""
        target = self._core.target(ref)
        answer = await self._attempt.ask(target, "listbox")
        choose = {"native": choose_native, "datalist": choose_datalist}.get(answer.data["kind"], choose_custom)
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

    @note_time
    async def drag(
        self, ref: str, to: str | Point | None, *, grip: Point | None = None, by: Point = (0.0, 0.0)
    ) -> Dragged:
        """Drag an element onto another one, or to a place in the window, with the real pointer; return where in its
        list it stands then. The rest is as for `drag.drag`."""
        item, place = self._core.target(ref), self._core.target(to) if isinstance(to, str) else to
        return await drag_outcome.outcome(
            self._attempt, item, place, partial(drag.drag, self._attempt, item, place, grip, by)
        )

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
