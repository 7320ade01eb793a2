"""Plays and replays: see `bench.minds`."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from bench.minds import __doc__ as usage
from bench.minds.desk import Desk, answer_to, newest
from bench.minds.recording import FOLDER, Recorded, decisions
from bench.minds.tasks import MindTask, load, open_site
from handrail import Agent, Session
from handrail.models.protocol import Model

PATIENCE = 120
"""Seconds that `next` waits for a request."""
ENDING = "end.txt"
"""In a played folder: how the run ended."""

M = TypeVar("M", bound=Model)


async def carry_out(task: MindTask, make_model: Callable[[str], M]) -> tuple[M, list[str]]:
    """Carry a task out, the user trusting its site; return the model and what is wrong at the end."""
    with open_site(task.site) as site:
        model = make_model(site)
        async with Session(model=model, trust=[site]) as session:
            result = await Agent(session, model=model).run(task.task, url=f"{site}/{task.start}")
            print(f"{task.name}: {result.outcome}: {result.answer}", *result.doubts, sep="\n  ", file=sys.stderr)
            return model, await task.faults(result, session, site)


def replay(names: list[str]) -> int:
    """Carry out recorded decisions and print the table; return how many ended wrongly."""
    tasks, wrong, all_sizes = load(), 0, list[list[int]]()
    print(f"{'task':28} {'end':6} requests  mean    most  characters")
    for name in names or sorted(one.stem for one in FOLDER.glob("*.json")):
        decided = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
        model, faults = asyncio.run(carry_out(tasks[name], partial(Recorded, decided)))
        sizes = [size for _, size in model.sizes]
        all_sizes.append(sizes)
        wrong += bool(faults)
        mean = sum(sizes) // len(sizes)
        print(f"{name:28} {'wrong' if faults else 'right':6} {len(sizes):8} {mean:6,} {max(sizes):7,} {sum(sizes):11,}")
        print(*(f"    {fault}" for fault in faults), sep="\n", end="\n" if faults else "")
    count = sum(map(len, all_sizes))
    print(f"{len(all_sizes)} tasks, {wrong} wrong, {count / max(len(all_sizes), 1):.1f} requests a task, ", end="")
    print(f"{sum(map(sum, all_sizes)) // max(count, 1):,} characters a request")
    return wrong


def wait_for_request(folder: Path) -> str:
    """What the model is newly sent, as soon as something is asked; how the run ended, where it has."""
    end, ending = time.monotonic() + PATIENCE, folder / ENDING
    while not (shown := newest(folder)) and not ending.exists() and time.monotonic() < end:
        time.sleep(0.2)
    return shown or (ending.read_text("utf-8") if ending.exists() else "Nothing is asked.")


def play(name: str, folder: Path) -> None:
    """Carry a task out with whoever answers in the folder, and say there and here how it ended."""
    _, faults = asyncio.run(carry_out(load()[name], lambda _: Desk(folder)))
    ending = "\n".join(["The run has ended.", *(faults or ["It ended rightly."])])
    (folder / ENDING).write_text(ending, "utf-8")
    print(ending)


def write_answer(folder: Path, text: str) -> None:
    """Answer the request that waits.

    Raises:
        ValueError: it is not JSON.
    """
    json.loads(text)
    request = next(one for one in sorted(folder.glob("*.request.json")) if not answer_to(one).exists())
    part = answer_to(request).with_suffix(".part")
    part.write_text(text)
    part.rename(answer_to(request))


def main() -> int:
    match sys.argv[1:]:
        case ["list"]:
            for task in load().values():
                print(f"{task.name:28} {task.kind:10} {task.site:6} {task.task}")
        case ["play", name, folder]:
            play(name, Path(folder))
        case ["next", folder]:
            print(wait_for_request(Path(folder)))
        case ["answer", folder, text]:
            write_answer(Path(folder), text)
        case ["record", name, folder]:
            decided = json.dumps(decisions(Path(folder)), ensure_ascii=False, indent=1)
            (FOLDER / f"{name}.json").write_text(decided + "\n", "utf-8")
        case ["replay", *names]:
            return replay(names)
        case _:
            print(usage)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
