"""Starts a browser, or connects to a running one, and opens a context in it."""

from __future__ import annotations

import asyncio
import os
import weakref
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from playwright.async_api import Error as PlaywrightError

from handrail.browser.network.filtering_proxy import FilteringProxy, ProxyPorts
from handrail.browser.network.filtering_proxy.sign_in import sign_in
from handrail.browser.network.filtering_proxy.upstream import system_proxy
from handrail.browser.page import kit_client
from handrail.browser.page.refs import Refs
from handrail.browser.playwright_browser import CLOSE_TIMEOUT, PlaywrightBrowser, is_gone
from handrail.browser.process.driver import start_driver
from handrail.browser.process.find import InstalledBrowser, choose
from handrail.browser.process.launch_args import FIREFOX_ENV, chromium_args, firefox_prefs
from handrail.browser.process.launch_errors import no_connection, no_start
from handrail.browser.process.profile import use_profile
from handrail.browser.process.reaper import ProcessReaper, driver_ended
from handrail.browser.shared_browser import Launch, SharedBrowser, take_shared
from handrail.browser.tabs.storage_state import LastState, no_state, read_state
from handrail.browser.types.options import BrowserOptions
from handrail.errors import NoBrowser, UsageError

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Playwright, Route

READY_TIMEOUT = 30.0
"""Seconds on top of the time to start: a context, routes, the first tab."""


@dataclass(frozen=True, slots=True)
class _Driver:
    """A Playwright of its own for each browser: over CDP the kit must be registered per connection, and the processes
    below the driver are then those of one browser.

    Attributes:
        playwright: the Playwright instance.
        reaper: ends its processes.
        cleanup: what ends it all, last opened first.
    """

    playwright: Playwright
    reaper: ProcessReaper
    cleanup: AsyncExitStack

    @classmethod
    async def start(cls, cleanup: AsyncExitStack, *, terminate_first: bool = False) -> _Driver:
        try:
            playwright = await start_driver()
        except Exception as error:
            if not isinstance(error, OSError | PlaywrightError) and not driver_ended(error):
                raise
            hint = "Unset NODE_OPTIONS, if that is set; else: pip install -I playwright"
            raise NoBrowser("Playwright's driver did not start.", hint=hint) from error
        driver = cls(playwright, ProcessReaper(playwright, terminate_first=terminate_first), cleanup)
        cleanup.callback(driver.reaper.end)
        driver.close_later(playwright.stop)
        return driver

    def close_later(self, close: Callable[[], Awaitable[None]]) -> None:
        self.cleanup.push_async_callback(_close_in_time, close, self.reaper)


@dataclass(frozen=True, slots=True)
class _Predecessor:
    """The cookies and storage to start with, and the lost browser that is replaced, where there is one."""

    state: LastState
    browser: PlaywrightBrowser | None = None


async def open_browser(options: BrowserOptions, *, after: PlaywrightBrowser | None = None) -> PlaywrightBrowser:
    """Open a browser as ``options`` say, with the kit in it and a tab.

    Args:
        options: how to get it.
        after: a browser that was lost, whose place it takes: with its cookies and storage as last known, and no tab id
            or ref used twice. What a profile or a running browser has of them itself stays.

    Closing it, or dropping it, or the end of this process, ends every process of it; a browser that was connected to
    goes on running.

    Raises:
        NoBrowser: none was found, it would not start, or none answers at the CDP address.
        UsageError: the profile is in use, or the storage state is not one.
    """
    try:
        async with asyncio.timeout(options.timeout + READY_TIMEOUT), AsyncExitStack() as cleanup:
            state = LastState(read_state(options.storage_state)) if after is None else after.state
            past = _Predecessor(state, after)
            way = _connect if options.endpoints else _join if options.shared else _start
            opened = await way(options, cleanup, past)
            opened.cleanup = cleanup.pop_all()
            return opened
    except TimeoutError as error:
        raise NoBrowser("The browser started, but opened no page in time.", hint="Run `handrail doctor`.") from error


async def _start(options: BrowserOptions, cleanup: AsyncExitStack, past: _Predecessor) -> PlaywrightBrowser:
    found = choose(options) if options.channel is None else None
    name = found.name if found is not None else str(options.channel)
    profile = None
    if options.profile is not None:
        profile = cleanup.enter_context(use_profile(options.profile, options.profile_locked))
    proxy = await _filtering_proxy(options, cleanup)
    driver = await _Driver.start(cleanup, terminate_first=profile is not None)
    await kit_client.register(driver.playwright)
    try:
        context = await _launch(driver, options, found, profile, proxy, past.state)
    except PlaywrightError as error:
        raise no_start(name, options, error) from error
    driver.reaper.record()
    if proxy is not None:
        await sign_in(proxy, context, firefox=_is_firefox(found))
    opened = await _with_tabs(name, context, options, driver.reaper, past, proxy)
    driver.reaper.end_with(opened)
    return opened


async def _join(options: BrowserOptions, cleanup: AsyncExitStack, past: _Predecessor) -> PlaywrightBrowser:
    """A context of its own in a browser that other sessions may have too."""
    found = choose(options) if options.channel is None else None
    if _is_firefox(found):
        raise UsageError("Firefox cannot be shared.", hint="Leave shared out, or name a Chromium.")
    name = found.name if found is not None else str(options.channel)
    gated = _needs_proxy(options)
    launch = Launch(found.path if found else name, options.is_headless, _sandbox(options), gated)

    async def start() -> SharedBrowser:
        async with AsyncExitStack() as own:
            ports = await own.enter_async_context(ProxyPorts()) if gated else None
            driver = await _Driver.start(own)
            await kit_client.register(driver.playwright)
            arguments = _arguments(options, found, ports.addresses if ports is not None else None)
            try:
                browser = await driver.playwright.chromium.launch(**arguments)
            except PlaywrightError as error:
                raise no_start(name, options, error) from error
            driver.close_later(browser.close)
            driver.reaper.record()
            return SharedBrowser(browser, ports, driver.reaper, own.pop_all())

    try:
        shared, mark, context = await _take_context(launch, start, options, past.state)
    except PlaywrightError:
        # It was lost this very moment, and Playwright does not know yet: another is started.
        try:
            shared, mark, context = await _take_context(launch, start, options, past.state)
        except PlaywrightError as error:
            raise no_start(name, options, error) from error
    cleanup.push_async_callback(shared.release, mark)
    proxy = await _filtering_proxy(options, cleanup, shared.ports)
    cleanup.push_async_callback(_close_context, context)
    if proxy is not None:
        await sign_in(proxy, context, firefox=False)
    opened = await _with_tabs(name, context, options, shared.reaper, past, proxy)
    shared.use(opened, mark)
    return opened


def _needs_proxy(options: BrowserOptions) -> bool:
    return options.network is not None or options.proxy is not None or "websocket" in options.block


async def _take_context(
    launch: Launch, start: Callable[[], Awaitable[SharedBrowser]], options: BrowserOptions, state: LastState
) -> tuple[SharedBrowser, object, BrowserContext]:
    shared, mark = await take_shared(launch, start)
    try:
        return shared, mark, await _new_context(shared.browser, options, state)
    except BaseException as error:
        shared.lost |= isinstance(error, PlaywrightError)
        await shared.release(mark)
        raise


async def _close_context(context: BrowserContext) -> None:
    """Close a context that may be gone. One that hangs is left to its browser, which others have too."""
    with suppress(TimeoutError):
        async with asyncio.timeout(CLOSE_TIMEOUT):
            try:
                await context.close()
            except Exception as error:
                if not is_gone(error):
                    raise


async def _filtering_proxy(
    options: BrowserOptions, cleanup: AsyncExitStack, ports: ProxyPorts | None = None
) -> FilteringProxy | None:
    """The proxy that the options need, None where they need none; it ends after the browser.

    A proxy of the user's stands behind it even where there is no rule: Playwright's own way would give the proxy's
    password to any web server that asks for one, and in Firefox send https past the proxy. It also drops websockets,
    which a route of Playwright's context does not see.
    """
    if not _needs_proxy(options):
        return None
    filtering = FilteringProxy(
        options.network or _allow_all,
        upstream=options.proxy or system_proxy(),
        websockets="websocket" not in options.block,
        ports=ports,
    )
    return await cleanup.enter_async_context(filtering)


def _allow_all(_host: str, _port: int, _addresses: Sequence[object]) -> None:
    return None


async def _connect(options: BrowserOptions, cleanup: AsyncExitStack, past: _Predecessor) -> PlaywrightBrowser:
    driver = await _Driver.start(cleanup)
    # The other endpoints are for `handrail.calls.recovery`.
    url = options.endpoints[0]
    try:
        browser = await driver.playwright.chromium.connect_over_cdp(url, timeout=options.timeout * 1000)
    except PlaywrightError as error:
        raise no_connection(url, error) from error
    driver.close_later(browser.close)
    # Only now: the default context would not know a kit that was registered before it was there.
    await kit_client.register(driver.playwright)
    context = browser.contexts[0] if browser.contexts else await browser.new_context()
    await past.state.add_cookies(context)
    opened = await _with_tabs("Chromium over CDP", context, options, driver.reaper, past)
    driver.reaper.end_with(opened)
    return opened


async def _with_tabs(
    name: str,
    context: BrowserContext,
    options: BrowserOptions,
    reaper: ProcessReaper,
    past: _Predecessor,
    proxy: FilteringProxy | None = None,
) -> PlaywrightBrowser:
    from handrail.browser.tabs.tabs import PlaywrightTabs

    if routed := options.block - {"websocket"}:
        await context.route("**/*", _drop_route(routed))
    before = past.browser.tabs if past.browser is not None else None
    refs = before.refs if before is not None else Refs()
    tabs = PlaywrightTabs(context, refs, run_dir=options.downloads, proxy=proxy, after=before)
    await tabs.start()
    opened = PlaywrightBrowser(name, context, tabs, save_to=options.save_state, proxy=proxy, state=past.state)
    opened.processes = reaper.processes
    if proxy is not None:
        weakref.finalize(opened, proxy.close_from_any_thread)
    return opened


async def _launch(
    driver: _Driver,
    options: BrowserOptions,
    found: InstalledBrowser | None,
    profile: Path | None,
    proxy: FilteringProxy | None,
    state: LastState,
) -> BrowserContext:
    kind = driver.playwright.firefox if _is_firefox(found) else driver.playwright.chromium
    socks = await proxy.listen_for_socks() if proxy is not None and _is_firefox(found) else None
    arguments = _arguments(options, found, proxy.addresses if proxy is not None else None, socks)
    if profile is not None:
        context = await kind.launch_persistent_context(
            profile, **arguments, **_context_options(options, firefox=_is_firefox(found))
        )
        driver.close_later(context.close)
        await state.add_cookies(context)
        return context
    browser = await kind.launch(**arguments)
    driver.close_later(browser.close)
    return await _new_context(browser, options, state)


async def _new_context(browser: Browser, options: BrowserOptions, state: LastState) -> BrowserContext:
    try:
        stored: Any = state.to_dict()
        return await browser.new_context(
            storage_state=stored if any(stored.values()) else None,
            **_context_options(options, firefox=browser.browser_type.name == "firefox"),
        )
    except PlaywrightError as error:
        if options.storage_state is None:
            raise
        raise no_state(options.storage_state) from error


def _arguments(
    options: BrowserOptions,
    found: InstalledBrowser | None,
    proxy: tuple[str, str] | None,
    socks: tuple[str, int] | None = None,
) -> dict[str, Any]:
    """The arguments of a launch. Ctrl-C is for this process to handle; the driver would end the browser at once.

    The proxy is not among Playwright's options, which know only one address.
    """
    arguments: dict[str, Any] = {
        "headless": options.is_headless,
        "timeout": options.timeout * 1000,
        "handle_sigint": False,
    }
    if _is_firefox(found):
        prefs = firefox_prefs(urlsplit(proxy[0]).port, socks) if proxy and socks else firefox_prefs(None)
        arguments |= {"channel": "moz-firefox", "firefox_user_prefs": prefs, "env": {**os.environ, **FIREFOX_ENV}}
    else:
        arguments |= {"args": chromium_args(proxy), "chromium_sandbox": _sandbox(options)}
    return arguments | ({"executable_path": found.path} if found is not None else {"channel": options.channel})


def _is_firefox(found: InstalledBrowser | None) -> bool:
    return found is not None and found.kind == "firefox"


def _sandbox(options: BrowserOptions) -> bool:
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return not root if options.sandbox is None else options.sandbox


def _context_options(options: BrowserOptions, *, firefox: bool) -> dict[str, Any]:
    width, height = options.viewport
    sign_in = options.http_sign_in
    if sign_in is not None and not firefox:
        # Playwright has one answer for sites and proxies in Chromium, and there it is that of the filtering proxy.
        raise UsageError("HTTP credentials are answered in Firefox only.", hint="Add --browser firefox.")
    return {
        "http_credentials": sign_in
        and {"username": sign_in.user, "password": sign_in.password, "origin": sign_in.origin},
        "viewport": {"width": width, "height": height},
        "locale": options.locale,
        "timezone_id": options.timezone,
        "user_agent": options.user_agent,
        "accept_downloads": True,
    }


def _drop_route(kinds: frozenset[str]) -> Callable[[Route], Awaitable[None]]:
    """A route that drops requests of some kinds. It is there first, so Playwright asks it last: routes that come later
    must fall back, not continue, or nothing is dropped."""

    async def drop(route: Route) -> None:
        # The page may be gone before the answer to its request is.
        with suppress(PlaywrightError):
            if route.request.resource_type in kinds:
                await route.abort("blockedbyclient")
            else:
                await route.fallback()

    return drop


async def _close_in_time(close: Callable[[], Awaitable[None]], reaper: ProcessReaper) -> None:
    """Close something that may be gone already. Where it hangs, its processes are ended: what comes next need not wait
    for it as well."""
    try:
        async with asyncio.timeout(CLOSE_TIMEOUT):
            await close()
    except TimeoutError:
        reaper.end()
    except Exception as error:
        if not is_gone(error):
            raise
