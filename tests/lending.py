"""Contexts of one page that tests use one after the other, each emptied in between.

A context with its page costs Chromium 0.11 s of a core to open, fill with the first document and close, and Firefox
0.5 s; to empty one costs 0.04 s and 0.1 s. A context is lent again only if nothing of the test is left: whatever cannot
be taken back closes it.
"""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from playwright.async_api import Browser, BrowserContext, CDPSession, Page, Request
from playwright.async_api import Error as PlaywrightError

from handrail.browser.network.page_session import page_session
from handrail.browser.page.kits import kit_of
from tests.pages import HttpServer

VIEWPORT = {"width": 1280, "height": 800}
KEPT: WeakKeyDictionary[Browser, list[LentContext]] = WeakKeyDictionary()
OURS = ("127.0.0.1", "localhost")


class LentContext:
    """A context with one empty page, and what it had before it was lent."""

    def __init__(self, context: BrowserContext, page: Page, devtools: CDPSession | None) -> None:
        self.context = context
        self._page = page
        self._devtools = devtools
        self._servers: set[tuple[str | None, int | None]] = set()
        self._is_spoilt = False
        self._objects: list[Any] = [one._impl_obj for one in (context, page)]
        self._open_dialogs = 0
        context.on("request", self._on_request)
        context.on("dialog", lambda _: self._count_dialogs(1))
        context.on("dialogclosed", lambda _: self._count_dialogs(-1))
        page.on("crash", self._spoil)
        # Firefox then loses a file that a new tab of the context asks for.
        page.on("download", self._spoil)
        self._listeners = self._listeners_now()
        self._children = self._children_now()

    @property
    def is_clean(self) -> bool:
        """Whether no test can find what another left in it: every server that it asked has ended, and its port is not
        given again."""
        return not any(port in HttpServer.running for _, port in self._servers)

    def forbid_logs(self) -> None:
        """Fail who reads what Playwright's driver remembers of the page: it is of other tests, too."""
        for name in ("requests", "console_messages", "page_errors"):
            setattr(self._objects[1], name, _forbidden)

    async def take_back(self) -> bool:
        """Empty it, and return whether nothing is left of the test."""
        self._remove_listeners()
        if self._is_used_up():
            return False
        try:
            async with asyncio.timeout(3):
                await asyncio.gather(*map(_end, self._left()), self.context.unroute_all(), self.context.clear_cookies())
                if self._page.viewport_size != VIEWPORT:
                    await self._page.set_viewport_size(VIEWPORT)  # type: ignore[arg-type]
                await self._page.goto("about:blank", timeout=2_000)
                await self._page.mouse.move(0, 0)
                if self._devtools is not None:
                    await self._devtools.send("Page.resetNavigationHistory")
        except (PlaywrightError, TimeoutError):
            return False
        return not self._is_used_up() and not self._left()

    def _is_used_up(self) -> bool:
        """Whether it has more than a test can find empty again: other tabs, workers, what pages can call, storage of
        an origin that may be asked again, an open dialog."""
        context, page = self._objects
        return bool(
            self._is_spoilt
            or self._open_dialogs
            or self._page.is_closed()
            or self.context.pages != [self._page]
            or self.context.service_workers
            or any(one._bindings or one._web_socket_routes for one in (context, page))
            or page._routes
            or any(host not in OURS or port not in HttpServer.used for host, port in self._servers)
        )

    def _on_request(self, request: Request) -> None:
        url = urlsplit(request.url)
        if url.scheme not in ("data", "blob", "about"):
            self._servers.add((url.hostname, url.port))

    def _count_dialogs(self, more: int) -> None:
        self._open_dialogs += more

    def _spoil(self, _: object) -> None:
        self._is_spoilt = True

    def _listeners_now(self) -> list[tuple[Any, str, Any]]:
        return [
            (one, event, each) for one in self._objects for event in one.event_names() for each in one.listeners(event)
        ]

    def _remove_listeners(self) -> None:
        """Tell all who listen that the context is closed, as a closed one would, and no more after that."""
        added = [one for one in self._listeners_now() if one not in self._listeners]
        for emitter, event, listener in added:
            emitter.remove_listener(event, listener)
        for emitter, event, listener in added:
            if event == "close":
                listener(emitter)

    def _children_now(self) -> dict[str, Any]:
        return {guid: child for one in self._objects for guid, child in one._objects.items()}

    def _left(self) -> list[Any]:
        """Return what Playwright's driver still has for the test: sessions, init scripts."""
        passing = ("Dialog", "Request", "Response", "Frame", "JSHandle", "ElementHandle", "Worker", "WebSocket")
        return [
            child
            for guid, child in self._children_now().items()
            if guid not in self._children and child._type not in passing
        ]


def _forbidden(*_: object) -> None:
    raise AssertionError("The driver's log of this page holds other tests: open a context of your own (own=True).")


async def _end(left: Any) -> None:
    """End a session, or take an init script back."""
    if (end := getattr(left, "detach", None) or getattr(left, "dispose", None)) is not None:
        await end()


async def lend(browser: Browser) -> LentContext:
    """Return a context with an empty page."""
    kept = KEPT.setdefault(browser, [])
    while kept:
        lent = kept.pop()
        if lent.is_clean:
            lent.forbid_logs()
            # Tabs of others would leave it in the background.
            await lent.context.pages[0].bring_to_front()
            return lent
        await lent.context.close()
    return await new(browser)


async def new(browser: Browser) -> LentContext:
    """Return a context that nobody had before."""
    context = await browser.new_context(viewport=VIEWPORT, accept_downloads=True)  # type: ignore[arg-type]
    page = await context.new_page()
    # The kit stays in the page: to put it there takes 20 ms of a processor.
    kit_of(page)
    devtools = await page_session(page) if browser.browser_type.name == "chromium" else None
    return LentContext(context, page, devtools)


async def take_back(lent: LentContext) -> None:
    """Keep a context for another test if nothing is left in it; close it otherwise."""
    browser = lent.context.browser
    if await lent.take_back() and browser is not None:
        KEPT[browser].append(lent)
    else:
        await lent.context.close()
