"""Makes pictures smaller and draws on them, in a page of our own apart from those that are worked on."""

from __future__ import annotations

import asyncio
import base64
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from handrail.browser.background import run_in_background
from handrail.browser.types.errors import BrowserError

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Page

    from handrail.browser.types.secrets import Needles

DEADLINE = 10.0
COLORS = ("#d62728", "#1f4fd6", "#0b7a36", "#8a2be2", "#b35900", "#007a8a")
LABEL_HEIGHT = 13
BLEED = 3
"""Pixels beyond its edges by which a box to be hidden is painted over."""
LETTER = 7.2
"""Pixels that a character of a label takes."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A box with a name, in pixels of the picture."""

    name: str
    x: float
    y: float
    width: float
    height: float


class Annotator:
    """Pictures go in as JPEG and come out as JPEG. The page is opened when it is first needed, in a context apart.

    Args:
        browser: None where the context has none to open another one in; then no picture can be changed.
    """

    def __init__(self, browser: Browser | None) -> None:
        self._browser = browser
        self._page: Page | None = None
        self.needles: Needles = tuple
        """Gives what no picture may show."""

    async def render(
        self,
        picture: bytes,
        size: tuple[int, int],
        scale: float,
        marks: Sequence[Mark],
        covers: Sequence[Mark],
        qualities: Sequence[int],
        most_bytes: int,
    ) -> bytes:
        """``picture`` at ``size`` with ``marks`` drawn in and ``covers`` painted over (both in pixels of the original,
        times ``scale``), in the best of ``qualities`` that stays within ``most_bytes``, or the last.

        Raises:
            BrowserError: the browser has no room for it, or fails at it.
        """
        try:
            async with asyncio.timeout(DEADLINE):
                page = await self._own_page()
                await page.set_viewport_size({"width": size[0], "height": size[1]})
                await page.set_content(_html(picture, size, scale, marks, covers))
                for quality in qualities:
                    rendered = await page.screenshot(type="jpeg", quality=quality, scale="css")
                    if len(rendered) <= most_bytes:
                        break
                await page.set_content("")
                return rendered
        except (PlaywrightError, TimeoutError) as error:
            self.close()
            raise BrowserError(
                "The picture could not be resized or marked.",
                hint="Ask for one of the window, without marks; where a secret is in view, take a snapshot instead.",
            ) from error

    def close(self) -> None:
        """Close the page with its context, for a browser may go on without us. Nobody waits for it."""
        if self._page is not None:
            run_in_background(_close(self._page.context))
            self._page = None

    async def _own_page(self) -> Page:
        if self._page is None or self._page.is_closed():
            if self._browser is None:
                raise PlaywrightError("no browser to open a context in")
            context = await self._browser.new_context(device_scale_factor=1)
            self._page = await context.new_page()
        return self._page


async def _close(context: BrowserContext) -> None:
    with contextlib.suppress(PlaywrightError, TimeoutError):
        async with asyncio.timeout(DEADLINE):
            await context.close()


def _html(picture: bytes, size: tuple[int, int], scale: float, marks: Sequence[Mark], covers: Sequence[Mark]) -> str:
    width, height = size
    image = base64.b64encode(picture).decode()
    covered = "".join(_cover_svg(cover, scale) for cover in covers)
    drawn = "".join(_mark_svg(mark, scale, COLORS[number % len(COLORS)]) for number, mark in enumerate(marks))
    return (
        "<!doctype html><style>*{margin:0;padding:0}html{overflow:hidden}img,svg{position:absolute;left:0;top:0}"
        "text{font:bold 11px monospace;fill:#fff}</style>"
        f'<img decoding="sync" width="{width}" height="{height}" src="data:image/jpeg;base64,{image}">'
        f'<svg width="{width}" height="{height}">{covered}{drawn}</svg>'
    )


def _cover_svg(cover: Mark, scale: float) -> str:
    """Black, and a little larger: a JPEG smears what it shows over blocks of eight pixels."""
    x, y = cover.x * scale - BLEED, cover.y * scale - BLEED
    width, height = cover.width * scale + 2 * BLEED, cover.height * scale + 2 * BLEED
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="#000"/>'


def _mark_svg(mark: Mark, scale: float, color: str) -> str:
    x, y = max(0.0, mark.x * scale), max(0.0, mark.y * scale)
    wide = len(mark.name) * LETTER + 4
    # Above the box where there is room, so that it covers nothing of what it names.
    top = y - LABEL_HEIGHT if y >= LABEL_HEIGHT else y
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{mark.width * scale:.1f}" height="{mark.height * scale:.1f}" '
        f'fill="none" stroke="{color}" stroke-width="2"/>'
        f'<rect x="{x:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{LABEL_HEIGHT}" fill="{color}"/>'
        f'<text x="{x + 2:.1f}" y="{top + 10:.1f}">{escape(mark.name)}</text>'
    )
