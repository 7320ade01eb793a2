"""Act at places of the last picture, for what has no ref: canvases, maps, games. Policy judges what lies there."""

from __future__ import annotations

from pydantic import Field

from handrail.browser.types.acts import Button, Point
from handrail.results import Failed, Ok, Result
from handrail.results.data.input import PlaceData
from handrail.tools.core.context import Context
from handrail.tools.core.element_params import named_element
from handrail.tools.core.table import Params, Security, tool

Coordinate = Field(ge=0, le=20_000, description="CSS pixels of the picture of the window.")


class ClickAt(Params):
    x: int = Coordinate
    y: int = Coordinate
    button: Button = "left"
    """The mouse button."""
    count: int = Field(1, ge=1, le=3)
    """2 for a double click."""

    @property
    def place(self) -> Point:
        return self.x, self.y


@tool(
    effect="change",
    capability="click",
    needs=("vision",),
    label="Click a place[: {what}]",
    label_keys=("x", "y"),
    screenshot=True,
    rare=True,
    example={"x": 420, "y": 260},
    security=Security(reads_page=False, changes_state=True, sends_data=True, takes_text=True),
)
async def click_at(ctx: Context, p: ClickAt) -> Result[PlaceData]:
    """Click a place of the picture.

    For what has no ref, such as a canvas; else prefer `click`. The element that lies there is judged and reported."""
    there = await ctx.tab.reader.at(*p.place)
    if there is None:
        return _nothing_there()
    await ctx.tab.actions.click_at(*p.place, there.ref, button=p.button, count=p.count)
    return Ok({"on": named_element(there)})


class DragAt(Params):
    from_x: int = Coordinate
    from_y: int = Coordinate
    to_x: int = Coordinate
    to_y: int = Coordinate

    @property
    def place(self) -> Point:
        return self.from_x, self.from_y

    @property
    def to_place(self) -> Point:
        return self.to_x, self.to_y


@tool(
    effect="change",
    capability="drag",
    needs=("vision",),
    label="Drag from place to place[: {what}]",
    label_keys=("from_x", "from_y", "to_x", "to_y"),
    screenshot=True,
    rare=True,
    example={"from_x": 100, "from_y": 100, "to_x": 300, "to_y": 100},
    security=Security(reads_page=False, changes_state=True, sends_data=True, takes_text=True),
)
async def drag_at(ctx: Context, p: DragAt) -> Result[PlaceData]:
    """Drag between two places of it.

    For what has no ref, such as shapes on a canvas; else prefer `drag`."""
    there = await ctx.tab.reader.at(*p.place)
    if there is None:
        return _nothing_there()
    await ctx.tab.actions.drag(there.ref, p.to_place, grip=p.place)
    return Ok({"on": named_element(there)})


class MoveTo(Params):
    x: int = Coordinate
    y: int = Coordinate


@tool(
    effect="change",
    capability="hover",
    needs=("vision",),
    label="Move the pointer to a place[: {what}]",
    label_keys=("x", "y"),
    screenshot=True,
    rare=True,
    example={"x": 420, "y": 260},
    security=Security(reads_page=False, changes_state=True, sends_data=False, takes_text=True),
)
async def move_to(ctx: Context, p: MoveTo) -> Result[PlaceData]:
    """Move the pointer to a place of it.

    What opens there is in the next snapshot."""
    await ctx.tab.actions.move_to(p.x, p.y)
    there = await ctx.tab.reader.at(p.x, p.y)
    return Ok({"on": named_element(there)} if there is not None else {})


def _nothing_there() -> Failed:
    return Failed("nothing_there", "Nothing lies at this place of the window.", hint="Take a screenshot.")
