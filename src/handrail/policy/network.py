"""Network rules: which addresses a browser may reach. Pure, without I/O; `handrail.browser.network.filtering_proxy`
asks where requests leave, after it has resolved the name and before it connects (promise G5).

Only public unicast addresses are reached, and the ``host:port`` that the user named, whatever that resolves to. The
tables are those of the IANA registries for special-purpose addresses (RFC 6890 and its updates) and for IPv6 RFC 4291.
`ipaddress.is_global` is asked as well, but not alone: it calls multicast and IPv4-compatible addresses global, and its
tables differ between Python's releases.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from urllib.parse import urlsplit

IPAddress = IPv4Address | IPv6Address
Endpoint = tuple[str, int]
"""A host in its normal form (`normal_host`), and a port."""

_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
_METADATA = "a cloud metadata address"
_LOOPBACK = "a loopback address"
_PRIVATE = "a private address"
_LINK = "a link-local address"
_MULTICAST = "a multicast address"
_RESERVED = "an address for special use"
_NO_HOST = "not a host that can be reached"

# Metadata services that lie in ranges of other names, or in public ones: Azure's WireServer, Alibaba, Oracle, and the
# IPv6 forms of AWS, Google Cloud and OpenStack.
_METADATA_SERVICES = frozenset(
    int(IPv4Address(text))
    for text in ("169.254.169.254", "169.254.170.2", "168.63.129.16", "100.100.100.200", "192.0.0.192")
) | frozenset(int(IPv6Address(text)) for text in ("fd00:ec2::254", "fd20:ce::254", "fe80::a9fe:a9fe"))

_SPECIAL_V4 = tuple(
    (IPv4Network(network), what)
    for network, what in (
        ("0.0.0.0/8", "an unspecified address"),  # on many systems 0.0.0.0 is this machine
        ("127.0.0.0/8", _LOOPBACK),
        ("10.0.0.0/8", _PRIVATE),
        ("172.16.0.0/12", _PRIVATE),
        ("192.168.0.0/16", _PRIVATE),
        ("100.64.0.0/10", "an address of a provider's own network"),
        ("169.254.0.0/16", _LINK),
        ("192.0.0.0/24", _RESERVED),
        ("192.0.2.0/24", _RESERVED),
        ("192.88.99.0/24", _RESERVED),
        ("198.18.0.0/15", _RESERVED),
        ("198.51.100.0/24", _RESERVED),
        ("203.0.113.0/24", _RESERVED),
        ("224.0.0.0/4", _MULTICAST),
        ("255.255.255.255/32", "a broadcast address"),
        ("240.0.0.0/4", _RESERVED),
    )
)
_SPECIAL_V6 = tuple(
    (IPv6Network(network), what)
    for network, what in (
        ("::/128", "an unspecified address"),
        ("::1/128", _LOOPBACK),
        ("fc00::/7", _PRIVATE),
        ("fec0::/10", _PRIVATE),
        ("fe80::/10", _LINK),
        ("ff00::/8", _MULTICAST),
        ("64:ff9b:1::/48", _PRIVATE),  # NAT64 of the local network's own choice (RFC 8215)
        ("2001::/23", _RESERVED),  # Teredo, ORCHID, benchmarks
        ("2001:db8::/32", _RESERVED),
        ("3fff::/20", _RESERVED),
    )
)
# Forms of IPv6 that carry an IPv4 address, and how far from the right it stands in them.
_CARRIERS = tuple(
    (IPv6Network(network), shift)
    for network, shift in (
        ("::ffff:0:0/96", 0),  # IPv4-mapped
        ("::ffff:0:0:0/96", 0),  # IPv4-translated (RFC 2765)
        ("::/96", 0),  # IPv4-compatible
        ("64:ff9b::/96", 0),  # NAT64
        ("2002::/16", 80),  # 6to4
    )
)
_GLOBAL_V6 = IPv6Network("2000::/3")
# Names that mean this machine or this network to everyone (RFC 6761, 6762, 8375, and ICANN's choice of `internal`).
_SPECIAL_NAMES = re.compile(r"(?:.*\.)?(?:localhost|localdomain|local|internal|intranet|lan|home\.arpa)")
_ENDS_IN_NUMBER = re.compile(r"(?:.*\.)?(?:[0-9]+|0[xX][0-9a-fA-F]*)")


def judge(host: str, port: int, addresses: Sequence[IPAddress], allowed: Collection[Endpoint]) -> str | None:
    """Whether a request may go out.

    Args:
        host: as the browser asks for it: a name, or an address in any spelling.
        port: that it asks for.
        addresses: every address that the host resolved to, of which one will be connected to. Empty where somebody else
            resolves it (the user's own proxy): then only the host's text can be judged.
        allowed: what the user named, made by `endpoint`.

    Returns:
        None where it may; else what the host is, to follow "it is": "a loopback address". One special address among
        several is enough: which of them is connected to is not for the page to choose.
    """
    name = normal_host(host)
    if name is None:
        return _NO_HOST
    if (name, port) in allowed:
        return None
    written = literal(name)
    judged = [*addresses, *([written] if written is not None else [])]
    if not judged and _SPECIAL_NAMES.fullmatch(name):
        return "a name of this machine or its network"
    return next((what for address in judged if (what := special(address)) is not None), None)


def special(address: IPAddress) -> str | None:
    """What kind of special address this is, in a few words; None for a public unicast address."""
    if int(address) in _METADATA_SERVICES:
        return _METADATA
    if isinstance(address, IPv4Address):
        listed = next((what for network, what in _SPECIAL_V4 if address in network), None)
        return listed or (None if address.is_global else _RESERVED)
    # Loopback and unspecified lie in the range of the IPv4-compatible addresses.
    listed = next((what for network, what in _SPECIAL_V6 if address in network), None)
    if listed is not None:
        return listed
    carrier = next((shift for network, shift in _CARRIERS if address in network), None)
    if carrier is not None:
        return special(IPv4Address((int(address) >> carrier) & 0xFFFFFFFF))
    return None if address in _GLOBAL_V6 and address.is_global else _RESERVED


def endpoint(origin: str) -> Endpoint | None:
    """The ``host:port`` that an origin or address names, for ``allowed`` of `judge`; None where it names none.

    Args:
        origin: ``https://example.org``, ``http://127.0.0.1:8000/page``, ``http://[::1]:8000``. Without a port, the
            scheme's own.
    """
    try:
        parts = urlsplit(origin.strip())
        port = parts.port
    except ValueError:
        return None
    host = normal_host(parts.hostname or "")
    if parts.scheme not in _PORTS or host is None:
        return None
    return host, _PORTS[parts.scheme] if port is None else port


def normal_host(host: str) -> str | None:
    """The one spelling of a host by which two are compared: lower case, ASCII, without brackets and final dot, and
    addresses in their shortest form. None for what is no host; so are names whose last part is a number."""
    text = host.strip("[]") if host.startswith("[") else host
    if ":" not in text and not text.isascii():
        try:
            text = text.encode("idna").decode("ascii")
        except UnicodeError:
            return None
    text = text.lower().removesuffix(".")
    address = literal(text)
    if address is not None:
        return str(address)
    if not re.fullmatch(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*", text) or _ENDS_IN_NUMBER.fullmatch(text):
        return None
    return text


def literal(host: str) -> IPAddress | None:
    """The address that a host spells, in any of the spellings that browsers and resolvers take; None for a name.

    IPv4 in one to four parts, each decimal, octal or hexadecimal, the last one filling what is left (the "IPv4 parser"
    of the URL Standard, and `inet_aton`); IPv6 with or without brackets and zone.
    """
    text = host.strip("[]")
    if ":" in text:
        try:
            return IPv6Address(text)
        except ValueError:
            return None
    parts = text.removesuffix(".").split(".")
    numbers = [_number(part) for part in parts]
    if len(parts) > 4 or any(number is None for number in numbers):
        return None
    *firsts, last = [number for number in numbers if number is not None]
    if any(number > 255 for number in firsts) or last >= 256 ** (4 - len(firsts)):
        return None
    value = last
    for place, number in enumerate(firsts):
        value += number << (8 * (3 - place))
    return IPv4Address(value)


def _number(text: str) -> int | None:
    """One part of an IPv4 address."""
    if not text.isascii() or len(text) > 40:
        return None
    if re.fullmatch(r"0[xX][0-9a-fA-F]*", text):
        return int(text[2:] or "0", 16)
    if re.fullmatch(r"0[0-7]*", text):
        return int(text, 8)
    return int(text) if re.fullmatch(r"[1-9][0-9]*", text) else None
