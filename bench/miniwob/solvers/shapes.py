"""Shapes and colours: what a drawing's elements say of themselves, and where they lie."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bench.miniwob.episode import Element, Episode, Unsolved, css, solves
from bench.miniwob.solvers.fields import hex_colour

KINDS = {"rect": "rectangle", "circle": "circle", "polygon": "triangle"}


@dataclass(frozen=True, slots=True)
class Shape:
    """An element of a drawing.

    Args:
        what: a letter, a digit, or the kind of the shape.
        kind: letter, digit or shape.
    """

    ref: str
    what: str
    kind: str
    colour: str
    large: bool


async def shapes_of(e: Episode) -> list[Shape]:
    return [_shape(one) for one in await e.find("#area svg > *", "fill", "width", "r", "points", "font-size")]


def _shape(one: Element) -> Shape:
    text, colour = one.text.strip(), one.attributes.get("fill", "")
    size = _size(one.attributes)
    if one.tag == "text":
        return Shape(one.ref, text, "digit" if text.isdigit() else "letter", colour, size > 15)
    return Shape(one.ref, KINDS.get(one.tag, one.tag), "shape", colour, size > 15)


def _size(attributes: dict[str, str]) -> float:
    if points := attributes.get("points"):
        across = [float(pair.split(",")[0]) for pair in points.split()]
        return max(across) - min(across)
    if radius := attributes.get("r"):
        return 2 * float(radius)
    return float(re.sub(r"[^\d.]", "", attributes.get("width") or attributes.get("font-size") or "0") or 0)


def _fits(shape: Shape, description: str) -> bool:
    """Tell whether a shape is what words such as "large red digit" describe."""
    *looks, what = description.split()
    return all(_looks(shape, word) for word in looks) and what in ("item", shape.kind, shape.what)


def _looks(shape: Shape, word: str) -> bool:
    return shape.large == (word == "large") if word in ("large", "small") else shape.colour == word


@solves("click-shape")
async def click_a_shape(e: Episode) -> None:
    (description,) = e.match_task(r"Click on an? (.*)")
    for shape in await shapes_of(e):
        if _fits(shape, description):
            await e.click(shape.ref)
            return
    raise Unsolved(description)


@solves("count-shape")
async def count_shapes(e: Episode) -> None:
    (description,) = e.match_task(r"How many (.*)s are there")
    count = sum(_fits(shape, description) for shape in await shapes_of(e))
    await e.click({"role": "button", "name": str(count)})


@solves("identify-shape")
async def name_the_shape(e: Episode) -> None:
    (shape,) = await shapes_of(e)
    name = {"digit": "Number", "letter": "Letter"}.get(shape.kind, shape.what.title())
    await e.click({"role": "button", "name": name})


@solves("click-color")
async def click_a_colour(e: Episode) -> None:
    shown = await e.find("#query .color", "style")
    wanted = _background(shown[0]) if shown else e.match_task(r"on the (\w+) colored")[0]
    for box in await e.find("#area .color", "style"):
        if _background(box) == wanted:
            await e.click(box.ref)
            return
    raise Unsolved(wanted)


def _background(box: Element) -> str:
    return box.attributes["style"].removeprefix("background-color:").strip(" ;")


@solves("click-shades")
async def click_shades(e: Episode) -> None:
    """Choose the boxes in which one of the three primary colours is strongest."""
    (colour,) = e.match_task(r"shades of (\w+)")
    for box in await e.find("#area span", "style"):
        parts = bytes.fromhex(hex_colour(box.attributes["style"]))
        if parts.index(max(parts)) == ("red", "green", "blue").index(colour):
            await e.click(box.ref)
    await e.submit()


@solves("grid-coordinate")
async def click_a_coordinate(e: Episode) -> None:
    """Find the place by those of the circles: five columns and rows, with 0 in their middle."""
    across, up = (int(number) for number in e.match_task(r"\((-?\d),(-?\d)\)"))
    circles = await e.find("#area circle", "cx", "cy")
    columns = sorted({float(one.attributes["cx"]) for one in circles})
    rows = sorted({float(one.attributes["cy"]) for one in circles}, reverse=True)
    wanted = columns[across + 2], rows[up + 2]
    for one in circles:
        if (float(one.attributes["cx"]), float(one.attributes["cy"])) == wanted:
            await e.click(one.ref)
            return


@solves("draw-line")
async def draw_a_line(e: Episode) -> None:
    """Begin at the dot: the page looks how near the pointer came to it, at each of its moves."""
    (direction,) = e.match_task(r"(horizontal|vertical)")
    x, y = (await e.box(css("#circ"))).at()
    await e.drag_at((x, y), (x + 60, y) if direction == "horizontal" else (x, y + 60))
    await e.submit()


@solves("find-greatest")
async def find_the_greatest_card(e: Episode) -> None:
    cards = await e.find("#cardholder .card")
    numbers = list[int]()
    for card in cards:
        await e.click(card.ref)
        numbers.append(int(next(one.text for one in await e.find("#cardholder .card-value"))))
    await e.click(cards[numbers.index(max(numbers))].ref)
    await e.submit()
