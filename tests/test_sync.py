"""The synchronous session: real browsers, with and without a loop in the caller's thread."""

from __future__ import annotations

import asyncio
import inspect
import os
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from handrail import Session, ToolFailed
from handrail.errors import NoBrowser, UsageError
from handrail.sync import LoopThread, SyncSession, run_sync
from tests.pages import PageServer
from tests.running import running

PAGE = "<title>Shop</title><h1>Plans</h1><button onclick=\"document.title='Bought'\">Buy</button>"


@pytest.fixture
def loop_thread():
    loop = LoopThread()
    yield loop
    loop.close()


posix = pytest.mark.skipif(sys.platform == "win32", reason="sends signals")


def interrupt_main(when: threading.Event) -> threading.Thread:
    """Ctrl-C, as soon as ``when`` is set."""

    def press() -> None:
        when.wait(30)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=press)
    thread.start()
    return thread


INTERNAL = {"take", "context", "metered"}
"""Methods of a session that its own parts use, with objects of its loop."""


def public_methods(owner: type) -> dict[str, Callable[..., object]]:
    return {name: member for name, member in inspect.getmembers(owner, inspect.isfunction) if name[0] != "_"}


def test_every_method_of_a_session_has_a_synchronous_counterpart_with_the_same_signature():
    counterparts = public_methods(SyncSession)
    for name, method in public_methods(Session).items():
        if name not in INTERNAL:
            assert inspect.signature(counterparts[name]) == inspect.signature(method), name
            assert not inspect.iscoroutinefunction(counterparts[name]), name


@pytest.mark.browser
def test_a_session_reads_and_acts_until_it_is_closed(serve: PageServer, tmp_path: Path):
    with SyncSession(headless=True, run_dir=tmp_path) as session:
        assert session.call("goto", url=serve(PAGE)).ok
        button = next(node for node in session.snapshot().nodes if node.role == "button")
        assert session.call("click", ref=button.ref).ok
        assert session.tab().title == "Bought"
        assert [tab.id for tab in session.tabs()] == ["t1"]
        assert session.run(session.session.tab.page.title()) == "Bought"
        for mode, max_chars in (("foo", None), ("full", -5), ("full", 0)):
            with pytest.raises(UsageError):
                session.snapshot(mode, max_chars=max_chars)  # type: ignore[arg-type]
        assert "Plans" in session.snapshot("auto", max_chars=500).text.raw
    with pytest.raises(UsageError, match="not open"):
        session.call("page_info")
    session.close()


@pytest.mark.browser
async def test_a_session_works_where_a_loop_already_runs_as_in_a_notebook(serve: PageServer, tmp_path: Path):
    assert asyncio.get_running_loop().is_running()
    with SyncSession(headless=True, run_dir=tmp_path) as session:
        assert session.call("goto", url=serve(PAGE)).ok
        assert session.tab().title == "Shop"


@pytest.mark.browser
def test_a_call_as_the_model_is_bound_by_policy(serve: PageServer, tmp_path: Path):
    with SyncSession(headless=True, mode="ask", run_dir=tmp_path) as session:
        session.call("goto", url=serve(PAGE))
        button = next(node for node in session.snapshot().nodes if node.role == "button")
        result = session.call_as("model", "click", ref=button.ref)
        assert not result.ok
        assert session.tab().title == "Shop"


def test_a_wrong_option_raises_at_once_and_leaves_no_thread():
    before = threading.active_count()
    # Type checkers see it too: mypy would complain of an ignore that nothing needs.
    with pytest.raises(UsageError, match="headles"):
        SyncSession(headles=True)  # type: ignore[call-overload]
    assert threading.active_count() == before


@posix
def test_a_missing_browser_raises_on_entering(tmp_path: Path):
    program = tmp_path / "chromium"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    before = set(threading.enumerate())
    with pytest.raises(NoBrowser), SyncSession(headless=True, executable=program):
        pass
    for thread in set(threading.enumerate()) - before:
        # One that read a file ends a moment later.
        thread.join(10)
        assert not thread.is_alive(), thread


def test_a_session_that_was_not_opened_raises_a_usage_error(tmp_path: Path):
    with pytest.raises(UsageError, match="not open"):
        SyncSession(headless=True, run_dir=tmp_path).call("page_info")


def test_run_sync_returns_and_raises_as_the_coroutine_does():
    async def answer() -> int:
        await asyncio.sleep(0)
        return 42

    async def fail() -> None:
        raise LookupError("lost")

    async def leave() -> None:
        raise SystemExit(3)

    assert run_sync(answer()) == 42
    with pytest.raises(LookupError, match="lost"):
        run_sync(fail())
    with pytest.raises(SystemExit) as left:
        run_sync(leave())
    assert left.value.code == 3


async def test_run_sync_works_where_a_loop_already_runs():
    async def thread() -> str:
        return threading.current_thread().name

    assert run_sync(thread()) == "handrail"


def test_run_sync_cancels_tasks_that_are_left_running():
    cancelled: list[bool] = []
    tasks: list[asyncio.Task[None]] = []

    async def forever() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.append(True)

    async def work() -> None:
        tasks.append(asyncio.create_task(forever()))
        await asyncio.sleep(0)

    run_sync(work())
    assert cancelled == [True]


@posix
def test_ctrl_c_cancels_the_work_waits_for_its_cleanup_and_keeps_the_loop(loop_thread: LoopThread):
    begun = threading.Event()
    steps = []

    async def work() -> None:
        try:
            begun.set()
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            steps.append("cleaned up")

    async def answer() -> str:
        return "still here"

    presser = interrupt_main(begun)
    with pytest.raises(KeyboardInterrupt):
        loop_thread.run(work())
    presser.join()
    assert steps == ["cleaned up"]
    assert loop_thread.run(answer()) == "still here"


@posix
@pytest.mark.browser
def test_ctrl_c_during_a_call_leaves_the_session_usable(tmp_path: Path):
    """In a process of its own, with the signal sent to its group as a terminal and a notebook send it."""
    script = """
        import sys
        from handrail.sync import SyncSession
        with SyncSession(headless=True, run_dir=sys.argv[1]) as session:
            try:
                print("ready", flush=True)
                session.call("wait", seconds=30)
            except KeyboardInterrupt:
                print("interrupted", session.call("page_info").ok, flush=True)
    """
    command = [sys.executable, "-c", textwrap.dedent(script), str(tmp_path)]
    with running(command, stdout=subprocess.PIPE, text=True, process_group=0) as process:
        assert process.stdout.readline() == "ready\n"
        os.killpg(process.pid, signal.SIGINT)
        assert process.stdout.read() == "interrupted True\n"
        assert process.wait(30) == 0


def test_a_call_from_inside_the_loop_raises_instead_of_waiting_for_itself(loop_thread: LoopThread):
    async def nothing() -> None:
        return None

    async def nested() -> None:
        loop_thread.run(nothing())

    with pytest.raises(UsageError, match="own loop"):
        loop_thread.run(nested())


def test_a_closed_loop_raises_a_usage_error(loop_thread: LoopThread):
    async def nothing() -> None:
        return None

    loop_thread.close()
    with pytest.raises(UsageError, match="closed"):
        loop_thread.run(nothing())


@pytest.mark.browser
def test_the_tools_are_methods_and_events_are_heard(serve: PageServer, tmp_path: Path):
    heard: list[str] = []
    with SyncSession(headless=True, plain=True, raise_errors=True, run_dir=tmp_path) as session:
        session.events.subscribe(lambda event: heard.append(event.kind))
        assert session.goto(serve(PAGE)).unwrap()["title"] == "Shop"
        session.click("Buy")
        assert [tab.title for tab in session.tabs()] == ["Bought"]
        assert "Plans" in session.snapshot().text
        with pytest.raises(ToolFailed, match="no_such_element"):
            session.click("Sell")
    assert {"intent", "result"} <= set(heard)
