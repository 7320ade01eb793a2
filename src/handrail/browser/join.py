"""Opens a context in a Chromium that the sessions of this program share, and starts that where there is none."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass

from playwright.async_api import BrowserContext
from playwright.async_api import Error as PlaywrightError

from handrail.browser.network.filtering_proxy import ProxyPorts
from handrail.browser.network.filtering_proxy.sign_in import sign_in
from handrail.browser.opening import (
    Driver,
    Predecessor,
    context_options,
    filtering_proxy,
    is_firefox,
    launch_arguments,
    needs_proxy,
    new_context,
    uses_sandbox,
    with_tabs,
)
from handrail.browser.page.kits import register
from handrail.browser.playwright_browser import CLOSE_TIMEOUT, PlaywrightBrowser, is_gone
from handrail.browser.process.find import InstalledBrowser, choose
from handrail.browser.process.launch_errors import no_start
from handrail.browser.shared_browser import Launch, SharedBrowser, take_shared
from handrail.browser.tabs.storage_state import LastState
from handrail.browser.types.options import BrowserOptions
from handrail.errors import UsageError


@dataclass(frozen=True, slots=True)
class _Starter:
    """Starts a browser that sessions with these options can share."""

    options: BrowserOptions
    found: InstalledBrowser | None
    gated: bool

    @property
    def name(self) -> str:
        return self.found.name if self.found is not None else str(self.options.channel)

    @property
    def launch(self) -> Launch:
        program = self.found.path if self.found is not None else self.name
        return Launch(program, self.options.is_headless, uses_sandbox(self.options), self.gated)

    async def start(self) -> SharedBrowser:
        async with AsyncExitStack() as own:
            ports = await own.enter_async_context(ProxyPorts()) if self.gated else None
            driver = await Driver.start(own)
            await register(driver.playwright)
            arguments = launch_arguments(self.options, self.found, ports.addresses if ports is not None else None)
            try:
                browser = await driver.playwright.chromium.launch(**arguments)
            except PlaywrightError as error:
                raise no_start(self.name, self.options, error) from error
            driver.close_later(browser.close)
            driver.reaper.record()
            return SharedBrowser(browser, ports, driver.reaper, own.pop_all())


@asynccontextmanager
async def keep_open(options: BrowserOptions) -> AsyncIterator[None]:
    """Have the browser that sessions with these options share open until the block ends, also while there is none.

    Raises:
        NoBrowser: none was found, or it would not start.
        UsageError: it cannot be shared.
    """
    found = choose(options) if options.channel is None else None
    _check_chromium(found)
    starter = _Starter(options, found, gated=True)
    shared, mark = await take_shared(starter.launch, starter.start)
    try:
        yield
    finally:
        await shared.release(mark)


def _check_chromium(found: InstalledBrowser | None) -> None:
    if is_firefox(found):
        raise UsageError("Firefox cannot be shared.", hint="Leave shared out, or name a Chromium.")


async def join(
    options: BrowserOptions, found: InstalledBrowser | None, cleanup: AsyncExitStack, past: Predecessor
) -> PlaywrightBrowser:
    """Return a context of its own in a browser that other sessions may have too."""
    _check_chromium(found)
    starter = _Starter(options, found, needs_proxy(options))
    try:
        shared, mark, context = await _take_context(starter, past.state)
    except PlaywrightError:
        # It was lost this very moment, and Playwright does not know yet: another is started.
        try:
            shared, mark, context = await _take_context(starter, past.state)
        except PlaywrightError as error:
            raise no_start(starter.name, options, error) from error
    cleanup.push_async_callback(shared.release, mark)
    proxy = await filtering_proxy(options, cleanup, shared.ports)
    cleanup.push_async_callback(_close_context, context, shared)
    if proxy is not None:
        await sign_in(proxy, context, firefox=False)
    opened = await with_tabs(starter.name, context, options, shared.reaper, past, proxy)
    opened.on_abandon = shared.give_up
    shared.use(opened, mark)
    return opened


async def _take_context(starter: _Starter, state: LastState) -> tuple[SharedBrowser, object, BrowserContext]:
    shared, mark = await take_shared(starter.launch, starter.start)
    try:
        shown = context_options(starter.options, firefox=False)
        return shared, mark, await new_context(shared.browser, starter.options, state, shown)
    except BaseException as error:
        # Also one that opens no context in time.
        shared.lost |= isinstance(error, PlaywrightError | asyncio.CancelledError)
        await shared.release(mark)
        raise


async def _close_context(context: BrowserContext, shared: SharedBrowser) -> None:
    """Close a context that may be gone, where others use its browser; else, or where it hangs, it ends with that."""
    if len(shared.users) == 1:
        return
    with suppress(TimeoutError):
        async with asyncio.timeout(CLOSE_TIMEOUT):
            try:
                await context.close()
            except Exception as error:
                if not is_gone(error):
                    raise
