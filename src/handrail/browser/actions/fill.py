"""Puts text into fields, and reads back what they made of it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from handrail.browser.actions.actionability import POLL, ActionAttempt
from handrail.browser.actions.calendars import calendar_before, date_in_form_of
from handrail.browser.actions.date_sections import fill_sections
from handrail.browser.actions.nearest import with_nearest
from handrail.browser.actions.obstacles import not_actionable
from handrail.browser.actions.press import Meant, click
from handrail.browser.actions.scales import set_scale
from handrail.browser.clock import loop_time
from handrail.browser.types.acts import Filled, KeyHolder, NamedElement, Submission
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
from handrail.trust import External

if TYPE_CHECKING:
    from playwright.async_api import Frame

    from handrail.browser.page.kit_client import KitAnswer
    from handrail.browser.page.refs import RefTarget

LABEL = "page-elements"
SUGGESTIONS = {"surely": 0.8, "perhaps": 0.35}
"""Seconds that a field which says that it makes suggestions, or may be one that does, may take to show them (the usual
delay is 0.3). Where they come later, they are in the next snapshot."""
LONGEST_WAIT, RECENT = 2.0, 0.5
"""The same while a request is open that was made since it was filled, this many seconds ago at most."""
UNHEEDED, SEARCH_UNHEEDED = 0.4, 0.85
"""Seconds after which a page that shows nothing of a submit has made nothing of it; of one in a field that searches or
filters, for which pages often wait half a second."""
PASTING = 0.3
"""Seconds that an editor may take to show what was pasted."""
DEEPEST = 8
"""Frames within frames that are asked for what has the focus."""
PER_KEY = 0.02
"""Seconds that a page may take for each key typed into a field that only its script makes a field."""

INSTEAD = {
    "link": "Use `click`.",
    "button": "Use `click`.",
    "submit": "Use `click`.",
    "checkbox": "Use `check` or `uncheck`.",
    "radio": "Use `check`.",
    "select": "Use `select`.",
    "file": "Use `upload_file`.",
}
FORMS = {
    "number": "A number is written with digits and a point, for example 12.5.",
    "date": "A date is written as 2026-01-31.",
    "time": "A time is written as 09:30.",
    "month": "A month is written as 2026-01.",
    "week": "A week is written as 2026-W05.",
    "datetime-local": "A date with its time is written as 2026-01-31T09:30.",
    "range": "Give a number between the field's min and max; a slider cannot be empty.",
    "color": "A colour is written as #1a2b3c; a colour field cannot be empty.",
}


class InvalidValue(BrowserError):
    """The field takes only values of another form."""

    code = "invalid_value"


async def fill_field(attempt: ActionAttempt, ref: str, value: str) -> Filled:
    """Set a field and return what it holds then.

    Raises:
        WrongElement: not a field for text.
        InvalidValue: its type refuses the value; nothing was changed.
        NotActionable: hidden, disabled or read-only.
    """
    target = attempt.core.target(ref)
    answer = await _editable_field(attempt, target, value)
    field: dict[str, Any] = answer.data
    if field["how"] == "sections":
        return await fill_sections(attempt, target, value)
    filled = await _fill(attempt, target, field, value)
    # Pickers pass over a date that is written in another form than their own, or put it back.
    another = date_in_form_of(value, field["placeholder"]) if field["type"] == "text" else None
    if another is not None and not filled.stuck:
        filled = await _fill(attempt, target, {**field, "fitted": another}, another)
    if field["placeholder"] and not filled.stuck:
        filled = replace(filled, placeholder=External(field["placeholder"], answer.origin, LABEL))
    return filled


async def _fill(attempt: ActionAttempt, target: RefTarget, field: dict[str, Any], value: str) -> Filled:
    inner = replace(target, local=field["local"])
    calendar = await calendar_before(attempt, inner, value) if field["type"] == "text" else None
    await _put(attempt, inner, field, value)
    if field["searches"]:
        attempt.core.searched_at = loop_time()
    # A date or number is kept if it is there in the field's own form; a text, only if all of it is there.
    wanted, is_part = field["fitted"] if field["type"] in FORMS else value, field["how"] == "editor"
    filled = await _read_back(attempt, inner, wanted, is_part=is_part)
    if calendar is None:
        return filled
    filled = replace(filled, calendar_at=await calendar.month_elsewhere())
    if filled.kept and filled.calendar_at is None and await calendar.close():
        after = await _read_back(attempt, inner, wanted, is_part=is_part)
        if not after.kept:
            # This calendar takes its closing for a change of mind.
            await _put(attempt, inner, field, value)
    return filled


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


async def suggestions(attempt: ActionAttempt, ref: str) -> list[NamedElement]:
    """Return what a field offers below it now; waits a little where it looks as if it would."""
    began = loop_time()
    asked_from = began - RECENT
    offered = None
    try:
        while True:
            target, answer = await attempt.ask_anew(ref, "suggestions")
            expected = SUGGESTIONS.get(answer.data["expected"], 0.0)
            if attempt.core.is_loading_since(asked_from) and expected:
                expected = LONGEST_WAIT
            # A list may be made anew as it opens, and again once it is filtered.
            is_standing, offered = answer.data["items"] == offered, answer.data["items"]
            if (offered and is_standing) or loop_time() - began >= expected:
                break
            await asyncio.sleep(POLL)
    except (DialogOpen, DocumentChanged, StaleRef):
        return []
    return [_named(attempt, target.frame, answer, item) for item in answer.data["items"]]


async def submission(attempt: ActionAttempt, ref: str) -> Submission:
    """Return what came of submitting a field. A page that makes nothing of it is watched a little."""
    began = loop_time()
    try:
        while True:
            target, answer = await attempt.ask_anew(ref, "submitted")
            if answer.data["submitted"] or answer.data["changed"]:
                return Submission(sent=True)
            expected = SEARCH_UNHEEDED if answer.data["searches"] else UNHEEDED
            if attempt.core.is_loading_since(began):
                expected = LONGEST_WAIT
            if loop_time() - began >= expected:
                break
            await asyncio.sleep(POLL)
    except (DialogOpen, DocumentChanged, StaleRef, TabLost):
        return Submission(sent=True)
    button = answer.data["button"]
    return Submission(sent=False, button=button and _named(attempt, target.frame, answer, button))


async def key_holder(attempt: ActionAttempt) -> KeyHolder | None:
    """Return the element that keys go to now; None for the page as a whole, and where the page cannot say."""
    core = attempt.core
    frame = core.page.main_frame
    with suppress(DialogOpen, DocumentChanged, DeadlineHit, TabLost):
        for _ in range(DEEPEST):
            answer = await core.ask(frame, "key_holder")
            if answer.data["local"] is None:
                return None
            if not answer.data["frame"]:
                value = answer.data["value"]
                held = None if value is None else External(value, answer.origin, LABEL)
                return KeyHolder(_named(attempt, frame, answer, answer.data), held, answer.data["searches"])
            inner = await core.frames.child(frame, answer.nonce, answer.data["local"])
            if inner is None:
                return None
            frame = inner
    return None


def _named(attempt: ActionAttempt, frame: Frame, answer: KitAnswer, found: dict[str, Any]) -> NamedElement:
    core = attempt.core
    ref = core.refs.name(core.id, frame, answer.nonce, found["local"])
    return NamedElement(ref, found["role"], External(found["name"], answer.origin, LABEL))


async def _editable_field(attempt: ActionAttempt, target: RefTarget, value: str) -> KitAnswer:
    answer = await attempt.ask_until(
        target, "field", lambda now: not now.data["how"] or not now.data["why"], value=value
    )
    field: dict[str, Any] = answer.data
    if not field["how"]:
        raise await with_nearest(attempt, target, not_a_text_field(target.ref, field["kind"]), "text")
    if field["why"]:
        raise not_actionable(target.ref, field["why"])
    if field["fitted"] is None:
        raise InvalidValue(
            f"{target.ref} is a {field['type']} field and does not take this value.",
            hint=FORMS.get(field["type"], ""),
            details={"type": field["type"]},
        )
    return answer


def not_a_text_field(ref: str, kind: str) -> WrongElement:
    """Return the error for an element of another kind, with the tool that it needs."""
    return WrongElement(f"{ref} is not a field for text.", hint=INSTEAD.get(kind, "Take a snapshot."))


async def _type_over(attempt: ActionAttempt, field: RefTarget, value: str) -> None:
    """Type into an ARIA textbox that is no field to the browser: its own script turns the keys into its value."""
    await click(attempt, field, meant=Meant(through="field"))
    if not await attempt.has_focus(field):
        raise WrongElement(f"{field.ref} does not take the focus, so it takes no text.", hint="Take a snapshot.")
    keyboard = attempt.core.page.keyboard
    await attempt.give_keys(lambda: keyboard.press("ControlOrMeta+a"))
    await attempt.give_keys(lambda: keyboard.press("Delete"))
    for part in value if attempt.has_other_sites else [value]:
        if not await attempt.has_focus(field):
            raise PageChanged("The focus went elsewhere; not all was typed.", hint="Take a snapshot.")
        await attempt.give_keys(partial(keyboard.type, part), extra=len(part) * PER_KEY)


async def _step_to(attempt: ActionAttempt, slider: RefTarget, field: dict[str, Any]) -> None:
    """Set a slider that the page draws itself over a range that nobody sees: the last step with a key, since such a
    page may take a value only when a move ends."""
    await attempt.set_text(slider, field["step"]["from"])
    await attempt.focus(slider)
    await attempt.give_keys(lambda: attempt.core.page.keyboard.press(field["step"]["key"]))
    with suppress(DialogOpen, DocumentChanged, StaleRef):
        now = await attempt.ask_until(slider, "value", lambda now: now.data["value"] == field["fitted"], PASTING)
        if now.data["value"] != field["fitted"]:
            await attempt.set_text(slider, field["fitted"])


async def _replace_by_keys(attempt: ActionAttempt, field: RefTarget, value: str) -> None:
    """Replace what an editor holds. It is pasted where the editor takes that: it would indent what is typed."""
    if value and await _pasted(attempt, field, value, is_part=True):
        return
    await _select_all(attempt, field)
    keyboard = attempt.core.page.keyboard
    await attempt.give_keys(lambda: keyboard.press("Delete"))
    if attempt.has_other_sites:
        await attempt.set_text(field, value)
    else:
        await attempt.give_keys(lambda: keyboard.insert_text(value))


async def _select_all(attempt: ActionAttempt, field: RefTarget) -> None:
    await attempt.focus(field)
    await attempt.give_keys(lambda: attempt.core.page.keyboard.press("ControlOrMeta+a"))


async def _pasted(attempt: ActionAttempt, field: RefTarget, value: str, *, is_part: bool) -> bool:
    """Return whether an editor took the text as pasted over all that it held: it makes paragraphs of lines, where what
    is put in at once would be one. What its field holds then says whether it did."""
    await _select_all(attempt, field)
    if not (await attempt.ask(field, "paste", text=value)).data["taken"]:
        return False
    answer = await attempt.ask_until(field, "value", lambda now: _holds(now.data, value, is_part=is_part), PASTING)
    return _holds(answer.data, value, is_part=is_part)


async def _press_harmless_key(attempt: ActionAttempt, field: RefTarget) -> None:
    """Let pages that listen for keys alone know of a new text: filters, buttons that wait for one."""
    with suppress(DialogOpen, DocumentChanged, StaleRef):
        if await attempt.has_focus(field):
            await attempt.give_keys(lambda: attempt.core.page.keyboard.press("Shift"))


async def _read_back(attempt: ActionAttempt, field: RefTarget, value: str, *, is_part: bool = False) -> Filled:
    """Return what a field holds, and whether that is the value; ``is_part``: it may be a part of what its editor
    holds."""
    try:
        answer = await attempt.ask(field, "value")
    except (DialogOpen, DocumentChanged, StaleRef):
        return Filled(None, kept=True)
    held = answer.data
    # The value of a secret field stays in the page; its length still shows one that was cut short.
    kept = held["length"] == len(value) if held["secret"] else _holds(held, value, is_part=is_part)
    return Filled(External(held["value"] or "", answer.origin, LABEL), kept)


def _holds(held: dict[str, Any], value: str, *, is_part: bool) -> bool:
    there, wanted = _without_blanks(held["value"]), _without_blanks(value)
    return there == wanted or (is_part and there in wanted)


def _without_blanks(text: str | None) -> str:
    """Fields and editors differ in how they keep line ends and blanks; that is no mismatch."""
    return "".join((text or "").split())
