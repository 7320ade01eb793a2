"""Our full snapshot beside Playwright's AI snapshot: time, characters, and whether anything is missing.

    python -m bench.snapshot [--pages 40] [--rounds 7] [--firefox] [--source python ...] [--no-growth]

Both sides read the same page in the same run, in turn, after a first reading. Times are the best of the rounds; `round`
is the median of each round's ratio. `net` is without a bare round trip, each side's own: ours can be the shorter; it
is taken where nothing larger is still being cleared up. `first` is the first reading of a page just loaded, once for
each side: nothing is known of the page then, and no code is warm. At the end: `changes` after a small edit on the
largest page, and how the time grows from 1,000 to 100,000 nodes. An interactive element is missing when Playwright
shows more of its role than we do, or names one by a name that we do not have; a word is missing when the browser's own
innerText has it more often than we.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import statistics
from collections import Counter
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Browser, Page, Playwright, async_playwright

from bench.corpus import pages
from bench.growth import EVERYTHING, changes_after_an_edit, exponent, growth, timed
from bench.missing import UNSEEN, missing_elements, missing_words
from handrail.browser.page.kits import register
from handrail.browser.page.page_context import PageContext
from handrail.browser.page.refs import Refs
from handrail.browser.reading.page_reader import PlaywrightReader

SMALLEST = 500
FIREFOX: dict[str, str | float | bool] = {
    "browser.sessionhistory.max_total_viewers": 0,
    "fission.bfcacheInParent": False,
    "fission.autostart": False,
}


@dataclass
class Row:
    source: str
    name: str
    elements: int
    ours_ms: float
    theirs_ms: float
    bare_ms: float
    their_bare_ms: float
    round_ratio: float
    first_ratio: float
    ours_chars: int
    theirs_chars: int
    window_chars: int
    missing: Counter[str]
    words: Counter[str]

    @property
    def time_ratio(self) -> float:
        return self.ours_ms / self.theirs_ms

    @property
    def net_ratio(self) -> float:
        return max(0.0, self.ours_ms - self.bare_ms) / max(0.1, self.theirs_ms - self.their_bare_ms)

    @property
    def size_ratio(self) -> float:
        return self.ours_chars / self.theirs_chars


async def main() -> None:
    options = _options()
    rows: list[Row] = []
    async with async_playwright() as playwright:
        await register(playwright, firefox=options.firefox)
        browser = await launch(playwright, options.firefox)
        print(f"{'Firefox' if options.firefox else 'Chromium'} {browser.version}")
        page = await (await browser.new_context(viewport={"width": 1280, "height": 720})).new_page()
        for source, name, url in _chosen(options):
            row = await _measure(page, source, name, url, options)
            if row is not None:
                rows.append(row)
                _print(row)
            if _enough(rows, source, options):
                options.done.add(source)
        _summary(rows)
        if rows:
            await _changes(page, max(rows, key=lambda row: row.elements), options.rounds)
        if options.growth:
            await _growth(page)
        await browser.close()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Our snapshot beside Playwright's AI snapshot.")
    parser.add_argument("--pages", type=int, default=40, help="pages with 500 elements or more to measure")
    parser.add_argument("--rounds", type=int, default=7, help="times that each side reads a page")
    parser.add_argument("--source", nargs="*", default=[], help="only these sources of the corpus")
    parser.add_argument("--match", default="", help="only pages whose name holds this")
    parser.add_argument("--firefox", action="store_true")
    parser.add_argument("--no-growth", dest="growth", action="store_false", help="leave out the made pages")
    parser.add_argument("--show", action="store_true", help="print what is missing")
    parsed = parser.parse_args()
    parsed.done = set()
    return parsed


async def launch(playwright: Playwright, firefox: bool = False) -> Browser:
    if firefox:
        path = shutil.which("firefox-esr") or shutil.which("firefox")
        return await playwright.firefox.launch(channel="moz-firefox", executable_path=path, firefox_user_prefs=FIREFOX)
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    return await playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])


async def _changes(page: Page, row: Row, rounds: int) -> None:
    with pages((row.source,)) as found:
        url = next(url for _, name, url in found if name == row.name)
        times = await changes_after_an_edit(page, url, rounds)
    print(
        f"changes after a small edit on {row.name} ({row.elements} elements): {times.ours_ms:.1f} ms, "
        f"{times.ratio:.2f} of Playwright's AI snapshot ({times.theirs_ms:.1f} ms)"
    )


async def _growth(page: Page) -> None:
    points = await growth(page, rounds=3)
    for nodes, ms, late in points:
        print(f"{nodes:>8} nodes: {ms:8.1f} ms" + (f", {late} left out at the deadline" if late else ""))
    print(f"time grows as nodes ** {exponent(points):.2f}")


def _chosen(options: argparse.Namespace) -> Any:
    """Pages of each source in turn, spread over its list, until each has given its share."""
    with pages(tuple(options.source)) as found:
        by_source: dict[str, list[tuple[str, str, str]]] = {}
        for entry in found:
            by_source.setdefault(entry[0], []).append(entry)
        options.share = max(1, -(-options.pages // max(1, len(by_source))))
        for source, entries in by_source.items():
            step = max(1, len(entries) // (options.share * 4))
            order = entries[::step] + [entry for i, entry in enumerate(entries) if i % step]
            for entry in order[: options.share * 8]:
                if source in options.done:
                    break
                if options.match in entry[1]:
                    yield entry


def _enough(rows: list[Row], source: str, options: argparse.Namespace) -> bool:
    return sum(row.source == source for row in rows) >= int(options.share)


async def _measure(page: Page, source: str, name: str, url: str, options: argparse.Namespace) -> Row | None:
    async def load() -> None:
        await page.goto(url, wait_until="load")
        await page.wait_for_load_state("networkidle")

    await load()
    elements = await page.locator("*").count()
    if elements < SMALLEST:
        return None
    core = PageContext("t1", page, Refs())
    reader = PlaywrightReader(core)

    async def ours() -> Any:
        return await reader.snapshot("full", max_chars=EVERYTHING)

    async def theirs() -> str:
        return await page.aria_snapshot(mode="ai")

    async def bare() -> Any:
        return await core.ask(page.main_frame, "resolve", local=0)

    async def their_bare() -> Any:
        return await page.locator("html").get_attribute("lang")

    sides = {"ours": ours, "theirs": theirs, "uncounted": their_bare, "bare": bare, "their_bare": their_bare}
    times: dict[str, list[float]] = {key: [] for key in sides}
    first = await timed(ours)
    await load()
    first /= await timed(theirs)
    snapshot, their_text = await ours(), await theirs()
    for _ in range(options.rounds):
        for key, side in sides.items():
            times[key].append(await timed(side))
    window = await reader.snapshot("viewport", max_chars=EVERYTHING)
    text = snapshot.text.raw
    by_round = [one / other for one, other in zip(times["ours"], times["theirs"], strict=True)]
    best = {key: min(values) * 1000 for key, values in times.items()}
    row = Row(
        source, name, elements, best["ours"], best["theirs"], best["bare"], best["their_bare"],
        statistics.median(by_round), first, len(text), len(their_text), len(window.text.raw),
        missing_elements(snapshot.nodes, text, their_text),
        missing_words(text, await page.inner_text("body"), await page.evaluate(UNSEEN)),
    )  # fmt: skip
    if options.show:
        print("   missing:", dict(row.missing.most_common(12)), "words:", dict(row.words.most_common(25)))
    return row


def _print(row: Row) -> None:
    if not hasattr(_print, "headed"):
        _print.headed = True  # type: ignore[attr-defined]  # a flag of the function itself
        print(
            f"{'page':52} {'elements':>8} {'ours ms':>8} {'theirs':>8} {'bare':>9} {'ratio':>6} {'round':>6} "
            f"{'net':>6} {'first':>6} {'chars':>8} {'theirs':>8} {'ratio':>6} {'window':>6} missing"
        )
    gone = sum(row.missing.values())
    words = sum(row.words.values())
    trips = f"{row.bare_ms:4.1f}/{row.their_bare_ms:4.1f}"
    ratios = f"{row.time_ratio:6.2f} {row.round_ratio:6.2f} {row.net_ratio:6.2f} {row.first_ratio:6.2f}"
    chars = f"{row.ours_chars:8} {row.theirs_chars:8} {row.size_ratio:6.2f} {row.window_chars / row.theirs_chars:6.2f}"
    print(
        f"{row.source + ' ' + row.name[-40:]:52} {row.elements:8} {row.ours_ms:8.1f} {row.theirs_ms:8.1f} {trips} "
        f"{ratios} {chars} {gone} elements, {words} words",
        flush=True,
    )


def _summary(rows: list[Row]) -> None:
    if not rows:
        print(f"No page of {SMALLEST} elements or more was found; ask for more pages.")
        return

    def median(values: list[float]) -> float:
        return statistics.median(values)

    print(
        f"\n{len(rows)} pages, medians: time {median([row.time_ratio for row in rows]):.2f} "
        f"(by round {median([row.round_ratio for row in rows]):.2f}), "
        f"net of a round trip {median([row.net_ratio for row in rows]):.2f} "
        f"(worst {max(row.net_ratio for row in rows):.2f}), "
        f"first reading {median([row.first_ratio for row in rows]):.2f}, "
        f"characters {median([row.size_ratio for row in rows]):.2f}, "
        f"viewport characters {median([row.window_chars / row.theirs_chars for row in rows]):.2f}; "
        f"{sum(sum(row.missing.values()) for row in rows)} interactive elements missing, "
        f"{sum(sum(row.words.values()) for row in rows)} words missing"
    )


if __name__ == "__main__":
    asyncio.run(main())
