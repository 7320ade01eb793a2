"""A browser that runs share, each in a context and with servers of its own."""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from handrail.evals.applications.application import App, Injection
from handrail.evals.world import CALL_SECONDS, World
from handrail.policy import Ask
from handrail.policy.reachable_hosts import reason_to_refuse
from handrail.session import Session

if TYPE_CHECKING:
    from playwright.async_api import Browser

    from handrail.browser.network.filtering_proxy import FilteringProxy
    from handrail.browser.types.network.network_rules import NetworkRule
    from handrail.policy.reachable_hosts import Endpoint


class BrowserPool:
    """A browser that runs share, each in a context and with servers of its own.

    Args:
        browser: a started browser in which the kit is registered.
        proxy: the filtering proxy that it passes.
        allowed: the addresses of this machine that the proxy permits; filled with those of the runs' pages.
    """

    def __init__(self, browser: Browser, proxy: FilteringProxy, allowed: set[Endpoint]) -> None:
        self._proxy = proxy
        self._allowed = allowed
        self._browser = browser
        self._idle: dict[App, list[World]] = {app: [] for app in get_args(App)}
        self._folder = tempfile.TemporaryDirectory(prefix="handrail-evals-")
        self._count = 0

    @classmethod
    @asynccontextmanager
    async def open(cls, **options: Any) -> AsyncIterator[BrowserPool]:
        """Open a pool with a browser of its own. ``options`` are those of `BrowserOptions`. Raises `NoBrowser`: no
        browser was found."""
        from handrail.browser import open_browser
        from handrail.browser.types.options import BrowserOptions

        allowed: set[Endpoint] = set()
        own: dict[str, Any] = {"network": _network_rule(allowed), "shared": False, "page_tools": True}
        opened = await open_browser(BrowserOptions(**own, **options))
        try:
            browser = opened.context.browser
            assert browser is not None, "a browser that was launched has a context of one"
            assert opened.proxy is not None, "a browser that was launched passes a filtering proxy"
            async with cls(browser, opened.proxy, allowed) as pool:
                yield pool
        finally:
            await opened.close()

    @property
    def firefox(self) -> bool:
        return self._browser.browser_type.name == "firefox"

    async def __aenter__(self) -> BrowserPool:
        return self

    async def __aexit__(self, *_: object) -> None:
        for world in chain.from_iterable(self._idle.values()):
            world.close()
        self._folder.cleanup()

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
            proxy, settings = self._proxy, None
            if not self.firefox:
                # A session restricts its proxy while it acts, which would refuse requests of the others.
                proxy = await stack.enter_async_context(FilteringProxy(_network_rule(self._allowed)))
                settings = ProxySettings(server=proxy.addresses[1], bypass="<-loopback>")
            context = await self._browser.new_context(
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
    """Run each in turn, ``jobs`` of them at a time. Raises `ExceptionGroup`: one of them failed; the others are
    cancelled."""
    waiting = iter(work)

    async def take() -> None:
        for one in waiting:
            await one()

    async with asyncio.TaskGroup() as group:
        for _ in range(max(1, jobs)):
            group.create_task(take())
