"""What the pipeline costs a call: its own milliseconds, without the browser's, and the questions to the page.

    python -m bench.pipeline [--rounds 200]

Two tools that do nothing are called as a model calls them, on a page with a form: one that reads, one that changes. The
time in which the pipeline waits for the browser (a question to the kit, the page coming to rest) is taken off; what is
left is parsing, policy, events and the result. The limits: under 1 ms, no question for a read and at most one for a
change. Then each common act is carried out, and the questions of its facts and its handler are counted. Exits with 1
where a limit is exceeded.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from typing import Any

from tests.pages import PageServer

from handrail import Session
from handrail.browser.page.kit_client import Kit
from handrail.browser.tabs.tabs import PlaywrightTabs
from handrail.browser.types.acts import ActionEffects
from handrail.results import Ok
from handrail.tools.core.context import Context
from handrail.tools.core.table import Params, Security, Table, tool

LIMIT_MS = 1.0
PAGE = """<title>Form</title><form method=post><label>Name <input name=name></label>
<label>Size <select name=size><option>Small<option>Large</select></label><label><input type=checkbox> Gift</label>
<button type=button>Save</button></form>"""
ACTS: dict[str, tuple[str, dict[str, Any], int]] = {
    "click": ("Save", {}, 3),
    "fill": ("Name", {"value": "blue"}, 4),
    "select": ("Size", {"values": ["Large"]}, 3),
    "check": ("Gift", {}, 5),
    "focus": ("Name", {}, 3),
}
"""Tool: name of its element, its parameters, and the most questions that one call may ask the page; one is what is
judged again before each press."""


class Nothing(Params):
    pass


class OnRef(Params):
    ref: str


@tool(
    effect="read",
    example={},
    security=Security(reads_page=True, changes_state=False, sends_data=False, takes_text=True),
)
async def peek(_ctx: Context, _p: Nothing) -> Ok:
    """Does nothing."""
    return Ok()


@tool(
    effect="change",
    capability="hover",
    example={"ref": "e1"},
    security=Security(reads_page=False, changes_state=True, sends_data=False, takes_text=False),
)
async def nudge(_ctx: Context, _p: OnRef) -> Ok:
    """Does nothing."""
    return Ok()


class Waiting:
    """How long the pipeline waited for the browser, and how often it asked the page."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.questions = 0

    @contextmanager
    def counted(self) -> Iterator[None]:
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.seconds += time.perf_counter() - begun


def watch_the_browser(waiting: Waiting) -> None:
    """Count what the browser is asked; the calls work as usual."""
    ask, watch = Kit.ask, PlaywrightTabs.watch

    async def counted_ask(*args: Any, **named: Any) -> Any:
        waiting.questions += 1
        with waiting.counted():
            return await ask(*args, **named)

    @asynccontextmanager
    async def counted_watch(tabs: PlaywrightTabs, **named: Any) -> AsyncIterator[ActionEffects]:
        manager: AbstractAsyncContextManager[ActionEffects] = watch(tabs, **named)
        with waiting.counted():
            after = await manager.__aenter__()
        yield after
        questions, seconds = waiting.questions, waiting.seconds
        begun = time.perf_counter()
        await manager.__aexit__(None, None, None)
        # Coming to rest asks the page too; that is no part of the pipeline's own work.
        waiting.questions, waiting.seconds = questions, seconds + time.perf_counter() - begun

    Kit.ask = counted_ask  # type: ignore[method-assign]  # every question is counted
    PlaywrightTabs.watch = counted_watch  # type: ignore[assignment,method-assign]  # every watch is counted


async def measure(
    session: Session, waiting: Waiting, name: str, rounds: int, **params: Any
) -> tuple[float, float, int]:
    """Milliseconds of the pipeline's own work (median, 95th percentile), and the most questions of one call."""
    own, questions = [], 0
    for _ in range(rounds):
        # What a loss of the browser would need is copied after a call, which nobody waits for.
        await session.recovery.copies.wait()
        waiting.seconds, waiting.questions = 0.0, 0
        begun = time.perf_counter()
        result = await session.call_as("model", name, **params)
        own.append(1000 * (time.perf_counter() - begun - waiting.seconds))
        questions = max(questions, waiting.questions)
        assert result.ok, result.error
    return statistics.median(own), statistics.quantiles(own, n=20)[-1], questions


async def main() -> int:
    parser = argparse.ArgumentParser(description="What the pipeline costs a call.")
    parser.add_argument("--rounds", type=int, default=200, help="calls of each kind")
    rounds = parser.parse_args().rounds
    waiting = Waiting()
    watch_the_browser(waiting)
    serve = PageServer()
    table = Table([peek.record, nudge.record, *Table.load()])
    with tempfile.TemporaryDirectory() as folder:
        async with Session(table=table, run_dir=folder, headless=True, trust=[serve.origin]) as session:
            await session.call("goto", url=serve(PAGE))
            refs = {node.name.raw: node.ref for node in (await session.snapshot()).controls}
            read = await measure(session, waiting, "peek", rounds)
            change = await measure(session, waiting, "nudge", min(rounds, 100), ref=refs["Name"])
            acts = {}
            for name, (element, params, _) in ACTS.items():
                acts[name] = (await measure(session, waiting, name, 2, ref=refs[element], **params))[2]
    serve.stop()
    passed = True
    for name, (median, slow, questions), most in (("read", read, 0), ("change", change, 1)):
        passed &= median < LIMIT_MS and questions <= most
        print(
            f"{name:<8} own work {median:.2f} ms in the median, {slow:.2f} ms at the 95th percentile (limit {LIMIT_MS})"
        )
        print(f"{'':<8} questions to the page {questions} (limit {most})")
    for name, (_, _, most) in ACTS.items():
        passed &= acts[name] <= most
        print(f"{name:<8} questions to the page {acts[name]} (limit {most})")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
