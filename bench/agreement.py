"""Our full snapshot beside Chromium's own accessibility tree: interactive elements by role and name, both ways.

    python -m bench.agreement [--pages 45] [--source jquery-ui ...] [--match datepicker] [--show]

Elements are matched by DOM node (`bench.trees`), so that a page's ten links called "#" are ten questions, not one. The
deliberate differences are in `bench.rules`. The command fails below the goal: of what the browser calls interactive,
99.5 % stands in our snapshot with the same role and name; of what we call interactive, 99 % in the browser's tree; at
least 250 pages; at most ten rules, and at most 2 % of the elements taken by them.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page, async_playwright

from bench import trees
from bench.corpus import SOURCES, WIDGETS, pages
from bench.rules import MOST_RULES, RULES, Case, rule_for
from bench.snapshot import launch
from handrail.browser.page.kits import register
from handrail.browser.types.errors import BrowserError

LEAST_PAGES = 250
FOUND_GOAL, OURS_GOAL, RULED_GOAL = 99.5, 99.0, 2.0
LARGEST = 40_000
"""Elements of a page that is still read: Chromium takes minutes to hand out the tree of a larger one."""
BEGIN_MINIWOB = "Math.seedrandom?.('handrail'); core.EPISODE_MAX_TIME = 1e9; core.startEpisodeReal()"
LOAD_MS = 20_000


@dataclass
class Tally:
    """What a page, or many, came to. ``ruled`` counts the elements that each rule took."""

    browsers: int = 0
    found: int = 0
    ours: int = 0
    agreed: int = 0
    clickable: int = 0
    pages: int = 0
    ruled: Counter[str] = field(default_factory=Counter)
    wrong: list[Case] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        for name in ("browsers", "found", "ours", "agreed", "clickable", "pages"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.ruled += other.ruled
        self.wrong += other.wrong

    @property
    def elements(self) -> int:
        """Everything that either side calls interactive, once."""
        return self.browsers + self.ours - self.agreed + sum(self.ruled.values())

    @property
    def found_percent(self) -> float:
        return 100 * self.found / self.browsers if self.browsers else 0.0

    @property
    def agreed_percent(self) -> float:
        return 100 * self.agreed / self.ours if self.ours else 0.0

    @property
    def ruled_percent(self) -> float:
        return 100 * sum(self.ruled.values()) / self.elements if self.elements else 0.0


def compared(both: trees.Both) -> Tally:
    """The two readings of a page, element by element."""
    tally = Tally(pages=1)
    for number, node in both.nodes.items():
        browser, ours = both.browser.get(number), both.ours.get(number)
        tally.clickable += ours is not None and ours.role == "clickable"
        theirs_counts = browser is not None and browser.role in trees.INTERACTIVE
        ours_counts = ours is not None and ours.role in trees.INTERACTIVE
        if not theirs_counts and not ours_counts:
            continue
        same = browser is not None and ours is not None and (browser.role, browser.name) == (ours.role, ours.name)
        unread = any(at.tag in ("iframe", "frame") and at.backend not in both.ours for at in node.up())
        case = Case(node, browser, ours, unread)
        if not same:
            if (rule := rule_for(case)) is not None:
                tally.ruled[rule.name] += 1
                continue
            tally.wrong.append(case)
        tally.browsers += theirs_counts
        tally.ours += ours_counts
        tally.found += same
        tally.agreed += same
    return tally


async def main() -> int:
    options = _options()
    trees.unhurried()
    by_page: list[tuple[str, str, Tally]] = []
    async with async_playwright() as playwright:
        await register(playwright)
        browser = await launch(playwright)
        print(f"Chromium {browser.version}")
        print(HEAD)
        page = await (await browser.new_context(viewport={"width": 1280, "height": 720})).new_page()
        with pages(tuple(options.source), SOURCES + WIDGETS) as found:
            for source, entries in _chosen(found, options.pages, options.match).items():
                for name, url in entries:
                    if (tally := await _measure(page, source, name, url)) is not None:
                        by_page.append((source, name, tally))
                        if options.show:
                            _show(source, name, tally)
                print(_row(source, _sum(tally for of, _, tally in by_page if of == source)), flush=True)
        await browser.close()
    return _verdict(by_page, whole=not (options.source or options.match))


def _chosen(found: Iterator[tuple[str, str, str]], most: int, match: str) -> dict[str, list[tuple[str, str]]]:
    """``(name, url)`` of at most ``most`` pages of each source, spread over its list."""
    by_source: dict[str, list[tuple[str, str]]] = {}
    for source, name, url in found:
        if match in name:
            by_source.setdefault(source, []).append((name, url))
    return {source: _spread(entries, most) for source, entries in by_source.items()}


def _spread(entries: list[tuple[str, str]], most: int) -> list[tuple[str, str]]:
    step = max(1.0, len(entries) / most)
    return [entries[int(index * step)] for index in range(min(most, len(entries)))]


async def _visit(page: Page, source: str, url: str) -> None:
    """Open a page and wait until its scripts have built it.

    Raises:
        playwright.async_api.Error: it did not load in time.
    """
    await page.goto(url, wait_until="load", timeout=LOAD_MS)
    await page.wait_for_load_state("networkidle", timeout=LOAD_MS)
    if source == "miniwob" and await page.evaluate("typeof window.core?.startEpisodeReal") == "function":
        await page.evaluate(BEGIN_MINIWOB)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Our snapshot beside Chromium's accessibility tree.")
    parser.add_argument("--pages", type=int, default=45, help="pages of each source, spread over its list")
    parser.add_argument("--source", nargs="*", default=[], help="only these sources of the corpus")
    parser.add_argument("--match", default="", help="only pages whose name holds this")
    parser.add_argument("--show", action="store_true", help="print every disagreement, for mending")
    return parser.parse_args()


async def _measure(page: Page, source: str, name: str, url: str) -> Tally | None:
    """A page read both ways, in a protocol session of its own: what one page leaves in it must not reach the next."""
    try:
        await _visit(page, source, url)
        if (elements := await page.locator("*").count()) > LARGEST:
            print(f"left out {source} {name}: {elements} elements are too many for the browser's tree")
            return None
        cdp = await trees.attached(page)
        try:
            return compared(await trees.read(page, cdp))
        finally:
            await cdp.detach()
    except (PlaywrightError, BrowserError, trees.Restless) as error:
        print(f"left out {source} {name}: {str(error).splitlines()[0]}")
        return None


def _sum(tallies: Iterable[Tally]) -> Tally:
    total = Tally()
    for tally in tallies:
        total.add(tally)
    return total


HEAD = (
    f"{'source':12} {'pages':>6} {'browser has':>12} {'found':>7} {'%':>7} {'we have':>8} {'agreed':>7} {'%':>7} "
    f"{'by rules':>9} {'clickable':>10}"
)


def _row(source: str, tally: Tally) -> str:
    return (
        f"{source:12} {tally.pages:6} {tally.browsers:12} {tally.found:7} {tally.found_percent:7.2f} {tally.ours:8} "
        f"{tally.agreed:7} {tally.agreed_percent:7.2f} {sum(tally.ruled.values()):9} {tally.clickable:10}"
    )


def _show(source: str, name: str, tally: Tally) -> None:
    for case in tally.wrong:
        print(f"  {source} {name} {case.node} in {case.node.root}\n    browser {case.browser}\n    ours    {case.ours}")


def _verdict(by_page: list[tuple[str, str, Tally]], whole: bool) -> int:
    """Print the sums, and say whether they meet the goal. ``whole``: the number of pages counts too."""
    total = _sum(tally for _, _, tally in by_page)
    print(_row("all", total))
    print(f"\nDeliberate differences: {len(RULES)} rules, {total.ruled_percent:.2f} % of {total.elements} elements")
    for rule in RULES:
        print(f"  {total.ruled[rule.name]:6} {rule.name}: {rule.reason}")
    worst = sorted(by_page, key=lambda entry: len(entry[2].wrong), reverse=True)[:8]
    print("\nWorst pages")
    for source, name, tally in worst:
        if tally.wrong:
            print(f"  {len(tally.wrong):6} of {tally.elements} in {source} {name}")
    missed = [goal for met, goal in _goals(total, whole) if not met]
    print("\n" + ("\n".join(f"Not met: {goal}" for goal in missed) if missed else "The goal is met."))
    return 1 if missed else 0


def _goals(total: Tally, whole: bool) -> Iterator[tuple[bool, str]]:
    yield total.found_percent >= FOUND_GOAL, f"{FOUND_GOAL} % of the browser's elements found"
    yield total.agreed_percent >= OURS_GOAL, f"{OURS_GOAL} % of ours in the browser's tree"
    yield total.ruled_percent <= RULED_GOAL, f"at most {RULED_GOAL} % of the elements taken by rules"
    yield len(RULES) <= MOST_RULES, f"at most {MOST_RULES} rules"
    yield not whole or total.pages >= LEAST_PAGES, f"at least {LEAST_PAGES} pages"


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
