"""No browser is left behind: not after a normal end, an exception, Ctrl-C, SIGTERM, nor when the event loop is dead.

Playwright's driver ends its browsers when its input closes, which happens when this process ends, however it ends. That
is the net under everything. It takes its time, though, and it cannot help where the driver itself was killed; so the
processes of each browser are known here too, and ended before this process ends.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import weakref
from collections.abc import Iterable
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from playwright.async_api import Playwright

TERMINATE_SECONDS = 3.0
"""For a browser to write its profile before it is killed."""
KILL_SECONDS = 2.0
"""For the system to remove a killed process."""

# What ends a process without letting it clean up. Ctrl-C is not among them: it raises KeyboardInterrupt.
_ENDING_SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)]
_reapers: set[ProcessReaper] = set()
_handled: set[int] = set()
_lock = threading.RLock()


class ProcessReaper:
    """Knows the processes of one browser, and ends those that are left.

    Args:
        playwright: the Playwright instance, used for this browser alone.
        terminate_first: the browser keeps a profile, so it is asked to end before it is killed.
    """

    def __init__(self, playwright: Playwright, *, terminate_first: bool) -> None:
        self._owner = os.getpid()
        self._driver = driver_process(playwright)
        self._terminate_first = terminate_first
        self._browsers: set[psutil.Process] = set()
        with _lock:
            _reapers.add(self)
            handle_ending_signals()

    def record(self) -> None:
        """Remember the processes that the driver has started: should it die, nobody else knows them."""
        if self._driver is not None:
            self._browsers.update(children(self._driver))

    @property
    def processes(self) -> frozenset[psutil.Process]:
        """Those that `record` saw."""
        return frozenset(self._browsers)

    def end_with(self, owner: object) -> None:
        """End what is left when ``owner`` is dropped without being closed, or when this process ends."""
        weakref.finalize(owner, self.end)

    def end(self) -> None:
        """End what is left of the browser. Does nothing when all has ended, or in a forked child of the process."""
        with _lock:
            if self not in _reapers or os.getpid() != self._owner:
                return
        self.record()
        end_processes(self._browsers, terminate_first=self._terminate_first)
        with _lock:
            _reapers.discard(self)
            if not _reapers:
                _restore_handlers()

    def end_driver(self) -> None:
        """End the driver, if it does not end when it is asked to."""
        if self._driver is not None and os.getpid() == self._owner:
            end_processes({self._driver})


def driver_process(playwright: Playwright) -> psutil.Process | None:
    """Return the process of Playwright's driver, which has no public name; None where it is elsewhere or has ended."""
    at: object = playwright
    for name in ("_impl_obj", "_connection", "_transport", "_proc", "pid"):
        at = getattr(at, name, None)
    with suppress(psutil.Error):
        return psutil.Process(at) if isinstance(at, int) else None
    return None


def driver_ended(error: Exception) -> bool:
    """Return whether an error says that the driver has died: Playwright raises a bare ``Exception``, which only its
    text tells from others."""
    return type(error) is Exception and "Connection closed" in str(error)


def children(process: psutil.Process) -> list[psutil.Process]:
    """Return what a process has started and still runs; on Windows, without process groups, all below it."""
    with suppress(psutil.Error):
        return [child for child in process.children(recursive=sys.platform == "win32") if is_alive(child)]
    return []


def is_alive(process: psutil.Process) -> bool:
    """Return whether a process still runs; neither a zombie nor another process that got its number does."""
    with suppress(psutil.Error):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


def end_processes(processes: Iterable[psutil.Process], *, terminate_first: bool = False) -> None:
    """End processes, each with its group, and wait until they have ended.

    Args:
        processes: those to end; one that has ended, or whose number another has now, is left alone.
        terminate_first: ask first, so that a profile is written, and kill what does not end.
    """
    left = [process for process in processes if is_alive(process)]
    if terminate_first:
        left = _signal(left, signal.SIGTERM, TERMINATE_SECONDS)
    _signal(left, getattr(signal, "SIGKILL", signal.SIGTERM), KILL_SECONDS)


def _signal(processes: list[psutil.Process], number: int, seconds: float) -> list[psutil.Process]:
    """Send a signal to processes and their groups; returns those that still run after ``seconds``."""
    for process in processes:
        with suppress(psutil.Error, ProcessLookupError):
            # Playwright makes each browser the leader of a group, in which its helpers are too.
            if sys.platform != "win32" and os.getpgid(process.pid) == process.pid:
                os.killpg(process.pid, number)
            else:
                process.send_signal(number)
    until = time.monotonic() + seconds
    while (left := [process for process in processes if is_alive(process)]) and time.monotonic() < until:
        # Not `psutil.wait_procs`: it waits for a zombie, too, which nobody may ever collect.
        time.sleep(0.02)
    return left


def handle_ending_signals() -> None:
    """End the browsers first when a signal ends this process.

    Only where the signal would end the process at once: a program that handles it decides itself, and closes its
    sessions as it ends. Signals belong to the main thread; elsewhere this does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    for number in _ENDING_SIGNALS:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _on_ending_signal)
            _handled.add(number)


def _restore_handlers() -> None:
    if threading.current_thread() is not threading.main_thread():
        return
    for number in _handled:
        # Someone may have put a handler over ours in the meantime; then that one stays.
        if signal.getsignal(number) is _on_ending_signal:
            signal.signal(number, signal.SIG_DFL)
    _handled.clear()


def end_browsers() -> None:
    """End every browser of this process at once, where there is no time to close them."""
    for reaper in list(_reapers):
        reaper.end()


def _on_ending_signal(number: int, _frame: FrameType | None) -> None:
    end_browsers()
    # The process ends as the signal says, with the exit status that its parent expects.
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)
