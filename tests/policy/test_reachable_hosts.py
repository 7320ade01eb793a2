"""Network rules: which addresses are special in whatever form, and what a user's word opens."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from handrail.policy.reachable_hosts import endpoint, literal, normal_host, reason_to_refuse, special

# The IPv4 special-purpose registry of IANA, less the blocks it calls globally reachable; plus multicast.
SPECIAL = [
    IPv4Network(text)
    for text in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4",
    )
]  # fmt: skip
PUBLIC = ["1.1.1.1", "8.8.8.8", "93.184.216.34", "100.63.255.255", "100.128.0.0", "172.15.255.255", "172.32.0.0"]
PUBLIC_V6 = ["2606:4700:4700::1111", "2a00:1450:4001:82a::200e", "2001:4860:4860::8888"]

special_v4 = st.sampled_from(SPECIAL).flatmap(
    lambda network: st.integers(int(network[0]), int(network[-1])).map(IPv4Address)
)
public_v4 = (
    st.integers(0x01000000, 0xDFFFFFFF)
    .map(IPv4Address)
    .filter(lambda address: address.is_global and special(address) is None)
)


def carried(address: IPv4Address) -> list[IPv6Address]:
    """The forms of IPv6 that reach an IPv4 address."""
    value = int(address)
    return [
        IPv6Address(int(IPv6Address(prefix)) + (value << shift))
        for prefix, shift in (("::ffff:0:0", 0), ("::ffff:0:0:0", 0), ("::", 0), ("64:ff9b::", 0), ("2002::", 80))
    ]


def spelled(address: IPv4Address) -> list[str]:
    """The ways of writing it that browsers or resolvers take."""
    a, b, c, d = address.packed
    value = int(address)
    return [
        str(address), f"{address}.", str(value), hex(value), f"0{value:o}", f"{a}.{value & 0xFFFFFF}",
        f"{a}.{b}.{value & 0xFFFF}", f"0x{a:02X}.0{b:o}.{c}.0x{d:x}", f"0{a:o}.0{b:o}.0{c:o}.0{d:o}",
        f"{a:#x}.{b:#x}.{value & 0xFFFF:#x}", f"0000{a:o}.{b}.{c}.{d}",
    ]  # fmt: skip


@given(special_v4)
@example(IPv4Address("255.255.255.255"))
def test_no_special_address_is_reached_in_any_form_and_spelling(address: IPv4Address):
    forms: list[IPv4Address | IPv6Address] = [address, *carried(address)]
    for form in forms:
        assert special(form), form
        assert reason_to_refuse("shop.test", 80, [ip_address("1.1.1.1"), form], ()), form
        assert reason_to_refuse(f"[{form}]" if form.version == 6 else str(form), 80, (), ()), form
    for text in spelled(address):
        assert literal(text) == address, text
        assert reason_to_refuse(text, 443, (), ()), text


@given(public_v4)
def test_public_addresses_are_reached_in_any_form_and_spelling(address: IPv4Address):
    assert [literal(text) for text in spelled(address)] == [address] * 11
    forms: list[IPv4Address | IPv6Address] = [address, *carried(address)]
    for form in forms:
        # IPv4-compatible addresses below 1.0.0.0 aside, a carried address is as public as what it carries.
        assert reason_to_refuse("shop.test", 80, [form], ()) is None, form


@pytest.mark.parametrize("text", [*PUBLIC, *PUBLIC_V6])
def test_these_are_public(text: str):
    assert special(ip_address(text)) is None


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("127.0.0.1", "loopback"), ("127.255.255.254", "loopback"), ("::1", "loopback"), ("::1%lo", "loopback"),
        ("0.0.0.0", "unspecified"), ("::", "unspecified"), ("10.1.2.3", "private"), ("172.31.255.255", "private"),
        ("192.168.1.1", "private"), ("fd12:3456::1", "private"), ("fec0::1", "private"), ("169.254.1.1", "link-local"),
        ("fe80::1", "link-local"), ("fe80::1%eth0", "link-local"), ("100.64.0.1", "provider"),
        ("224.0.0.251", "multicast"), ("ff02::fb", "multicast"), ("255.255.255.255", "broadcast"),
        ("169.254.169.254", "metadata"), ("169.254.170.2", "metadata"), ("168.63.129.16", "metadata"),
        ("100.100.100.200", "metadata"), ("fd00:ec2::254", "metadata"), ("::ffff:169.254.169.254", "metadata"),
        ("64:ff9b::a9fe:a9fe", "metadata"), ("2002:7f00:1::", "loopback"), ("2002:7f00:1:ffff::9", "loopback"),
        ("::127.0.0.1", "loopback"), ("64:ff9b:1::1", "private"), ("2001:0:53aa:64c::1", "special use"),
        ("2001:db8::1", "special use"), ("3fff::1", "special use"), ("100::1", "special use"),
        ("4000::1", "special use"),
        ("192.0.2.1", "special use"), ("198.19.0.1", "special use"), ("240.0.0.1", "special use"),
    ],
)  # fmt: skip
def test_special_addresses_are_named(text: str, what: str):
    assert what in (special(ip_address(text)) or "")


@given(st.integers(0, 2**128 - 1).map(IPv6Address))
def test_of_ipv6_only_global_unicast_is_reached(address: IPv6Address):
    if special(address) is None:
        v4 = ("::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96")
        assert address in IPv6Network("2000::/3") or any(address in IPv6Network(network) for network in v4)
        assert not address.is_multicast
        assert not address.is_link_local


@given(special_v4, st.integers(1, 65535), st.integers(1, 65535))
def test_what_the_user_named_is_reached_at_its_port_alone(address: IPv4Address, port: int, other: int):
    named = [endpoint(f"http://{address}:{port}"), endpoint(f"https://nas.test:{port}")]
    allowed = {one for one in named if one is not None}
    assert len(allowed) == 2
    assert reason_to_refuse(str(address), port, [address], allowed) is None
    assert reason_to_refuse("NAS.test.", port, [address], allowed) is None
    assert (reason_to_refuse(str(address), other, [address], allowed) is None) is (other == port)
    # Another name for the same address was not named.
    assert reason_to_refuse("evil.test", port, [address], allowed)


@pytest.mark.parametrize(
    ("origin", "named"),
    [
        ("http://127.0.0.1:8000", ("127.0.0.1", 8000)),
        ("http://2130706433:8000/page?x#y", ("127.0.0.1", 8000)),
        ("https://Shop.Example.", ("shop.example", 443)),
        ("http://user:pw@shop.example/", ("shop.example", 80)),
        ("http://[::1]:3000", ("::1", 3000)),
        ("http://[0:0::0:1]:3000", ("::1", 3000)),
        ("http://münchen.example", ("xn--mnchen-3ya.example", 80)),
        ("wss://shop.example", ("shop.example", 443)),
        ("ftp://shop.example", None),
        ("shop.example:80", None),
        ("http://shop.example:99999", None),
        ("http://", None),
        ("http://[::1", None),
        ("http://a b/", None),
        ("", None),
    ],
)
def test_an_origin_names_a_host_and_port(origin: str, named: tuple[str, int] | None):
    assert endpoint(origin) == named


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST.",
        "app.localhost",
        "router.lan",
        "printer.local",
        "metadata.google.internal",
        "x.home.arpa",
    ],
)
def test_names_that_nobody_here_resolves_are_judged_by_their_text(host: str):
    assert reason_to_refuse(host, 80, (), ())
    assert reason_to_refuse(host, 80, (), {(normal_host(host) or "", 80)}) is None
    # Where they were resolved, what counts is to what.
    assert reason_to_refuse(host, 80, [ip_address("1.1.1.1")], ()) is None


@pytest.mark.parametrize(
    "host", ["1.2.3.4.5", "256.1.1.1", "1.2.3.0x100", "08.0.0.1", "foo.1", "0x", "::g", "a..b", "a b", "a@b", ""]
)
def test_what_is_no_host_is_not_reached_whatever_it_resolves_to(host: str):
    assert reason_to_refuse(host, 80, (), ())
    assert reason_to_refuse(host, 80, [ip_address("1.1.1.1")], ())


@pytest.mark.parametrize("digit", ["9", "0", "1.", "٣", "1:"])
def test_an_address_of_thousands_of_digits_is_refused_without_an_error(digit: str):
    digits = digit * 5_000
    for host in (digits, f"1.2.3.{digits}", f"0x{digits}", f"[{digits}]"):
        assert reason_to_refuse(host, 80, (), ())
        assert reason_to_refuse(host, 80, [ip_address("1.1.1.1")], ())
        assert endpoint(f"http://{host}/") is None
    assert endpoint(f"http://1.1.1.1:{'9' * 5_000}/") is None


@given(st.text(max_size=30))
@example("１２７.0.0.1")
@example("127。0。0。1")
def test_any_text_is_judged_without_an_error_and_normal_forms_stay(host: str):
    reason_to_refuse(host, 80, (), ())
    normal = normal_host(host)
    assert normal is None or normal_host(normal) == normal
    if normal is not None and (address := literal(normal)) is not None:
        assert reason_to_refuse(host, 80, (), ()) == special(address)
