"""In Firefox, and for pages that a page opens: what may be redirected with a model's words in it, and what goes to
other sites, never at once.

Of such a redirect we are told when it is too late to stop it. Over plain HTTP the gate reads each address, of https
only the host. So while a request is out that could be sent on with the model's words in it (a *carrier*), no tunnel
leads to a host that the user did not open: those that stand are cut, new ones refused. Requests of the page to such
hosts wait for their turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from handrail.browser.types.acts import Stays

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Request, Response

    from handrail.browser.network.proxy import FilteringProxy

PATIENCE = 3.0
"""Seconds for which one kind waits for the other. Then a carrier cuts off what other sites still send, and a request to
another site is given up."""
LINGERING = 30.0
"""Seconds after an act for which a page that has not answered is waited for."""
_SENT_ON = frozenset((301, 302, 303, 307, 308))


class FirefoxRedirects:
    """The turns of one act. Use `begin` and `end`, and `take` for each request before it goes.

    Args:
        context: the browser context.
        stays: where requests may go.
        gate: what they pass.
        refused: told of each plain request that the gate does not let out.
    """

    def __init__(
        self, context: BrowserContext, stays: Stays, gate: FilteringProxy, refused: Callable[[str], None]
    ) -> None:
        self._context = context
        self._stays = stays
        self._gate = gate
        self._refused = refused
        self._waiting = 0
        """Carriers that have not gone yet."""
        self._carriers: set[Request] = set()
        self._strangers: set[Request] = set()
        """Requests that are out, by the first of their redirects."""
        self._changed = asyncio.Event()
        self._ended = self._left = False

    def begin(self) -> None:
        self._gate.confine(self)
        self._context.on("response", self._answered)
        self._context.on("requestfinished", self._finished)
        self._context.on("requestfailed", self._over)
        # Of a context that is closed nothing is told any more, and nothing goes out.
        self._context.on("close", self._closed)

    def end(self) -> None:
        """There are no more turns. A page that has not answered yet, and that only we gave up, may still be sent on;
        until that is over, the gate stays as it is."""
        self._ended = True
        self._strangers.clear()
        self._carriers = {request for request in self._carriers if request.is_navigation_request()}
        asyncio.get_running_loop().call_later(LINGERING, self._leave)
        self._changed.set()
        self._leave_if_over()

    def _leave_if_over(self) -> None:
        if self._ended and not self._carriers:
            self._leave()

    def _leave(self) -> None:
        if self._left:
            return
        self._left = True
        self._gate.release(self)
        self._context.remove_listener("response", self._answered)
        self._context.remove_listener("requestfinished", self._finished)
        self._context.remove_listener("requestfailed", self._over)
        self._context.remove_listener("close", self._closed)

    def _closed(self, _context: BrowserContext) -> None:
        self._leave()

    async def take(self, request: Request) -> bool:
        """Wait for the turn of a request that may go. False where it did not come."""
        if self._stays.home(request.url):
            if request.is_navigation_request() or self._stays.tells(request.url):
                await self._carry(request)
            return True
        if not request.url.lower().startswith("https:"):
            return True
        fine = await self._until(lambda: not self._waiting and not self._carriers)
        if fine:
            self._strangers.add(request)
        return fine

    async def _carry(self, request: Request) -> None:
        self._waiting += 1
        try:
            if not request.is_navigation_request():
                # What the page has asked others for may come to its end; one that is left need not.
                await self._until(lambda: not self._strangers)
        finally:
            self._waiting -= 1
        if not self._ended:
            self._carriers.add(request)
            self._gate.cut(self)

    async def _until(self, true: Callable[[], bool]) -> bool:
        try:
            async with asyncio.timeout(PATIENCE):
                while not true():
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            return False
        return True

    def request(self, url: str, referrer: str) -> bool:
        """See `handrail.browser.network.proxy.connection.Confine`."""
        fine = self._stays.permits(url, referrer)
        if not fine:
            self._refused(url)
        return fine

    def tunnel(self, host: str, port: int) -> bool:
        """See `handrail.browser.network.proxy.connection.Confine`."""
        at = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        # Websockets without TLS take a tunnel, too.
        return not self._carriers or self._stays.home(f"https://{at}") or self._stays.home(f"http://{at}")

    def _answered(self, response: Response) -> None:
        if response.status not in _SENT_ON:
            self._carriers.discard(_first(response.request))
            self._changed.set()
            self._leave_if_over()

    def _finished(self, request: Request) -> None:
        if request.redirected_to is None:
            self._strangers.discard(_first(request))
            self._changed.set()

    def _over(self, request: Request) -> None:
        self._carriers.discard(_first(request))
        self._finished(request)
        self._leave_if_over()


def _first(request: Request) -> Request:
    while request.redirected_from is not None:
        request = request.redirected_from
    return request
