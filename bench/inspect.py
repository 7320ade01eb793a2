"""search_page and find_elements on big pages, against a bare round trip that carries the same bytes.

The bare round trip is an operation of the kit that does nothing but hand over a string: as long as the page's HTML,
and, for comparison, as long as its text. The calls go through a session, as an agent's do. Each round takes one of
each in turn, so that a busy machine slows all alike; what is printed are medians.

    python -m bench.inspect                       a page made here, and the Node.js documentation where it can be had
    python -m bench.inspect all.html --rounds 9   pages of your own, of 1 MB or more
    python -m bench.inspect --browser firefox
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from handrail import Session
from handrail.browser.page import kit_source, kit_worlds

LIMIT = 2.0
"""Times the bare round trip of the page's bytes that a call may take."""
LEAST = 1_000_000
"""Characters of HTML from which on a page counts."""

CALLS: dict[str, tuple[str, dict[str, Any]]] = {
    "search: phrase": ("search_page", {"pattern": "child process"}),
    "search: not there": ("search_page", {"pattern": "no such phrase"}),
    "search: frequent": ("search_page", {"pattern": "the"}),
    "search: regex": ("search_page", {"pattern": r"chil\w+\s+process", "regex": True}),
    "search: open regex": ("search_page", {"pattern": r"\d{4,}", "regex": True}),
    "find: h2": ("find_elements", {"selector": "h2"}),
    "find: links": ("find_elements", {"selector": "a[href]", "max_results": 20}),
    "find: all": ("find_elements", {"selector": "*", "max_results": 20}),
}

BARE = """
$operations.operations.bare = ({ length }) => {
  bareTexts[length] ??= document.documentElement.outerHTML.repeat(9).slice(0, length);
  return bareTexts[length];
};
const bareTexts = {};
"""


def teach_the_kit() -> None:
    """Add the bare operation to the kit of browsers that are opened from now on."""
    script = kit_source.world_script().replace("return kit;", BARE + "return kit;")
    kit_worlds.world_script = lambda: script  # type: ignore[attr-defined,assignment]  # another kit is measured


def made_page(size: int = 1_500_000) -> str:
    """A catalogue: cards with headings, lists, tables, code and links, of at least ``size`` characters."""
    cards: list[str] = []
    length = 0
    while length < size:
        at = len(cards)
        runs_as = "<i>child process</i>" if at % 40 == 0 else "<i>part</i>"
        cards.append(
            f'<article class="card" id="c{at}"><h2>Item {at}</h2><p>A <b>product</b> that runs as a {runs_as} of the '
            f'shop, with <a href="/item/{at}">a page of its own</a> and <code>key_{at * 7919}</code>.</p>'
            f"<ul><li>First of the facts</li><li>Second <em>fact</em> of {at}</li></ul><table><tr><th>Price<td>"
            f"${at % 90}.00<tr><th>Stock<td>{at % 13}</table><button>Add to basket</button></article>\n"
        )
        length += len(cards[-1])
    return f"<!doctype html><title>Catalogue</title><h1>Catalogue</h1><main>{''.join(cards)}</main>"


async def timed(work: Callable[[], Awaitable[Any]]) -> float:
    began = time.perf_counter()
    await work()
    return (time.perf_counter() - began) * 1000


async def measure(session: Session, rounds: int) -> dict[str, float]:
    """Median milliseconds of each call and of the bare round trips."""
    page = session.tab.page
    html = len(await page.content())
    if html < LEAST:
        sys.exit(f"The page has {html:,} characters of HTML; take one of {LEAST:,} or more.")
    kit = session.tab.core.kit
    read = await kit.ask(page.main_frame, "text", timeout=30, near=None, ms=30_000)
    text = len(read.data["text"])

    def bare(length: int) -> Callable[[], Awaitable[Any]]:
        return lambda: kit.ask(page.main_frame, "bare", timeout=30, length=length)

    def call(name: str, params: dict[str, Any]) -> Callable[[], Awaitable[Any]]:
        async def work() -> None:
            result = await session.call(name, **params)
            if not result.ok:
                sys.exit(f"{name} failed: {result.error}")

        return work

    works = {"bare: page": bare(html), "bare: text": bare(text)}
    works |= {label: call(name, params) for label, (name, params) in CALLS.items()}
    times: dict[str, list[float]] = {label: [] for label in works}
    for index in range(rounds + 1):
        for label, work in works.items():
            took = await timed(work)
            if index:  # the first round lets the browser compute styles that later ones find made
                times[label].append(took)
    print(f"  {html:,} characters of HTML, {text:,} of text")
    return {label: statistics.median(taken) for label, taken in times.items()}


def report(medians: dict[str, float]) -> bool:
    """Print a page's ratios; whether all are within the limit."""
    page, text = medians["bare: page"], medians["bare: text"]
    print(f"  {'':20} {'ms':>7} {'x page':>7} {'x text':>7}")
    for label, ms in medians.items():
        print(f"  {label:20} {ms:7.0f} {ms / page:7.2f} {ms / text:7.2f}")
    return all(ms <= LIMIT * page for label, ms in medians.items() if not label.startswith("bare"))


def targets(paths: list[Path], stack: ExitStack) -> Iterator[tuple[str, str]]:
    """``(name, url)`` of the pages to measure."""
    from bench.corpus import SOURCES, Unavailable, serve_folder

    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    (folder / "made.html").write_text(made_page(), "utf-8")
    if not paths:
        yield "made page", stack.enter_context(serve_folder(folder)).origin + "/made.html"
        try:
            paths = [next(source.prepare() for source in SOURCES if source.name == "nodejs") / "all.html"]
        except Unavailable as reason:
            print(f"skipped nodejs: {reason}")
    for path in paths:
        yield path.name, f"{stack.enter_context(serve_folder(path.resolve().parent)).origin}/{path.name}"


async def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--browser", default="chromium")
    chosen = parser.parse_args()
    teach_the_kit()
    within = True
    with ExitStack() as stack:
        for name, url in targets(chosen.pages, stack):
            run_dir = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            async with Session(browser=chosen.browser, headless=True, run_dir=run_dir, call_timeout=300) as session:
                opened = await session.call("goto", url=url)
                if not opened.ok:
                    sys.exit(f"{name}: {opened.error}")
                print(f"{name} in {chosen.browser}")
                within = report(await measure(session, chosen.rounds)) and within
    print(f"{'Within' if within else 'NOT within'} {LIMIT:g} times the bare round trip of the page's bytes.")
    return 0 if within else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
