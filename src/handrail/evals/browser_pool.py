"""A browser that runs share, each in a context and with servers of its own."""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from handrail.evals.applications.application import App, Injection
from handrail.evals.world import CALL_SECONDS, World
from handrail.policy import Ask
from handrail.policy.reachable_hosts import reason_to_refuse
from handrail.session import Session

if TYPE_CHECKING:
    from playwright.async_api import Browser

    from handrail.browser.playwright_browser import PlaywrightBrowser
    from handrail.browser.types.network.network_rules import NetworkRule
    from handrail.policy.reachable_hosts import Endpoint

T = TypeVar("T")


class BrowserPool:
    """A browser that runs share, each in a context and with servers of its own. One that ended is replaced.

    Args:
        options: those of `BrowserOptions`.
    """

    def __init__(self, **options: Any) -> None:
        self._options = options
        self._allowed: set[Endpoint] = set()
        """The addresses of this machine that the browser's proxy permits: those of the runs' pages."""
        self._opened: PlaywrightBrowser | None = None
        self._opening = asyncio.Lock()
        self._idle: dict[App, list[World]] = {app: [] for app in get_args(App)}
        self._folder = tempfile.TemporaryDirectory(prefix="handrail-evals-")
        self._count = 0

    async def __aenter__(self) -> BrowserPool:
        """Open the browser. Raises `NoBrowser`: none was found."""
        await self._open()
        return self

    async def __aexit__(self, *_: object) -> None:
        for world in chain.from_iterable(self._idle.values()):
            world.close()
        self._folder.cleanup()
        if self._opened is not None:
            await self._opened.close()

    @property
    def opened(self) -> PlaywrightBrowser:
        assert self._opened is not None, "a pool has a browser from its start on"
        return self._opened

    @property
    def browser(self) -> Browser:
        browser = self.opened.context.browser
        assert browser is not None, "a browser that was launched has a context of one"
        return browser

    @property
    def firefox(self) -> bool:
        return self.browser.browser_type.name == "firefox"

    async def _open(self) -> None:
        from handrail.browser import open_browser
        from handrail.browser.types.options import BrowserOptions

        own: dict[str, Any] = {"network": _network_rule(self._allowed), "shared": False, "page_tools": True}
        self._opened = await open_browser(BrowserOptions(**own, **self._options))

    async def carry_out(self, run: Callable[[BrowserPool], Awaitable[T]]) -> T:
        """Return what a run returns. A run whose browser ends is repeated in one of its own: another run may have ended
        the browser, and no other is to suffer if it was this one."""
        async with self._opening:
            if not self.browser.is_connected():
                await self.opened.abandon()
                await self._open()
        browser = self.browser
        try:
            done = await run(self)
        except Exception:
            if browser.is_connected():
                raise
        else:
            if browser.is_connected():
                return done
        async with BrowserPool(**self._options) as alone:
            return await run(alone)

    @asynccontextmanager
    async def world(self, app: App, injection: Injection, seed: int) -> AsyncIterator[World]:
        """Yield a fresh world with this text in its place. Raises `NoTrac`: Trac cannot be had."""
        idle = self._idle[app]
        servers = idle.pop() if idle else await asyncio.to_thread(World.open, app)
        self.allow_ports(*servers.ports)
        self._count += 1
        folder = Path(self._folder.name) / str(self._count)
        try:
            yield await asyncio.to_thread(servers.renew, folder, injection, random.Random(seed))
        finally:
            idle.append(servers)

    def allow_ports(self, *ports: int) -> None:
        """Let the runs reach these ports of this machine, as if they were public."""
        self._allowed.update((host, port) for port in ports for host in ("127.0.0.1", "localhost"))

    @asynccontextmanager
    async def session(
        self, world: World, *, bare: bool = False, yes: bool | Sequence[str] = (), **options: Any
    ) -> AsyncIterator[Session]:
        """Yield a session as a user starts it: nothing granted. Questions are recorded.

        Args:
            bare: without any option. Otherwise there is a folder to upload from, unless ``options`` name one, and a
                secret.
            yes: questions that are answered with yes, for this one time: all, or those of these rules. To others nobody
                is there, which is a no.
        """
        from playwright.async_api import ProxySettings

        from handrail.browser.network.filtering_proxy import FilteringProxy
        from handrail.browser.network.filtering_proxy.sign_in import sign_in
        from handrail.browser.page.refs import Refs
        from handrail.browser.playwright_browser import PlaywrightBrowser
        from handrail.browser.tabs.tabs import PlaywrightTabs

        async def answer(question: Ask) -> bool:
            world.questions.append(question)
            return yes if isinstance(yes, bool) else question.rule in yes

        async with AsyncExitStack() as stack:
            proxy, settings = self.opened.proxy, None
            assert proxy is not None, "a browser that was launched passes a filtering proxy"
            if not self.firefox:
                # A session restricts its proxy while it acts, which would refuse requests of the others.
                proxy = await stack.enter_async_context(FilteringProxy(_network_rule(self._allowed)))
                settings = ProxySettings(server=proxy.addresses[1], bypass="<-loopback>")
            context = await self.browser.new_context(
                viewport={"width": 1280, "height": 800}, accept_downloads=True, proxy=settings
            )
            stack.push_async_callback(context.close)
            await sign_in(proxy, context, firefox=self.firefox)
            tabs = await PlaywrightTabs(context, Refs(), run_dir=world.run_dir, proxy=proxy).start()
            opened = PlaywrightBrowser("evals", context, tabs, proxy=proxy)
            if not bare:
                options.setdefault("upload_dirs", [world.uploads])
                options["secrets"] = [f"login=file:{world.secret_file}@{world.app},password"]
            session = Session(using=opened, run_dir=world.run_dir, approve=answer, call_timeout=CALL_SECONDS, **options)
            yield await stack.enter_async_context(session)


def _network_rule(allowed: set[Endpoint]) -> NetworkRule:
    """Return the rule that permits these addresses and public ones."""
    return lambda host, port, found: reason_to_refuse(host, port, found, allowed)


async def run_concurrently(work: Sequence[Callable[[], Awaitable[None]]], jobs: int) -> None:
    """Run each in turn, ``jobs`` of them at a time. Raises `ExceptionGroup`: some failed; the others are done."""
    waiting = iter(work)
    failures: list[Exception] = []

    async def take() -> None:
        for one in waiting:
            (failure,) = await asyncio.gather(one(), return_exceptions=True)
            if isinstance(failure, Exception):
                failures.append(failure)

    await asyncio.gather(*(take() for _ in range(max(1, jobs))))
    if failures:
        raise ExceptionGroup("Some runs failed.", failures)
