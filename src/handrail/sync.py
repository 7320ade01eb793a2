"""The same session without `async`: for scripts, the Python prompt, and notebooks, where an event loop already runs."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future, wait
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from handrail.errors import UsageError

if TYPE_CHECKING:
    from handrail.browser.types.reading import Snapshot, SnapshotMode
    from handrail.browser.types.tabs import TabInfo
    from handrail.policy.facts import Caller
    from handrail.results import Result
    from handrail.session import Session
    from handrail.tools.core.table import Record

T = TypeVar("T")

CANCELLING = 20.0
"""Seconds that work gets to clean up after Ctrl-C: a browser to close, a log to finish."""


class LoopThread:
    """An event loop of our own in a thread of our own, so that it does not matter whether the caller has one."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        # A daemon: where nobody closed the session, the process still ends, and the browser with it.
        self._thread = threading.Thread(target=self._loop.run_forever, name="handrail", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine to its end. Ctrl-C cancels it, waits until it has cleaned up, and is raised here."""
        if threading.current_thread() is self._thread:
            work.close()
            raise UsageError("A synchronous call was made from inside the session's own loop.", hint="Use await there.")
        if self._loop.is_closed():
            work.close()
            raise UsageError("The session is closed.", hint="Open a new one.")
        outcome: Future[T] = Future()
        tasks: list[asyncio.Task[None]] = []

        def start() -> None:
            tasks.append(self._loop.create_task(_delivered(work, outcome)))

        def cancel() -> None:
            if tasks:
                tasks[0].cancel()
            else:
                work.close()
                outcome.set_exception(asyncio.CancelledError())

        try:
            self._loop.call_soon_threadsafe(start)
            _await(outcome)
        except KeyboardInterrupt:
            # One turn of the loop later, so that the work has begun: a task that is cancelled before never says so.
            self._loop.call_soon_threadsafe(self._loop.call_soon, cancel)
            wait([outcome], CANCELLING)
            raise
        return outcome.result()

    def close(self) -> None:
        """Cancel what still runs and end the thread. Closing twice is fine."""
        if self._loop.is_closed():
            return
        asyncio.run_coroutine_threadsafe(_cancel_others(), self._loop).result(CANCELLING)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(CANCELLING)
        if not self._thread.is_alive():
            self._loop.close()


def run_sync(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end, whether or not an event loop already runs in this thread."""
    _handle_ending_signals()
    loop = LoopThread()
    try:
        return loop.run(work)
    finally:
        loop.close()


class SyncSession:
    """`handrail.Session` without `async`, for as long as a ``with`` block lasts.

        with SyncSession(headless=True) as session:
            session.call("goto", url="https://example.org/")
            print(session.snapshot().text.raw)

    Ctrl-C (and a notebook's stop button) cancels the call that runs; the session stays open.

    Args:
        options: as for `handrail.Session`.

    Raises:
        UsageError: an option that does not exist or does not fit.
        NoBrowser: on entering, when no browser can be had.
    """

    def __init__(self, **options: Any) -> None:
        self._options = options
        self._loop: LoopThread | None = None
        self._session: Session | None = None

    def __enter__(self) -> Self:
        from handrail.session import Session

        _handle_ending_signals()
        self._loop = LoopThread()
        try:
            self._session = self._run(_opened(Session, self._options))
        except BaseException:
            self._loop.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the browser and end the thread. Closing twice is fine."""
        session, self._session = self._session, None
        if session is None or self._loop is None:
            return
        try:
            self._loop.run(session.close())
        finally:
            self._loop.close()

    @property
    def session(self) -> Session:
        """The asynchronous session behind it. Its coroutines belong to its own loop: give them to `run`."""
        if self._session is None:
            raise UsageError("The session is not open.", hint="Use it as: with SyncSession() as session: ...")
        return self._session

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the session's loop: an agent, or Playwright's own calls on ``session.tab.page``."""
        return self._run(work)

    def call(self, name: str, /, **params: Any) -> Result:
        """See `handrail.Session.call`."""
        return self._run(self.session.call(name, **params))

    def call_as(self, caller: Caller, name: str, /, **params: Any) -> Result:
        """See `handrail.Session.call_as`."""
        return self._run(self.session.call_as(caller, name, **params))

    def snapshot(self, mode: SnapshotMode = "full", **options: Any) -> Snapshot:
        """See `handrail.Session.snapshot`."""
        return self._run(self.session.snapshot(mode, **options))

    def tabs(self) -> list[TabInfo]:
        """The open tabs."""
        return self._run(_tab_list(self.session))

    def tab(self) -> TabInfo:
        """The active tab: id, address, title."""
        return next(tab for tab in self.tabs() if tab.active)

    def offered(self) -> list[Record]:
        """See `handrail.Session.offered`."""
        return self.session.offered()

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        if self._loop is None:
            work.close()
            raise UsageError("The session is not open.", hint="Use it as: with SyncSession() as session: ...")
        return self._loop.run(work)


def _handle_ending_signals() -> None:
    """SIGTERM can be handled from the main thread only, and the browser is opened in another."""
    from handrail.browser.process import reaper

    reaper.handle_ending_signals()


async def _opened(kind: type[Session], options: dict[str, Any]) -> Session:
    # Made in the loop that it will live in, as its lock and events are.
    return await kind(**options).__aenter__()


async def _tab_list(session: Session) -> list[TabInfo]:
    return list(await session.tabs.list())


async def _delivered(work: Coroutine[Any, Any, T], outcome: Future[T]) -> None:
    try:
        result = await work
    except BaseException as error:  # noqa: BLE001 - SystemExit too is for the caller; here it would end the loop
        outcome.set_exception(error)
    else:
        outcome.set_result(result)


def _await(outcome: Future[Any]) -> None:
    """Wait for an outcome in short waits: on Windows a long one cannot be interrupted, and anywhere else a Ctrl-C that
    comes just before the wait begins would not be seen until it ends."""
    while not wait([outcome], 0.2).done:
        pass


async def _cancel_others() -> None:
    """What is left in the loop: nobody will await it any more."""
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await asyncio.get_running_loop().shutdown_asyncgens()
