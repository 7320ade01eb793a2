"""Run both sides and print their ratios.

    python -m bench.peers [--tasks 12] [--show]

Each side has an environment of its own in the cache folder, set up once: browser-use at an exact version, Handrail's
packages at those of the lock file.

Seconds are over their goal of 0.25: the page's own loading and Playwright's click (the first line that is printed) are
0.2. Model calls are over theirs with planning on, since a plan that no page has a say in is a call of its own; with
several calls a turn both sides need one to act, one to end and one to judge at the least.

Memory is over its goal: 234 to 245 MiB (proportional set size) against 158, a ratio of 1.5. Playwright's driver, a
process of Node.js, has 48 for its program and 68 to 81 for its data: 43 of these are its own code and what that makes
when it is loaded, before any browser. Our Python has 95 in the first task, of which a provider's packages are 45
(pydantic-ai 22, OpenAI's 12, prices and a client 7, their files), and 119 in the twelfth: each browser leaves 2 behind
in objects of Playwright's that hold each other, which Python's collector takes when a quarter more have come than there
were.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import threading
import tomllib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from bench.memory import family, pss
from bench.peers.server import ModelServer
from bench.peers.task_progress import ModelRequest
from bench.peers.tasks import TASKS
from handrail.demo import DemoSite

VERSION = "0.13.14"
GOALS = {"seconds per step": 0.25, "characters per step": 0.3, "model calls": 1.0, "memory": 0.7}
ROOT = Path(__file__).parents[2]
LIMIT = 900
"""Seconds that one side may take for all its tasks."""


@dataclass
class Measured:
    """What one side needed, over all tasks of a run."""

    steps: list[float] = field(default_factory=list)
    characters: list[int] = field(default_factory=list)
    calls: list[int] = field(default_factory=list)
    memory: float = 0.0
    skipped: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)


def their_python() -> Path:
    """The Python of browser-use's environment."""
    return _environment(f"browser-use-{VERSION}", [f"browser-use=={VERSION}"])


def our_python() -> Path:
    """The Python of an environment with what Handrail needs, at the versions of the lock file, and no more: what the
    tests need beside it would be imported by some packages because it is there (trio by httpcore2, 4 MiB)."""
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    lock = ROOT / "requirements-dev.lock"
    digest = hashlib.sha256("".join([*needed, lock.read_text()]).encode()).hexdigest()[:12]
    return _environment(f"handrail-{digest}", ["-c", str(lock), *needed])


def _environment(name: str, requirements: Sequence[str]) -> Path:
    """The Python of an environment with these packages, made once."""
    folder = user_cache_path("handrail") / "peers" / name
    python = folder / "bin" / "python"
    if not (folder / "ready").exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", *requirements], check=True, timeout=LIMIT)
        (folder / "ready").touch()
    return python


def run_side(
    side: str, python: Path, server: ModelServer, site: DemoSite, count: int, *, judged: bool, several: bool
) -> Measured:
    """One side at all tasks, in a process of its own."""
    base = site.url.rstrip("/")
    tasks = [
        {
            "words": task.words,
            "url": base + task.path,
            "origin": base,
            "model": server.url(side, number, several=several),
        }
        for number, task in enumerate(TASKS[:count])
    ]
    measured = Measured()
    script = ["-m", "bench.peers.ours"] if side == "ours" else [str(Path(__file__).with_name("theirs.py"))]
    out, measured.memory = _run([str(python), *script], {"tasks": tasks, "judged": judged})
    measured.lines = [line for line in out.splitlines() if line.startswith("{")]
    if len(measured.lines) < count:
        print(f"{side} ended early", file=sys.stderr)
    for number in range(count):
        progress = server.runs[f"{side}-{number}"]
        measured.steps += _between(progress.requests)
        measured.characters += [one.characters for one in progress.requests if one.purpose == "act"]
        measured.calls.append(len(progress.requests))
        measured.skipped += progress.skipped
    return measured


def bare(site: DemoSite) -> list[float]:
    """Seconds that Playwright alone takes from a click on a link of the tasks until the next page is parsed."""
    tasks = [{"url": site.url.rstrip("/") + task.path} for task in TASKS]
    out, _ = _run([sys.executable, "-m", "bench.peers.bare"], {"tasks": tasks})
    return [seconds for line in out.splitlines() for seconds in json.loads(line)]


def _run(command: Sequence[str], plan: dict[str, Any]) -> tuple[str, float]:
    """What a side prints, and its peak memory (MiB)."""
    executable = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert executable is not None, "there is no Chromium here"
    with subprocess.Popen(
        [*command, json.dumps({**plan, "executable": executable})],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
        start_new_session=True,
    ) as process:
        peak = _Peak(process.pid)
        try:
            out, errors = process.communicate(timeout=LIMIT)
        finally:
            memory = peak.stop()
            # browser-use leaves a browser behind for each task, which would slow down whoever comes next.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    if process.returncode:
        print(errors[-800:], file=sys.stderr)
    return out, memory


def _between(requests: Sequence[ModelRequest]) -> list[float]:
    """Seconds from each decision until the next one is asked for: acting, settling, looking, building the prompt."""
    acts = [one for one in requests if one.purpose == "act"]
    return [later.came - before.answered for before, later in pairwise(acts)]


class _Peak:
    """The most memory (MiB, proportional set size) of a process and its children, browsers left out, as it goes."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._most = 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def stop(self) -> float:
        self._over.set()
        self._thread.join()
        return self._most

    def _watch(self) -> None:
        while not self._over.wait(0.2):
            self._most = max(self._most, sum(map(pss, self._family())))

    def _family(self) -> list[int]:
        return [pid for pid in family(self._pid) if "chrom" not in _program(pid)]


def _program(pid: int) -> str:
    """The file that a process runs. Not its name: some of Chromium's are called ``exe``."""
    try:
        return Path(f"/proc/{pid}/exe").readlink().name
    except OSError:
        return "chrom: gone"


def compare(ours: Measured, theirs: Measured, *, several: bool) -> bool:
    """Print the ratios of one setting; whether each is within its goal."""
    goals = {**GOALS, "model calls": 0.7 if several else 1.0}
    print(f"  {'':22}{'ours':>10}{'theirs':>12}{'ratio':>8}{'goal':>7}")
    values = {
        "seconds per step": (statistics.median(ours.steps), statistics.median(theirs.steps)),
        "characters per step": (statistics.median(ours.characters), statistics.median(theirs.characters)),
        "model calls": (statistics.median(ours.calls), statistics.median(theirs.calls)),
        "memory": (ours.memory, theirs.memory),
    }
    ratios = {name: mine / other for name, (mine, other) in values.items()}
    for name, ratio in ratios.items():
        mine, other = values[name]
        over = "  over" if ratio > goals[name] else ""
        print(f"  {name:22}{mine:>10.3f}{other:>12.3f}{ratio:>8.2f}{goals[name]:>7.2f}{over}")
    for side, one in (("ours", ours), ("theirs", theirs)):
        if one.skipped:
            print(f"  {side} went without: {', '.join(sorted(set(one.skipped)))}")
    return all(ratio <= goals[name] for name, ratio in ratios.items())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=len(TASKS))
    parser.add_argument("--show", action="store_true", help="print how each task ended")
    arguments = parser.parse_args()
    pythons = {"theirs": their_python(), "ours": our_python()}
    fine = True
    with DemoSite() as site:
        clicks = bare(site)
        print(
            f"Playwright alone, from a click on a link until the next page is parsed: {statistics.median(clicks):.3f} s"
        )
        for judged in (True, False):
            for several in (False, True):
                server = ModelServer()
                measured = {
                    side: run_side(side, python, server, site, arguments.tasks, judged=judged, several=several)
                    for side, python in pythons.items()
                }
                server.stop()
                words = "with" if judged else "without"
                turns = "several calls a turn" if several else "one call a turn"
                print(f"\n{words} planning and judging, {turns}:")
                fine &= compare(measured["ours"], measured["theirs"], several=several)
                if arguments.show:
                    for side, one in measured.items():
                        print(f"    {side}, model calls of each task: {one.calls}")
                        print("\n".join(f"    {side} {line}" for line in one.lines))
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
