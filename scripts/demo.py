"""The main job, twice, on the demo shop: a question, then a task that acts. Run by `make demo`."""

from __future__ import annotations

import asyncio
import shutil
import sys
from pathlib import Path

from handrail import Agent, Session
from handrail.cli.event_views import TerminalView
from handrail.demo import serve
from handrail.models import choose_model

OUTPUT = Path("demo-output")
TASKS = (
    ("question", "How many pricing tiers are there?", "pricing"),
    ("task", "Search for lamp, open Reading Lamp, click Add to basket, then open the basket", ""),
)


async def main() -> int:
    """Carry out both tasks and leave a picture of where each ended. Returns the exit code."""
    shutil.rmtree(OUTPUT, ignore_errors=True)
    outcomes = []
    with serve() as shop:
        print(f"The demo shop is open at {shop.url}\n", flush=True)
        for name, task, page in TASKS:
            outcomes.append(await carry_out(name, task, shop.url + page))
    pictures = "\n".join(f"  {OUTPUT / name}.jpg" for name, _, _ in TASKS)
    print(f"Pictures of where each task ended:\n{pictures}\n")
    print("Next, also for the commands above:\n  . .venv/bin/activate\n  handrail run --help")
    return 0 if outcomes == ["done", "done"] else 1


async def carry_out(name: str, task: str, url: str) -> str:
    """One task in a session of its own; returns its outcome."""
    # The demo must run on a machine without a key, and cost nothing on one that has one.
    model, why = choose_model("offline")
    view = TerminalView()
    view.model(model.name, why)
    async with Session(model=model, headless=True, run_dir=OUTPUT / name) as session:
        session.events.subscribe(view.on_event)
        with view.status:
            result = await Agent(session).run(task, url=url)
        view.result(result)
        picture = await session.call("screenshot")
        for attachment in picture.attachments:
            (OUTPUT / f"{name}.jpg").write_bytes(attachment.data)
    # At once, also into a file or a pipe: most of what stands around it goes to standard error.
    print(flush=True)
    return result.outcome


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
