"""Chooses how the kit is reached, by the browser."""

from __future__ import annotations

from playwright.async_api import Page, Playwright

from handrail.browser.page.kit_client import Kit
from handrail.browser.page.kit_selectors import ENGINE, SelectorKit
from handrail.browser.page.kit_source import handed_over_engine, kit_engine
from handrail.browser.page.kit_worlds import HANDED_OVER, WorldKit

_KEPT_AS = "_handrail_kit"


async def register(playwright: Playwright, *, firefox: bool = False) -> None:
    """Register what Playwright carries into every document. Over CDP, call this after connecting, or the default
    context lacks it."""
    name, source = (ENGINE, kit_engine()) if firefox else (HANDED_OVER, handed_over_engine())
    await playwright.selectors.register(name, source, content_script=True)


def kit_of(page: Page) -> Kit:
    """Return the kit in the documents of a page. Each page has one, whoever asks: to put it there costs 20 ms of a
    processor in Chromium."""
    kit: Kit | None = getattr(page, _KEPT_AS, None)
    if kit is None:
        browser = page.context.browser
        is_chromium = browser is not None and browser.browser_type.name == "chromium"
        kit = WorldKit(page) if is_chromium else SelectorKit()
        # The page object itself keeps it: it must not outlive that.
        setattr(page, _KEPT_AS, kit)
    return kit
