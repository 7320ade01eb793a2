"""Drag and drop: lists to sort, shapes into boxes, a box into a box."""

from __future__ import annotations

import re

from bench.miniwob.episode import Box, Episode, css, solves
from bench.miniwob.solvers.shapes import shapes_of


async def _move(e: Episode, start: int, to: int) -> None:
    """Drag an item of a list to the place of another one: onto its far edge as seen from where it comes."""
    items = await e.find("#sortable li")
    box: Box = await e.box(items[to].ref)
    x, y = box.at(0.5, 0.5)
    source = await e.box(items[start].ref)
    x += 4 * ((box.left > source.left) - (box.left < source.left))
    y += 4 * ((box.top > source.top) - (box.top < source.top))
    await e.call("drag", from_ref=items[start].ref, to_x=x, to_y=y)


@solves("drag-items")
async def move_in_a_list(e: Episode) -> None:
    name, to = e.match_task(r"Drag (\S+) (.*)\.")
    names = [one.text.strip() for one in await e.find("#sortable li")]
    start = names.index(name)
    places = {
        "to the top": 0, "to the bottom": len(names) - 1, "down by one position": start + 1,
        "up by one position": start - 1,
    }  # fmt: skip
    await _move(e, start, places[to] if to in places else int(re.findall(r"\d", to)[0]) - 1)


@solves("drag-items-grid")
async def move_in_a_grid(e: Episode) -> None:
    name, to = e.match_task(r"Drag (\S+) (.*)\.")
    start = [one.text.strip() for one in await e.find("#sortable li")].index(name)
    steps = {"up by one": -3, "down by one": 3, "left by one": -1, "right by one": 1}
    rows, columns = {"top": 0, "center": 1, "bottom": 2}, {"left": 0, "center": 1, "right": 2}
    words = to.removeprefix("to the ").split()
    await _move(e, start, start + steps[to] if to in steps else 3 * rows[words[0]] + columns[words[-1]])


@solves("drag-sort-numbers")
async def sort_numbers(e: Episode) -> None:
    for place in range(3):
        numbers = [int(one.text) for one in await e.find("#sortable li")]
        smallest = numbers.index(min(numbers[place:]), place)
        if smallest != place:
            await _move(e, smallest, place)
            await e.call("wait_for", state="stable")
    await e.submit()


@solves("drag-circle", "drag-single-shape")
async def drag_in_a_direction(e: Episode) -> None:
    (direction,) = e.match_task(r"(left|right|up|down)")
    x, y = (await e.box(css("#area svg > *"))).at()
    dx, dy = {"left": (-15, 0), "right": (15, 0), "up": (0, -15), "down": (0, 15)}[direction]
    await e.drag_at((x, y), (x + dx, y + dy))
    await e.submit()


@solves("drag-box")
async def drag_into_a_box(e: Episode) -> None:
    await e.call("drag", from_ref=css("#draggableSmall"), to_ref=css("#draggableLarge"))
    await e.submit()


@solves("drag-shapes")
async def drag_kinds_into_a_box(e: Episode) -> None:
    kind = e.match_task(r"all (\w+)s into")[0]
    container = next(one.ref for one in await shapes_of(e) if one.colour == "none")
    place = (await e.box(container)).at()
    for shape in await shapes_of(e):
        if shape.what == kind and shape.colour != "none":
            await e.drag_at((await e.box(shape.ref)).at(), place)
    await e.submit()


@solves("drag-shapes-2")
async def sort_shapes_into_boxes(e: Episode) -> None:
    (what,) = e.match_task(r"all (\w+)")
    shapes = await shapes_of(e)
    left, right = sorted(
        [(await e.box(one.ref)).at() for one in shapes if one.colour == "none"], key=lambda place: place[0]
    )
    for shape in shapes:
        if shape.colour == "none":
            continue
        fits = what in (shape.colour, f"{shape.what}s")
        await e.drag_at((await e.box(shape.ref)).at(), left if fits else right)
    await e.submit()
