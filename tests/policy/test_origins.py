"""Which addresses lie below one that the user allowed."""

import pytest

from handrail.policy.origins import is_below, page_of

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
