"""Network rules: which addresses a browser may reach. Pure, without I/O; `handrail.browser.network.filtering_proxy`
asks where requests leave, after it has resolved the name and before it connects (promise G5).

Only public unicast addresses are reached, and the ``host:port`` that the user named, whatever that resolves to. The
tables are those of the IANA registries for special-purpose addresses (RFC 6890 and its updates) and for IPv6 RFC 4291.
`ipaddress.is_global` is asked as well, but not alone: it calls multicast and IPv4-compatible addresses global, and its
tables differ between Python's releases.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from importlib import resources
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

IPAddress = IPv4Address | IPv6Address
Endpoint = tuple[str, int]
"""A host in its normal form (`normal_host`), and a port."""

_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
_RESERVED = "an address for special use"
_TABLES = json.loads((resources.files("handrail.policy") / "special_addresses.json").read_text("utf-8"))
_METADATA_SERVICES = frozenset(int(ip_address(text)) for text in _TABLES["metadata_services"])
_SPECIAL = [(ip_network(row["network"]), str(row["is"])) for row in _TABLES["special"]]
_CARRIERS = [(ip_network(row["network"]), int(row["shift"])) for row in _TABLES["ipv4_in_ipv6"]]
_GLOBAL_V6 = IPv6Network("2000::/3")
# Names that mean this machine or this network to everyone (RFC 6761, 6762, 8375, and ICANN's choice of `internal`).
_SPECIAL_NAMES = re.compile(r"(?:.*\.)?(?:localhost|localdomain|local|internal|intranet|lan|home\.arpa)")
_ENDS_IN_NUMBER = re.compile(r"(?:.*\.)?(?:[0-9]+|0[xX][0-9a-fA-F]*)")


def reason_to_refuse(host: str, port: int, addresses: Sequence[IPAddress], allowed: Collection[Endpoint]) -> str | None:
    """Return why a request may not go out, to follow "it is": "a loopback address"; None where it may. One special
    address among several is enough: which of them is connected to is not for the page to choose.

    Args:
        host, port: as the browser asks for them: the host is a name, or an address in any spelling.
        addresses: every address that the host resolved to, of which one will be connected to. Empty where somebody else
            resolves it (the user's own proxy): then only the host's text can be judged.
        allowed: what the user named, made by `endpoint`.
    """
    name = normal_host(host)
    if name is None:
        return "not a host that can be reached"
    if (name, port) in allowed:
        return None
    written = literal(name)
    candidates = [*addresses, *([written] if written is not None else [])]
    if not candidates and _SPECIAL_NAMES.fullmatch(name):
        return "a name of this machine or its network"
    return next((what for address in candidates if (what := special(address)) is not None), None)


def special(address: IPAddress) -> str | None:
    """Return what kind of special address this is, in a few words; None for a public unicast address."""
    if int(address) in _METADATA_SERVICES:
        return "a cloud metadata address"
    # Before the carriers: loopback and unspecified lie in the range of the IPv4-compatible addresses.
    listed = next((what for network, what in _SPECIAL if address in network), None)
    if listed is not None:
        return listed
    if isinstance(address, IPv4Address):
        return None if address.is_global else _RESERVED
    carrier = next((shift for network, shift in _CARRIERS if address in network), None)
    if carrier is not None:
        return special(IPv4Address((int(address) >> carrier) & 0xFFFFFFFF))
    return None if address in _GLOBAL_V6 and address.is_global else _RESERVED


def endpoint(origin: str) -> Endpoint | None:
    """Return the ``host:port`` that an origin or address names, without a port the scheme's own:
    ``https://example.org``, ``http://127.0.0.1:8000/page``, ``http://[::1]:8000``. None where it names none."""
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
    """Return the one spelling of a host by which two are compared: lower case, ASCII, without brackets and final dot,
    and addresses in their shortest form. None for what is no host; so are names whose last part is a number."""
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
    """Return the address that a host spells, in any of the spellings that browsers and resolvers take; None for a name.

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
    if len(text) > 40:
        return None
    if re.fullmatch(r"0[xX][0-9a-fA-F]*", text):
        return int(text[2:] or "0", 16)
    if re.fullmatch(r"0[0-7]*", text):
        return int(text, 8)
    return int(text) if re.fullmatch(r"[1-9][0-9]*", text) else None
