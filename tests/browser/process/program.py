"""Programs of their own that open a browser, and the processes that they start."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager

import psutil

from handrail.browser.process.reaper import children, end_processes, is_alive
from tests.running import running

PROGRAM = """
import asyncio, gc, json, os, signal, sys, time
import psutil
from handrail.browser import BrowserOptions, open_browser
from handrail.browser.process.reaper import children

async def opened(**more):
    browser = await open_browser(BrowserOptions(browser=sys.argv[1], headless=True, **more))
    report()
    return browser

def report():
    started = [p for driver in children(psutil.Process()) for p in [driver, *children(driver)]]
    print(json.dumps([(p.pid, p.create_time()) for p in started]), flush=True)

async def stay():
    browser = await opened()
    await asyncio.Event().wait()
"""


class Program:
    """A Python program that opens a browser; ``all`` are its driver, its ``browser`` and what that started."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(f"no browser was opened: {self.process.communicate()[1]}")
        driver, *browser = json.loads(line)
        assert browser, "the driver has started no browser"
        # Some may have ended already, where the program did at once.
        self.browser = [process for started in browser for process in _still_running(*started)]
        self.all = [*_still_running(*driver), *self.browser]
        for process_ in self.all:
            self.all += [child for child in children(process_) if child not in self.all]

    def resume(self) -> None:
        """Let it continue from its ``input()``."""
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def send(self, number: int) -> Program:
        """Send it a signal."""
        self.process.send_signal(number)
        return self

    def expect_exit(self, status: int) -> None:
        """Wait for its end, which has this exit status."""
        _, errors = self.process.communicate(timeout=40)
        assert self.process.returncode == status, errors

    def expect_output(self, line: str) -> None:
        """Wait for its next line, which is this one."""
        assert self.process.stdout is not None
        assert self.process.stdout.readline().strip() == line


def _still_running(pid: int, created: float) -> list[psutil.Process]:
    """The process with this number and start (a clock may be set by a second), in a list; none where it has ended."""
    try:
        process = psutil.Process(pid)
        return [process] if abs(process.create_time() - created) < 2 else []
    except psutil.Error:
        return []


@contextmanager
def programs() -> Iterator[Callable[[str, str], Program]]:
    """Starts programs from a body and the name of a browser; they end with the block."""
    with ExitStack() as stack:

        def start(body: str, browser: str) -> Program:
            command = [sys.executable, "-c", PROGRAM + textwrap.dedent(body), browser]
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
            started = Program(stack.enter_context(running(command, text=True, process_group=0, **pipes)))
            stack.callback(end_processes, started.all)
            return started

        yield start


def alive(processes: Sequence[psutil.Process]) -> list[psutil.Process]:
    """Those that still run."""
    return [process for process in processes if is_alive(process)]


def all_end(processes: Sequence[psutil.Process], within: float = 40.0) -> bool:
    """Whether all of them end, given time: nobody waits for what the driver does after the program's own end."""
    until = time.monotonic() + within
    while alive(processes) and time.monotonic() < until:
        threading.Event().wait(0.05)
    return not alive(processes)
