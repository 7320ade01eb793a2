"""Serves one connection of the browser to the filtering proxy: requests one after the other, or a tunnel."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Literal

import h11

from handrail.browser.network.filtering_proxy import error_pages
from handrail.browser.network.filtering_proxy.connector import Connection, Refused, Unreachable
from handrail.browser.network.filtering_proxy.http1 import Http1Stream, end_to_end
from handrail.browser.network.filtering_proxy.proxy_state import FindState, ProxyState, Tunnel, registered
from handrail.browser.network.filtering_proxy.syntax import absolute_target, authority, connect_target
from handrail.browser.network.filtering_proxy.tunnel import cancel
from handrail.browser.types.acts import SAFE_METHODS

MAX_CONNECTIONS = 400
"""Connections of one browser or context that are served at once. Each takes two of the process's open files, of which
there are often 1024; a page must not take all of them."""
REQUEST_TIMEOUT = 300.0
"""Seconds until the next request must be complete; about as long as browsers keep a quiet connection."""
RELAYED = (h11.InformationalResponse, h11.Response, h11.Data, h11.EndOfMessage)
_PROXY_PASSWORD_WANTED = 407
_DISCARD_TIMEOUT = 5.0
_MAX_DISCARDED = 1024 * 1024


class ClientConnection:
    """Serves one connection until it ends.

    There is at most one connection to a site too, kept as long as requests go to the same host and port. If the site
    closes it, the browser sees the same as without a proxy, and asks again. What may change something has a new one:
    that it breaks off is no chance of two requests that follow each other, and it is not sent again.

    Args:
        tunnels: what the browser uses tunnels at this port for.
    """

    def __init__(self, find: FindState, browser: Http1Stream, tunnels: Literal["https", "websocket"]) -> None:
        self._find = find
        self._state: ProxyState
        """The state of the proxy that the connection belongs to, once it has carried the password."""
        self._owner: ProxyState | None = None
        self._browser = browser
        self._tunnels: Literal["https", "websocket"] = tunnels
        self._site: Http1Stream | None = None
        self._to_proxy = False
        self._at = ("", 0)

    async def serve(self) -> None:
        """Serve until one side ends the connection; whoever opened it closes it."""
        try:
            while await self._serve_request():
                self._browser.state.start_next_cycle()
        except (h11.ProtocolError, OSError, TimeoutError):
            # One side broke off or does not speak HTTP. Part of an answer may be sent, so nothing can follow it.
            self._browser.abort()
        finally:
            self._close_site()

    async def _serve_request(self) -> bool:
        """Answer one request; return whether another may follow on this connection."""
        async with asyncio.timeout(REQUEST_TIMEOUT):
            request = await self._browser.receive()
        if not isinstance(request, h11.Request):
            return False
        tunnelled, is_safe = request.method == b"CONNECT", request.method.decode() in SAFE_METHODS
        target = connect_target(request.target) if tunnelled else absolute_target(request.target)
        if target is None:
            return await self._answer(request, error_pages.BAD_TARGET)
        if not self._belongs(_header(request, b"proxy-authorization")):
            return await self._answer(request, error_pages.PASSWORD_REQUIRED)
        if len(self._state.connections) > MAX_CONNECTIONS:
            return await self._answer(request, error_pages.TOO_BUSY)
        host, port, path = target
        if host == self._state.sign_in_host:
            self._state.signed_in.add("tunnel" if tunnelled else "plain")
            return await self._answer(request, error_pages.NO_TUNNEL if tunnelled else error_pages.SIGNED_IN)
        to = Tunnel(host, port, self._kind(request)) if tunnelled else None
        url = f"http://{authority(host, port, default=80).decode()}{path.decode('latin-1')}"
        check = partial(self._state.check_tunnel, to) if to else partial(self._state.check_request, url)
        try:
            await self._state.wait_before(to)
            check()
            site = await self._reach(host, port, tunnelled=tunnelled, may_reuse=is_safe)
            # What is allowed may have changed while the host was connected to.
            check()
        except (Refused, Unreachable) as error:
            self._report(to, host, port, error)
            page = error_pages.refusal if isinstance(error, Refused) else error_pages.unreachable
            return await self._answer(request, page(str(error)))
        self._report(to, host, port, None)
        if to is not None:
            return await self._tunnel(site, to)
        with registered(self._state.exchanges, url):
            try:
                return await self._exchange(site, request, path)
            except (h11.ProtocolError, OSError):
                if is_safe or self._browser.state.our_state is not h11.SEND_RESPONSE:
                    raise
                # The site may have taken it: it is lost as without a proxy, and not sent twice.
                self._browser.send_invalid()
                await self._discard_body()
                return False

    def _belongs(self, authorization: bytes) -> bool:
        """Return whether this is the password of the connection's proxy; the first one decides which that is."""
        state = self._find(authorization)
        if state is None or self._owner not in (None, state):
            return False
        if self._owner is None:
            self._owner = self._state = state
            task = asyncio.current_task()
            assert task is not None
            state.connections.add(task)
            task.add_done_callback(state.connections.discard)
        return True

    def _report(self, to: Tunnel | None, host: str, port: int, failure: Refused | Unreachable | None) -> None:
        # A websocket must not change the recorded reason why a page of the same host was not reached.
        if to is None or to.kind != "websocket":
            self._state.report(host, port, failure)

    def _kind(self, request: h11.Request) -> Literal["https", "websocket", "webrtc"]:
        # Chromium (156) names itself when it asks for a tunnel, except for a WebRTC server.
        return self._tunnels if self._tunnels == "websocket" or _header(request, b"user-agent") else "webrtc"

    async def _answer(self, request: h11.Request, answer: error_pages.Answer) -> bool:
        response, body = answer
        await self._browser.send(response)
        if request.method != b"HEAD":
            await self._browser.send(h11.Data(data=body))
        await self._browser.send(h11.EndOfMessage())
        return await self._discard_body()

    async def _discard_body(self) -> bool:
        """Read the rest of a request's body, and return whether the connection can be used for another request.
        (Closing earlier resets the connection, and the browser would lose the answer.)"""
        left = _MAX_DISCARDED
        async with asyncio.timeout(_DISCARD_TIMEOUT):
            while self._browser.state.their_state is h11.SEND_BODY and left > 0:
                event = await self._browser.receive()
                left -= len(event.data) if isinstance(event, h11.Data) else 0
        return self._browser.reusable

    async def _reach(self, host: str, port: int, *, tunnelled: bool, may_reuse: bool) -> Http1Stream:
        """Return a connection to the host: the open one if ``may_reuse``, or a new one."""
        site = self._site if may_reuse else None
        if site is not None and self._at == (host, port) and site.reusable and not site.ended:
            site.state.start_next_cycle()
            return site
        self._close_site()
        connection: Connection = await self._state.connector.open(host, port, tunnel=tunnelled)
        self._site = Http1Stream("site", connection.reader, connection.writer)
        self._to_proxy, self._at = connection.to_proxy, (host, port)
        return self._site

    def _close_site(self) -> None:
        if self._site is not None:
            self._site.close()
        self._site = None

    async def _tunnel(self, site: Http1Stream, to: Tunnel) -> bool:
        browser = self._browser
        # Before any await, so that `FilteringProxy.cut` sees every open tunnel.
        with registered(self._state.tunnels, to):
            await browser.receive()  # the end of a request without body
            await browser.send(h11.Response(status_code=200, headers=[], reason=b"Connected"))
            early, _ = browser.state.trailing_data
            await self._state.relay(browser, site, to, early)
        return False

    async def _exchange(self, site: Http1Stream, request: h11.Request, path: bytes) -> bool:
        """Relay a request and its response, both as they arrive."""
        await site.send(self._request_to_forward(request, path))
        upload = asyncio.create_task(self._upload(site))
        download = asyncio.create_task(self._download(site))
        try:
            await asyncio.wait({upload, download}, return_when=asyncio.FIRST_COMPLETED)
            if not download.done() and not await upload:
                raise ConnectionAbortedError
            await download
        finally:
            await cancel(upload, download)
        return await self._discard_body()

    def _request_to_forward(self, request: h11.Request, path: bytes) -> h11.Request:
        """Return the request for the site, or the user's proxy, as a browser without a proxy writes it."""
        # The host in the request's headers was not judged, the address was.
        host = authority(*self._at, default=80)
        headers = [(b"Host", host), (b"Connection", b"keep-alive")]
        headers += [(name, value) for name, value in end_to_end(request) if name.lower() != b"host"]
        if not self._to_proxy:
            return h11.Request(method=request.method, target=path, headers=headers)
        if self._state.upstream_authorization is not None:
            headers.append((b"Proxy-Authorization", self._state.upstream_authorization))
        return h11.Request(method=request.method, target=b"http://" + host + path, headers=headers)

    async def _upload(self, site: Http1Stream) -> bool:
        """Relay the request's body, then watch the browser; return False if it has hung up."""
        while self._browser.state.their_state is h11.SEND_BODY:
            event = await self._browser.receive()
            try:
                if isinstance(event, h11.Data | h11.EndOfMessage):
                    await site.send(event)
            except OSError:
                # The site takes no more; its response says why.
                return True
        return not await self._browser.hangs_up()

    async def _download(self, site: Http1Stream) -> None:
        """Relay the response; what arrived together is sent in one piece."""
        while True:
            events = await site.receive_all()
            await self._browser.send(*(_event_to_relay(event) for event in events if isinstance(event, RELAYED)))
            if isinstance(events[-1], h11.EndOfMessage):
                return


def _header(request: h11.Request, name: bytes) -> bytes:
    return next((value for key, value in request.headers if key == name), b"")


def _event_to_relay(event: h11.Event) -> h11.Event:
    """Return what the browser is sent for an event of the site."""
    if not isinstance(event, h11.Response):
        return event
    if event.status_code == _PROXY_PASSWORD_WANTED:
        # From a site it would seem to be ours: Chromium (156) drops the password of this proxy, and all that it loads
        # from then on, of any site, is refused.
        return h11.Response(status_code=502, headers=end_to_end(event), reason=b"Bad Gateway")
    return h11.Response(status_code=event.status_code, headers=end_to_end(event), reason=event.reason)
