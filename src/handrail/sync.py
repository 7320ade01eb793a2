"""A session without `async`: for scripts, the Python prompt, and notebooks, where an event loop already runs."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future, wait
from dataclasses import replace
from inspect import signature
from pathlib import Path
from typing import Any, Literal, ParamSpec, Self, TypeVar, Unpack, overload

from handrail.browser.process import reaper
from handrail.browser.types.tabs import TabInfo
from handrail.errors import UsageError
from handrail.events.stream import Events
from handrail.session import ModelSessionArguments, Session, SessionArguments
from handrail.session_options import split_options, with_option_texts
from handrail.sync_tool_methods import SyncToolMethods, make_blocking
from handrail.tools.core.table import Record
from handrail.trust import External, Text

P = ParamSpec("P")
T = TypeVar("T")

CLEANUP_SECONDS = 20.0
"""Seconds that work gets to clean up after Ctrl-C: a browser to close, a log to finish."""


_OF_SESSION = frozenset(signature(Session.__init__).parameters)
"""Keywords of a session that are no options."""


class LoopThread:
    """An event loop in a thread of its own, so that it does not matter whether the caller runs one.

    Not anyio's `BlockingPortal`: it cancels a task again at every await of its cleanup, so that after Ctrl-C no browser
    is closed and no log finished; and a SystemExit of the work ends the portal.
    """

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
            tasks.append(self._loop.create_task(_deliver(work, outcome)))

        def cancel() -> None:
            if tasks:
                tasks[0].cancel()
            else:
                work.close()
                outcome.set_exception(asyncio.CancelledError())

        try:
            self._loop.call_soon_threadsafe(start)
            _wait_for(outcome)
        except KeyboardInterrupt:
            # One turn of the loop later, so that the work has begun: cancelled before, it would set no outcome.
            self._loop.call_soon_threadsafe(self._loop.call_soon, cancel)
            wait([outcome], CLEANUP_SECONDS)
            raise
        return outcome.result()

    def close(self) -> None:
        """Cancel what still runs and end the thread. Closing twice is fine."""
        if self._loop.is_closed():
            return
        asyncio.run_coroutine_threadsafe(_cancel_others(), self._loop).result(CLEANUP_SECONDS)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(CLEANUP_SECONDS)
        if not self._thread.is_alive():
            self._loop.close()


def run_sync(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end, whether or not an event loop already runs in this thread."""
    reaper.handle_ending_signals()
    loop = LoopThread()
    try:
        return loop.run(work)
    finally:
        loop.close()


@with_option_texts
class SyncSession(SyncToolMethods[Text]):
    """`handrail.Session` without `async`, for as long as a ``with`` block lasts.

        with SyncSession(headless=True) as session:
            session.call("goto", url="https://example.org/")
            print(session.snapshot().text.raw)

    Ctrl-C (and a notebook's stop button) cancels the call that runs; the session stays open.

    Args:
        plain, model, person, approve, give_values, grant_book, table, using: as for `handrail.Session`.
        options: the options below.

    Raises:
        UsageError: an option that does not exist or does not fit.
        NoBrowser: on entering, when no browser can be had.
    """

    @overload
    def __init__(self: SyncSession[External], **options: Unpack[ModelSessionArguments]) -> None: ...
    @overload
    def __init__(self: SyncSession[str], *, plain: Literal[True], **options: Unpack[SessionArguments]) -> None: ...
    def __init__(self, **options: Any) -> None:
        split_options({name: value for name, value in options.items() if name not in _OF_SESSION})
        self._options = options
        self._loop: LoopThread | None = None
        self._session: Session[Text] | None = None

    def __enter__(self) -> Self:
        # Here: signals are handled in the main thread only, and the browser is opened in another.
        reaper.handle_ending_signals()
        self._loop = LoopThread()
        try:
            self._session = self._loop.run(_open_session(self._options))
        except BaseException:
            self._loop.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
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
    def session(self) -> Session[Text]:
        """The asynchronous session behind it. Its coroutines belong to its own loop: give them to `run`."""
        if self._session is None:
            raise _not_open()
        return self._session

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the session's loop: an agent, or Playwright's own calls on ``session.tab.page``."""
        if self._loop is None:
            work.close()
            raise _not_open()
        return self._loop.run(work)

    call = make_blocking(Session.call)
    call_as = make_blocking(Session.call_as)
    perform = make_blocking(Session.perform)
    observe = make_blocking(Session.observe)
    snapshot = make_blocking(Session[Text].snapshot)
    screenshot = make_blocking(Session.screenshot)
    recover = make_blocking(Session.recover)
    return_to = make_blocking(Session.return_to)

    @property
    def run_dir(self) -> Path:
        """The folder of the session's log, downloads and pictures."""
        return self.session.run_dir

    @property
    def events(self) -> Events:
        """The session's events. Listeners are called in the session's own thread, while a call waits for it."""
        return self.session.events

    def offered(self) -> list[Record]:
        """See `handrail.Session.offered`."""
        return self.session.offered()

    def missing(self, record: Record) -> str | None:
        """See `handrail.Session.missing`."""
        return self.session.missing(record)

    def tabs(self) -> list[TabInfo[Text]]:
        """Return the open tabs."""
        return self.run(_tab_list(self.session))

    def tab(self) -> TabInfo[Text]:
        """Return the active tab: id, address, title."""
        return next(tab for tab in self.tabs() if tab.active)


def _not_open() -> UsageError:
    return UsageError("The session is not open.", hint="Use it as: with SyncSession() as session: ...")


async def _open_session(options: dict[str, Any]) -> Session[Any]:
    # Made in the loop that it will live in, as its lock and events are.
    session: Session[Any] = Session(**options)
    return await session.__aenter__()


async def _tab_list(session: Session[Any]) -> list[TabInfo[Any]]:
    # In the session's own loop, for that may be changing its tabs.
    tabs: list[TabInfo[Any]] = list(await session.tabs.list())
    return [replace(tab, url=tab.url.raw, title=tab.title.raw) for tab in tabs] if session.plain else tabs


async def _deliver(work: Coroutine[Any, Any, T], outcome: Future[T]) -> None:
    try:
        result = await work
    except BaseException as error:  # noqa: BLE001 - SystemExit too is for the caller; here it would end the loop
        outcome.set_exception(error)
    else:
        outcome.set_result(result)


def _wait_for(outcome: Future[Any]) -> None:
    """Wait for an outcome in short waits: on Windows a long one cannot be interrupted, and anywhere else a Ctrl-C that
    comes just before the wait begins would not be noticed until it ends."""
    while not wait([outcome], 0.2).done:
        pass


async def _cancel_others() -> None:
    """Cancel what is left in the loop: nobody will await it any more."""
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await asyncio.get_running_loop().shutdown_asyncgens()
