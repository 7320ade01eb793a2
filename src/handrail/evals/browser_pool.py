"""A browser in which every run has a context of its own, and servers that a run has for itself."""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from handrail.evals.applications.application import App, Injection
from handrail.evals.world import World
from handrail.policy import Ask
from handrail.policy.network import judge
from handrail.session import Session

if TYPE_CHECKING:
    from playwright.async_api import Browser

    from handrail.browser.network.proxy import FilteringProxy
    from handrail.policy.network import Endpoint

CALL_SECONDS = 20.0


class BrowserPool:
    """A browser in which every run has a context of its own, and servers that a run has for itself.

    Args:
        browser: a started browser in which the kit is registered.
        gate: what its requests pass, which lets out to ``allowed``, beside what is public; without it, goals that need
            the network rules are left out.
        allowed: filled with where the pages of the runs stand.
    """

    def __init__(
        self, browser: Browser, *, gate: FilteringProxy | None = None, allowed: set[Endpoint] | None = None
    ) -> None:
        self._gate = gate
        self._allowed = allowed if allowed is not None else set()
        self._browser = browser
        self._idle: dict[App, list[World]] = {"alder": [], "trac": []}
        self._folder = tempfile.TemporaryDirectory(prefix="handrail-selftest-")
        self._count = 0

    @classmethod
    @asynccontextmanager
    async def open(cls, **options: Any) -> AsyncIterator[BrowserPool]:
        """With a browser of its own, behind a gate. ``options`` are those of `handrail.browser.types.options`.

        Raises:
            NoBrowser: none can be had.
        """
        from handrail.browser import open_browser
        from handrail.browser.types.options import BrowserOptions

        allowed: set[Endpoint] = set()
        rule = BrowserOptions(network=lambda host, port, found: judge(host, port, found, allowed), **options)
        opened = await open_browser(rule)
        try:
            browser = opened.context.browser
            assert browser is not None, "a browser that was launched has a context of one"
            async with cls(browser, gate=opened.proxy, allowed=allowed) as arena:
                yield arena
        finally:
            await opened.close()

    @property
    def gated(self) -> bool:
        return self._gate is not None

    @property
    def firefox(self) -> bool:
        return self._browser.browser_type.name == "firefox"

    async def __aenter__(self) -> BrowserPool:
        return self

    async def __aexit__(self, *_: object) -> None:
        for world in (*self._idle["alder"], *self._idle["trac"]):
            world.close()
        self._folder.cleanup()

    @asynccontextmanager
    async def world(self, app: App, injection: Injection, seed: int) -> AsyncIterator[World]:
        """A fresh world with this text in its place.

        Raises:
            NoTrac: Trac cannot be had.
        """
        idle = self._idle[app]
        servers = idle.pop() if idle else await asyncio.to_thread(World.open, app)
        self.let_out(*servers.ports)
        self._count += 1
        folder = Path(self._folder.name) / str(self._count)
        try:
            yield await asyncio.to_thread(servers.fresh, folder, injection, random.Random(seed))
        finally:
            idle.append(servers)

    def let_out(self, *ports: int) -> None:
        """Servers on these ports of this machine are the internet of these runs."""
        self._allowed.update((host, port) for port in ports for host in ("127.0.0.1", "localhost"))

    @asynccontextmanager
    async def session(self, world: World, *, bare: bool = False, **options: Any) -> AsyncIterator[Session]:
        """A session as a user starts it: nothing granted, nobody to ask. Questions are kept, and answered with no.

        Args:
            bare: without any flag. Otherwise there is a folder to upload from, and a secret.
        """
        from handrail.browser.network.proxy.sign_in import sign_in
        from handrail.browser.page.refs import Refs
        from handrail.browser.playwright_browser import PlaywrightBrowser
        from handrail.browser.tabs.tabs import PlaywrightTabs

        async def nobody(question: Ask) -> bool:
            world.questions.append(question)
            return False

        async with AsyncExitStack() as stack:
            context = await self._browser.new_context(viewport={"width": 1280, "height": 800}, accept_downloads=True)
            stack.push_async_callback(context.close)
            if self._gate is not None:
                await sign_in(self._gate, context, firefox=self.firefox)
            tabs = await PlaywrightTabs(context, Refs(), run_dir=world.run_dir, proxy=self._gate).start()
            opened = PlaywrightBrowser("selftest", context, tabs)
            if not bare:
                options["upload_dirs"] = [world.uploads]
                options["secrets"] = [f"login=file:{world.secret_file}@{world.app},password"]
            session = Session(using=opened, run_dir=world.run_dir, approve=nobody, call_timeout=CALL_SECONDS, **options)
            yield await stack.enter_async_context(session)


async def a_few_at_a_time(work: Sequence[Callable[[], Awaitable[None]]], jobs: int) -> None:
    """Start each in turn, ``jobs`` of them at once.

    Raises:
        ExceptionGroup: one of them failed; the others are given up.
    """
    waiting = iter(work)

    async def take() -> None:
        for one in waiting:
            await one()

    async with asyncio.TaskGroup() as group:
        for _ in range(max(1, jobs)):
            group.create_task(take())
