"""The network rules of a session: the filtering proxy asks them where the browser may connect to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path

from handrail.browser.process.public_names import FILE, add_public_name, read_public_names
from handrail.browser.types.acts import MAX_BODY_BYTES, HeldRequest
from handrail.browser.types.network.network_rules import NetworkRule, WebsocketRule
from handrail.events.kinds import NoticeEvent
from handrail.events.stream import Events
from handrail.policy import Permissions
from handrail.policy.decision import flag
from handrail.policy.origins import origin_of
from handrail.policy.reachable_hosts import literal, normal_host, reason_to_refuse
from handrail.trust import one_line
from handrail.vault import Vault

STOPPED_WEBSOCKET = (
    "The page's websocket was stopped, so it may say that it has lost its connection: its site may keep what you wrote "
    "or chose, and the person has not agreed to send that. Press what sends it, which asks them, or have them allow "
    "writing there; then load the page again."
)
"""What a model is told of a websocket that is refused since a page holds text of its own."""


def network_guard(permissions: Permissions, events: Events, profile: Path | None = None) -> NetworkRule:
    """Return a function that says why a request may not go to a host, port and addresses; it returns None if it may
    (promise G5). The endpoints of the permissions, which are read anew each time, are allowed beside public addresses.
    The first refusal of each is reported, with the flag that would allow it.

    A name that had public addresses reaches no other ones later, and the other way round, whatever is allowed: a page
    that came from one machine would read, or be told, what another answers under its name (DNS rebinding). A profile
    remembers those that were public, since it may show their pages from its cache."""
    reported: set[tuple[str, int]] = set()
    was_public: dict[str | None, bool] = dict.fromkeys(read_public_names(profile), True)
    without = f", and delete {FILE} in the profile" if profile is not None else ""

    def check(host: str, port: int, addresses: Sequence[IPv4Address | IPv6Address]) -> str | None:
        reason, name = reason_to_refuse(host, port, addresses, permissions.endpoints()), normal_host(host)
        allow = f"Allow it with --allow-origin http://{_shown(host, port)}."
        if addresses and literal(host) is None and reason is None:
            kind = reason_to_refuse(host, port, addresses, ())
            if kind is None and name not in was_public:
                add_public_name(profile, name)
            if was_public.setdefault(name, kind is None) is not (kind is None):
                before = "was a public one" if kind else "was none"
                reason, allow = (
                    f"{kind or 'a public address'} now, and {before} before",
                    f"If that is right, begin a new session{without}.",
                )
        if reason is not None and (host, port) not in reported:
            reported.add((host, port))
            events.emit(NoticeEvent(text=f"A request to {_shown(host, port)} was stopped: it is {reason}. {allow}"))
        return reason

    return check


def websocket_guard(
    permissions: Permissions,
    events: Events,
    has_unsent: Callable[[], bool],
    on_unsent: Callable[[], None] = lambda: None,
) -> WebsocketRule:
    """Return a function that says whether a websocket may be open to a host and port while a model acts (promises G2,
    G3). The first refusal of each host is reported, with the flag that would allow it.

    Nobody judges what goes through a websocket. So it leads only to origins where a model may change things by then,
    and to hosts below them, such as ``ws.shop.example`` for ``https://www.shop.example``: whoever owns a host owns the
    names below it.

    Args:
        has_unsent: whether a page holds text of a model that the user has not agreed to; it could take it along, unless
            they let the model write there.
        on_unsent: called for each websocket that is refused for that reason.
    """
    reported: set[tuple[str, bool]] = set()

    def check(host: str, port: int) -> bool:
        opened = [one for one in _owners(host, port) if permissions.may_write(one)]
        if opened and (not has_unsent() or any(permissions.allows("write", one) for one in opened)):
            return True
        if opened:
            on_unsent()
        if (host, bool(opened)) not in reported:
            reported.add((host, bool(opened)))
            site = f"{'http' if port == 80 else 'https'}://{_shown(host, port)}"
            why, option = "it could send anything there", flag("--allow-origin", site)
            if opened:
                why = "a page holds text that you have not agreed to send"
                option = flag("--grant", f"write@{opened[0]}")
            text = f"A websocket to {_shown(host, port)} was refused: {why}. Allow it with {option}."
            events.emit(NoticeEvent(text=text))
        return False

    return check


@dataclass(frozen=True, slots=True)
class TypedSecrets:
    """Keeps secrets that were typed on the sites that they are for, whatever the scripts of a page send (promise G1).
    What cannot be read may go to the origins that the user opened; the first refusal of each origin is reported."""

    vault: Vault
    permissions: Permissions
    events: Events
    _reported: set[str] = field(default_factory=set)

    @property
    def is_needed(self) -> bool:
        return self.vault.has_typed

    def tells(self, request: HeldRequest) -> bool:
        """Return whether a request tells a secret to an origin that it is not for. One that cannot be read may: from a
        site that has a secret it goes only to origins that the user opened."""
        if not request.url.startswith(("http:", "https:")):
            return False
        target, body = origin_of(request.url) or "", request.body
        is_read = body is not None and len(body) <= MAX_BODY_BYTES
        said = (request.url, request.fragment or "", *request.headers, (body or b"").decode("utf-8", "replace"))
        name = self.vault.echoes_away("\n".join(said), target)
        if name is None and (is_read or not request.may_change_state or not self._may_hide(request, target)):
            return False
        if target not in self._reported:
            self._reported.add(target)
            what = f"it holds the secret {name}" if name is not None else "it may hold a secret, and cannot be read"
            came_of_it = "left before it could be stopped" if request.has_left else "was stopped"
            text = f"A request to {one_line(target, 200) or 'a site'} {came_of_it}: {what}, which is not for that site."
            self.events.emit(NoticeEvent(text=text))
        return True

    def _may_hide(self, request: HeldRequest, target: str) -> bool:
        has_secret = request.origin in ("", "null") or self.vault.was_given_to(request.origin)
        return has_secret and not (self.vault.was_given_to(target) or self.permissions.may_write(target))


def _owners(host: str, port: int) -> Iterator[str]:
    """Yield the origins of which one must be opened for a websocket to this host and port."""
    name = normal_host(host) or ""
    names = [f"[{name}]" if ":" in name else name]
    if literal(name) is None:
        labels = name.removeprefix("www.").split(".")
        # Not directly below a top-level domain, which has no single owner.
        parents = [".".join(labels[first:]) for first in range(len(labels) - 1)]
        names += [prefix + parent for parent in parents for prefix in ("", "www.")]
    for one in names:
        yield from filter(None, (origin_of(f"{scheme}://{one}:{port}") for scheme in ("https", "http")))


def _shown(host: str, port: int) -> str:
    return one_line(f"[{host}]:{port}" if ":" in host else f"{host}:{port}", 200)
