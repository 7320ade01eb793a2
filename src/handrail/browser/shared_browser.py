"""One Chromium for several sessions of this program: a context each, with its own proxy, gate, cookies and limits.

What contexts share is the browser's process, Playwright's driver and the two ports of their filtering proxies. Chromium
keeps their storage, caches, connections, passwords and page processes apart. (Firefox keeps one list of proxy passwords
for all contexts, so it cannot be shared.) A browser is shared within one event loop, by sessions that would start it
alike, and ends with the last of them.
"""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from weakref import WeakKeyDictionary

from playwright.async_api import Browser

from handrail.browser.network.filtering_proxy import ProxyPorts
from handrail.browser.process.reaper import ProcessReaper


@dataclass(frozen=True, slots=True)
class Launch:
    """What must be alike for sessions to share a browser."""

    program: Path | str
    headless: bool
    sandbox: bool
    gated: bool
    """Behind filtering proxies."""


@dataclass(eq=False)
class SharedBrowser:
    """A browser that is open, and what ends it.

    Attributes:
        ports: of the proxies of its contexts; None where it is not gated.
        cleanup: ends it, last opened first.
        users: the sessions that have it, by a mark of each.
        lost: it is gone, or does not answer, so that no other session joins it.
    """

    browser: Browser
    ports: ProxyPorts | None
    reaper: ProcessReaper
    cleanup: AsyncExitStack
    users: set[object] = field(default_factory=set)
    lost: bool = False
    _loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)

    def use(self, user: object, mark: object) -> None:
        """Count a user, also one that is dropped without being closed: after the last, the processes are ended."""
        weakref.finalize(user, self._drop, mark)

    async def release(self, mark: object) -> None:
        """Note that a session is closed; the last one ends the browser."""
        self.users.discard(mark)
        if not self.users:
            await self.cleanup.aclose()

    def give_up(self) -> None:
        """Let no other session join: one of them found it lost, and starts anew."""
        self.lost = True

    def _drop(self, mark: object) -> None:
        if mark in self.users:
            self.users.discard(mark)
            if not self.users:
                self.lost = True
                self.reaper.end()
                # It may be dropped in any thread, and after its loop.
                with suppress(RuntimeError):
                    self._loop.call_soon_threadsafe(self._end_ports)

    def _end_ports(self) -> None:
        if self.ports is not None:
            self.ports.end()


class _Pool:
    """The shared browsers of one event loop."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._browsers: dict[Launch, SharedBrowser] = {}

    async def take(self, launch: Launch, start: Callable[[], Awaitable[SharedBrowser]]) -> tuple[SharedBrowser, object]:
        async with self._lock:
            shared = self._browsers.get(launch)
            if shared is None or shared.lost or not shared.users or not shared.browser.is_connected():
                shared = self._browsers[launch] = await start()
            shared.users.add(mark := object())
            return shared, mark


_pools: WeakKeyDictionary[asyncio.AbstractEventLoop, _Pool] = WeakKeyDictionary()


async def take_shared(launch: Launch, start: Callable[[], Awaitable[SharedBrowser]]) -> tuple[SharedBrowser, object]:
    """Return a shared browser, started where there is none, and this user's mark, for `SharedBrowser.release`."""
    pool = _pools.setdefault(asyncio.get_running_loop(), _Pool())
    return await pool.take(launch, start)
