"""Lets Chromium reach only the hosts of requests that were judged, while every request of a page is.

What the browser's own process sends for a page, such as WebAuthn and connections ahead, is held by nobody before it
comes to the filtering proxy. The name of a host can tell anything.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit

from handrail.browser.network.filtering_proxy import FilteringProxy
from handrail.browser.network.filtering_proxy.proxy_state import Tunnel

MOST_HOSTS = 10_000
"""Hosts that are remembered. One that is forgotten is noted again with its next request."""


class JudgedHosts:
    """The hosts and ports that the proxy may reach. See
    `handrail.browser.network.filtering_proxy.proxy_state.Restriction`.

    Args:
        proxy: it is restricted to them.
        is_opened: whether an address is of an origin that may be reached in any case.
    """

    def __init__(self, proxy: FilteringProxy, is_opened: Callable[[str], bool]) -> None:
        self._proxy = proxy
        self._is_opened = is_opened
        self._is_active = False
        self._is_tainted = False
        self._judged = set[tuple[str, int]]()

    def cover(self, *, everything: bool, is_tainted: bool) -> None:
        """Restrict the proxy while everything is held. Where a page begins to hold what may not leave, the hosts that
        were judged before are forgotten, since they could spell it, and connections to them are cut.

        Args:
            everything: every request is held: a page holds a secret, or a tab was tainted.
            is_tainted: a tab is.
        """
        if everything is not self._is_active:
            (self._proxy.restrict if everything else self._proxy.lift)(self)
        begins = not self._is_active or (is_tainted and not self._is_tainted)
        if everything and begins:
            self._judged.clear()
            # A request that began before goes on telling what its page writes into it.
            self._proxy.cut(self)
        self._is_active, self._is_tainted = everything, is_tainted

    def note_judged(self, url: str) -> None:
        """Note the address of a request that may be sent. The browser may send one by http over https instead."""
        parts = urlsplit(url)
        with suppress(ValueError):
            ports = [parts.port or 80, 443] if parts.scheme == "http" else [parts.port or 443]
            self._judged.update((_plain(parts.hostname or ""), port) for port in ports)
        if len(self._judged) > MOST_HOSTS:
            self._judged.clear()

    def allows_request(self, url: str) -> bool:
        parts = urlsplit(url)
        return (_plain(parts.hostname or ""), parts.port or 80) in self._judged or self._is_opened(url)

    def allows_tunnel(self, to: Tunnel) -> bool:
        # Websockets and WebRTC have a rule of their own.
        is_judged = to.kind != "https" or (_plain(to.host), to.port) in self._judged
        return is_judged or any(map(self._is_opened, to.addresses))


def _plain(host: str) -> str:
    """Return a host as two spellings of it are compared."""
    return host.strip("[]").rstrip(".").lower()
