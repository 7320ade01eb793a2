"""What the user permits: origins, grants, trust. Filled by the front ends from the user's own flags and answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from handrail.policy.decision import Ask
from handrail.policy.grant import EVERY_TIME, Grant, Verb, parse_origin
from handrail.policy.network import Endpoint, endpoint
from handrail.policy.origins import origin_of, same_place

THIS_MACHINE = frozenset(("localhost", "127.0.0.1", "::1"))


@dataclass(frozen=True, slots=True)
class NavigationLimits:
    """What the user forbade one run, whatever else they permit: to leave these hosts and those below them (none: no
    such limit), and these kinds of acts."""

    hosts: frozenset[str] = frozenset()
    never: frozenset[Verb] = frozenset()


@dataclass(slots=True)
class Permissions:
    """What holds in one session.

    Args:
        origins: the write set: the start URL's origin, ``--allow-origin``, and those the user approved.
        grants: acts permitted on an origin of the write set.
        trusted: origins where nothing is asked.
        unsafe: no rule of policy binds, ask mode excepted.
        rails: what the user forbade this run; binds though ``unsafe`` is set.
        reachable: origins that may be gone to, beside those above, though they stand on a special network address.
    """

    origins: set[str] = field(default_factory=set)
    grants: set[Grant] = field(default_factory=set)
    trusted: set[str] = field(default_factory=set)
    unsafe: bool = False
    reachable: set[str] = field(default_factory=set)
    rails: NavigationLimits = NavigationLimits()

    @classmethod
    def of(
        cls,
        origins: Iterable[str] = (),
        grants: Iterable[str] = (),
        trusted: Iterable[str] = (),
        *,
        unsafe: bool = False,
    ) -> Permissions:
        """From what a user wrote.

        Raises:
            BadGrant: what is wrong with it.
        """
        return cls(
            {parse_origin(one) for one in origins},
            {Grant.parse(one) for one in grants},
            {parse_origin(one) for one in trusted},
            unsafe,
        )

    def may_write(self, origin: str) -> bool:
        """Whether state may be changed there."""
        return origin in self.origins or origin in self.trusted or any(grant.origin == origin for grant in self.grants)

    def open(self, url: str, landed: str = "") -> None:
        """The user went there themselves: that origin is theirs to write on, and the one that it answers as."""
        asked = origin_of(url)
        if asked is None:
            return
        self.origins.add(asked)
        if landed and same_place(asked, landed):
            self.origins.add(landed)

    def endpoints(self) -> set[Endpoint]:
        """The hosts and ports that the user named: those that may stand on a special network address."""
        named = self.origins | self.trusted | self.reachable | {grant.origin for grant in self.grants}
        points = {point for origin in named if (point := endpoint(origin)) is not None}
        # One server, three spellings. A name that merely resolves to it is none: that is how rebinding begins.
        return points | {(host, port) for one, port in points if one in THIS_MACHINE for host in THIS_MACHINE}

    def learn(self, question: Ask) -> None:
        """The user's answer holds for more than one call."""
        self.grants.update(question.grants)
        self.origins.update(question.origins)

    def allows(self, verb: Verb, origin: str) -> bool:
        """Whether this kind of act needs no question there."""
        return origin in self.trusted or (verb not in EVERY_TIME and Grant(verb, origin) in self.grants)
