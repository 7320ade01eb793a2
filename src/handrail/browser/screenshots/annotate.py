"""Makes pictures smaller and draws on them, in a page of our own apart from those that are worked on."""

from __future__ import annotations

import asyncio
import base64
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from handrail.browser.background import run_in_background
from handrail.browser.types.errors import BrowserError

if TYPE_CHECKING:
    from jinja2 import Template
    from playwright.async_api import Browser, BrowserContext, Page

    from handrail.browser.types.secrets import Needles

DEADLINE = 10.0


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
    ``browser``: None where the context has none to open another one in; then no picture can be changed."""

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
        """Return ``picture`` at ``size`` with ``marks`` drawn in and ``covers`` painted over (both in pixels of the
        original, times ``scale``), in the best of ``qualities`` that stays within ``most_bytes``, or the last. Raises
        `BrowserError`: the browser has no room for it, or fails at it."""
        try:
            async with asyncio.timeout(DEADLINE):
                page = await self._own_page()
                await page.set_viewport_size({"width": size[0], "height": size[1]})
                image = base64.b64encode(picture).decode()
                html = _template().render(image=image, size=size, scale=scale, marks=marks, covers=covers)
                await page.set_content(html)
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


@cache
def _template() -> Template:
    from jinja2 import Environment

    source = (resources.files("handrail.browser.screenshots") / "annotate.html").read_text("utf-8")
    return Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(source)
