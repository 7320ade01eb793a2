"""Rules over what a browser may connect to, as the one who opens it gives them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address
from typing import Protocol

from handrail.browser.types.acts import HeldRequest

NetworkRule = Callable[[str, int, Sequence[IPv4Address | IPv6Address]], str | None]
"""Why a request may not go out, None where it may: ``(host, port, addresses) -> reason or None``; see
`handrail.policy.reachable_hosts`."""
WebsocketRule = Callable[[str, int], bool]
"""Whether a websocket may be open to a host and port: ``(host, port) -> bool``."""


@dataclass(frozen=True, slots=True)
class HttpSignIn:
    """A user name and a password, for one origin and no other."""

    origin: str
    user: str
    password: str = field(repr=False)


class SecretGuard(Protocol):
    """Knows which requests would tell a secret to a site that it is not for, whoever acts."""

    @property
    def is_needed(self) -> bool:
        """Whether a page may hold a secret."""

    def tells(self, request: HeldRequest) -> bool:
        """Return whether a request would tell one; the user is told of it."""
