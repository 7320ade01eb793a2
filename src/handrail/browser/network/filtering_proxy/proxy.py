"""The filtering proxy itself: where it listens, which clients it serves, how it ends."""

from __future__ import annotations

import asyncio
import base64
import secrets
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Literal, Self
from urllib.parse import urlsplit

from handrail.browser.network.filtering_proxy.accepted_certificates import AcceptedCertificates
from handrail.browser.network.filtering_proxy.connector import Connector, Refused, Unreachable
from handrail.browser.network.filtering_proxy.http1 import Http1Stream
from handrail.browser.network.filtering_proxy.listener import CLOSE_TIMEOUT, Listener, ProxyPorts
from handrail.browser.network.filtering_proxy.proxy_state import ProxyState, Restriction
from handrail.browser.network.filtering_proxy.resolve import Lookup, Resolver
from handrail.browser.network.filtering_proxy.socks5 import serve_websocket
from handrail.browser.network.filtering_proxy.upstream import Upstream
from handrail.browser.types.network.certificates import AcceptedCertificate
from handrail.browser.types.network.network_rules import NetworkRule, WebsocketRule
from handrail.browser.types.network.proxy import Proxy


class FilteringProxy:
    """A filtering proxy for one browser. Use it as ``async with FilteringProxy(judge) as proxy``.

    Args:
        judge: ``(host, port, addresses) -> reason or None``; asked on the event loop, so it must not block.
            ``addresses`` is empty if the user's own proxy resolves the name.
        upstream: the user's own proxy, to which the requests go.
        lookup: resolves names in place of the system; called in a thread.
        websockets: False refuses all of them.
        accepted: certificates that the user accepts, each for one origin; they are checked here.
        ports: the ports that it shares with proxies of other contexts of the same browser; its own by default.
    """

    def __init__(
        self,
        judge: NetworkRule,
        *,
        upstream: Proxy | None = None,
        lookup: Lookup | None = None,
        websockets: bool = True,
        accepted: Sequence[AcceptedCertificate] = (),
        ports: ProxyPorts | None = None,
    ) -> None:
        beyond = Upstream(upstream) if upstream is not None else None
        self.username = "handrail"
        self.password = secrets.token_urlsafe(24)
        self.sign_in_host = f"{secrets.token_hex(12)}.invalid"
        """A host for which the proxy answers itself, for a browser to sign in at. Random, so that no page can ask for
        it and learn that it is in Handrail."""
        self.accepted = AcceptedCertificates.make(accepted) if accepted else None
        """The certificates that the user accepts, and their stand-in for the browser; None if there are none."""
        self._state = ProxyState(
            connector=Connector(judge, Resolver(lookup), beyond, self.accepted),
            authorization=b"Basic " + base64.b64encode(f"{self.username}:{self.password}".encode()),
            upstream_authorization=beyond.authorization if beyond is not None else None,
            sign_in_host=self.sign_in_host,
            no_websockets=not websockets,
        )
        self._shares_ports = ports is not None
        self._ports = ports or ProxyPorts()
        self._socks = Listener()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def port(self) -> int:
        """The port on 127.0.0.1 at which tunnels are for https."""
        return self._ports.https

    @property
    def websocket_port(self) -> int:
        """The port on 127.0.0.1 at which tunnels are for websockets."""
        return self._ports.websocket

    @property
    def addresses(self) -> tuple[str, str]:
        """Both, as browsers take them."""
        return self._ports.addresses

    async def __aenter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        if not self._shares_ports:
            try:
                await self._ports.__aenter__()
            except BaseException:
                # The deadline of a call may end it before both ports are open.
                self._end()
                raise
        self._ports.add(self._state)
        return self

    async def listen_for_socks(self) -> tuple[str, int]:
        """Listen for SOCKS5, through which Firefox sends its websockets, and nothing else.

        Firefox has no password for it. So it listens on a socket in a folder of this user: whoever can open that can
        also read this process's memory. Without such sockets (Windows), it listens on 127.0.0.1. There any program of
        this machine can open connections through it, as the rules allow: to public hosts, which it could reach anyway,
        and through the user's own proxy. If that proxy has a password, no websocket is served, so that nobody else uses
        the password.

        Returns:
            The host and port, as Firefox takes them.
        """
        serve = partial(serve_websocket, self._state)
        try:
            self._folder = tempfile.TemporaryDirectory(prefix="handrail-", ignore_cleanup_errors=True)
            path = Path(self._folder.name) / "websockets"
            await self._socks.listen(serve, path)
        except (AttributeError, OSError):
            safe = _refuse if self._state.upstream_authorization is not None else serve
            return "127.0.0.1", await self._socks.listen(safe)
        return f"file://{path}", 0

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Stop listening, and end every connection. Closing twice is fine."""
        running = list(self._state.connections)
        self._end()
        if not self._shares_ports:
            await self._ports.close()
        await self._socks.close()
        if running:
            await asyncio.wait(running, timeout=CLOSE_TIMEOUT)

    def close_from_any_thread(self) -> None:
        """Close without waiting, from any thread that drops the browser; the event loop may have ended."""
        # If the loop is closed, what was open in it is closed too.
        with suppress(RuntimeError):
            if self._loop is not None:
                self._loop.call_soon_threadsafe(self._end)

    def restrict(self, restriction: Restriction) -> None:
        """Allow only what this restriction allows too, until `lift`. Open tunnels stay open: see `cut`."""
        self._state.restrictions.append(restriction)

    def lift(self, restriction: Restriction) -> None:
        """End a restriction."""
        self._state.restrictions.remove(restriction)

    def cut(self, restriction: Restriction) -> None:
        """End every tunnel and plain request that may not be begun now: when a page ends one tells its site something,
        too. The browser opens a tunnel again once that is allowed."""
        for task, to in self._state.tunnels.items():
            if not restriction.allows_tunnel(to):
                task.cancel()
        for task, url in self._state.exchanges.items():
            if not restriction.allows_request(url):
                task.cancel()

    def note_judged(self, url: str) -> None:
        """Tell the restrictions of an address that Handrail itself fetches, which was judged."""
        for restriction in self._state.restrictions:
            restriction.note_judged(url)

    def hold_websockets(self, rule: WebsocketRule, before: Callable[[], Awaitable[None]] | None = None) -> None:
        """Let websockets be open only where the rule allows it from now on, and allow no WebRTC; cut everything else
        that is open. The rule replaces the earlier one. It is asked for each websocket, on the event loop, so it must
        not block; ``before`` is awaited first."""
        self._state.websocket_rule, self._state.before_websocket = rule, before
        for task, to in self._state.tunnels.items():
            if not self._state.may_stay(to):
                task.cancel()

    def open_websockets(self) -> set[tuple[str, int]]:
        """Return the hosts and ports to which websockets are open."""
        return {(to.host, to.port) for to in self._state.tunnels.values() if to.kind == "websocket"}

    @property
    def signed_in(self) -> set[Literal["plain", "tunnel"]]:
        """How the browser has used its password for the sign-in host: in plain requests, or for a tunnel, which gets no
        answer. Empty it before signing in."""
        return self._state.signed_in

    def last_failure(self, url: str) -> Refused | Unreachable | None:
        """Return why the host of an address was not reached the last time; None if it was reached, or never requested.

        Browsers report only that the proxy did not connect.

        Args:
            url: as the browser writes it, such as ``request.url``.
        """
        try:
            parts = urlsplit(url)
            port = parts.port or {"http": 80, "https": 443}[parts.scheme]
        except (ValueError, KeyError):
            return None
        return self._state.failures.get((parts.hostname or "", port))

    def _end(self) -> None:
        self._ports.remove(self._state)
        if not self._shares_ports:
            self._ports.end()
        self._socks.end()
        if self._folder is not None:
            self._folder.cleanup()


async def _refuse(_browser: Http1Stream) -> None:
    """Serve nothing; the caller closes the connection."""
