"""Act on the page with real input: click, fill, choose, check, press keys, scroll."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, Self, cast

from pydantic import Field, model_validator

from handrail.browser.clock import loop_time
from handrail.browser.types.acts import Button, Modifier
from handrail.results import Ok, Result
from handrail.results.data.elements import (
    CheckData,
    FillData,
    KeysData,
    OnElement,
    ScrollData,
    SelectData,
)
from handrail.tools.core.context import Context
from handrail.tools.core.element_params import Ref, RefOrEnd, named_element
from handrail.tools.core.table import Params, Security, tool
from handrail.tools.support.field_submission import submit_field, what_closes_calendar
from handrail.tools.support.scrolling import round_distance, what_came
from handrail.trust import External


class OnRef(Params):
    ref: Ref
    """The element: its ref (e12) or its label."""


class Click(OnRef):
    button: Button = "left"
    """The mouse button; right opens a context menu."""
    count: int = Field(1, ge=1, le=3)
    """2 for a double click."""
    modifiers: list[Modifier] = Field(default_factory=list)
    """Keys held down meanwhile."""


@tool(
    effect="change",
    label="Click[ {what}]",
    screenshot=True,
    example={"ref": "e12"},
    security=Security(reads_page=False, changes_state=True, sends_data=True, takes_text=True),
)
async def click(ctx: Context, p: Click) -> Result[OnElement]:
    """Click an element.

    Scrolls to it first; what follows is in the result. If something covers it, the call fails and names that by ref."""
    await ctx.tab.actions.click(p.ref, button=p.button, count=p.count, modifiers=p.modifiers)
    return Ok({"ref": p.ref})


class Fill(OnRef):
    value: str = Field(max_length=50_000)
    """The whole new value; empty clears. Dates as 2026-01-31, times as 09:30.

    Colours as #1a2b3c. A field for text that shows a date in another form takes it in that."""
    submit: bool = False
    """Press Enter afterwards.

    Or the form's button, where Enter makes a new line."""


@tool(
    effect="change",
    capability="write",
    value_field="value",
    label="Fill in[ {what}]",
    screenshot=True,
    example={"ref": "e7", "value": "blue kettle", "submit": True},
    security=Security(reads_page=True, changes_state=True, sends_data=True, takes_text=True),
)
async def fill(ctx: Context, p: Fill) -> Result[FillData]:
    """Put text into a field, replacing what it holds.

    The result says whether the field holds the value as given, and has suggestions that appeared. Works for dates,
    numbers, sliders, colours and rich text too. After a mismatch nothing is submitted."""
    filled = await ctx.tab.actions.fill(p.ref, p.value)
    data: FillData = {"ref": p.ref, "value": filled.value, "mismatch": not filled.kept}
    if filled.calendar_at is not None:
        data["calendar_still_at"] = filled.calendar_at
    if filled.calendar_open is not None:
        data["calendar_open"] = filled.calendar_open
    if filled.calendar_at is not None or filled.calendar_open is not None:
        data["to_close_calendar"] = what_closes_calendar(p.ref, filled)
    if filled.placeholder is not None:
        data["placeholder"] = filled.placeholder
    if filled.replaced_by:
        data["replaced_by"] = [named_element(one) for one in filled.replaced_by]
    if filled.as_items:
        data["as_items"] = True
    if filled.in_form and filled.value is not None:
        data["written_as"] = filled.value
    if filled.error is not None:
        data["invalid"] = filled.error
    if filled.held_before is not None:
        data["held_before"] = filled.held_before
    if p.submit:
        data = {**data, **await submit_field(ctx, p.ref, filled)}
    elif p.value and filled.value is not None:
        offered = await ctx.tab.actions.suggestions(p.ref) if filled.suggests else []
        data["suggestions"] = [named_element(one) for one in offered]
    return Ok(data)


class Select(OnRef):
    values: str | list[str]
    """Labels or values.

    Several where the list takes several."""


@tool(
    effect="change",
    value_field="values",
    label="Choose[ in {what}]",
    screenshot=True,
    example={"ref": "e9", "values": ["Express"]},
    security=Security(reads_page=True, changes_state=True, sends_data=True, takes_text=True),
)
async def select(ctx: Context, p: Select) -> Result[SelectData]:
    """Choose from a dropdown, list box or menu; an option that is not there lists the choices.

    Native or custom. In a list of several exactly these are chosen; else `also_chosen` lists the others."""
    values = [p.values] if isinstance(p.values, str) else p.values
    chosen = await ctx.tab.actions.select(p.ref, values)
    data: SelectData[External] = {"ref": p.ref, "chosen": list(chosen)}
    if chosen.others:
        data["also_chosen"] = list(chosen.others)
    return Ok(data)


@tool(
    effect="change",
    label="Tick[ {what}]",
    screenshot=True,
    example={"ref": "e14"},
    security=Security(reads_page=False, changes_state=True, sends_data=True, takes_text=True),
)
async def check(ctx: Context, p: OnRef) -> Result[CheckData]:
    """Check a checkbox, switch or radio button.

    Native or custom; its label's ref works too. Does nothing if it is checked already."""
    return Ok({"ref": p.ref, "checked": True, "changed": await ctx.tab.actions.set_checked(p.ref, True)})


@tool(
    effect="change",
    capability="check",
    label="Untick[ {what}]",
    screenshot=True,
    example={"ref": "e14"},
    rare=True,
    security=Security(reads_page=False, changes_state=True, sends_data=True, takes_text=True),
)
async def uncheck(ctx: Context, p: OnRef) -> Result[CheckData]:
    """Uncheck a checkbox or switch.

    Native or custom. Does nothing if it is unchecked already. Of radio buttons check another one."""
    return Ok({"ref": p.ref, "checked": False, "changed": await ctx.tab.actions.set_checked(p.ref, False)})


@tool(
    effect="change",
    label="Move the pointer[ onto {what}]",
    example={"ref": "e3"},
    rare=True,
    security=Security(reads_page=False, changes_state=True, sends_data=False, takes_text=True),
)
async def hover(ctx: Context, p: OnRef) -> Result[OnElement]:
    """Move the pointer onto an element: menus and hints open so.

    Fails like `click` if it is covered."""
    await ctx.tab.actions.hover(p.ref)
    return Ok({"ref": p.ref})


@tool(
    effect="change",
    label="Set the focus[ on {what}]",
    example={"ref": "e5"},
    rare=True,
    security=Security(reads_page=False, changes_state=True, sends_data=False, takes_text=True),
)
async def focus(ctx: Context, p: OnRef) -> Result[OnElement]:
    """Focus an element without pressing it.

    A field, link or button. Fails if it does not take the focus."""
    await ctx.tab.actions.focus(p.ref)
    return Ok({"ref": p.ref})


@tool(
    effect="change",
    capability="press",
    label="Press Enter[ on {what}]",
    screenshot=True,
    example={"ref": "e7"},
    rare=True,
    security=Security(reads_page=False, changes_state=True, sends_data=True, takes_text=True),
)
async def enter(ctx: Context, p: OnRef) -> Result[OnElement]:
    """Press Enter on an element.

    Submits a search or form from its field, presses a button, follows a link."""
    await ctx.tab.actions.press(["Enter"], ref=p.ref)
    return Ok({"ref": p.ref})


class SendKeys(Params):
    keys: str | list[str]
    """Escape, ArrowDown, Control+a; a list is pressed in turn."""
    ref: Ref | None = None
    """The element to focus first.

    By default keys go where the focus is."""


@tool(
    effect="change",
    capability="press",
    value_field="keys",
    label="Press keys[: {what}]",
    screenshot=True,
    rare=True,
    example={"keys": ["ArrowDown", "Enter"]},
    security=Security(reads_page=False, changes_state=True, sends_data=True, takes_text=True),
)
async def send_keys(ctx: Context, p: SendKeys) -> Result[KeysData]:
    """Press keys in turn: Escape to close a popup, ArrowDown and Enter to take a suggestion, Control+a.

    For text use `fill`. An unknown key name fails, with the nearest valid ones, before anything is pressed."""
    keys = [p.keys] if isinstance(p.keys, str) else p.keys
    actions = ctx.tab.actions
    before = await actions.press(keys, ref=p.ref)
    now = await actions.holder()
    data: KeysData = {"pressed": len(keys), "on": named_element(before.element) if before else "the page"}
    if now is not None and before is not None and now.element.ref == before.element.ref:
        data.update(cast(KeysData, now.held))
    elif now is not None:
        data["focus_now"] = named_element(now.element)
    return Ok(data)


class Scroll(Params):
    direction: Literal["up", "down", "left", "right"] | None = None
    """By default down."""
    to: RefOrEnd | None = None
    """A ref, `top` or `bottom`.

    Instead of a direction."""
    ref: Ref | None = None
    """In the part that should scroll.

    By default the page, or what scrolls in its middle."""
    amount: int | None = Field(None, ge=1, le=100_000)
    """Pixels, for a model about as many.

    By default most of what is in view."""

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if self.to is not None and (self.direction is not None or self.amount is not None):
            raise ValueError("`to` goes without `direction` and `amount`")
        return self


@tool(
    effect="change",
    label="Scroll[: {what}]",
    label_keys=("direction", "to", "ref"),
    example={"direction": "down"},
    security=Security(reads_page=True, changes_state=True, sends_data=False, takes_text=True),
)
async def scroll(ctx: Context, p: Scroll) -> Result[ScrollData]:
    """Scroll to load more; reading tools see the whole page anyway.

    The page, a container in it, or to an element. Says what moved by how much, how much is left above and below, and
    what is now in view. At the end, `more` says that the page loaded more, which `below` counts, or is loading it."""
    direction = p.direction or (None if p.to else "down")
    amount = round_distance(p.amount) if p.amount and ctx.caller == "model" else p.amount
    started = loop_time()
    moved = await ctx.tab.actions.scroll(direction=direction, to=p.to, ref=p.ref, amount=amount)
    more: Literal["loaded", "loading"] | None = None
    if moved.below <= 1 and (direction == "down" or p.to == "bottom"):
        below, more = await what_came(ctx, moved, started)
        moved = replace(moved, below=below)
    data: ScrollData = {
        "container": moved.container,
        "moved_x": moved.moved_x,
        "moved_y": moved.moved_y,
        "above": moved.above,
        "below": moved.below,
        "left": moved.left,
        "right": moved.right,
        "in_view": moved.in_view,
    }
    if not (moved.left or moved.right):
        del data["left"], data["right"]
    if more is not None:
        data["more"] = more
    return Ok(data)
