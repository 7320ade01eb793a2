"""Starts a browser, or connects to a running one, and opens a context in it."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.async_api import BrowserContext
from playwright.async_api import Error as PlaywrightError

from handrail.browser.join import join
from handrail.browser.network.filtering_proxy import FilteringProxy
from handrail.browser.network.filtering_proxy.accepted_certificates import fingerprint_of
from handrail.browser.network.filtering_proxy.sign_in import sign_in
from handrail.browser.network.filtering_proxy.unknown_certificates import unknown_certificate
from handrail.browser.network.filtering_proxy.upstream import system_proxy
from handrail.browser.network.http_sign_in import answer_sign_in
from handrail.browser.opening import (
    Driver,
    Predecessor,
    context_options,
    filtering_proxy,
    is_firefox,
    launch_arguments,
    new_context,
    with_tabs,
)
from handrail.browser.page.kits import register
from handrail.browser.playwright_browser import PlaywrightBrowser
from handrail.browser.process.find import InstalledBrowser, choose
from handrail.browser.process.launch_errors import no_connection, no_start
from handrail.browser.process.profile import accept_in_firefox, use_profile
from handrail.browser.tabs.storage_state import LastState, read_state
from handrail.browser.types.options import BrowserOptions, own_browser_because
from handrail.errors import NoBrowser

READY_TIMEOUT = 30.0
"""Seconds on top of the time to start: a context, routes, the first tab."""


async def open_browser(options: BrowserOptions, *, after: PlaywrightBrowser | None = None) -> PlaywrightBrowser:
    """Open a browser as ``options`` say, with the kit in it and a tab.

    Args:
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
            past = Predecessor(state, after)
            if unknown := next((one for one in options.certificates if not one.fingerprint), None):
                raise await unknown_certificate(unknown, options.proxy or system_proxy())
            opened = await _open(options, cleanup, past)
            opened.cleanup = cleanup.pop_all()
            return opened
    except TimeoutError as error:
        raise NoBrowser("The browser started, but opened no page in time.", hint="Run `handrail doctor`.") from error


async def _open(options: BrowserOptions, cleanup: AsyncExitStack, past: Predecessor) -> PlaywrightBrowser:
    if options.endpoints:
        return await _connect(options, cleanup, past)
    found = choose(options) if options.channel is None else None
    shares = options.shared
    if shares is None:
        shares = not own_browser_because(options) and not is_firefox(found)
    return await (join if shares else _start)(options, found, cleanup, past)


async def _start(
    options: BrowserOptions, found: InstalledBrowser | None, cleanup: AsyncExitStack, past: Predecessor
) -> PlaywrightBrowser:
    name = found.name if found is not None else str(options.channel)
    profile = None
    if options.profile is not None:
        profile = cleanup.enter_context(use_profile(options.profile, options.profile_locked))
    proxy = await filtering_proxy(options, cleanup)
    if proxy is not None and proxy.accepted is not None and is_firefox(found):
        # It reads them from its profile; Playwright makes none that could be written to before.
        profile = profile or Path(cleanup.enter_context(TemporaryDirectory(prefix="handrail-profile-")))
        accept_in_firefox(profile, options.certificates, fingerprint_of(proxy.accepted.der))
    driver = await Driver.start(cleanup, terminate_first=profile is not None)
    await register(driver.playwright, firefox=is_firefox(found))
    try:
        context = await _launch(driver, options, found, profile, proxy, past.state)
    except PlaywrightError as error:
        raise no_start(name, options, error) from error
    driver.reaper.record()
    if proxy is not None:
        await sign_in(proxy, context, firefox=is_firefox(found))
    if options.http_sign_in is not None:
        assert context.browser is not None, "Playwright names the browser of every context that it starts"
        await answer_sign_in(context.browser, options.http_sign_in)
    opened = await with_tabs(name, context, options, driver.reaper, past, proxy)
    driver.reaper.end_with(opened)
    return opened


async def _connect(options: BrowserOptions, cleanup: AsyncExitStack, past: Predecessor) -> PlaywrightBrowser:
    driver = await Driver.start(cleanup)
    # The other endpoints are for `handrail.calls.recovery.recovery`.
    url = options.endpoints[0]
    try:
        browser = await driver.playwright.chromium.connect_over_cdp(url, timeout=options.timeout * 1000)
    except PlaywrightError as error:
        raise no_connection(url, error) from error
    driver.close_later(browser.close)
    # Only now: the default context would not know an engine that was registered before it was there.
    await register(driver.playwright)
    context = browser.contexts[0] if browser.contexts else await browser.new_context()
    await past.state.add_cookies(context)
    opened = await with_tabs("Chromium over CDP", context, options, driver.reaper, past)
    driver.reaper.end_with(opened)
    return opened


async def _launch(
    driver: Driver,
    options: BrowserOptions,
    found: InstalledBrowser | None,
    profile: Path | None,
    proxy: FilteringProxy | None,
    state: LastState,
) -> BrowserContext:
    # First, since it raises where this browser cannot do what is asked for.
    shown = context_options(options, firefox=is_firefox(found), devices=driver.playwright.devices)
    kind = driver.playwright.firefox if is_firefox(found) else driver.playwright.chromium
    socks = await proxy.listen_for_socks() if proxy is not None and is_firefox(found) else None
    arguments = launch_arguments(options, found, proxy.addresses if proxy is not None else None, socks)
    if proxy is not None and proxy.accepted is not None and not is_firefox(found):
        arguments["args"].append(f"--ignore-certificate-errors-spki-list={proxy.accepted.key_hash}")
    if profile is not None:
        context = await kind.launch_persistent_context(profile, **arguments, **shown)
        driver.close_later(context.close)
        await state.add_cookies(context)
        return context
    browser = await kind.launch(**arguments)
    driver.close_later(browser.close)
    return await new_context(browser, options, state, shown)
