"""Where a session's browser may go on the network, asked at the gate."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address

from handrail.events.kinds import NoticeEvent
from handrail.events.stream import Events
from handrail.policy import Permissions
from handrail.policy.network import judge
from handrail.trust import one_line


class NetworkGuard:
    """The rule at the gate (promise G5). A refusal is told once, with the flag that would allow it.

    Args:
        permissions: whose endpoints are allowed beside public addresses; asked anew each time.
        events: where refusals are told.
    """

    def __init__(self, permissions: Permissions, events: Events) -> None:
        self._permissions = permissions
        self._events = events
        self._told: set[tuple[str, int]] = set()

    def __call__(self, host: str, port: int, addresses: Sequence[IPv4Address | IPv6Address]) -> str | None:
        """Why a request may not go there, None where it may."""
        reason = judge(host, port, addresses, self._permissions.endpoints())
        if reason is not None and (host, port) not in self._told:
            self._told.add((host, port))
            where = one_line(f"[{host}]:{port}" if ":" in host else f"{host}:{port}", 200)
            allow = f"Allow it with --allow-origin http://{where}."
            text = f"A request to {where} was stopped: it is {reason}. {allow}"
            self._events.emit(NoticeEvent(text=text))
        return reason
