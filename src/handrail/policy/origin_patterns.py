"""Patterns of origins: ``https://*.example.org``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from handrail.errors import UsageError
from handrail.policy.origins import origin_of
from handrail.policy.reachable_hosts import literal, normal_host

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

WILDCARD = "*."
_LABELS = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")


@dataclass(frozen=True, slots=True)
class OriginPattern:
    """Every host below one name, with one scheme and port. The name itself is not covered, as in certificates (RFC
    6125) and content security policies; unlike in certificates, any number of labels may stand before it.

    Args:
        authority: what a host ends in, after a dot, with the port where it is not the scheme's own.
    """

    scheme: str
    authority: str

    @classmethod
    def parse(cls, text: str) -> OriginPattern:
        """Return a pattern as a user writes it: ``https://*.example.org``, ``*.example.org`` (https),
        ``http://*.example.org:8080``.

        Raises:
            UsageError: not such a pattern, or one of names that many owners share, by the Public Suffix List: below
                ``co.uk`` and ``github.io`` everybody may have a site.
        """
        scheme, _, rest = text.strip().rpartition("://")
        scheme = scheme or "https"
        origin = origin_of(f"{scheme}://{rest.removeprefix(WILDCARD)}") if rest.startswith(WILDCARD) else None
        if origin is None:
            raise UsageError(
                f"{text[:60]!r} is not a pattern of origins.", hint="A * stands at the front: https://*.example.org."
            )
        authority = origin.partition("://")[2]
        host = normal_host(_host(authority))
        if host is None or literal(host) is not None:
            raise UsageError(f"{text[:60]!r} is not a pattern of origins: an address has no hosts below it.")
        if _owned_name(host) is None:
            raise UsageError(
                f"{text[:60]!r} allows sites of many owners: anybody may have a name below {host[:60]}.",
                hint="Name the site itself, such as https://*.example.org.",
            )
        return cls(origin.partition("://")[0], authority)

    def covers(self, origin: str) -> bool:
        """Return whether an origin, as `origin_of` returns it, is below the name."""
        scheme, _, authority = origin.partition("://")
        labels = authority.removesuffix(f".{self.authority}")
        below = scheme == self.scheme and labels != authority and _LABELS.fullmatch(labels) is not None
        # Between the two may lie a name below which anybody may have a site: s3.amazonaws.com.
        return below and _owned_name(_host(authority)) == _owned_name(_host(self.authority))

    def __str__(self) -> str:
        return f"{self.scheme}://{WILDCARD}{self.authority}"


def _host(authority: str) -> str:
    return authority.partition(":")[0]


@lru_cache(maxsize=10_000)
def _owned_name(host: str) -> str | None:
    """Return the name of one owner at or above a host, by https://publicsuffix.org; None where many share it."""
    name: str | None = _suffixes().privatesuffix(host)
    return name


@cache
def _suffixes() -> PublicSuffixList:
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()
