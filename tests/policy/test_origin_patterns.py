"""Patterns of origins, and the origins of one site."""

from __future__ import annotations

import pytest

from handrail.errors import UsageError
from handrail.policy.origin_patterns import OriginPattern
from handrail.policy.origins import same_place, same_places
from handrail.policy.permissions import Grant, Permissions, parse_origin


@pytest.mark.parametrize(
    ("pattern", "origin", "covered"),
    [
        ("https://*.example.org", "https://www.example.org", True),
        ("https://*.example.org", "https://a.b.example.org", True),
        ("*.example.org", "https://www.example.org", True),
        ("https://*.example.org/", "https://www.example.org", True),
        ("HTTPS://*.Example.ORG", "https://www.example.org", True),
        ("https://*.example.org", "https://example.org", False),
        ("https://*.example.org", "http://www.example.org", False),
        ("https://*.example.org", "https://www.example.org:8443", False),
        ("https://*.example.org:8443", "https://www.example.org:8443", True),
        ("https://*.example.org:8443", "https://www.example.org", False),
        ("https://*.example.org:443", "https://www.example.org", True),
        ("https://*.example.org", "https://evilexample.org", False),
        ("https://*.example.org", "https://www.example.org.evil.example", False),
        ("https://*.example.org", "https://.example.org", False),
        ("https://*.example.org", "https://evil.example/.example.org", False),
        ("https://*.example.org", "https://evil.example#.example.org", False),
        ("https://*.example.org", "null", False),
        ("https://*.example.org", "", False),
        ("https://*.example.co.uk", "https://www.example.co.uk", True),
        ("https://*.ann.github.io", "https://blog.ann.github.io", True),
        ("https://*.ann.github.io", "https://bob.github.io", False),
        ("https://*.amazonaws.com", "https://console.amazonaws.com", True),
        ("https://*.amazonaws.com", "https://mallory.s3.amazonaws.com", False),
        ("https://*.windows.net", "https://mallory.blob.core.windows.net", False),
    ],
)
def test_a_pattern_covers_every_host_below_its_name_with_its_scheme_and_port(pattern, origin, covered):
    assert OriginPattern.parse(pattern).covers(origin) is covered
    assert Permissions.of([pattern]).may_write(origin) is covered


@pytest.mark.parametrize("pattern", ["https://*.org", "*.co.uk", "https://*.github.io", "http://*.localhost:8000"])
def test_a_pattern_below_which_everybody_may_have_a_name_is_refused(pattern):
    with pytest.raises(UsageError, match="allows sites of many owners"):
        OriginPattern.parse(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        "*", "https://*", "*.", "https://*.*.example.org", "https://www.*.example.org", "https://w*.example.org",
        "*://*.example.org", "ftp://*.example.org", "https://ann@*.example.org", "https://*.ann@example.org",
        "https://*.127.0.0.1", "https://*.[::1]", "https://*.0x7f.1", "https://*.example.org:x",
    ],
)  # fmt: skip
def test_what_is_no_pattern_is_refused(pattern):
    with pytest.raises(UsageError, match="is not a pattern of origins"):
        OriginPattern.parse(pattern)


def test_a_pattern_is_no_origin_and_only_allow_origin_takes_one():
    for take in (parse_origin, lambda text: Grant.parse(f"write@{text}"), lambda text: Permissions.of(trusted=[text])):
        with pytest.raises(UsageError, match="is a pattern, and one origin is needed here"):
            take("https://*.example.org")


def test_a_pattern_reaches_no_special_address():
    held = Permissions.of(["https://*.example.org", "http://nas.example"])
    assert held.endpoints() == {("nas.example", 80)}


@pytest.mark.parametrize(
    ("origin", "places"),
    [
        ("https://shop.example", ["https://shop.example", "https://www.shop.example"]),
        ("https://www.shop.example", ["https://www.shop.example", "https://shop.example"]),
        (
            "http://shop.example",
            ["http://shop.example", "http://www.shop.example", "https://shop.example", "https://www.shop.example"],
        ),
        ("http://shop.example:8080", ["http://shop.example:8080", "http://www.shop.example:8080"]),
        ("http://127.0.0.1:8000", ["http://127.0.0.1:8000"]),
        ("http://[::1]:8000", ["http://[::1]:8000"]),
        ("https://localhost", ["https://localhost"]),
    ],
)
def test_a_site_answers_at_the_places_of_one_owner(origin, places):
    assert list(same_places(origin)) == places
    assert all(same_place(origin, place) for place in places)
