"""Keeps redirects that may carry a model's words, and requests to other sites, from being sent at once: in Firefox, and
for pages that a page opens.

Such a redirect is reported when it is too late to stop it. Over plain HTTP the filtering proxy reads each address, of
https only the host. So while a request is open that could be redirected with the model's words in it (a *carrier*), no
tunnel leads to a host that the user did not open: those that stand are cut, new ones refused. Requests of the page to
such hosts wait for their turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from handrail.browser.types.acts import LeakRule

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Request, Response

    from handrail.browser.network.filtering_proxy import FilteringProxy

TURN_TIMEOUT = 3.0
"""Seconds for which one kind waits for the other. Then a carrier cuts off what other sites still send, and a request to
another site is given up."""
LATE_RESPONSE = 30.0
"""Seconds after an act for which a page that has not answered is waited for."""
_REDIRECTS = frozenset((301, 302, 303, 307, 308))


class FirefoxRedirects:
    """Gives the requests of one act their turns. Use `begin` and `end`, and `wait_for_turn` before each request.

    Args:
        context: the browser context.
        rule: where requests may go.
        proxy: what they pass.
        on_refused: called with each plain request that the proxy does not let pass.
    """

    def __init__(
        self, context: BrowserContext, rule: LeakRule, proxy: FilteringProxy, on_refused: Callable[[str], None]
    ) -> None:
        self._context = context
        self._rule = rule
        self._proxy = proxy
        self._on_refused = on_refused
        self._waiting = 0
        """Carriers that were not sent yet."""
        self._carriers: set[Request] = set()
        self._others: set[Request] = set()
        """Open requests to other sites, as `_carriers` by the first of their redirects."""
        self._changed = asyncio.Event()
        self._ended = self._released = False
        self._listeners: tuple[tuple[str, Any], ...] = (
            ("response", self._on_response),
            ("requestfinished", self._on_finished),
            ("requestfailed", self._on_failed),
            # A context that is closed reports nothing any more, and sends nothing.
            ("close", lambda _: self._release()),
        )

    def begin(self) -> None:
        """Restrict the proxy."""
        self._proxy.restrict(self)
        # Typed with one overload for each event.
        on: Any = self._context.on
        for event, listener in self._listeners:
            on(event, listener)

    def end(self) -> None:
        """End all turns. A page that has not answered yet, and that only we gave up, may still be redirected; until
        that is over, the proxy stays restricted."""
        self._ended = True
        self._others.clear()
        self._carriers = {request for request in self._carriers if request.is_navigation_request()}
        asyncio.get_running_loop().call_later(LATE_RESPONSE, self._release)
        self._notify()

    async def wait_for_turn(self, request: Request) -> bool:
        """Wait until a request may be sent. False where it may not in time."""
        if self._rule.is_trusted(request.url):
            if request.is_navigation_request() or self._rule.address_leaks(request.url):
                await self._add_carrier(request)
            return True
        if not request.url.lower().startswith("https:"):
            return True
        free = await self._until(lambda: not self._waiting and not self._carriers)
        if free:
            self._others.add(request)
        return free

    def allows_request(self, url: str, referrer: str) -> bool:
        """See `handrail.browser.network.filtering_proxy.connection.Restriction`."""
        allowed = self._rule.permits(url, referrer)
        if not allowed:
            self._on_refused(url)
        return allowed

    def allows_tunnel(self, host: str, port: int) -> bool:
        """See `handrail.browser.network.filtering_proxy.connection.Restriction`."""
        at = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        # Websockets without TLS take a tunnel, too.
        return not self._carriers or self._rule.is_trusted(f"https://{at}") or self._rule.is_trusted(f"http://{at}")

    async def _add_carrier(self, request: Request) -> None:
        self._waiting += 1
        try:
            if not request.is_navigation_request():
                # What the page has asked others for may come to its end; one that is left need not.
                await self._until(lambda: not self._others)
        finally:
            self._waiting -= 1
        if not self._ended:
            self._carriers.add(request)
            self._proxy.cut_tunnels(self)

    async def _until(self, condition: Callable[[], bool]) -> bool:
        try:
            async with asyncio.timeout(TURN_TIMEOUT):
                while not condition():
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            return False
        return True

    def _on_response(self, response: Response) -> None:
        if response.status not in _REDIRECTS:
            self._carriers.discard(_first(response.request))
            self._notify()

    def _on_finished(self, request: Request) -> None:
        if request.redirected_to is None:
            self._others.discard(_first(request))
            self._notify()

    def _on_failed(self, request: Request) -> None:
        self._carriers.discard(_first(request))
        self._on_finished(request)
        self._notify()

    def _notify(self) -> None:
        self._changed.set()
        if self._ended and not self._carriers:
            self._release()

    def _release(self) -> None:
        if self._released:
            return
        self._released = True
        self._proxy.lift(self)
        for event, listener in self._listeners:
            self._context.remove_listener(event, listener)


def _first(request: Request) -> Request:
    while request.redirected_from is not None:
        request = request.redirected_from
    return request
