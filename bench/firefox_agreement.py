"""Our full snapshot in Firefox beside our full snapshot in Chromium: interactive elements by role and name.

Firefox hands out no accessibility tree over BiDi, so this is how the two are kept alike: what the kit reports there is
compared with what it reports where `bench.agreement` judges it. Elements are matched by number of each role and name.
What else has a ref is counted apart: only Chromium's own protocol shows what is clickable by a listener alone.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from playwright.async_api import Browser, Page, Playwright
from playwright.async_api import Error as PlaywrightError

from bench.trees import INTERACTIVE
from bench.visits import visit
from handrail.browser.page.page_context import PageContext
from handrail.browser.page.refs import Refs
from handrail.browser.process.launch_args import FIREFOX_ENV, FIREFOX_PREFS
from handrail.browser.reading.page_reader import PlaywrightReader
from handrail.browser.types.errors import BrowserError

ElementCounts = Counter[tuple[str, str]]
GOAL = 99.0
HEAD = f"{'source':12} {'pages':>6} {'Chromium':>9} {'Firefox':>8} {'same':>7} {'%':>7} {'other refs':>13}"


@dataclass
class Sum:
    pages: int = 0
    chromium: int = 0
    firefox: int = 0
    same: int = 0
    others: Counter[str] = field(default_factory=Counter)

    def add(self, chromium: ElementCounts, firefox: ElementCounts) -> None:
        ours, theirs = _interactive(chromium), _interactive(firefox)
        self.pages += 1
        self.chromium += ours.total()
        self.firefox += theirs.total()
        self.same += (ours & theirs).total()
        self.others["chromium"] += chromium.total() - ours.total()
        self.others["firefox"] += firefox.total() - theirs.total()

    @property
    def percent(self) -> float:
        most = max(self.chromium, self.firefox)
        return 100 * self.same / most if most else 0.0

    def row(self, source: str) -> str:
        others = f"{self.others['chromium']} / {self.others['firefox']}"
        return (
            f"{source:12} {self.pages:6} {self.chromium:9} {self.firefox:8} {self.same:7} {self.percent:7.2f} "
            f"{others:>13}"
        )


async def compare(
    playwright: Playwright, chromium: Browser, pages: Mapping[str, Sequence[tuple[str, str]]], show: bool
) -> int:
    """Read every page in both browsers and print the sums.

    Args:
        pages: ``(name, url)`` of each source.
        show: print what only one of them reports.

    Returns:
        An exit code: 1 where fewer than `GOAL` percent are the same.
    """
    firefox = await _firefox(playwright)
    views = [
        await (await browser.new_context(viewport={"width": 1280, "height": 720})).new_page()
        for browser in (chromium, firefox)
    ]
    total = Sum()
    print(f"Firefox {firefox.version}\n{HEAD}")
    for source, entries in pages.items():
        part = Sum()
        for name, url in entries:
            try:
                first, second = [await _count_elements(page, source, url) for page in views]
            except (PlaywrightError, BrowserError) as error:
                print(f"left out {source} {name}: {str(error).splitlines()[0]}")
                continue
            part.add(first, second)
            total.add(first, second)
            if show:
                _show(source, name, _interactive(first), _interactive(second))
        print(part.row(source), flush=True)
    print(total.row("all"))
    await firefox.close()
    print("The goal is met." if total.percent >= GOAL else f"Not met: {GOAL} % the same in both browsers")
    return 0 if total.percent >= GOAL else 1


async def _firefox(playwright: Playwright) -> Browser:
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    return await playwright.firefox.launch(
        channel="moz-firefox", executable_path=path, firefox_user_prefs=FIREFOX_PREFS, env={**os.environ, **FIREFOX_ENV}
    )


async def _count_elements(page: Page, source: str, url: str) -> ElementCounts:
    await visit(page, source, url)
    snapshot = await PlaywrightReader(PageContext("t1", page, Refs())).snapshot("full", max_chars=10**9)
    return Counter((node.role, " ".join(node.name.raw.split())) for node in snapshot.nodes if node.ref)


def _interactive(counts: ElementCounts) -> ElementCounts:
    return Counter({key: count for key, count in counts.items() if key[0] in INTERACTIVE})


def _show(source: str, name: str, chromium: ElementCounts, firefox: ElementCounts) -> None:
    for browser, only in (("Chromium", chromium - firefox), ("Firefox", firefox - chromium)):
        for (role, text), count in only.items():
            print(f'  {source} {name}: only {browser} {count} x {role} "{text[:100]}"')
