"""What the user permits: origins, grants, trust. Made from the user's own flags and answers, never from a page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, get_args
from urllib.parse import urlsplit

from handrail.errors import UsageError
from handrail.messages import Sentence
from handrail.policy.origin_patterns import OriginPattern
from handrail.policy.origins import origin_of, same_place
from handrail.policy.reachable_hosts import Endpoint, endpoint

Verb = Literal[
    "open", "write", "press", "submit", "send", "access", "upload", "download", "follow", "dialog", "pay", "delete"
]
VERBS: tuple[Verb, ...] = get_args(Verb)
SITE_VERBS: tuple[Verb, ...] = ("open", "write", "press", "submit", "send")
"""What one yes to a site permits there (``--ask-per-site``): reading, writing and sending. Access, files, dialogs,
links to other sites, and what is asked every time are still asked."""
EVERY_TIME: frozenset[Verb] = frozenset(("pay", "delete"))
"""Asked each time whatever was granted; only trust in the origin ends the asking."""
MEANINGS: dict[Verb, str] = {
    "open": "open any address of {origin}",
    "write": "write any text on {origin}",
    "press": "press any keys on {origin}",
    "submit": "send any form or request, with texts of its own, on {origin}",
    "send": "press what sends or publishes on {origin}",
    "access": "change who has access on {origin}",
    "upload": "upload any file of the allowed folders to {origin}",
    "download": "download any file from {origin}",
    "follow": "follow links of {origin} to any site",
    "dialog": "answer OK to any dialog of {origin}",
    "pay": "pay on {origin}",
    "delete": "delete on {origin}",
}
"""What a grant of each verb lets a model do, for questions; messages."""
WHOLE_ACTS: frozenset[Verb] = frozenset(("pay", "delete", "send", "access", "upload", "download", "dialog"))
"""Kinds of acts that a standing refusal stops also where they would need no question. Of the others it stops what would
be asked: "never write" leaves the user's own words."""
THIS_MACHINE = frozenset(("localhost", "127.0.0.1", "::1"))


@dataclass(frozen=True, slots=True)
class Grant:
    """The user's permission for one kind of act on one origin, written ``submit@https://shop.example``."""

    verb: Verb
    origin: str

    @classmethod
    def parse(cls, text: str) -> Grant:
        """Return the permission that a text names; raise `UsageError` for none, or no such verb."""
        verb, at, origin = text.partition("@")
        known = next((one for one in VERBS if one == verb), None)
        if not at or known is None:
            verbs = ", ".join(one for one in VERBS if one not in EVERY_TIME)
            raise UsageError(f"{text[:60]!r} is not a grant: write VERB@ORIGIN with one of {verbs}.")
        if known in EVERY_TIME:
            raise UsageError(f"{known!r} is asked every time; only --trust {origin or 'ORIGIN'} ends that.")
        return cls(known, parse_origin(origin))

    @property
    def meaning(self) -> Sentence:
        """What it lets a model do, as a person reads it."""
        return Sentence(MEANINGS[self.verb], origin=self.origin)

    def __str__(self) -> str:
        return f"{self.verb}@{self.origin}"


@dataclass(frozen=True, slots=True)
class Refusal:
    """The user's "never" to one kind of act on one origin, written ``never pay@https://shop.example``; without a verb,
    to any change there. It wins over grants and flags."""

    verb: Verb | None
    origin: str

    @classmethod
    def parse(cls, text: str) -> Refusal:
        """Return the refusal that a text names, without the word ``never``; raise `UsageError` where it is neither
        ``verb@origin`` with a known verb nor an origin."""
        verb, at, origin = text.strip().rpartition("@")
        known = next((one for one in VERBS if one == verb), None)
        if at and known is None:
            raise UsageError(f"{text[:60]!r} cannot be refused: write VERB@ORIGIN with one of {', '.join(VERBS)}.")
        return cls(known, parse_origin(origin))

    @property
    def meaning(self) -> Sentence:
        """What the model may not do, as a person reads it."""
        if self.verb is None:
            return Sentence("change things on {origin}", origin=self.origin)
        return Sentence(MEANINGS[self.verb], origin=self.origin)

    def __str__(self) -> str:
        return f"never {self.verb}@{self.origin}" if self.verb is not None else f"never {self.origin}"


def parse_origin(text: str) -> str:
    """Return an origin as a user writes it: ``https://shop.example``, ``shop.example`` (https),
    ``http://localhost:8000/``, ``http://wiki``. Raise `UsageError` for what is none."""
    text = text.strip()
    if "*" in text:
        raise UsageError(f"{text[:60]!r} is a pattern, and one origin is needed here; --allow-origin takes patterns.")
    origin = origin_of(text if "://" in text else f"https://{text}")
    # A word alone is more likely a mistake than a host of the user's own network, which has to be written out.
    host = (urlsplit(origin).hostname or "") if origin is not None else ""
    is_word = "://" not in text and not (host in THIS_MACHINE or "." in host or ":" in host)
    if origin is None or is_word:
        raise UsageError(f"{text[:60]!r} is not an origin: write it like https://shop.example.")
    return origin


@dataclass(frozen=True, slots=True)
class NavigationLimits:
    """What the user forbade one run, whatever else they permit: it stays on these ``hosts``, if there are any, and goes
    to none that are ``off``, nor below them; ``never``: kinds of acts."""

    hosts: frozenset[str] = frozenset()
    never: frozenset[Verb] = frozenset()
    off: frozenset[str] = frozenset()

    @property
    def limits_sites(self) -> bool:
        """Whether there are sites that the run is kept from."""
        return bool(self.hosts or self.off)

    def covers(self, url: str) -> bool:
        """Return whether an address is where the run may be."""
        host = (urlsplit(url).hostname or "").lower()

        def is_among(names: frozenset[str]) -> bool:
            return any(host == one or host.endswith(f".{one}") for one in names)

        return (not self.hosts or is_among(self.hosts)) and not is_among(self.off)


@dataclass(slots=True)
class Permissions:
    """What holds in one session.

    Args:
        origins: the write set: the start URL's origin, ``--allow-origin``, and those the user approved.
        patterns: more of it: every host below a name. Those that stand on a special network address have to be named
            each: whoever runs a name chooses the addresses of what is below it.
        grants: acts permitted on an origin of the write set.
        trusted: origins where nothing is asked.
        unsafe: no rule of policy binds, ask mode excepted.
        rails: what the user forbade this run; binds though ``unsafe`` is set.
        reachable: origins that may be gone to, beside those above, though they stand on a special network address.
        ask_per_site: one question for a site asks for all that `SITE_VERBS` names.
        refusals: what the user refused for good; wins over all of the above.
    """

    origins: set[str] = field(default_factory=set)
    grants: set[Grant] = field(default_factory=set)
    trusted: set[str] = field(default_factory=set)
    unsafe: bool = False
    reachable: set[str] = field(default_factory=set)
    rails: NavigationLimits = NavigationLimits()
    patterns: set[OriginPattern] = field(default_factory=set)
    ask_per_site: bool = False
    refusals: set[Refusal] = field(default_factory=set)

    @classmethod
    def of(
        cls,
        origins: Iterable[str] = (),
        grants: Iterable[str] = (),
        trusted: Iterable[str] = (),
        *,
        unsafe: bool = False,
        ask_per_site: bool = False,
    ) -> Permissions:
        """Return what a user wrote, patterns among the origins; raise `UsageError` for what is no origin or grant."""
        named = list(origins)
        return cls(
            {parse_origin(one) for one in named if "*" not in one},
            {Grant.parse(one) for one in grants},
            {parse_origin(one) for one in trusted},
            unsafe,
            patterns={OriginPattern.parse(one) for one in named if "*" in one},
            ask_per_site=ask_per_site,
        )

    def may_write(self, origin: str) -> bool:
        """Return whether a model may change things there. (Who lets it open addresses of its own lets it look.)"""
        if self.refuses(None, origin):
            return False
        if origin in self.origins or origin in self.trusted:
            return True
        granted = any(grant.origin == origin and grant.verb != "open" for grant in self.grants)
        return granted or any(pattern.covers(origin) for pattern in self.patterns)

    def open(self, url: str, landed: str = "") -> None:
        """Let the model change things where the user went themselves: there, and on the origin that it answers as."""
        asked = origin_of(url)
        if asked is None:
            return
        self.origins.add(asked)
        if landed and same_place(asked, landed):
            self.origins.add(landed)

    def endpoints(self) -> set[Endpoint]:
        """Return the hosts and ports that the user named: those that may stand on a special network address."""
        named = self.origins | self.trusted | self.reachable | {grant.origin for grant in self.grants}
        points = {point for origin in named if (point := endpoint(origin)) is not None}
        # One server, three spellings. A name that merely resolves to it is none: that is how rebinding begins.
        return points | {(host, port) for one, port in points if one in THIS_MACHINE for host in THIS_MACHINE}

    def allows(self, verb: Verb, origin: str) -> bool:
        """Return whether this kind of act needs no question there."""
        if self.refuses(verb, origin):
            return False
        return origin in self.trusted or (verb not in EVERY_TIME and Grant(verb, origin) in self.grants)

    def may_open(self, origin: str) -> bool:
        """Return whether a model may open addresses of its own there."""
        return not self.refuses("open", origin) and (self.may_write(origin) or self.allows("open", origin))

    def refuses(self, verb: Verb | None, *origins: str) -> bool:
        """Return whether the user refused this kind of act (None: any change) for good on one of these origins."""
        return any(Refusal(verb, origin) in self.refusals for origin in origins)
