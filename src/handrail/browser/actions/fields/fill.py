"""Puts text into fields, and reads back what they made of it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from handrail.browser.actions.actionability import ActionAttempt
from handrail.browser.actions.fields.calendars import calendar_before
from handrail.browser.actions.fields.code_boxes import fill_boxes
from handrail.browser.actions.fields.date_forms import in_form_of_field, is_in_another_form
from handrail.browser.actions.fields.date_sections import fill_sections
from handrail.browser.actions.fields.editable import FORMS, editable_field
from handrail.browser.actions.fields.scales import set_scale
from handrail.browser.actions.fields.typing_text import Typing, on_one_line
from handrail.browser.actions.key_holder import key_holder
from handrail.browser.actions.press import Meant, click
from handrail.browser.clock import loop_time
from handrail.browser.page.refs import RefTarget
from handrail.browser.reading.element_facts import focused
from handrail.browser.types.acts import Filled
from handrail.browser.types.errors import (
    PAGE_CHANGE_ERRORS,
    BrowserError,
    DeadlineHit,
    DialogOpen,
    DocumentChanged,
    PageChanged,
    StaleRef,
    WrongElement,
)

PASTING = 0.3
"""Seconds that an editor may take to show what was pasted."""


async def fill_field(attempt: ActionAttempt, ref: str, value: str) -> Filled:
    """Set a field and return what it holds then. Raises `WrongElement`: not a field for text; `InvalidValue`: its type
    refuses the value; `NotActionable`: hidden, disabled or read-only. Nothing was changed then."""
    target = attempt.core.target(ref)
    answer = await editable_field(attempt, target, value)
    field: dict[str, Any] = answer.data
    if field["how"] == "sections":
        return await fill_sections(attempt, target, value)
    if field["one_letter"] and (boxes := await fill_boxes(attempt, target, value)) is not None:
        return boxes
    # Scripts pass over a date that is written in another form than the field shows, put it back or call it invalid.
    another = in_form_of_field(value, field) if field["type"] == "text" else None
    if another is None:
        filled = await _fill(attempt, target, field, value)
    else:
        in_its_form = {**field, "fitted": another.text, "declared": another.is_declared}
        filled = await _fill(attempt, target, in_its_form, another.text)
        # A date that the page finds wrong would be no better in a form that the field does not declare.
        if not (filled.kept if another.is_declared else filled.stuck):
            another, filled = None, await _fill(attempt, target, field, value)
    if await _press_untouched(attempt, target, field, filled):
        filled = await _fill_over(attempt, target, field, value) or await _fill(attempt, target, field, value)
    filled = replace(filled, in_form=another is not None)
    if field["type"] == "text" and filled.kept and another is None and is_in_another_form(value, field["held"]):
        filled = replace(filled, held_before=answer.external(field["held"]))
    if field["placeholder"] and not filled.stuck:
        filled = replace(filled, placeholder=answer.external(field["placeholder"]))
    return filled


async def _fill(attempt: ActionAttempt, target: RefTarget, field: dict[str, Any], value: str) -> Filled:
    inner = replace(target, local=field["local"])
    calendar = await calendar_before(attempt, inner, value) if field["type"] == "text" else None
    late = None
    try:
        await _put(attempt, inner, field, value)
    except DeadlineHit as error:
        late = error
    if field["searches"]:
        attempt.core.searched_at = loop_time()
    # A date or number is kept if it is there in the field's own form; a text, only if all of it is there.
    wanted, is_part = field["fitted"] if field["type"] in FORMS else value, field["how"] == "editor"
    filled = await _read_back(attempt, inner, wanted, is_part=is_part)
    if late is not None and not filled.kept:
        raise late
    if calendar is None:
        return filled
    filled = replace(filled, calendar_at=await calendar.month_elsewhere())
    # Some calendars go to a date only when its field is left; one in the form that the field declares may be meant.
    is_taken = filled.stuck or (field.get("declared", False) and filled.kept and filled.error is None)
    if is_taken and await calendar.leave(suggests=filled.suggests == "surely"):
        after = await _read_back(attempt, inner, wanted, is_part=is_part)
        if not filled.stuck:
            after = replace(after, calendar_at=await calendar.month_elsewhere())
        # Cells of tables take their field away once it is left.
        filled = filled if after.value is None else after
    if not filled.stuck and filled.calendar_at is None:
        return filled
    return await calendar.note_open(filled, waits=filled.suggests == "surely" and filled.calendar_at is None)


async def _press_untouched(attempt: ActionAttempt, target: RefTarget, field: dict[str, Any], filled: Filled) -> bool:
    """Press a field that took nothing of a text; return whether it was pressed. Some begin to edit with a click."""
    took_nothing = filled.value is not None and not filled.kept and filled.value.raw == field["held"]
    if not took_nothing or field["how"] != "typed" or filled.calendar_at is not None:
        return False
    with suppress(BrowserError):
        await click(attempt, replace(target, local=field["local"]), meant=Meant(target, "field"))
        return True
    return False


async def _fill_over(attempt: ActionAttempt, target: RefTarget, field: dict[str, Any], value: str) -> Filled | None:
    """Fill the field of a panel that came over a field when it was pressed; return what holds the text, None if neither
    does."""
    inner = replace(target, local=field["local"])
    with suppress(*PAGE_CHANGE_ERRORS):
        over = (await attempt.ask(inner, "field_over")).data["local"]
        if over is None:
            return None
        filled = await _fill(attempt, target, {**field, "local": over}, value)
        passed_on = await _read_back(attempt, inner, value)
        if passed_on.kept:
            return passed_on
        if filled.kept and (named := await _read_passed_on(attempt, inner, value)) is not None:
            return named
    return None


async def _put(attempt: ActionAttempt, inner: RefTarget, field: dict[str, Any], value: str) -> None:
    match field["how"]:
        case "keys":
            await _type_over(attempt, inner, value)
        case "editor":
            await _replace_by_keys(attempt, inner, value)
        case "scale":
            await set_scale(attempt, inner, field["fitted"])
        case "slider":
            await _step_to(attempt, inner, field)
        case "editable" if value and await _pasted(attempt, inner, value, is_part=False):
            pass
        case _:
            if field["type"] == "number" and field["fitted"] and attempt.is_firefox:
                # Over BiDi it adds to what a number field with the focus holds (153): nothing in one can be selected.
                await attempt.set_text(inner, "")
            await attempt.set_text(inner, field["fitted"])
            await _press_harmless_key(attempt, inner)


async def _type_over(attempt: ActionAttempt, field: RefTarget, value: str) -> None:
    """Type into an ARIA textbox that is no field to the browser: its own script turns the keys into its value,
    and may send it at Enter."""
    await click(attempt, field, meant=Meant(through="field"))
    if not await attempt.has_focus(field):
        raise WrongElement(f"{field.ref} does not take the focus, so it takes no text.", hint="Take a snapshot.")
    for key in ("ControlOrMeta+a", "Delete"):
        await attempt.press_key(key, to=field)
    await Typing(attempt, field, await focused(attempt.core)).type(on_one_line(value), 0)


async def _step_to(attempt: ActionAttempt, slider: RefTarget, field: dict[str, Any]) -> None:
    """Set a slider that the page draws itself over a range that nobody sees: the last step with a key, since such a
    page may take a value only when a move ends."""
    await attempt.set_text(slider, field["step"]["from"])
    await attempt.focus(slider)
    await attempt.press_key(field["step"]["key"], to=slider)
    with suppress(*PAGE_CHANGE_ERRORS):
        now = await attempt.ask_until(slider, "value", lambda now: now.data["value"] == field["fitted"], PASTING)
        if now.data["value"] != field["fitted"]:
            await attempt.set_text(slider, field["fitted"])


async def _replace_by_keys(attempt: ActionAttempt, field: RefTarget, value: str) -> None:
    """Replace what an editor holds. It is pasted where the editor takes that: it would indent what is typed."""
    if value and await _pasted(attempt, field, value, is_part=True):
        return
    await _select_all(attempt, field)
    await attempt.press_key("Delete", to=field)
    if attempt.has_other_sites:
        await attempt.set_text(field, value)
    else:
        await attempt.insert_text(value, to=field)


async def _select_all(attempt: ActionAttempt, field: RefTarget) -> None:
    await attempt.focus(field)
    with suppress(PageChanged):
        # A frame of another site may hold the focus: what is pasted stands in the field all the same.
        await attempt.press_key("ControlOrMeta+a", to=field)


async def _pasted(attempt: ActionAttempt, field: RefTarget, value: str, *, is_part: bool) -> bool:
    """Return whether an editor took the text as pasted over all that it held: it makes paragraphs of lines, where what
    is put in at once would be one. What its field holds then says whether it did."""
    await _select_all(attempt, field)
    # Editors leave out blanks at the end of what is pasted, to which more may be typed.
    text = value.rstrip(" ") or value
    if not (await attempt.ask(field, "paste", text=text)).data["taken"]:
        return False
    try:
        answer = await attempt.ask_until(field, "value", lambda now: _holds(now.data, value, is_part=is_part), PASTING)
    except StaleRef:
        # Editors of blocks put others in its place, which `_read_back` finds.
        return True
    is_there = _holds(answer.data, value, is_part=is_part)
    if is_there and text != value:
        # Without the blanks it is filled all the same.
        with suppress(PageChanged, StaleRef):
            await attempt.press_key("ControlOrMeta+End", to=field)
            await attempt.insert_text(value[len(text) :], to=field)
    return is_there


async def _press_harmless_key(attempt: ActionAttempt, field: RefTarget) -> None:
    """Let pages that listen for keys alone know of a new text: filters, buttons that wait for one."""
    with suppress(*PAGE_CHANGE_ERRORS):
        if await attempt.has_focus(field):
            await attempt.press_key("Shift")


async def _read_back(attempt: ActionAttempt, field: RefTarget, value: str, *, is_part: bool = False) -> Filled:
    """Return what a field holds, and whether that is the value; ``is_part``: its editor may hold more."""
    try:
        answer = await attempt.ask(field, "filled", text=value)
    except StaleRef:
        return await _read_replaced(attempt, field, value)
    except (DialogOpen, DocumentChanged):
        return Filled(None, kept=True)
    held = answer.data
    # The value of a secret field stays in the page; its length still shows one that was cut short.
    kept = held["length"] == length_in_page(value) if held["secret"] else _holds(held, value, is_part=is_part)
    if not kept and (passed_on := await _read_passed_on(attempt, field, value)) is not None:
        return passed_on
    is_items = not kept and held["items"]
    value_now = answer.external(held["value"] or "")
    error = None if held["error"] is None else answer.external(held["error"])
    return Filled(value_now, kept or is_items, suggests=held["suggests"], as_items=is_items, error=error)


async def _read_passed_on(attempt: ActionAttempt, field: RefTarget, value: str) -> Filled | None:
    """Return what another field holds that took the focus, and so the text, from one that was filled: some show a date
    or number as a text until they have the focus."""
    holder = await key_holder(attempt)
    if not value or holder is None or holder.value is None or holder.element.ref == field.ref:
        return None
    if not _holds({"value": holder.value.raw}, value, is_part=False):
        return None
    return Filled(holder.value, kept=True, replaced_by=(holder.element,), suggests="")


async def _read_replaced(attempt: ActionAttempt, field: RefTarget, value: str) -> Filled:
    """Return what the fields hold that came in the place of one that was filled."""
    with suppress(DialogOpen, DocumentChanged):
        answer = await attempt.core.ask(field.frame, "fields_since", nonce=field.nonce, text=value)
        if answer.data["fields"]:
            fields = tuple(attempt.core.named(field.frame, answer, one) for one in answer.data["fields"])
            held = answer.external(answer.data["text"])
            return Filled(held, answer.data["whole"], replaced_by=fields, suggests="")
    return Filled(None, kept=True)


def length_in_page(text: str) -> int:
    """Return how long a text is for a page: in UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _holds(held: dict[str, Any], value: str, *, is_part: bool) -> bool:
    there, wanted = _without_blanks(held["value"]), _without_blanks(value)
    return there == wanted or (is_part and there in wanted)


def _without_blanks(text: str | None) -> str:
    """Fields and editors differ in how they keep line ends and blanks; that is no mismatch."""
    return "".join((text or "").split())
