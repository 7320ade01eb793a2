"""Which addresses lie below one that the user allowed."""

import pytest

from handrail.policy.origins import is_below, page_of, same_place, same_site

FOLDER = "https://files.example/reports/"


@pytest.mark.parametrize(
    "address", [f"{FOLDER}a.pdf", f"{FOLDER}2026/a.pdf", f"{FOLDER}a..b.pdf", f"{FOLDER}a.pdf?next=/../x#/../y", FOLDER]
)
def test_an_address_lies_below_a_folder(address: str) -> None:
    assert is_below(address, FOLDER)
    assert not is_below(address, FOLDER.rstrip("/"))


@pytest.mark.parametrize(
    "address",
    [
        "https://files.example/other/a.pdf",
        "https://evil.example/reports/a.pdf",
        "https://files.example/reports",
        f"{FOLDER}../other/a.pdf",
        f"{FOLDER}x/..",
        f"{FOLDER}%2e%2e/other/a.pdf",
        f"{FOLDER}%252e%252e/other/a.pdf",
        f"{FOLDER}..%2fother/a.pdf",
        f"{FOLDER}..\\other\\a.pdf",
        f"{FOLDER}..%5cother/a.pdf",
    ],
)
def test_an_address_that_leads_elsewhere_does_not(address: str) -> None:
    assert not is_below(address, FOLDER)


def test_a_page_is_its_address_without_query_and_fragment() -> None:
    assert page_of("https://a.example/x/?q=1#y") == "https://a.example/x"
    assert page_of("https://a.example/x#y?z") == "https://a.example/x"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("https://shop.example", "https://shop.example", True),
        ("https://www.shop.example", "https://api.shop.example:8443", True),
        ("http://shop.example", "https://shop.example", True),
        ("https://shop.example", "https://evil.example", False),
        ("https://shop.example.evil.com", "https://shop.example", False),
        ("http://localhost:8000", "http://localhost:9000", True),
        # Of an address the last two numbers say nothing.
        ("http://10.0.0.1", "http://10.1.0.1", False),
        ("http://10.0.0.1", "http://10.0.0.1:8080", True),
    ],
)
def test_hosts_with_the_same_last_two_labels_are_one_site(one: str, other: str, same: bool) -> None:
    assert same_site(one, other) is same
    assert same_site(other, one) is same


@pytest.mark.parametrize(
    ("asked", "landed", "same"),
    [
        ("http://shop.example", "https://shop.example", True),
        ("https://shop.example", "https://www.shop.example", True),
        ("http://www.shop.example", "https://shop.example", True),
        ("https://shop.example", "http://shop.example", False),
        ("https://shop.example", "https://api.shop.example", False),
        ("https://shop.example", "https://shop.example:8443", False),
    ],
)
def test_a_site_may_answer_in_https_and_with_www_or_without(asked: str, landed: str, same: bool) -> None:
    assert same_place(asked, landed) is same
