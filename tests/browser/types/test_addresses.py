"""Addresses as they are opened: with hosts that a person reads as they are."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from handrail.browser.types.errors import NavigationFailed
from handrail.browser.types.network.addresses import (
    MAX_KEPT_CHARS,
    hide_passwords,
    in_ascii,
    kept_address,
    origin_of,
    web_address,
    without_sign_in,
)
from handrail.policy.origins import origin_of as judged_origin_of


@pytest.mark.parametrize(
    ("given", "opened"),
    [
        # A Cyrillic letter among Latin ones, as itself and as its code.
        ("https://g\u0456thub.com/a?b=\u00fc", "https://xn--gthub-n2e.com/a?b=\u00fc"),
        ("https://g%D1%96thub.com/", "https://xn--gthub-n2e.com/"),
        ("g\u0456thub.com", "https://xn--gthub-n2e.com"),
        ("https://xn--gthub-n2e.com/", "https://xn--gthub-n2e.com/"),
        ("\uff53hop.example/\u00e4", "https://shop.example/\u00e4"),
        ("https://shop\u3002example", "https://shop.example"),
        ("https://127\u30020\u30020\u30021/", "https://127.0.0.1/"),
        # Which browsers keep, where Python's mapping makes another site of it.
        ("https://stra\u00dfe.example:80/", "https://xn--strae-oqa.example:80/"),
        ("https://ada@b\u00fccher.example/", "https://ada@xn--bcher-kva.example/"),
    ],
)
def test_a_host_is_read_as_it_is_opened(given: str, opened: str) -> None:
    assert web_address(given) == opened
    assert in_ascii(opened) == opened


@pytest.mark.parametrize(
    "url",
    [
        "https://shop.example/\u00fc",
        "https://[::1]:8/",
        "https://a%2Fb.example/",
        "https://shop%40evil.example/",
        "/\u00fc",
        "https://" + "\u00fc" * 70 + ".example/",
        "https://%FF.example/",
    ],
)
def test_what_is_plain_or_no_host_stays_as_it_is(url: str) -> None:
    assert in_ascii(url) == url


@pytest.mark.parametrize("given", ["ht!tp://x", "://x", "h ttps://shop.example"])
def test_what_stands_before_a_host_and_is_no_scheme_is_said_to_be_no_address(given: str) -> None:
    with pytest.raises(NavigationFailed, match="not a web address"):
        web_address(given)


def test_an_address_may_be_a_value_in_another() -> None:
    assert web_address("shop.example/?to=http://x.example") == "https://shop.example/?to=http://x.example"


def test_no_blank_becomes_a_part_of_a_host() -> None:
    with pytest.raises(NavigationFailed):
        web_address("https://shop.example \u0456")


@pytest.mark.parametrize(
    ("url", "without", "hidden"),
    [
        ("http://ada:blue@a.example/x", "http://a.example/x", "http://ada:•••@a.example/x"),
        ("https://ada@a.example/", "https://a.example/", "https://ada@a.example/"),
        ("https://a.example:80/ada:blue@b", "https://a.example:80/ada:blue@b", "https://a.example:80/ada:blue@b"),
        ("https://a.example?to=http://ada:blue@b.example", None, "https://a.example?to=http://ada:•••@b.example"),
        # A browser reads the host before the backslash.
        ("http://a.example\\@b.example/", None, "http://a.example\\@b.example/"),
    ],
)
def test_what_signs_in_stands_before_the_host(url: str, without: str | None, hidden: str) -> None:
    assert without_sign_in(url) == (without or url)
    assert hide_passwords(url) == hidden


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("HTTPS://shop.example:8080/a://b?c#d", "https://shop.example:8080"),
        ("https://ada:secret@shop.example?x=@other.example", "https://shop.example"),
        ("blob:https://shop.example/1-2", "https://shop.example"),
        ("https:/\t/shop.example/", "https://shop.example"),
        ("https://[::1]:80/a", "https://[::1]:80"),
        ("https://[site]/", "null"),
        ("data:text/html,<a href=https://shop.example/>", "null"),
        ("javascript:void('https://shop.example/')", "null"),
        ("a:b://shop.example/", "null"),
        ("about:blank", "null"),
        ("/path", "null"),
        ("", "null"),
    ],
)
def test_an_origin_is_what_stands_before_the_path(url: str, origin: str) -> None:
    assert origin_of(url) == origin


@pytest.mark.parametrize("origin", [origin_of, judged_origin_of])
@pytest.mark.parametrize(
    "beginning", ["https://shop.example/", "https://shop.example?", "https://shop.example#", "data:,"]
)
def test_no_long_address_is_kept_for_its_origin(origin, beginning: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lengths: list[int] = []

    def noted(url: str):
        lengths.append(len(url))
        return urlsplit(url)

    monkeypatch.setitem(origin.__globals__, "urlsplit", noted)
    assert origin(beginning + "x" * 10_000) == origin(beginning)
    assert all(length < 100 for length in lengths)


def test_a_long_address_is_kept_as_one_that_is_the_same_as_no_other() -> None:
    url = "https://shop.example/" + "x" * MAX_KEPT_CHARS
    assert kept_address(url[:MAX_KEPT_CHARS]) == url[:MAX_KEPT_CHARS]
    assert kept_address(url) not in (url, kept_address(url[:MAX_KEPT_CHARS]))
    assert len(kept_address(url)) == MAX_KEPT_CHARS + 1
