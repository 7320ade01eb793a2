"""How our snapshot's time grows with the page, and what `changes` costs after an edit. Part of `bench.snapshot`.

    python -m bench.growth [--rounds 3] [--most 100000]

prints the growth in Chromium and in Firefox side by side.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, cast

from playwright.async_api import Page, async_playwright

from handrail.browser.page.kits import register
from handrail.browser.page.page_context import PageContext
from handrail.browser.page.refs import Refs
from handrail.browser.reading.page_reader import PlaywrightReader

EVERYTHING = 10**9
SIZES = (1_000, 3_000, 10_000, 30_000, 100_000)
ITEM = (
    "<li><h3>Item {i}</h3><p>Some words on <b>item {i}</b>, and <a href='/items/{i}'>its page</a>.</p>"
    "<button>Buy {i}</button><span class=left>{i} left</span></li>"
)
STYLE = "<style>.left { color: #555 } li { margin: 1em; border: 1px solid #ccc }</style>"
NODES_OF_ITEM = 16
"""Elements and runs of text."""
EDIT = """n => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode;
    if (data.trim() && parentElement.checkVisibility() && parentElement.closest('p, li, dd, td')) {
      walker.currentNode.data = `Edited ${n}`;
      return;
    }
  }
}"""
"""Gives the first text that can be seen other words."""


@dataclass(frozen=True)
class Changes:
    ours_ms: float
    theirs_ms: float

    @property
    def ratio(self) -> float:
        return self.ours_ms / self.theirs_ms


async def timed(call: Callable[[], Awaitable[Any]]) -> float:
    started = time.perf_counter()
    await call()
    return time.perf_counter() - started


def _view(page: Page) -> PlaywrightReader:
    return PlaywrightReader(PageContext("t1", page, Refs()))


async def changes_after_an_edit(page: Page, url: str, rounds: int) -> Changes:
    """The best times, in ms, of our `changes` and of Playwright's AI snapshot, each after the same small edit."""
    await page.goto(url, wait_until="load")
    await page.wait_for_load_state("networkidle")
    reader = _view(page)
    await reader.snapshot("full", max_chars=EVERYTHING)
    ours, theirs = [], []
    for number in range(rounds + 1):
        # Whoever comes first after an edit pays for its layout.
        await page.evaluate(EDIT, 2 * number)
        ours.append(await timed(lambda: reader.snapshot("changes")))
        await page.evaluate(EDIT, 2 * number + 1)
        theirs.append(await timed(lambda: page.aria_snapshot(mode="ai")))
    return Changes(min(ours) * 1000, min(theirs) * 1000)


async def growth(page: Page, rounds: int, most: int = SIZES[-1]) -> list[tuple[int, float, int]]:
    """Nodes, best time in ms, and nodes left out at the deadline, for pages of like items of each of `SIZES` up to
    ``most``."""
    points = []
    for size in (size for size in SIZES if size <= most):
        items = "".join(ITEM.format(i=i) for i in range(size // NODES_OF_ITEM))
        await page.set_content(f"<!doctype html>{STYLE}<main><ul>{items}</ul></main>", timeout=120_000)
        reader = _view(page)
        times, late = [], 0
        for _ in range(rounds):
            started = time.perf_counter()
            snapshot = await reader.snapshot("full", max_chars=EVERYTHING)
            times.append(time.perf_counter() - started)
            late = cast(Any, snapshot).gathered.late
        points.append((size, min(times) * 1000, late))
    return points


def exponent(points: list[tuple[int, float, int]]) -> float:
    """k of the best fit of time = c * nodes ** k (least squares of the logarithms): 1 is linear growth."""
    xs = [math.log(nodes) for nodes, _, late in points if not late]
    ys = [math.log(ms) for _, ms, late in points if not late]
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    above = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    return above / sum((x - mean_x) ** 2 for x in xs)


async def main() -> None:
    from bench.snapshot import launch  # which imports this

    parser = argparse.ArgumentParser(description="How our snapshot's time grows with the page.")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--most", type=int, default=SIZES[-1], help="nodes of the largest page")
    options = parser.parse_args()
    columns = []
    for firefox in (False, True):
        async with async_playwright() as playwright:
            await register(playwright, firefox=firefox)
            browser = await launch(playwright, firefox)
            page = await (await browser.new_context(viewport={"width": 1280, "height": 720})).new_page()
            columns.append(await growth(page, options.rounds, options.most))
            await browser.close()
    print(f"{'nodes':>8} {'Chromium':>12} {'Firefox':>12}")
    for points in zip(*columns, strict=True):
        print(f"{points[0][0]:>8} " + " ".join(f"{ms:9.1f} ms{'*' if late else ' '}" for _, ms, late in points))
    powers = [f"nodes ** {exponent(points):.2f}" for points in columns]
    print(f"time grows as {powers[0]} in Chromium, {powers[1]} in Firefox (* stopped at the deadline: not counted)")


if __name__ == "__main__":
    asyncio.run(main())
