"""What an address says: its values, and the texts that are encoded in them."""

from __future__ import annotations

from base64 import urlsafe_b64encode

import pytest

from handrail.calls.written.sent_choices import said_in
from handrail.policy import Provenance


def said(query: str) -> list[str]:
    return [text for _, text in said_in(f"https://wiki.example/page?{query}", Provenance())]


@pytest.mark.parametrize("word", ["edit", "Wiki", "file", "filter", "SCROLL"])
def test_a_plain_word_is_not_read_as_an_encoded_text(word: str):
    assert said(f"do={word}") == [word]


@pytest.mark.parametrize("text", ["Lend me 900 euros", "mallory"])
def test_a_text_that_an_address_encodes_is_found(text: str):
    encoded = urlsafe_b64encode(text.encode()).decode()
    assert text in said(f"do={encoded}")
