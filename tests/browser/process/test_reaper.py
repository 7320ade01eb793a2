"""No browser is left behind, however the process that opened it ends. Real processes, found by their numbers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from handrail.browser import BrowserOptions, open_browser
from handrail.browser.process import reaper
from handrail.browser.process.reaper import children, end_processes, is_alive
from tests.browser.process.program import PROGRAM, Program, alive, all_end, programs
from tests.running import running
from tests.sampling import BROWSERS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends POSIX signals")

in_both = pytest.mark.parametrize("browser", ["chromium", "firefox"])
# What ends them is their process numbers, which are found alike; that Firefox goes by them shows where it is killed.
in_each = pytest.mark.parametrize("browser", BROWSERS)


@pytest.fixture
def program() -> Iterator[Callable[[str, str], Program]]:
    """Starts programs, which end when the test does."""
    with programs() as start:
        yield start


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
    run.resume()
    run.expect_output("closed")
    assert alive(run.all) == []


@pytest.mark.browser
def test_a_browser_that_nobody_closed_ends_with_the_program(program):
    run = program("b = asyncio.run(opened())", "chromium")
    run.expect_exit(0)
    assert alive(run.browser) == []
    assert all_end(run.all)


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
    run.expect_output("dropped")
    assert all_end(run.browser)


@pytest.mark.parametrize(
    ("browser", "number"),
    [("chromium", signal.SIGTERM), ("firefox", signal.SIGTERM), ("chromium", signal.SIGHUP)],
    ids=["chromium-SIGTERM", "firefox-SIGTERM", "chromium-SIGHUP"],
)
def test_a_signal_ends_the_browser_first_and_then_the_program_as_it_should(program, browser: str, number: int):
    run = program("asyncio.run(stay())", browser)
    run.send(number).expect_exit(-number)
    assert alive(run.browser) == []
    assert all_end(run.all)


@in_both
def test_ctrl_c_closes_the_browser_and_raises_keyboard_interrupt(program, browser: str):
    run = program("asyncio.run(stay())", browser)
    os.killpg(run.process.pid, signal.SIGINT)
    run.expect_exit(-signal.SIGINT)
    assert alive(run.browser) == []
    assert all_end(run.all)


@pytest.mark.browser
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
    run.expect_output("0")
    run.expect_exit(-signal.SIGINT)
    assert alive(run.browser) == []


@pytest.mark.browser
def test_sigterm_works_when_the_event_loop_does_not(program):
    run = program("async def main():\n    b = await opened()\n    time.sleep(600)\nasyncio.run(main())", "chromium")
    run.send(signal.SIGTERM).expect_exit(-signal.SIGTERM)
    assert alive(run.browser) == []


@pytest.mark.browser
def test_sigterm_works_for_a_session_in_another_thread(program):
    run = program(
        """
        from handrail.sync import SyncSession
        with SyncSession(browser=sys.argv[1], headless=True) as session:
            report()
            session.call("wait", seconds=30)
        """,
        "chromium",
    )
    run.send(signal.SIGTERM).expect_exit(-signal.SIGTERM)
    assert alive(run.browser) == []


@in_both
def test_even_a_killed_program_leaves_no_browser(program, browser: str):
    run = program("asyncio.run(stay())", browser)
    run.send(signal.SIGKILL).expect_exit(-signal.SIGKILL)
    assert all_end(run.all)


@in_each
def test_a_killed_driver_leaves_no_browser_once_the_program_ends(program, browser: str):
    run = program(
        """
        async def main():
            browser = await opened()
            input()
            children(psutil.Process())[0].kill()
            await browser.close()
            print("closed", flush=True)
            input()
        asyncio.run(main())
        """,
        browser,
    )
    run.resume()
    run.expect_output("closed")
    assert all_end(run.browser)


@in_both
def test_a_frozen_browser_is_ended_when_its_time_to_close_is_over(program, browser: str):
    run = program(
        """
        from handrail.browser import launch
        launch.CLOSE_TIMEOUT = 1.0
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
    run.resume()
    run.expect_output("closed")
    assert alive(run.browser) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
@pytest.mark.browser
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
        launched = psutil.Process(int(pid_file.read_text()))
        browser = [launched, *children(launched)]
        process.send_signal(number)
        process.communicate(timeout=40)
        assert process.returncode == -number
        assert all_end(browser)


@pytest.mark.browser
async def test_handlers_are_there_only_while_a_browser_is_open():
    before = signal.getsignal(signal.SIGTERM)
    assert before is signal.SIG_DFL
    browser = await open_browser(BrowserOptions(headless=True))
    try:
        assert signal.getsignal(signal.SIGTERM) is reaper._on_ending_signal
    finally:
        await browser.close()
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.browser
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


@pytest.mark.browser
async def test_the_driver_s_process_is_known():
    """Playwright does not tell it; a version that keeps it elsewhere shows here."""
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        driver = reaper.driver_process(playwright)
        assert driver is not None
        assert driver.ppid() == os.getpid()


def test_a_zombie_is_no_process_that_was_left_behind():
    child = subprocess.Popen(["sleep", "60"])
    process = psutil.Process(child.pid)
    assert is_alive(process)
    assert process in children(psutil.Process())
    child.kill()
    # Dead, and not waited for.
    assert all_end([process])
    assert process not in children(psutil.Process())
    child.wait()


def test_ending_a_process_never_hits_another_that_got_its_number():
    with running(["sleep", "60"], process_group=0) as child:
        earlier: Any = psutil.Process(child.pid)
        # psutil tells processes apart by number and start.
        earlier._ident = (child.pid, earlier.create_time() - 1)
        end_processes([earlier])
        assert child.poll() is None
        end_processes([psutil.Process(child.pid)])
        assert child.wait(10) == -signal.SIGKILL


def test_a_browser_with_a_profile_is_asked_to_end_before_it_is_killed(monkeypatch):
    # A machine that stands still for seconds would have it killed.
    monkeypatch.setattr(reaper, "TERMINATE_SECONDS", 60.0)
    script = "import signal, sys, time; signal.signal(15, lambda *_: sys.exit(7)); print(1, flush=True); time.sleep(60)"
    with running([sys.executable, "-c", script], stdout=subprocess.PIPE, process_group=0) as child:
        child.stdout.readline()
        end_processes([psutil.Process(child.pid)], terminate_first=True)
        assert child.wait(10) == 7
