"""Starts Playwright's driver, a process of Node.js beside every browser, so that it needs little memory.

Its settings are in its environment, which Playwright copies from this process's when it starts one. The driver's own
memory (its anonymous memory) at the peak of each task of `bench.peers`: 95 to 132 MiB as Playwright starts it, 66 to 81
as it is started here. Beside that come 45 MiB of Node.js itself, once for all drivers of a machine.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_cache_path
from playwright.async_api import Playwright

from handrail.private_files import private_folder

YOUNG_GENERATION = "--max-semi-space-size=2"
"""MiB of each half of what V8 collects often. By itself it lets them grow to 16 before it looks for what is done with,
and a driver only passes messages on: nearly all of that is. 27 MiB less in a short task (21 with 4 in place of 2), 50
in one of many large answers, and 1 to 6 ms more of the driver's time for a click and two snapshots, which take 350 ms
in all."""
COMPILE_CACHE = "driver"
"""The folder below the user's cache folder where Node.js keeps Playwright's code as it was compiled (1.2 MB): 5 to 8
MiB less, which the parser leaves behind, and a driver that starts in 0.34 s of a core in place of 0.47."""
CANCEL_SECONDS = 15.0
"""For a driver whose start is cancelled to answer, so that it can be ended."""


async def start_driver() -> Playwright:
    """Start a driver of its own. When it is cancelled, the driver is ended first.

    Raises:
        OSError, playwright.async_api.Error: it does not start.
        Exception: it ended at once; `handrail.browser.process.reaper.driver_ended` recognises that.
    """
    # Playwright's own start, once cancelled, leaves tasks that wait for an answer of the driver, and at the end of
    # `asyncio.run` the task that would read the answer is cancelled beside them: the program would never end.
    starting = asyncio.create_task(_start())
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        await asyncio.wait({starting}, timeout=CANCEL_SECONDS)
        if starting.done() and starting.exception() is None:
            await starting.result().stop()
        raise


async def _start() -> Playwright:
    from playwright.async_api import async_playwright

    with _environment.of_a_driver():
        return await async_playwright().start()


def _settings() -> dict[str, str]:
    """Return the settings of a driver. A Node.js of the user's own may be too old to know them, and would not start."""
    if "PLAYWRIGHT_NODEJS_PATH" in os.environ:
        return {}
    # Where an option is there twice, the last one counts: the user's.
    settings = {"NODE_OPTIONS": f"{YOUNG_GENERATION} {os.environ.get('NODE_OPTIONS', '')}".strip()}
    if "NODE_COMPILE_CACHE" not in os.environ and (folder := _cache_folder()) is not None:
        settings["NODE_COMPILE_CACHE"] = str(folder)
    return settings


def _cache_folder() -> Path | None:
    """Return the folder, None where it cannot be made: left to make one under /proc, Node.js 24 tries without end."""
    try:
        return private_folder(user_cache_path("handrail", appauthor=False) / COMPILE_CACHE)
    except OSError:
        return None


class _Environment:
    """This process's environment, with `_settings` in it as long as any driver is starting, in any thread. Another
    program that is started meanwhile sees them too; they mean nothing but to Node.js."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._starting = 0
        self._before: dict[str, str | None] = {}

    @contextmanager
    def of_a_driver(self) -> Iterator[None]:
        with self._lock:
            if not self._starting:
                settings = _settings()
                self._before = {name: os.environ.get(name) for name in settings}
                os.environ.update(settings)
            self._starting += 1
        try:
            yield
        finally:
            with self._lock:
                self._starting -= 1
                if not self._starting:
                    self._restore()

    def _restore(self) -> None:
        for name, value in self._before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


_environment = _Environment()
