"""Memory and start time of many sessions in one program, beside contexts of bare Playwright.

    python -m bench.sessions [--counts 1,5,20] [--repeat 3]

Each side is a program of its own that opens so many sessions or contexts, one after the other, each with a page of the
demo shop, and then waits while its memory is read: Python, driver and browser together (proportional set size). Seconds
are until one is open, its page not counted. Of several repetitions the medians count. Ratios hold on a busy machine,
too; seconds do not.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

GOALS = {"MiB each further": 40.0, "seconds each further": 0.15}
GOAL_RATIO = 1.3
"""Memory of ours over Playwright's, with the most sessions."""


async def ours(count: int, url: str, _: str) -> None:
    from handrail import Session

    async with AsyncExitStack() as stack:
        seconds, sessions = [], []
        for _number in range(count):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            begun = time.perf_counter()
            sessions.append(await stack.enter_async_context(Session(headless=True, run_dir=folder)))
            seconds.append(time.perf_counter() - begun)
        for session in sessions:
            (await session.goto(url)).unwrap()
        await wait_until_measured(seconds)


async def playwright(count: int, url: str, executable: str) -> None:
    from playwright.async_api import async_playwright

    seconds, pages, begun = [], [], time.perf_counter()
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=executable, args=["--no-sandbox", "--site-per-process"])
        for _number in range(count):
            pages.append(await (await browser.new_context()).new_page())
            seconds.append(time.perf_counter() - begun)
            begun = time.perf_counter()
        for page in pages:
            await page.goto(url)
        await wait_until_measured(seconds)
        await browser.close()


SIDES = {"ours": ours, "Playwright": playwright}


async def wait_until_measured(seconds: list[float]) -> None:
    """Hand over the seconds, and stay open until standard input ends."""
    print("\n" + json.dumps(seconds), flush=True)
    await asyncio.to_thread(sys.stdin.read)


@dataclass(frozen=True)
class Measured:
    """Of one side with so many sessions.

    Attributes:
        memory: MiB in all.
        first: seconds until the first is open, with driver and browser.
        further: seconds of each further one; 0 where there is none.
    """

    memory: float
    first: float
    further: float


def measure(side: str, count: int, url: str, executable: str) -> Measured:
    from bench.memory import family, pss

    command = [sys.executable, "-m", "bench.sessions", "--side", side, str(count), url, executable]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        line = next((line for line in program.stdout if line.startswith("[")), "")
        if not line:
            raise SystemExit(f"{side} opened no {count} sessions.")
        memory = sum(map(pss, family(program.pid)))
        program.communicate("")
    first, *further = json.loads(line)
    return Measured(memory, first, statistics.median(further) if further else 0.0)


def compare(counts: list[int], repeat: int, executable: str) -> bool:
    """Measure both sides, and print the ratios; whether ours reaches its goals."""
    from handrail.demo import DemoSite

    measured: dict[str, dict[int, Measured]] = {side: {} for side in SIDES}
    with DemoSite() as site:
        for count in counts:
            print(f"\n{count} session{'s' if count > 1 else ''}:")
            for side in SIDES:
                runs = [measure(side, count, site.url, executable) for _ in range(repeat)]
                measured[side][count] = Measured(*map(statistics.median, zip(*map(_values, runs), strict=True)))
            for side, by_count in measured.items():
                print(_line(side, by_count[count], measured["Playwright"][count]))
    fewest, most = min(counts), max(counts)
    if fewest == most:
        return True
    mine = measured["ours"]
    each = {
        "MiB each further": (mine[most].memory - mine[fewest].memory) / (most - fewest),
        "seconds each further": mine[most].further,
    }
    ratio = mine[most].memory / measured["Playwright"][most].memory
    print(f"\n{'':24}{'ours':>8}{'goal':>8}")
    for name, value in each.items():
        print(f"{name:24}{value:>8.2f}{GOALS[name]:>8.2f}{'  over' if value > GOALS[name] else ''}")
    print(f"{f'memory ratio at {most}':24}{ratio:>8.2f}{GOAL_RATIO:>8.2f}{'  over' if ratio > GOAL_RATIO else ''}")
    return ratio <= GOAL_RATIO and all(value <= GOALS[name] for name, value in each.items())


def _values(one: Measured) -> tuple[float, float, float]:
    return one.memory, one.first, one.further


def _line(side: str, one: Measured, bare: Measured) -> str:
    further = f", each further {one.further:.3f} s ({one.further / bare.further:.2f})" if bare.further else ""
    return (
        f"  {side:12} {one.memory:7.0f} MiB ({one.memory / bare.memory:.2f} of Playwright's), first {one.first:.2f} s "
        f"({one.first / bare.first:.2f}){further}"
    )


def main() -> None:
    from handrail.browser.process.find import choose
    from handrail.browser.types.options import BrowserOptions

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--counts", default="1,5,20")
    parser.add_argument("--repeat", type=int, default=3)
    arguments = parser.parse_args()
    executable = str(choose(BrowserOptions(headless=True)).path)
    fine = compare([int(count) for count in arguments.counts.split(",")], arguments.repeat, executable)
    sys.exit(0 if fine else 1)


def run_side(side: str, count: str, url: str, executable: str) -> Any:
    asyncio.run(SIDES[side](int(count), url, executable))


if __name__ == "__main__":
    # A side imports nothing of ours but what it measures.
    run_side(*sys.argv[2:]) if sys.argv[1:2] == ["--side"] else main()
