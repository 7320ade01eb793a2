"""Memory of a program and what it started, as Linux counts it: what several processes share is divided among them."""

from __future__ import annotations

from pathlib import Path

import psutil


def family(pid: int) -> list[int]:
    """A process and all below it; empty where it is gone."""
    try:
        own = psutil.Process(pid)
        return [own.pid, *(child.pid for child in own.children(recursive=True))]
    except psutil.Error:
        return []


def pss(pid: int) -> float:
    """The proportional set size of a process, in MiB; 0 where it is gone."""
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0.0
