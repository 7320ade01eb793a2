"""Origins: scheme, host and port, written as a browser writes them, and patterns of them: ``https://*.example.org``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from handrail.errors import UsageError
from handrail.policy.reachable_hosts import literal, normal_host

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList


_PORTS = {"http": 80, "https": 443}
_NO_DOMAIN = re.compile(r"\]|^[^.]*$|\.\d+(:\d+)?$")
_PLAIN = re.compile(r"[!-\[\]-~]*")
"""Visible ASCII without the backslash: only what Python and every browser read alike."""


def origin_of(url: str) -> str | None:
    """Return the origin of an http or https address, such as ``https://shop.example`` or ``http://[::1]:8080``.

    None where it has none, and where a browser might read the address in another way than we do: with a user name,
    a backslash, a blank, or letters beyond ASCII in it. Those are not refused here, they only belong to nobody.
    """
    authority = url.partition("://")[2].partition("/")[0]
    if not _PLAIN.fullmatch(authority) or "@" in authority or "%" in authority:
        return None
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not host:
        return None
    shown = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown}" + (f":{port}" if port not in (None, _PORTS[parts.scheme]) else "")


def same_place(asked: str, landed: str) -> bool:
    """Return whether a site that was asked for may answer as this other origin without being another site: http became
    https, or ``www.`` came or went. Any other redirect leads elsewhere."""
    return _bare(asked) == _bare(landed) and landed.startswith(("https://", asked.partition("://")[0] + "://"))


def same_places(origin: str) -> tuple[str, ...]:
    """Return the origins as which a site may answer that was asked for by this one, itself first; see `same_place`."""
    scheme, _, authority = origin.partition("://")
    bare, has_port = authority.removeprefix("www."), authority.rpartition("]")[2].count(":") > 0
    # An address, and a name of one word, have no other spelling.
    other = () if _NO_DOMAIN.search(authority) else (bare if bare != authority else f"www.{bare}",)
    named = (authority, *other)
    schemes = (scheme,) if has_port or scheme == "https" else (scheme, "https")
    return tuple(f"{one}://{name}" for one in schemes for name in named)


def same_site(one: str, other: str) -> bool:
    """Return whether two origins belong together by their hosts: one host, or hosts with the same last two labels.
    Where a registry hands out names below two labels ("co.uk"), strangers count as one site."""
    hosts = [urlsplit(origin).hostname or "" for origin in (one, other)]
    ends = [host if host.replace(".", "").isdigit() else ".".join(host.split(".")[-2:]) for host in hosts]
    return ends[0] == ends[1]


def is_below(url: str, above: str) -> bool:
    """Return whether an address lies below one that ends with ``/``, unless its path may lead out."""
    if not above.endswith("/") or not url.startswith(above):
        return False
    path = unquote(unquote(re.split("[?#]", url.removeprefix(above), maxsplit=1)[0])).replace("\\", "/")
    return ".." not in path.split("/")


def page_of(url: str) -> str:
    """Return an address without its query, its fragment and a slash at the end."""
    return re.split("[?#]", url, maxsplit=1)[0].rstrip("/")


def _bare(origin: str) -> str:
    return origin.partition("://")[2].removeprefix("www.")


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
