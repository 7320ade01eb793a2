"""No browser is left behind: not after a normal end, an exception, Ctrl-C, SIGTERM, nor when the event loop is dead.

Playwright's driver ends its browsers when its input closes, which happens when this process ends, however it ends. That
is the net under everything. It takes its time, though, and it cannot help where the driver itself was killed; so the
processes of each browser are known here too, and ended before this process goes.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import weakref
from types import FrameType
from typing import TYPE_CHECKING

from handrail.browser.process import process_table

if TYPE_CHECKING:
    from playwright.async_api import Playwright

# What ends a process without letting it clean up. Ctrl-C is not among them: it raises KeyboardInterrupt.
_ENDINGS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)]
_held: set[ProcessReaper] = set()
_handled: set[int] = set()
_lock = threading.RLock()


class ProcessReaper:
    """Holds the processes of one browser, and ends those that are left.

    Args:
        playwright: the Playwright instance, used for this browser alone.
        gentle: the browser keeps a profile, so it is asked to go before it is killed.
    """

    def __init__(self, playwright: Playwright, *, gentle: bool = False) -> None:
        self._owner = os.getpid()
        self._driver = driver_pid(playwright)
        self._gentle = gentle
        self._browsers: set[process_table.Process] = set()
        with _lock:
            _held.add(self)
            handle_endings()

    def note(self) -> None:
        """Remember the processes that the driver has started: should it die, nobody else knows them."""
        if self._driver is not None:
            self._browsers.update(process_table.children(self._driver, process_table.table()))

    @property
    def processes(self) -> frozenset[process_table.Process]:
        """Those that `note` saw."""
        return frozenset(self._browsers)

    def until_dropped(self, owner: object) -> None:
        """End what is left when ``owner`` is dropped without being closed, or when this process ends."""
        weakref.finalize(owner, self.end)

    def end(self) -> None:
        """End what is left of the browser. Does nothing when all is gone, or in a forked child of the process."""
        with _lock:
            if self not in _held or os.getpid() != self._owner:
                return
        self._end_processes()
        with _lock:
            _held.discard(self)
            if not _held:
                _restore_handlers()

    def _end_processes(self) -> None:
        if self._driver is None:
            return
        if sys.platform == "win32":
            process_table.end_tree(self._driver)
            return
        self.note()
        process_table.end(self._browsers, gentle=self._gentle)


def driver_pid(playwright: Playwright) -> int | None:
    """The process of Playwright's driver, which Playwright does not tell; None where a version keeps it elsewhere."""
    at: object = playwright
    for name in ("_impl_obj", "_connection", "_transport", "_proc", "pid"):
        at = getattr(at, name, None)
    return at if isinstance(at, int) else None


def driver_ended(error: Exception) -> bool:
    """Whether an error says that the driver has died: Playwright raises a bare ``Exception``, which only its text tells
    from others."""
    return type(error) is Exception and "Connection closed" in str(error)


def handle_endings() -> None:
    """End the browsers first when a signal ends this process.

    Only where the signal would end the process at once: a program that handles it decides itself, and closes its
    sessions as it goes. Signals belong to the main thread; elsewhere this does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    for number in _ENDINGS:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _on_ending)
            _handled.add(number)


def _restore_handlers() -> None:
    if threading.current_thread() is not threading.main_thread():
        return
    for number in _handled:
        # Someone may have put a handler over ours in the meantime; then that one stays.
        if signal.getsignal(number) is _on_ending:
            signal.signal(number, signal.SIG_DFL)
    _handled.clear()


def _on_ending(number: int, _frame: FrameType | None) -> None:
    for leash in list(_held):
        leash.end()
    # The process ends as the signal says, with the exit status that its parent expects.
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)
