"""Origins: scheme, host and port, written as a browser writes them."""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

_PORTS = {"http": 80, "https": 443}
_NO_DOMAIN = re.compile(r"\]|^[^.]*$|\.\d+(:\d+)?$")
_PLAIN = re.compile(r"[!-\[\]-~]*")
"""Visible ASCII without the backslash: only what Python and every browser read alike."""


def origin_of(url: str) -> str | None:
    """Return the origin of an http or https address, such as ``https://shop.example`` or ``http://[::1]:8080``.

    None where it has none, and where a browser might read the address in another way than we do: with a user name,
    a backslash, a blank, or letters beyond ASCII in it. Those are not refused here, they only belong to nobody.
    """
    scheme, _, rest = url.partition("://")
    authority = rest.partition("/")[0]
    if scheme.lower() not in _PORTS or not _PLAIN.fullmatch(authority) or "@" in authority or "%" in authority:
        return None
    try:
        # `urlsplit` keeps the last addresses that it was given, and a page chooses how long its own are.
        parts = urlsplit(f"{scheme}://{re.split('[?#]', authority, maxsplit=1)[0]}")
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if not host:
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
