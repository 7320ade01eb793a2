"""Holds what the connections of one filtering proxy share, and decides which requests and tunnels it allows."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol, TypeVar

from handrail.browser.network.filtering_proxy.connector import Connector, Refused, Unreachable
from handrail.browser.network.filtering_proxy.http1 import Http1Stream
from handrail.browser.network.filtering_proxy.tunnel import tunnel
from handrail.browser.types.network.network_rules import WebsocketRule

T = TypeVar("T")

_MAX_FAILURES = 200
_NOT_TRUSTED = "not where an address that the model made up may lead on to"


class Tunnel(NamedTuple):
    """Where a tunnel leads, and what the browser sends through it; the port shows which."""

    host: str
    port: int
    kind: Literal["https", "websocket", "webrtc"]

    @property
    def addresses(self) -> tuple[str, str]:
        """Where it leads, with TLS and without."""
        at = f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"
        return f"https://{at}", f"http://{at}"


class Restriction(Protocol):
    """Limits for a while what may be reached among what the rule allows. It is asked before a name is resolved."""

    def allows_request(self, url: str) -> bool:
        """Return whether a plain HTTP request for this address, which names its origin, may be sent."""

    def allows_tunnel(self, to: Tunnel) -> bool:
        """Return whether bytes that nobody can read may go to this host: for all of https, and for websockets."""

    def note_judged(self, url: str) -> None:
        """Note an address that Handrail itself fetches, which was judged."""


@dataclass(slots=True, eq=False)
class ProxyState:
    """What all connections of a proxy share.

    Attributes:
        authorization: what ``Proxy-Authorization`` must say.
        upstream_authorization: what it sends to the user's own proxy; None if that asks for nothing.
        sign_in_host: the host for which the proxy answers itself.
        restrictions: each must allow what is sent.
        tunnels: each open tunnel, by the task that serves it.
        exchanges: the address of each plain request that is not answered whole, by the task that serves it.
        websocket_rule: which websockets may be open; None if all may, and WebRTC too.
        before_websocket: awaited before the rule is asked about a new websocket.
        no_websockets: no websocket may be open, whatever the rule says.
        signed_in: how the browser has used its password for the sign-in host.
        connections: the tasks that serve connections with the password.
        failures: why hosts and ports were not reached the last time.
    """

    connector: Connector
    authorization: bytes
    upstream_authorization: bytes | None
    sign_in_host: str
    restrictions: list[Restriction] = field(default_factory=list)
    tunnels: dict[asyncio.Task[None], Tunnel] = field(default_factory=dict)
    exchanges: dict[asyncio.Task[None], str] = field(default_factory=dict)
    websocket_rule: WebsocketRule | None = None
    before_websocket: Callable[[], Awaitable[None]] | None = None
    no_websockets: bool = False
    signed_in: set[Literal["plain", "tunnel"]] = field(default_factory=set)
    connections: set[asyncio.Task[None]] = field(default_factory=set)
    failures: OrderedDict[tuple[str, int], Refused | Unreachable] = field(default_factory=OrderedDict)

    def report(self, host: str, port: int, failure: Refused | Unreachable | None) -> None:
        """Note why a host was not reached; None if it was."""
        at = (host.lower(), port)
        self.failures.pop(at, None)
        if failure is not None:
            self.failures[at] = failure
            if len(self.failures) > _MAX_FAILURES:
                self.failures.popitem(last=False)

    def check_request(self, url: str) -> None:
        """Ask each restriction. Raises `Refused`: one of them says no."""
        if not all(restriction.allows_request(url) for restriction in self.restrictions):
            raise Refused(_NOT_TRUSTED)

    async def wait_before(self, to: Tunnel | None) -> None:
        """Wait until the rule for websockets can be asked about a new tunnel."""
        if to is not None and to.kind == "websocket" and self.before_websocket is not None:
            await self.before_websocket()

    def check_tunnel(self, to: Tunnel) -> None:
        """Ask each restriction, and the rule for websockets. Raises `Refused`: one of them says no."""
        if not all(restriction.allows_tunnel(to) for restriction in self.restrictions):
            raise Refused(_NOT_TRUSTED)
        if not self.may_stay(to):
            raise Refused("not one that websockets may be opened to")

    def may_stay(self, to: Tunnel) -> bool:
        """Return whether the rule for websockets allows a tunnel to stay open. WebRTC reaches its peers through servers
        that pass anything on to anybody, so with a rule no tunnel of WebRTC stays open."""
        if to.kind == "websocket" and self.no_websockets:
            return False
        if self.websocket_rule is None or to.kind == "https":
            return True
        return to.kind == "websocket" and self.websocket_rule(to.host, to.port)

    async def relay(self, browser: Http1Stream, site: Http1Stream, to: Tunnel, early: bytes = b"") -> None:
        """Relay a tunnel until it ends. If TLS with the site begins here, the browser's TLS ends here. ``early``: what
        the browser has sent already. Raises `OSError`: a side broke."""
        if self.connector.accepted is not None and self.connector.ends_tls(to.host, to.port):
            if early:
                raise ConnectionAbortedError
            await self.connector.accepted.answer(browser.writer)
        await tunnel(browser, site, early)


@contextmanager
def registered(among: dict[asyncio.Task[None], T], what: T) -> Iterator[None]:
    """Register what this task serves among the tunnels or exchanges, so that it can be cut."""
    task = asyncio.current_task()
    assert task is not None
    among[task] = what
    try:
        yield
    finally:
        del among[task]


FindState = Callable[[bytes], ProxyState | None]
"""Returns the proxy whose password a ``Proxy-Authorization`` is; None if it is nobody's."""
