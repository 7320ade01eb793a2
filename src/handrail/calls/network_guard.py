"""The network rule of a session: where its browser may connect to, asked by the filtering proxy."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address

from handrail.browser.types.options import NetworkRule
from handrail.events.kinds import NoticeEvent
from handrail.events.stream import Events
from handrail.policy import Permissions
from handrail.policy.reachable_hosts import reason_to_refuse
from handrail.trust import one_line


def network_guard(permissions: Permissions, events: Events) -> NetworkRule:
    """A function that returns why a request may not go to a host, port and addresses; None where it may (promise G5).

    Args:
        permissions: whose endpoints are allowed beside public addresses; read anew for each request.
        events: where the first refusal of each endpoint is reported, with the flag that would allow it.
    """
    reported: set[tuple[str, int]] = set()

    def check(host: str, port: int, addresses: Sequence[IPv4Address | IPv6Address]) -> str | None:
        reason = reason_to_refuse(host, port, addresses, permissions.endpoints())
        if reason is not None and (host, port) not in reported:
            reported.add((host, port))
            where = one_line(f"[{host}]:{port}" if ":" in host else f"{host}:{port}", 200)
            allow = f"Allow it with --allow-origin http://{where}."
            events.emit(NoticeEvent(text=f"A request to {where} was stopped: it is {reason}. {allow}"))
        return reason

    return check
