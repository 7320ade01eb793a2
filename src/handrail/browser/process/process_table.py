"""Processes of this machine: who started whom, who still lives, and how to end a browser with all that it started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

GENTLE = 3.0
"""Seconds that a browser gets to write its profile before it is killed."""
LAST = 2.0
"""Seconds that the system gets to take a killed process away."""


@dataclass(frozen=True, slots=True)
class Process:
    """A living process. ``started`` tells it from a later one with the same number."""

    pid: int
    parent: int
    started: str


def table() -> dict[int, Process]:
    """Every living process by number; zombies are not among them. Empty on Windows, which ends trees by itself."""
    if sys.platform == "win32":
        return {}
    if sys.platform == "linux" and Path("/proc/self/stat").exists():
        return {process.pid: process for process in _from_proc()}
    return {process.pid: process for process in _from_ps()}


def children(pid: int, among: dict[int, Process]) -> list[Process]:
    return [process for process in among.values() if process.parent == pid]


def end(processes: Iterable[Process], *, gentle: bool = False) -> None:
    """End processes, each with its group, and wait until they are gone.

    Args:
        processes: those to end; one that is gone, or whose number another has now, is left alone.
        gentle: ask first, so that a profile is written, and kill what does not go.
    """
    left = list(processes)
    if gentle:
        left = _signal(left, "SIGTERM", GENTLE)
    left = _signal(left, "SIGKILL", LAST)


def end_tree(pid: int) -> None:
    """End a process and all it started, on Windows."""
    command = ["taskkill", "/PID", str(pid), "/T", "/F"]
    subprocess.run(command, capture_output=True, check=False, timeout=10)


def _signal(processes: list[Process], name: str, wait: float) -> list[Process]:
    """Send a signal to the groups of those that live, and return the ones that are there after ``wait`` seconds."""
    number = getattr(signal, name)
    left = _living(processes)
    for process in left:
        try:
            # Playwright makes each browser the leader of a group, in which its helpers are too.
            if os.getpgid(process.pid) == process.pid:
                os.killpg(process.pid, number)
            else:
                os.kill(process.pid, number)
        except ProcessLookupError:
            continue
    until = time.monotonic() + wait
    while left and time.monotonic() < until:
        time.sleep(0.02)
        left = _living(left)
    return left


def _living(processes: Iterable[Process]) -> list[Process]:
    now = table()
    return [p for p in processes if (same := now.get(p.pid)) is not None and same.started == p.started]


def _from_proc() -> Iterable[Process]:
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            # The command's name stands in parentheses and may hold anything, spaces and parentheses too.
            fields = (entry / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
        except OSError:
            continue
        if fields[0] not in "ZX":
            yield Process(int(entry.name), int(fields[1]), fields[19])


def _from_ps() -> Iterable[Process]:
    command = ["ps", "-A", "-o", "pid=,ppid=,stat=,lstart="]
    listed = subprocess.run(command, capture_output=True, text=True, check=False, timeout=10).stdout
    for line in listed.splitlines():
        pid, parent, state, started = line.split(None, 3)
        if not state.startswith("Z"):
            yield Process(int(pid), int(parent), started)
