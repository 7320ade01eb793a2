"""What it costs that Chromium holds requests until they are judged.

    python -m bench.held_requests [--rounds 20]

Two sessions in turns, in browsers of their own: in one the user acts, whose requests are not held, in the other a
model. A page of 50 parts (40 pictures, 10 that a script fetches) is opened by both, and a button that sends a POST is
clicked. Prints the medians and ratios. The limits: 1.1 times for the page, 30 ms more for the click, and the second
opening takes its pictures from the cache. Exits with 1 where a limit is exceeded.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path

from tests.pages import PageServer, Reply

from handrail import Session
from handrail.policy.facts import Caller

PAGE_FACTOR, CLICK_SECONDS = 1.1, 0.030
PICTURES, FETCHES = 40, 10
PICTURE = b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>"


def serve_parts(serve: PageServer) -> str:
    for number in range(PICTURES):
        reply = Reply(PICTURE, content_type="image/svg+xml", headers={"Cache-Control": "max-age=600"})
        serve.put(f"/picture{number}", reply)
    for number in range(FETCHES):
        serve.put(f"/data{number}", Reply(b"{}", content_type="application/json"))
    serve.put("/view", Reply(b"{}", content_type="application/json"))
    pictures = "".join(f"<img src=/picture{number}>" for number in range(PICTURES))
    script = f"""<script>
      const parts = Array.from({{ length: {FETCHES} }}, (_, number) => fetch('/data' + number));
      const loaded = Promise.all([...parts, new Promise(done => addEventListener('load', done))]);
    </script>"""
    sends = "<button onclick=\"fetch('/view', { method: 'POST' })\">Show</button>"
    return serve(f"<title>Parts</title>{script}{sends}{pictures}", "/parts")


async def seconds_to_open(session: Session, url: str) -> float:
    """Until every part of the page is there, beside what Handrail waits for."""
    page = session.tab.page
    started = time.perf_counter()
    await page.goto(url)
    await page.evaluate("() => loaded")
    return time.perf_counter() - started


async def seconds_to_click(session: Session, caller: Caller) -> float:
    snapshot = await session.snapshot()
    ref = next(node.ref for node in snapshot.nodes if node.ref and node.name.raw == "Show")
    started = time.perf_counter()
    assert (await session.call_as(caller, "click", ref=ref)).ok
    return time.perf_counter() - started


async def measure(rounds: int) -> bool:
    serve = PageServer()
    url = serve_parts(serve)
    opened: dict[Caller, list[float]] = {"user": [], "model": []}
    clicked: dict[Caller, list[float]] = {"user": [], "model": []}
    with tempfile.TemporaryDirectory() as folder:
        async with AsyncExitStack() as stack:
            sessions = {
                caller: await stack.enter_async_context(
                    Session(headless=True, allow_origins=[serve.origin], run_dir=Path(folder) / caller)
                )
                for caller in opened
            }
            for caller, session in sessions.items():
                await session.call("goto", url=url)
                await seconds_to_click(session, caller)
            for number in range(rounds):
                for caller in sorted(opened, reverse=bool(number % 2)):
                    opened[caller].append(await seconds_to_open(sessions[caller], url))
                    clicked[caller].append(await seconds_to_click(sessions[caller], caller))
            asked = sum(request.path.startswith("/picture") for request in serve.requests)
    serve.stop()
    factor = statistics.median(a / b for a, b in zip(opened["model"], opened["user"], strict=True))
    more = statistics.median(a - b for a, b in zip(clicked["model"], clicked["user"], strict=True))
    for name, taken in (("page of 50 parts", opened), ("click that sends", clicked)):
        free_ms, held_ms = (1000 * statistics.median(taken[caller]) for caller in ("user", "model"))
        print(f"{name}: {held_ms:.0f} ms held, {free_ms:.0f} ms free")
    print(f"page: {factor:.2f} times (limit {PAGE_FACTOR})")
    print(f"click: {1000 * more:+.0f} ms (limit {1000 * CLICK_SECONDS:.0f})")
    print(f"pictures asked of the server: {asked} of {2 * PICTURES * (rounds + 1)}")
    return factor <= PAGE_FACTOR and more <= CLICK_SECONDS and asked <= 2 * PICTURES * 2


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20)
    sys.exit(0 if asyncio.run(measure(parser.parse_args().rounds)) else 1)


if __name__ == "__main__":
    main()
