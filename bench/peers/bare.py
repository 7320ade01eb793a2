"""Playwright alone, without any agent: how long its click on a link takes until the next page is parsed."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import TYPE_CHECKING, Any

from bench.peers.tasks import TASKS, Do

if TYPE_CHECKING:
    from playwright.async_api import Page

PAUSE = 0.5
"""Seconds between two clicks, in which the page before comes to rest: nobody waits for that here."""


async def main(plan: dict[str, Any]) -> None:
    """Click the links of the tasks of ``plan``, a browser for each task: ``tasks`` with ``url``; ``executable``."""
    from playwright.async_api import async_playwright

    for task, shown in zip(TASKS, plan["tasks"], strict=False):
        links = [one for one in task.decisions if one.what == "click"]
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=plan["executable"], args=["--no-sandbox"])
            page = await browser.new_page()
            await page.goto(shown["url"])
            seconds = [await _followed(page, one) for one in links]
            await browser.close()
        print(json.dumps([one for one in seconds if one is not None]), flush=True)


async def _followed(page: Page, link: Do) -> float | None:
    """Seconds from a click on a link until the page that it leads to is parsed; None where there is no such link."""
    await asyncio.sleep(PAUSE)
    there = page.locator("a", has_text=link.on).locator("visible=true").first
    if not await there.count():
        return None
    begun = time.perf_counter()
    async with page.expect_event("domcontentloaded"):
        await there.click()
    return time.perf_counter() - begun


if __name__ == "__main__":
    asyncio.run(main(json.loads(sys.argv[1])))
