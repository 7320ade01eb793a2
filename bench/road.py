"""What the road itself costs a call: its own milliseconds, without the browser's, and its questions to the page.

    python -m bench.road [--rounds 200]

Two tools that do nothing are called as a model calls them, on a page with a form: one that reads, one that changes. The
time in which the road waits for the browser (a question to the kit, the page coming to rest) is taken off; what is left
is parsing, policy, events and the result. The limits are those of issue 4: under 1 ms, no question for a read and at
most one for a change. Ends with 1 where one is passed.
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
from handrail.browser.page import kit_client
from handrail.browser.tabs.tabs import PlaywrightTabs
from handrail.browser.types.acts import ActionEffects
from handrail.results import Ok
from handrail.tools.core.context import Context
from handrail.tools.core.table import Params, Table, tool

LIMIT_MS = 1.0
PAGE = "<title>Form</title><form method=post><label>Name <input name=name></label><button>Save</button></form>"


class Nothing(Params):
    pass


class OnRef(Params):
    ref: str


@tool(effect="read", reads_page=True, changes_state=False, sends_data=False, takes_text=True, example={})
async def peek(_ctx: Context, _p: Nothing) -> Ok:
    """Does nothing."""
    return Ok()


@tool(
    effect="change",
    capability="hover",
    ref_fields=("ref",),
    reads_page=False,
    changes_state=True,
    sends_data=False,
    takes_text=False,
    example={"ref": "e1"},
)
async def nudge(_ctx: Context, _p: OnRef) -> Ok:
    """Does nothing."""
    return Ok()


class Waiting:
    """How long the road waited for the browser, and how often it asked the page."""

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
    """Count what the backend is asked for; the road goes its usual way."""
    ask, watch = kit_client.ask, PlaywrightTabs.watch

    async def counted_ask(*args: Any, **named: Any) -> Any:
        waiting.questions += 1
        with waiting.counted():
            return await ask(*args, **named)

    @asynccontextmanager
    async def counted_watch(tabs: PlaywrightTabs, **named: Any) -> AsyncIterator[ActionEffects]:
        manager: AbstractAsyncContextManager[ActionEffects] = watch(tabs, **named)
        with waiting.counted():
            after = await manager.__aenter__()
        questions, seconds = waiting.questions, waiting.seconds
        yield after
        begun = time.perf_counter()
        await manager.__aexit__(None, None, None)
        # Coming to rest asks the page too; that is the settling's, not the road's.
        waiting.questions, waiting.seconds = questions, seconds + time.perf_counter() - begun

    kit_client.ask = counted_ask
    PlaywrightTabs.watch = counted_watch  # type: ignore[assignment,method-assign]


async def measure(
    session: Session, waiting: Waiting, name: str, rounds: int, **params: Any
) -> tuple[float, float, int]:
    """Milliseconds of the road's own work (median, 95th percentile), and the most questions of one call."""
    own, questions = [], 0
    for _ in range(rounds):
        # What a loss of the browser would need is copied after a call, which nobody waits for.
        await session.recovery.copied()
        waiting.seconds, waiting.questions = 0.0, 0
        begun = time.perf_counter()
        result = await session.call_as("model", name, **params)
        own.append(1000 * (time.perf_counter() - begun - waiting.seconds))
        questions = max(questions, waiting.questions)
        assert result.ok, result.error
    return statistics.median(own), statistics.quantiles(own, n=20)[-1], questions


async def main() -> int:
    parser = argparse.ArgumentParser(description="What the road costs a call.")
    parser.add_argument("--rounds", type=int, default=200, help="calls of each kind")
    rounds = parser.parse_args().rounds
    waiting = Waiting()
    watch_the_browser(waiting)
    serve = PageServer()
    table = Table([peek.record, nudge.record, *Table.load()])
    with tempfile.TemporaryDirectory() as folder:
        async with Session(table=table, run_dir=folder, headless=True) as session:
            await session.call("goto", url=serve(PAGE))
            ref = next(node.ref for node in (await session.snapshot()).nodes if node.name.raw == "Name")
            read = await measure(session, waiting, "peek", rounds)
            change = await measure(session, waiting, "nudge", min(rounds, 100), ref=ref)
    serve.stop()
    passed = True
    for name, (median, slow, questions), most in (("read", read, 0), ("change", change, 1)):
        passed &= median < LIMIT_MS and questions <= most
        print(
            f"{name:<8} own work {median:.2f} ms in the median, {slow:.2f} ms at the 95th percentile (limit {LIMIT_MS})"
        )
        print(f"{'':<8} questions to the page {questions} (limit {most})")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
