"""The drawings of the products: one per kind of thing, in the colour and the view that is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template

from handrail.demo.catalogue import Product
from handrail.demo.markup import escape

DRAWINGS = Path(__file__).parent / "drawings"
INK = "#1f2421"
VIEWS = {"front": "front view", "detail": "close-up", "size": "dimensions"}


@dataclass(frozen=True)
class Colour:
    label: str
    main: str
    dark: str
    light: str
    paper: str  # the background it stands before


COLOURS = {
    "moss": Colour("Moss", "#5f7f5a", "#43603f", "#a9c19a", "#e9eee1"),
    "clay": Colour("Clay", "#c8694a", "#9c4a30", "#eab391", "#f7e6da"),
    "ink": Colour("Ink", "#39475a", "#252f3e", "#8b9bb0", "#e3e8ee"),
    "sand": Colour("Sand", "#d8bd8f", "#b5945f", "#f0e0c0", "#f5eee0"),
    "sky": Colour("Sky", "#6f9fb5", "#4b7c93", "#b9d6e0", "#e3eff3"),
    "plum": Colour("Plum", "#85506f", "#633752", "#c79db4", "#f2e6ec"),
    "mustard": Colour("Mustard", "#d9a441", "#ad7b21", "#f2d48f", "#faf0d9"),
    "stone": Colour("Stone", "#8f928c", "#686b66", "#c6c8c2", "#ecece8"),
    "oak": Colour("Oak", "#c89b69", "#9a6f40", "#e3c39b", "#f4eadc"),
    "brass": Colour("Brass", "#c9a04e", "#97742c", "#ecd49a", "#f6eedb"),
}


def draw(product: Product, colour: str, view: str) -> str:
    """The SVG of a product. ``colour`` and ``view`` must be ones that exist."""
    tones = COLOURS[colour]
    thing = Template(_drawing(product.art)).substitute(
        main=tones.main, dark=tones.dark, light=tones.light, paper=tones.paper, ink=INK
    )
    box = "112 96 190 190" if view == "detail" else "0 0 400 400"
    shadow = f'<ellipse cx="200" cy="330" rx="128" ry="12" fill="{tones.dark}" opacity=".22"/>'
    inside = _measured(thing, product.specs) if view == "size" else shadow + thing
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img">'
        f"<title>{escape(product.name)}, {VIEWS[view]}</title>"
        f'<rect width="400" height="400" fill="{tones.paper}"/>{inside}</svg>'
    )


def _measured(thing: str, specs: dict[str, str]) -> str:
    """The thing, smaller, between two dimension lines."""
    height, width = escape(specs["Height"]), escape(specs["Width"])
    return (
        f'<g transform="translate(76 40) scale(.68)">{thing}</g>'
        f'<g stroke="{INK}" stroke-width="2" fill="none" stroke-linecap="round">'
        '<path d="M52 70v206M44 70h16M44 276h16M108 320h208M108 312v16M316 312v16"/></g>'
        f'<g fill="{INK}" font-family="system-ui, sans-serif" font-size="17" text-anchor="middle">'
        f'<text x="212" y="352">{width}</text><text transform="translate(36 173) rotate(-90)">{height}</text></g>'
    )


@cache
def _drawing(name: str) -> str:
    return (DRAWINGS / f"{name}.svg").read_text(encoding="utf-8")
