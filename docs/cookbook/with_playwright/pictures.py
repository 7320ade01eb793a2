"""Pictures of many addresses, five at a time: ``python pictures.py pictures/ < addresses.txt``."""

import asyncio
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from playwright.async_api import Browser, async_playwright


async def take(browser: Browser, numbered: Iterator[tuple[int, str]], folder: Path) -> None:
    context = await browser.new_context()
    page = await context.new_page()
    for number, address in numbered:
        await page.goto(address)
        await page.screenshot(path=folder / f"{number:02}.png")
    await context.close()


async def take_all(addresses: Iterable[str], folder: Path, at_once: int = 5) -> None:
    numbered = iter(enumerate(addresses, 1))
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch()
        await asyncio.gather(*(take(browser, numbered, folder) for _ in range(at_once)))
        await browser.close()


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(take_all(sys.stdin.read().split(), folder))
