"""No browser is left behind, however the process that opened it ends. Real processes, found by their numbers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from handrail.browser import BrowserOptions, open_browser
from handrail.browser.process import process_table, reaper
from handrail.browser.process.process_table import Process
from tests.running import running
from tests.sampling import BROWSERS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends POSIX signals")

in_both = pytest.mark.parametrize("browser", ["chromium", "firefox"])
# What ends them is their process numbers, which are found alike; that Firefox goes by them shows where it is killed.
in_each = pytest.mark.parametrize("browser", BROWSERS)

PROGRAM = """
import asyncio, dataclasses, gc, json, os, signal, sys, time
from handrail.browser import BrowserOptions, open_browser
from handrail.browser.backend import processes

async def opened(**more):
    browser = await open_browser(BrowserOptions(browser=sys.argv[1], headless=True, **more))
    tell()
    return browser

def tell():
    known = processes.table()
    drivers = processes.children(os.getpid(), known)
    started = [p for d in drivers for p in [d, *processes.children(d.pid, known)]]
    print(json.dumps([dataclasses.asdict(p) for p in started]), flush=True)

async def stay():
    browser = await opened()
    await asyncio.Event().wait()
"""


class Program:
    """A Python program that opens a browser, and the processes that came of it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(f"no browser was opened: {self.process.communicate()[1]}")
        # The program tells them whole: until this one looks, some may have ended already.
        self.driver, *self.browser = self.all = [Process(**told) for told in json.loads(line)]
        assert self.browser, "the driver has started no browser"
        known = process_table.table()
        for process in self.all:
            self.all += [child for child in process_table.children(process.pid, known) if child not in self.all]

    def go(self) -> None:
        """Let it go on from its ``input()``."""
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def send(self, number: int) -> Program:
        self.process.send_signal(number)
        return self

    def ends(self, status: int) -> None:
        _, errors = self.process.communicate(timeout=40)
        assert self.process.returncode == status, errors

    def says(self, line: str) -> None:
        assert self.process.stdout is not None
        assert self.process.stdout.readline().strip() == line


@pytest.fixture
def program() -> Iterator[Callable[[str, str], Program]]:
    """Starts programs, which end when the test does."""
    with ExitStack() as stack:

        def start(body: str, browser: str) -> Program:
            command = [sys.executable, "-c", PROGRAM + textwrap.dedent(body), browser]
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
            started = Program(stack.enter_context(running(command, text=True, process_group=0, **pipes)))
            stack.callback(process_table.end, started.all)
            return started

        yield start


def alive(wanted: list[Process]) -> list[Process]:
    known = process_table.table()
    return [p for p in wanted if (now := known.get(p.pid)) is not None and now.started == p.started]


def all_go(wanted: list[Process], within: float = 40.0) -> bool:
    """Whether all of them end, given time: nobody waits for what the driver does after the program's own end."""
    until = time.monotonic() + within
    while alive(wanted) and time.monotonic() < until:
        threading.Event().wait(0.05)
    return not alive(wanted)


@in_both
def test_a_closed_browser_has_no_process_left(program, browser: str):
    run = program(
        """
        async def main():
            browser = await opened()
            input()
            await browser.close()
            await browser.close()
            print("closed", flush=True)
            input()
        asyncio.run(main())
        """,
        browser,
    )
    assert len(run.browser) == 1
    assert alive(run.all) == run.all
    run.go()
    run.says("closed")
    assert alive(run.all) == []


def test_an_exception_that_nobody_handles_leaves_no_browser(program):
    run = program("async def main():\n    b = await opened()\n    raise RuntimeError\nasyncio.run(main())", "chromium")
    run.ends(1)
    assert alive(run.browser) == []
    assert all_go(run.all)


def test_a_browser_that_nobody_closed_ends_with_the_program(program):
    run = program("b = asyncio.run(opened())", "chromium")
    run.ends(0)
    assert alive(run.browser) == []
    assert all_go(run.all)


@in_each
def test_a_browser_that_was_dropped_ends_while_the_program_goes_on(program, browser: str):
    run = program(
        """
        async def main():
            await opened()
        asyncio.run(main())
        gc.collect()
        print("dropped", flush=True)
        input()
        """,
        browser,
    )
    run.says("dropped")
    assert all_go(run.browser)


@pytest.mark.parametrize(
    ("browser", "number"),
    [("chromium", signal.SIGTERM), ("firefox", signal.SIGTERM), ("chromium", signal.SIGHUP)],
    ids=["chromium-SIGTERM", "firefox-SIGTERM", "chromium-SIGHUP"],
)
def test_a_signal_ends_the_browser_first_and_then_the_program_as_it_should(program, browser: str, number: int):
    run = program("asyncio.run(stay())", browser)
    run.send(number).ends(-number)
    assert alive(run.browser) == []
    assert all_go(run.all)


@in_both
def test_ctrl_c_closes_the_browser_and_raises_keyboard_interrupt(program, browser: str):
    run = program("asyncio.run(stay())", browser)
    os.killpg(run.process.pid, signal.SIGINT)
    run.ends(-signal.SIGINT)
    assert alive(run.browser) == []
    assert all_go(run.all)


def test_ctrl_c_leaves_the_browser_usable_until_the_program_closes_it(program):
    """A terminal sends it to the driver too; were the browser gone, its cookies could not be saved any more."""
    run = program(
        """
        async def main():
            browser = await opened()
            try:
                await asyncio.Event().wait()
            finally:
                print(len((await browser.context.storage_state())["cookies"]), flush=True)
                await browser.close()
        asyncio.run(main())
        """,
        "chromium",
    )
    os.killpg(run.process.pid, signal.SIGINT)
    run.says("0")
    run.ends(-signal.SIGINT)
    assert alive(run.browser) == []


def test_sigterm_works_when_the_event_loop_does_not(program):
    run = program("async def main():\n    b = await opened()\n    time.sleep(600)\nasyncio.run(main())", "chromium")
    run.send(signal.SIGTERM).ends(-signal.SIGTERM)
    assert alive(run.browser) == []


def test_sigterm_works_for_a_session_in_another_thread(program):
    run = program(
        """
        from handrail.sync import SyncSession
        with SyncSession(browser=sys.argv[1], headless=True) as session:
            tell()
            session.call("wait", seconds=30)
        """,
        "chromium",
    )
    run.send(signal.SIGTERM).ends(-signal.SIGTERM)
    assert alive(run.browser) == []


@in_both
def test_even_a_killed_program_leaves_no_browser(program, browser: str):
    run = program("asyncio.run(stay())", browser)
    run.send(signal.SIGKILL).ends(-signal.SIGKILL)
    assert all_go(run.all)


@in_each
def test_a_killed_driver_leaves_no_browser_once_the_program_ends(program, browser: str):
    run = program(
        """
        async def main():
            browser = await opened()
            input()
            os.kill(processes.children(os.getpid(), processes.table())[0].pid, signal.SIGKILL)
            await browser.close()
            print("closed", flush=True)
            input()
        asyncio.run(main())
        """,
        browser,
    )
    run.go()
    run.says("closed")
    assert all_go(run.browser)


@in_both
def test_a_frozen_browser_is_ended_when_its_time_to_close_is_over(program, browser: str):
    run = program(
        """
        from handrail.browser.backend import launch
        launch.CLOSING = 1.0
        async def main():
            browser = await opened()
            input()
            await browser.close()
            print("closed", flush=True)
            input()
        asyncio.run(main())
        """,
        browser,
    )
    for process in run.browser:
        os.killpg(process.pid, signal.SIGSTOP)
    run.go()
    run.says("closed")
    assert alive(run.browser) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
def test_a_signal_during_the_launch_leaves_no_browser(tmp_path: Path, number: int):
    pid_file, slow = tmp_path / "pid", tmp_path / "chromium"
    slow.write_text(f"#!/bin/sh\necho $$ > {pid_file}.part && mv {pid_file}.part {pid_file}\nsleep 600 & wait\n")
    slow.chmod(0o755)
    code = PROGRAM + f"\nfrom pathlib import Path\nasyncio.run(opened(executable=Path({str(slow)!r})))"
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with running([sys.executable, "-c", code, "chromium"], process_group=0, **pipes) as process:
        until = time.monotonic() + 40
        while not pid_file.exists() and time.monotonic() < until:
            threading.Event().wait(0.02)
        known = process_table.table()
        browser = [known[int(pid_file.read_text())], *process_table.children(int(pid_file.read_text()), known)]
        process.send_signal(number)
        process.communicate(timeout=40)
        assert process.returncode == -number
        assert all_go(browser)


async def test_handlers_are_there_only_while_a_browser_is_open():
    before = signal.getsignal(signal.SIGTERM)
    assert before is signal.SIG_DFL
    browser = await open_browser(BrowserOptions(headless=True))
    try:
        assert signal.getsignal(signal.SIGTERM) is reaper._on_ending
    finally:
        await browser.close()
    assert signal.getsignal(signal.SIGTERM) is before


async def test_a_handler_of_the_program_itself_is_left_alone():
    def own(*_: object) -> None:
        return None

    before = signal.signal(signal.SIGTERM, own)
    try:
        browser = await open_browser(BrowserOptions(headless=True))
        assert signal.getsignal(signal.SIGTERM) is own
        await browser.close()
        assert signal.getsignal(signal.SIGTERM) is own
    finally:
        signal.signal(signal.SIGTERM, before)


async def test_the_driver_s_process_is_known():
    """Playwright does not tell it; a version that keeps it elsewhere shows here."""
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        pid = reaper.driver_pid(playwright)
        assert pid is not None
        assert process_table.table()[pid].parent == os.getpid()


def test_ps_tells_the_same_as_proc():
    if sys.platform != "linux":
        pytest.skip("there is no /proc to compare with")
    child = subprocess.Popen(["sleep", "60"])
    try:
        told = {p.pid: p for p in process_table._from_ps()}
        assert told[child.pid].parent == process_table.table()[child.pid].parent == os.getpid()
        assert told[child.pid].started == {p.pid: p for p in process_table._from_ps()}[child.pid].started
    finally:
        child.kill()
    # Dead and not waited for: a zombie is no process that was left behind.
    assert all_go([process_table.Process(child.pid, os.getpid(), "")])
    assert child.pid not in process_table.table()
    assert child.pid not in {p.pid for p in process_table._from_ps()}
    child.wait()


def test_ending_a_process_never_hits_another_that_got_its_number():
    with running(["sleep", "60"], process_group=0) as child:
        process_table.end([Process(child.pid, os.getpid(), "another start")])
        assert child.poll() is None
        process_table.end([process_table.table()[child.pid]])
        assert child.wait(10) == -signal.SIGKILL


def test_a_gentle_end_asks_before_it_kills():
    script = "import signal, sys, time; signal.signal(15, lambda *_: sys.exit(7)); print(1, flush=True); time.sleep(60)"
    with running([sys.executable, "-c", script], stdout=subprocess.PIPE, process_group=0) as child:
        child.stdout.readline()
        process_table.end([process_table.table()[child.pid]], gentle=True)
        assert child.wait(10) == 7
