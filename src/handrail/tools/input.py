"""Real keys, drags, whole forms, and the size of the window."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from pydantic import Field, model_validator

from handrail.browser.types.errors import StaleRef
from handrail.results import Failed, Ok, Result
from handrail.results.data.elements import SubmissionData
from handrail.results.data.input import DragData, FilledFieldData, FillFormData, TypeTextData, ViewportData
from handrail.tools.core.context import Context
from handrail.tools.core.element_params import Ref, named_element
from handrail.tools.core.table import Params, PlannedCall, Security, tool
from handrail.tools.support.field_submission import describe_field, note_left
from handrail.tools.support.form_values import FormValue, merge_effects, put_value, ways_of
from handrail.trust import plain

MAX_TYPED = 5_000
MAX_TYPING_SECONDS = 60
SIZES = ((390, 844), (820, 1180), (1280, 800), (1920, 1080))
"""Of a phone, a tablet and two desktops, in CSS pixels."""


class TypeText(Params):
    text: str = Field(min_length=1, max_length=MAX_TYPED)
    """What to type."""
    ref: Ref | None = None
    """The element to focus first; of rich text also a paragraph, by its words.

    By default keys go where the focus is."""
    delay_ms: int = Field(0, ge=0, le=500)
    """Milliseconds between two keys."""
    appends: ClassVar[bool] = True
    """What the field holds stays."""

    @model_validator(mode="after")
    def _in_time(self) -> TypeText:
        if len(self.text) * self.delay_ms > MAX_TYPING_SECONDS * 1_000:
            raise ValueError(f"typing this slowly takes more than {MAX_TYPING_SECONDS} s")
        return self


@tool(
    effect="change",
    capability="write",
    value_field="text",
    label="Type[ into {what}]",
    label_keys=("ref",),
    screenshot=True,
    rare=True,
    example={"ref": "e12", "text": "Dear all,"},
    security=Security(reads_page=False, changes_state=True, sends_data=True, takes_text=True),
)
async def type_text(ctx: Context, p: TypeText) -> Result[TypeTextData]:
    """Type with real keys, for editors that ignore `fill`.

    A key press for each character, where the caret is. Line ends and tabs are put in without their keys, which
    could send a form; only an editor of several lines that drops a line end is given Enter, where that is permitted.
    `line_ends_lost` are those that it dropped: press Enter with `send_keys`. Fails if the focus moves elsewhere on the
    way."""
    typed = await ctx.tab.actions.type_text(p.text, ref=p.ref, delay_ms=p.delay_ms)
    data: TypeTextData = {"typed": len(p.text) - typed.line_ends_lost}
    if typed.line_ends_lost:
        data["line_ends_lost"] = typed.line_ends_lost
    if typed.holder is not None:
        data["ref"] = typed.holder.element.ref
        data.update(cast(TypeTextData, typed.holder.held))
    return Ok(data)


class Drag(Params):
    from_ref: Ref
    """What to drag."""
    to_ref: Ref | None = None
    """Where to drop it."""
    to_x: int | None = Field(None, ge=0, le=20_000)
    """Or a place in the window, in CSS pixels."""
    to_y: int | None = Field(None, ge=0, le=20_000)
    """As to_x."""
    by_x: int = Field(0, ge=-20_000, le=20_000)
    """Pixels further to the right, negative to the left; without a place, from where it is."""
    by_y: int = Field(0, ge=-20_000, le=20_000)
    """As by_x, downwards."""

    @property
    def to_place(self) -> tuple[float, float] | None:
        """The place to drop it, where that is no element."""
        return None if self.to_x is None or self.to_y is None else (self.to_x, self.to_y)

    @property
    def by(self) -> tuple[float, float] | None:
        """How far from there to drop it; None for no distance."""
        return (self.by_x, self.by_y) if self.by_x or self.by_y else None

    @model_validator(mode="after")
    def _one_place(self) -> Drag:
        places = [self.to_ref is not None, self.to_x is not None]
        if all(places) or not (any(places) or self.by) or (self.to_x is None) != (self.to_y is None):
            raise ValueError("give to_ref, or to_x and to_y, or by_x or by_y")
        return self


@tool(
    effect="change",
    label="Drag[ {what}]",
    screenshot=True,
    rare=True,
    example={"from_ref": "e12", "to_ref": "e20"},
    security=Security(reads_page=False, changes_state=True, sends_data=True, takes_text=True),
)
async def drag(ctx: Context, p: Drag) -> Result[DragData]:
    """Drag an element onto another one, to a place, or by a distance, as to indent it.

    Lists to sort, sliders, boards. With the real pointer, both for HTML's drag and drop and for scripts of the
    page. What has no ref can be named by its text or a line of it. An item takes the place of the one it is dropped on;
    `stands` says where in its list that is, `indented` by how many pixels, and `moved: false` that it went back."""
    dragged = await ctx.tab.actions.drag(p.from_ref, p.to_ref or p.to_place, by=p.by or (0.0, 0.0))
    data: DragData = {"from_ref": p.from_ref}
    if p.to_ref is not None:
        data["to_ref"] = p.to_ref
    if (now := dragged.place) is not None:
        data["stands"] = {"place": now.place, "of": now.of}
        if now.after.raw:
            data["stands"]["after"] = now.after
        if now.before.raw:
            data["stands"]["before"] = now.before
        data["moved"] = dragged.moved
        if dragged.indented:
            data["indented"] = dragged.indented
    if dragged.by is not None:
        data["moved_by"] = {"x": dragged.by[0], "y": dragged.by[1]}
    return Ok(data)


class FillForm(Params):
    fields: list[FormValue] = Field(min_length=1, max_length=50)
    """Each {ref, value}; a label does as a ref."""
    submit: bool = False
    """Press Enter in the last field, or the form's button where it takes none."""

    def planned_calls(self) -> list[list[PlannedCall]]:
        last = len(self.fields) - 1
        return [ways_of(field, submit=self.submit and place == last) for place, field in enumerate(self.fields)]


@tool(
    effect="control",
    calls_tools=True,
    ask=False,
    label="Fill in a form",
    label_keys=(),
    rare=True,
    example={"fields": [{"ref": "Name", "value": "Ada"}, {"ref": "e14", "value": True}]},
    # Each field is filled by a call of its own, which is judged, watched and logged by itself.
    security=Security(reads_page=False, changes_state=False, sends_data=False, takes_text=True),
)
async def fill_form(ctx: Context, p: FillForm) -> Result[FillFormData]:
    """Fill in a whole form in one call.

    Text fields, lists and boxes, by `fill`, `select`, `check` and `uncheck`, each judged like that call. Stops at the
    first that fails, and says which were filled in."""
    done, texts, target, followed = list[FilledFieldData](), list[tuple[FilledFieldData, str]](), None, dict[str, Any]()
    for number, field in enumerate(p.fields, start=1):
        submits = p.submit and number == len(p.fields)
        if submits:
            await note_left(ctx, texts)
        tool_name, result = await put_value(ctx, field, submit=submits)
        # What came of a field came of the form.
        target, followed = result.target or target, merge_effects(followed, result.followed)
        if not result.ok:
            # After a failure that nothing can be done about, there is no form any more.
            gone = not result.recoverable and result.code != "not_permitted"
            return Failed(
                str(result.code),
                str(result.error) if gone else f"Field {number} of {len(p.fields)}: {result.error}",
                hint=result.hint if gone else result.hint or "Take a snapshot.",
                details={**result.details, "filled": done},
                recoverable=result.recoverable,
                target=target,
                followed=followed,
            )
        done.append(
            cast(FilledFieldData, {"tool": tool_name, "ref": result.data["ref"], **describe_field(result.data)})
        )
        if "mismatch" not in done[-1] and tool_name == "fill" and "replaced_by" not in result.data:
            # A date may have been written in the form of its field.
            texts.append((done[-1], plain(result.data.get("value")) or str(field.value)))
    if not p.submit:
        await note_left(ctx, texts)
    data: FillFormData = {"filled": done}
    if p.submit and "submitted" in result.data:
        sent = {key: result.data[key] for key in ("submitted", "why", "button") if key in result.data}
        data = {**data, **cast(SubmissionData, sent)}
    elif p.submit:
        by_button, pressed = await _press_send_button(ctx, done[-1]["ref"])
        data = {**data, **by_button}
        if pressed is not None:
            target, followed = pressed.target or target, merge_effects(followed, pressed.followed)
    return Ok(data, target=target, followed=followed)


async def _press_send_button(ctx: Context, ref: str) -> tuple[SubmissionData, Result[Any] | None]:
    """Press the button that sends the form of a field which takes no Enter, by a call that is judged like any; return
    what came of it. Where several send it, the next one is only named."""
    data: SubmissionData = {"submitted": False, "why": "The last field takes no Enter: press the form's button."}
    try:
        button = await ctx.tab.actions.send_button(ref)
    except StaleRef:
        return data, None
    if button.element is None:
        return data, None
    data["button"] = named_element(button.element)
    if not button.is_sole:
        return data, None
    pressed = await ctx.perform("click", ref=button.element.ref)
    if not pressed.ok:
        return {**data, "why": str(pressed.error)}, pressed
    if (await ctx.tab.actions.submission(ref, button.found_at)).sent:
        return {"submitted": True, "button": data["button"]}, pressed
    return {**data, "why": "The page shows nothing that came of pressing the button."}, pressed


class SetViewport(Params):
    width: int = Field(ge=200, le=4_000)
    """CSS pixels."""
    height: int = Field(ge=200, le=4_000)
    """CSS pixels."""


@tool(
    effect="change",
    capability="scroll",
    label="Resize the window[: {what}]",
    label_keys=("width", "height"),
    screenshot=True,
    rare=True,
    example={"width": 390, "height": 844},
    security=Security(reads_page=False, changes_state=True, sends_data=False, takes_text=False),
)
async def set_viewport(ctx: Context, p: SetViewport) -> Result[ViewportData]:
    """Give the window another size.

    A narrow window shows pages as phones do. A model gets the nearest usual size of a phone, tablet or desktop."""
    width, height = p.width, p.height
    if ctx.caller == "model":
        # A page sees the size of its window: any would be a number that a model tells it.
        width, height = min(SIZES, key=lambda size: abs(size[0] - p.width) + abs(size[1] - p.height))
    await ctx.tab.set_viewport(width, height)
    return Ok({"width": width, "height": height})
