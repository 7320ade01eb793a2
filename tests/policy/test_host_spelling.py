"""Hosts as they are written: which spellings are one host, and which are none."""

from __future__ import annotations

from ipaddress import IPv4Address, ip_address

import pytest

from handrail.policy.reachable_hosts import endpoint, literal, normal_host, reason_to_refuse, special


@pytest.mark.parametrize(
    ("host", "normal"),
    [
        ("Shop.Example.", "shop.example"),
        ("shop-1.a_b.example", "shop-1.a_b.example"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("[::1]", "::1"),
        ("::FFFF", "::ffff"),
        ("0:0::1", "::1"),
        ("0x7f.1", "127.0.0.1"),
        ("127.1", "127.0.0.1"),
        ("127.0.0.1.", "127.0.0.1"),
        ("1.12", "1.0.0.12"),
        ("0" * 40, "0.0.0.0"),
        ("0" * 41, None),
        ("1" * 5_000, None),
        ("0x" + "f" * 5_000, None),
        ("1.2.3.4.5", None),
        ("256.1.1.1", None),
        ("255.255.255.255", "255.255.255.255"),
        ("1.2.3.256", None),
        ("1.2.65536", None),
        ("4294967295", "255.255.255.255"),
        ("4294967296", None),
        ("shop.12", None),
        ("shop.0x1f", None),
        ("12", "0.0.0.12"),
        ("08", None),
        ("010", "0.0.0.8"),
        ("0x", "0.0.0.0"),
        ("a" * 70 + ".example", "a" * 70 + ".example"),
        ("a..b", None),
        (".a", None),
        ("a b", None),
        ("a/b", None),
        ("", None),
        ("ü" * 70, None),
        ("::g", None),
        ("ü:1", None),
        ("shop.example12", "shop.example12"),
        ("３", "0.0.0.3"),
    ],
)
def test_a_host_has_one_spelling_or_is_none(host: str, normal: str | None) -> None:
    assert normal_host(host) == normal


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("[::1]", "::1"),
        ("1.2.3", "1.2.0.3"),
        ("1.2", "1.0.0.2"),
        ("0X7F.0.0.1", "127.0.0.1"),
        ("0377.1", "255.0.0.1"),
        ("1.2.3.4.", "1.2.3.4"),
        ("shop", None),
        ("1.x", None),
        ("1..2", None),
        ("", None),
    ],
)
def test_an_address_is_read_as_browsers_read_it(text: str, address: str | None) -> None:
    assert literal(text) == (ip_address(address) if address else None)


@pytest.mark.parametrize(
    ("origin", "point"),
    [
        ("https://Shop.example/x", ("shop.example", 443)),
        ("http://shop.example", ("shop.example", 80)),
        ("ws://shop.example", ("shop.example", 80)),
        ("wss://shop.example", ("shop.example", 443)),
        (" http://127.1:8000 ", ("127.0.0.1", 8000)),
        ("http://shop.example:0", ("shop.example", 0)),
        ("http://[::1]:8000", ("::1", 8000)),
        ("ftp://shop.example", None),
        ("http://", None),
        ("http://shop.example:x", None),
        ("http://[::1", None),
        ("http://a b/", None),
    ],
)
def test_an_origin_names_a_host_and_a_port(origin: str, point: tuple[str, int] | None) -> None:
    assert endpoint(origin) == point


@pytest.mark.parametrize(
    "host",
    [
        "localhost", "a.localhost", "localhost.localdomain", "printer.local", "x.internal", "intranet", "nas.lan",
        "router.home.arpa",
    ],
)  # fmt: skip
def test_names_of_this_network_are_refused_where_somebody_else_resolves_them(host: str) -> None:
    assert reason_to_refuse(host, 80, [], ()) == "a name of this machine or its network"
    assert reason_to_refuse(host, 80, [], [(host, 80)]) is None
    assert reason_to_refuse(host, 81, [], [(host, 80)]) == "a name of this machine or its network"
    # Where it was resolved, the address decides.
    assert reason_to_refuse(host, 80, [IPv4Address("1.1.1.1")], ()) is None


@pytest.mark.parametrize("host", ["notlocalhost", "local.example", "internal.example", "homexarpa", "arpa", "plan"])
def test_names_that_only_look_like_those_are_judged_by_their_address(host: str) -> None:
    assert reason_to_refuse(host, 80, [], ()) is None
    assert reason_to_refuse(host, 80, [IPv4Address("10.0.0.1")], ()) == "a private address"


def test_what_is_no_host_and_an_address_in_the_name_itself_are_refused() -> None:
    assert reason_to_refuse("a b", 80, [IPv4Address("1.1.1.1")], ()) == "not a host that can be reached"
    assert reason_to_refuse("0x7f.1", 80, [], ()) == "a loopback address"
    assert reason_to_refuse("0x7f.1", 80, [IPv4Address("1.1.1.1")], ()) == "a loopback address"
    assert reason_to_refuse("shop.example", 80, [ip_address("1.1.1.1"), ip_address("::1")], ()) == "a loopback address"


METADATA = (
    "169.254.169.254", "169.254.170.2", "168.63.129.16", "100.100.100.200", "192.0.0.192", "fd00:ec2::254",
    "fd20:ce::254", "fe80::a9fe:a9fe",
)  # fmt: skip


def test_each_metadata_service_is_named_as_one() -> None:
    assert {special(ip_address(text)) for text in METADATA} == {"a cloud metadata address"}
    assert special(ip_address("169.254.169.253")) == "a link-local address"
