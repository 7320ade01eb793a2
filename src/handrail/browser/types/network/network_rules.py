"""Rules over what a browser may connect to, as the one who opens it gives them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from ipaddress import IPv4Address, IPv6Address

NetworkRule = Callable[[str, int, Sequence[IPv4Address | IPv6Address]], str | None]
"""Why a request may not go out, None where it may: ``(host, port, addresses) -> reason or None``; see
`handrail.policy.reachable_hosts`."""
WebsocketRule = Callable[[str, int], bool]
"""Whether a websocket may be open to a host and port: ``(host, port) -> bool``."""
