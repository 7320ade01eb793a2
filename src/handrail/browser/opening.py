"""What every way to open a browser shares: the driver, the settings, the filtering proxy, a context and its tabs."""

from __future__ import annotations

import asyncio
import os
import tomllib
import weakref
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from importlib import resources
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Browser, BrowserContext, Playwright, Route
from playwright.async_api import Error as PlaywrightError
from rapidfuzz import process

from handrail.browser.network.filtering_proxy import FilteringProxy, ProxyPorts
from handrail.browser.network.filtering_proxy.upstream import system_proxy
from handrail.browser.page.refs import Refs
from handrail.browser.playwright_browser import CLOSE_TIMEOUT, PlaywrightBrowser, is_gone
from handrail.browser.process.driver import start_driver
from handrail.browser.process.find import InstalledBrowser
from handrail.browser.process.reaper import ProcessReaper, driver_ended
from handrail.browser.tabs.storage_state import LastState, no_state
from handrail.browser.types.options import CHROMIUM_ONLY, USUAL_VIEWPORT, BrowserOptions
from handrail.errors import NoBrowser, UsageError

USUAL_PHONE = "Pixel 7"
_SETTINGS = tomllib.loads((resources.files("handrail.browser.process") / "launch_args.toml").read_text("utf-8"))

FIREFOX_PREFS: dict[str, str | float | bool] = _SETTINGS["firefox"]["prefs"]
FIREFOX_ENV: dict[str, str] = _SETTINGS["firefox"]["env"]
FIREFOX_PAGE_TOOLS: dict[str, str | float | bool] = _SETTINGS["firefox"]["page_tools"]
CHROMIUM_PAGE_TOOLS: list[str] = _SETTINGS["chromium"]["page_tools"]
"""What lets pages offer tools of their own."""


@dataclass(frozen=True, slots=True)
class Driver:
    """A Playwright of its own for each browser: over CDP the kit must be registered per connection, and the processes
    below the driver are then those of one browser.

    Attributes:
        cleanup: what ends it all, last opened first.
    """

    playwright: Playwright
    reaper: ProcessReaper
    cleanup: AsyncExitStack

    @classmethod
    async def start(cls, cleanup: AsyncExitStack, *, terminate_first: bool = False) -> Driver:
        try:
            playwright = await start_driver()
        except Exception as error:
            if not isinstance(error, OSError | PlaywrightError) and not driver_ended(error):
                raise
            hint = "Unset NODE_OPTIONS, if that is set; else: pip install -I playwright"
            raise NoBrowser("Playwright's driver did not start.", hint=hint) from error
        driver = cls(playwright, ProcessReaper(playwright, terminate_first=terminate_first), cleanup)
        cleanup.callback(driver.reaper.end)
        cleanup.push_async_callback(_close_in_time, playwright.stop, driver.reaper.end_driver)
        return driver

    def close_later(self, close: Callable[[], Awaitable[None]]) -> None:
        self.cleanup.push_async_callback(_close_in_time, close, self.reaper.end)


@dataclass(frozen=True, slots=True)
class Predecessor:
    """The cookies and storage to start with, and the lost browser that is replaced, where there is one."""

    state: LastState
    browser: PlaywrightBrowser | None = None


def needs_proxy(options: BrowserOptions) -> bool:
    return bool(options.network or options.proxy or "websocket" in options.block or options.certificates)


async def filtering_proxy(
    options: BrowserOptions, cleanup: AsyncExitStack, ports: ProxyPorts | None = None
) -> FilteringProxy | None:
    """Return the proxy that the options need, None where they need none; it ends after the browser.

    A proxy of the user's stands behind it even where there is no rule: Playwright's own way would give the proxy's
    password to any web server that asks for one, and in Firefox send https past the proxy. It also drops websockets,
    which a route of Playwright's context does not see.
    """
    if not needs_proxy(options):
        return None
    filtering = FilteringProxy(
        options.network or (lambda *_: None),
        upstream=options.proxy or system_proxy(),
        websockets="websocket" not in options.block,
        accepted=options.certificates,
        ports=ports,
    )
    return await cleanup.enter_async_context(filtering)


async def with_tabs(
    name: str,
    context: BrowserContext,
    options: BrowserOptions,
    reaper: ProcessReaper,
    past: Predecessor,
    proxy: FilteringProxy | None = None,
) -> PlaywrightBrowser:
    from handrail.browser.tabs.tabs import PlaywrightTabs

    if routed := options.block - {"websocket"}:
        await context.route("**/*", _drop_route(routed))
    before = past.browser.tabs if past.browser is not None else None
    refs = before.refs if before is not None else Refs()
    tabs = PlaywrightTabs(
        context, refs, run_dir=options.downloads, proxy=proxy, after=before, touch=options.device is not None
    )
    await tabs.start()
    opened = PlaywrightBrowser(name, context, tabs, save_to=options.save_state, proxy=proxy, state=past.state)
    opened.processes = reaper.processes
    if proxy is not None:
        weakref.finalize(opened, proxy.close_from_any_thread)
    return opened


async def new_context(
    browser: Browser, options: BrowserOptions, state: LastState, shown: Mapping[str, Any]
) -> BrowserContext:
    """Return a context with the cookies and storage of a state. ``shown``: its `context_options`."""
    try:
        stored: Any = state.to_dict()
        return await browser.new_context(storage_state=stored if any(stored.values()) else None, **shown)
    except PlaywrightError as error:
        if options.storage_state is None:
            raise
        raise no_state(options.storage_state) from error


def launch_arguments(
    options: BrowserOptions,
    found: InstalledBrowser | None,
    proxy: tuple[str, str] | None,
    socks: tuple[str, int] | None = None,
) -> dict[str, Any]:
    """Return the arguments of a launch. Ctrl-C is for this process to handle; the driver would end the browser at once.

    The proxy is not among Playwright's options, which know only one address.
    """
    arguments: dict[str, Any] = {
        "headless": options.is_headless,
        "timeout": options.timeout * 1000,
        "handle_sigint": False,
    }
    if is_firefox(found):
        prefs = firefox_prefs(urlsplit(proxy[0]).port, socks) if proxy and socks else firefox_prefs(None)
        prefs |= FIREFOX_PAGE_TOOLS if options.page_tools else {}
        arguments |= {"channel": "moz-firefox", "firefox_user_prefs": prefs, "env": {**os.environ, **FIREFOX_ENV}}
    else:
        args = chromium_args(proxy) + (CHROMIUM_PAGE_TOOLS if options.page_tools else [])
        arguments |= {"args": args, "chromium_sandbox": uses_sandbox(options)}
    return arguments | ({"executable_path": found.path} if found is not None else {"channel": options.channel})


def is_firefox(found: InstalledBrowser | None) -> bool:
    return found is not None and found.kind == "firefox"


def uses_sandbox(options: BrowserOptions) -> bool:
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return not root if options.sandbox is None else options.sandbox


def context_options(
    options: BrowserOptions, *, firefox: bool, devices: Mapping[str, Any] = MappingProxyType({})
) -> dict[str, Any]:
    """Return what a context is opened with. ``devices``: those that can be emulated, as Playwright knows them. Raises
    `UsageError`: the browser cannot do it, or there is no such device."""
    width, height = options.viewport
    device = _device(options.device, devices, firefox=firefox) if options.device is not None else {}
    if options.viewport != USUAL_VIEWPORT:
        device.pop("viewport", None)
    if options.http_sign_in is not None and firefox:
        # What Playwright (1.64) answers with there goes along where the site redirects to another one.
        raise UsageError("HTTP credentials are answered in Chromium only.", hint="Leave browser firefox out.")
    shown = {"viewport": {"width": width, "height": height}, "user_agent": options.user_agent, **device}
    if options.user_agent is not None:
        shown["user_agent"] = options.user_agent
    return {**shown, "locale": options.locale, "timezone_id": options.timezone, "accept_downloads": True}


def _device(name: str, devices: Mapping[str, Any], *, firefox: bool) -> dict[str, Any]:
    """Return what makes a context one of a phone or tablet."""
    if firefox:
        raise UsageError("Firefox cannot be a phone: it emulates neither touch nor a mobile page.", hint=CHROMIUM_ONLY)
    touched = {one: found for one, found in devices.items() if found["has_touch"]}
    by_name = {one.casefold(): one for one in touched}
    wanted = USUAL_PHONE if name.casefold() == "mobile" else by_name.get(name.casefold(), "")
    if wanted not in touched:
        near = process.extractOne(name, list(touched), score_cutoff=50)
        raise UsageError(
            f"There is no phone or tablet {name[:60]!r}.",
            hint=f"Did you mean {near[0]}?" if near else f"Examples: mobile, {USUAL_PHONE}, iPhone 15, iPad Mini.",
        )
    return {key: value for key, value in touched[wanted].items() if key != "default_browser_type"}


def _drop_route(kinds: frozenset[str]) -> Callable[[Route], Awaitable[None]]:
    """Return a route that drops requests of some kinds. It is there first, so Playwright asks it last: routes that come
    later must fall back, not continue, or nothing is dropped."""

    async def drop(route: Route) -> None:
        # The page may be gone before the answer to its request is.
        with suppress(PlaywrightError):
            if route.request.resource_type in kinds:
                await route.abort("blockedbyclient")
            else:
                await route.fallback()

    return drop


async def _close_in_time(close: Callable[[], Awaitable[None]], end: Callable[[], None]) -> None:
    """Close something that may be gone already. Where it hangs, ``end`` ends its processes instead."""
    # Playwright's calls to a silent driver do not end when they are cancelled.
    closing = asyncio.gather(close(), return_exceptions=True)
    await asyncio.wait({closing}, timeout=CLOSE_TIMEOUT)
    if not closing.done():
        end()
    elif isinstance(error := closing.result()[0], Exception) and not is_gone(error):
        raise error


def chromium_args(proxy: tuple[str, str] | None) -> list[str]:
    """Return the arguments of a Chromium, behind the filtering proxy or not.

    Args:
        proxy: its address for https, and that for websockets. Chromium (156) has a proxy for each scheme, and takes the
            one named ``socks``, whatever kind it is of, for websockets: it prefers that to the one for https.
    """
    chromium = _SETTINGS["chromium"]
    if proxy is None:
        return [*chromium["args"]]
    https, websockets = proxy
    return [
        *chromium["args"],
        *chromium["proxied"],
        f"--proxy-server=http={websockets};https={https};socks={websockets}",
    ]


def firefox_prefs(proxy_port: int | None, socks: tuple[str, int] = ("", 0)) -> dict[str, str | float | bool]:
    """Return the preferences of a Firefox, behind the filtering proxy or not.

    Args:
        proxy_port: for http and https; None where there is no proxy.
        socks: where websockets go.
    """
    firefox = _SETTINGS["firefox"]
    if proxy_port is None:
        return {**FIREFOX_PREFS, **firefox["unproxied"]}
    ports = {"network.proxy.http_port": proxy_port, "network.proxy.ssl_port": proxy_port}
    sockets = {"network.proxy.socks": socks[0], "network.proxy.socks_port": socks[1]}
    return {**FIREFOX_PREFS, **firefox["proxied"], **ports, **sockets}
