"""One connection of the browser to the gate: requests one after the other, or a tunnel."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import h11

from handrail.browser.network.proxy import error_pages
from handrail.browser.network.proxy.connector import Connection, Connector, Refused, Unreachable
from handrail.browser.network.proxy.http1 import Http1Stream, end_to_end
from handrail.browser.network.proxy.syntax import absolute_target, authority, connect_target
from handrail.browser.network.proxy.tunnel import cancel, tunnel

WAITING = 300.0
"""Seconds for the next request to come whole; about as long as browsers keep a quiet connection."""
RELAYED = (h11.InformationalResponse, h11.Response, h11.Data, h11.EndOfMessage)
_SWALLOWING = 5.0
_MOST_SWALLOWED = 1024 * 1024


class Confine(Protocol):
    """What may be reached for a while, beside what the rule lets through. Asked before a name is resolved."""

    def request(self, url: str, referrer: str) -> bool:
        """Whether a plain HTTP request for this address, which says where it comes from, may go out."""

    def tunnel(self, host: str, port: int) -> bool:
        """Whether bytes that nobody can read may go to this host: for all of https, and for websockets."""


@dataclass(frozen=True, slots=True)
class ProxyState:
    """What all connections of a gate share.

    Attributes:
        way: the way out.
        authorization: what ``Proxy-Authorization`` must say.
        forwarded: what it says to the user's own proxy; None where that asks for nothing.
        hello: the host that the gate answers for itself.
        note: told how it went with a host and port: None where it was reached.
        confines: each must permit what goes out.
        tunnels: the host and port of each tunnel that is open, by what serves it.
    """

    way: Connector
    authorization: bytes
    forwarded: bytes | None
    hello: str
    note: Callable[[str, int, Refused | Unreachable | None], None]
    confines: list[Confine] = field(default_factory=list)
    tunnels: dict[asyncio.Task[None], tuple[str, int]] = field(default_factory=dict)

    def permit(self, host: str, port: int, request: h11.Request, path: bytes | None) -> None:
        """Ask what confines for a while: of a request its whole address, of a tunnel (no path) its host.

        Raises:
            Refused: one of them says no.
        """
        referrer = next((value for name, value in request.headers if name == b"referer"), b"").decode("latin-1")
        for confine in self.confines:
            if path is None:
                fine = confine.tunnel(host, port)
            else:
                at = authority(host, port, default=80).decode() + path.decode("latin-1")
                fine = confine.request(f"http://{at}", referrer)
            if not fine:
                raise Refused("not where an address that the model made up may lead on to")


class ClientConnection:
    """Serves one connection until it ends.

    Towards the site there is at most one connection too, kept as long as requests go to the same host and port. So a
    kept connection that the site has closed looks to the browser as it would without a gate, and it asks again.
    """

    def __init__(self, house: ProxyState, browser: Http1Stream) -> None:
        self._house = house
        self._browser = browser
        self._site: Http1Stream | None = None
        self._line: Connection | None = None
        self._at: tuple[str, int] | None = None

    async def serve(self) -> None:
        """Serve until one side ends the connection; whoever opened it closes it."""
        try:
            while await self._next():
                self._browser.state.start_next_cycle()
        except (h11.ProtocolError, OSError, TimeoutError):
            # One side broke off or does not speak HTTP. An answer may be half out, so that nothing can follow it.
            self._browser.abort()
        finally:
            self._hang_up()

    async def _next(self) -> bool:
        """Answer one request. Whether another may follow on this connection."""
        async with asyncio.timeout(WAITING):
            request = await self._browser.receive()
        if not isinstance(request, h11.Request):
            return False
        tunnelled = request.method == b"CONNECT"
        target = connect_target(request.target) if tunnelled else absolute_target(request.target)
        if target is None:
            return await self._answer(request, error_pages.not_a_proxy_request())
        if not self._signed_in(request):
            return await self._answer(request, error_pages.password_wanted())
        host, port, path = target
        if host == self._house.hello:
            return await self._answer(request, error_pages.hello())
        try:
            self._house.permit(host, port, request, None if tunnelled else path)
            await self._reach(host, port, tunnelled=tunnelled)
            # What is let out may have changed while the host was connected to.
            self._house.permit(host, port, request, None if tunnelled else path)
        except Refused as error:
            self._house.note(host, port, error)
            return await self._answer(request, error_pages.refused(error.reason))
        except Unreachable as error:
            self._house.note(host, port, error)
            return await self._answer(request, error_pages.no_way(str(error)))
        self._house.note(host, port, None)
        return await (self._tunnel() if tunnelled else self._exchange(request, path))

    def _signed_in(self, request: h11.Request) -> bool:
        said = next((value for name, value in request.headers if name == b"proxy-authorization"), b"")
        return hmac.compare_digest(said, self._house.authorization)

    async def _answer(self, request: h11.Request, answer: error_pages.Answer) -> bool:
        response, body = answer
        await self._browser.send(response)
        if request.method != b"HEAD":
            await self._browser.send(h11.Data(data=body))
        await self._browser.send(h11.EndOfMessage())
        return await self._may_follow()

    async def _may_follow(self) -> bool:
        """Whether the connection can be used on. The rest of a request's body is taken first: closing before it resets
        the connection, and the browser would lose the answer."""
        left = _MOST_SWALLOWED
        async with asyncio.timeout(_SWALLOWING):
            while self._browser.state.their_state is h11.SEND_BODY and left > 0:
                event = await self._browser.receive()
                left -= len(event.data) if isinstance(event, h11.Data) else 0
        return self._browser.reusable

    async def _reach(self, host: str, port: int, *, tunnelled: bool) -> None:
        """Have a connection to the host: the one there is, or a new one."""
        site = self._site
        if site is not None and self._at == (host, port) and not tunnelled and site.reusable and not site.ended:
            site.state.start_next_cycle()
            return
        self._hang_up()
        self._line = await self._house.way.open(host, port, tunnel=tunnelled)
        self._site, self._at = Http1Stream("site", self._line.reader, self._line.writer), (host, port)

    def _hang_up(self) -> None:
        if self._site is not None:
            self._site.close()
        self._site = None

    async def _tunnel(self) -> bool:
        assert self._line is not None
        assert self._at is not None
        task, browser = asyncio.current_task(), self._browser
        assert task is not None
        # Before anything is waited for, so that no tunnel stands that `Gate.cut` does not see.
        self._house.tunnels[task] = self._at
        try:
            await browser.receive()  # the end of a request without body
            await browser.send(h11.Response(status_code=200, headers=[], reason=b"Connected"))
            early, _ = browser.state.trailing_data
            await tunnel(browser, self._line, early)
        finally:
            del self._house.tunnels[task]
        return False

    async def _exchange(self, request: h11.Request, path: bytes) -> bool:
        """Relay a request and its response, both as they come."""
        site = self._site
        assert site is not None
        await site.send(self._forwarded(request, path))
        upload = asyncio.create_task(self._upload(site))
        download = asyncio.create_task(self._download(site))
        try:
            await asyncio.wait({upload, download}, return_when=asyncio.FIRST_COMPLETED)
            if not download.done() and not await upload:
                raise ConnectionAbortedError
            await download
        finally:
            await cancel(upload, download)
        return await self._may_follow()

    def _forwarded(self, request: h11.Request, path: bytes) -> h11.Request:
        """The request as the site, or the user's proxy, is to see it: as a browser without proxy writes it."""
        assert self._at is not None
        assert self._line is not None
        # A host in the request's headers is not what was judged.
        host = authority(*self._at, default=80)
        headers = [(b"Host", host), (b"Connection", b"keep-alive")]
        headers += [(name, value) for name, value in end_to_end(request) if name.lower() != b"host"]
        if not self._line.proxied:
            return h11.Request(method=request.method, target=path, headers=headers)
        if self._house.forwarded is not None:
            headers.append((b"Proxy-Authorization", self._house.forwarded))
        return h11.Request(method=request.method, target=b"http://" + host + path, headers=headers)

    async def _upload(self, site: Http1Stream) -> bool:
        """Relay the request's body, then watch the browser: False when it has hung up."""
        while self._browser.state.their_state is h11.SEND_BODY:
            event = await self._browser.receive()
            try:
                if isinstance(event, h11.Data | h11.EndOfMessage):
                    await site.send(event)
            except OSError:
                # The site takes no more. What it has to say of that, the response tells.
                return True
        return not await self._browser.gone()

    async def _download(self, site: Http1Stream) -> bool:
        """Relay the response, what came together in one piece."""
        while True:
            events = await site.receive_all()
            await self._browser.send(*(_relayed(event) for event in events if isinstance(event, RELAYED)))
            if isinstance(events[-1], h11.EndOfMessage):
                return True


def _relayed(event: h11.Event) -> h11.Event:
    """What the browser is sent for an event of the site."""
    if isinstance(event, h11.Response):
        return h11.Response(status_code=event.status_code, headers=end_to_end(event), reason=event.reason)
    return event
