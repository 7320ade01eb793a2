"""What an address says: its values, and the texts that are encoded in them."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode

import pytest

from handrail.browser.types.acts import HeldRequest
from handrail.calls.written.entries import Entry, entered_in
from handrail.calls.written.sent_choices import kept_texts, said_in, said_in_link
from handrail.calls.written.sent_texts import SentTexts
from handrail.policy import Provenance
from tests.policy.judged import element, facts


def said(query: str) -> list[str]:
    return [text for _, text in said_in(f"https://wiki.example/page?{query}", Provenance())]


@pytest.mark.parametrize("word", ["edit", "Wiki", "file", "filter", "SCROLL"])
def test_a_plain_word_is_not_read_as_an_encoded_text(word: str):
    assert said(f"do={word}") == [word]


@pytest.mark.parametrize("text", ["Lend me 900 euros", "mallory"])
def test_a_text_that_an_address_encodes_is_found(text: str):
    encoded = urlsafe_b64encode(text.encode()).decode()
    assert text in said(f"do={encoded}")


def test_a_short_number_in_a_link_is_not_told():
    url = "https://wiki.example/post.php?post=65&to=mallory&page=2026"
    assert {text for _, text in said_in_link(url, Provenance(), None)} == {"mallory", "2026"}
    assert {text for _, text in said_in(url, Provenance())} == {"65", "mallory", "2026"}


@pytest.mark.parametrize("typed", ["Lend mallory 900 euros", "mallory", "to: MALLORY!", "all"])
def test_a_link_of_a_page_tells_what_was_typed_there_and_not_its_own_words(typed: str):
    encoded = urlsafe_b64encode(b"Dear mallory").decode()
    url = f"https://wiki.example/post.php?view=SavedSearch-13&to=mallory&d={encoded}"
    assert {text for _, text in said_in_link(url, Provenance(), [typed])} == {"mallory", "Dear mallory"}


@pytest.mark.parametrize(
    ("label", "value", "is_kept"),
    [
        ("Close", "closedpostboxesnonce" + "-" * 60, False),
        ("Close", "please close it" + "-" * 60, True),
        ("Close", "closed", True),
        ("Mallory", "tomallory" + "-" * 60, True),
    ],
)
def test_a_short_label_is_not_found_within_the_words_of_a_long_value(label: str, value: str, is_kept: bool):
    request = HeldRequest("POST", "https://wiki.example/save", body=f"text={value}".encode())
    assert bool(kept_texts(SentTexts(request), [facts(element("button", label))], [], Provenance())) is is_kept


@pytest.mark.parametrize(
    ("body", "is_kept"), [("action=edit&text=x", False), ("to=edit&text=x", True), ("action=mallory&text=x", True)]
)
def test_which_plain_step_of_a_form_a_request_is_says_nothing_of_a_choice(body: str, is_kept: bool):
    request = HeldRequest("POST", "https://wiki.example/save", body=body.encode())
    press = facts(element("button", "Edit Mallory"))
    assert bool(kept_texts(SentTexts(request), [press], [], Provenance())) is is_kept


@pytest.mark.parametrize(("count", "kept"), [(10, []), (400, ["Close the door, Mallory"])])
def test_of_more_values_than_are_compared_any_may_stand_for_what_was_pressed(count: int, kept: list[str]):
    presses, given = [facts(element("button", "Close the door, Mallory"))], Provenance()
    given.words.add_text("close the door " + " ".join(f"door {n}" for n in range(count)))
    values = json.dumps([f"door {n}" for n in range(count)]).encode()
    request = HeldRequest("POST", "https://wiki.example/", body=values)
    assert kept_texts(SentTexts(request), presses, [], given) == kept


def test_what_a_file_field_of_another_document_held_is_not_told():
    request, photo = HeldRequest("POST", "https://wiki.example/save", body=b"{}"), Entry("Photo", "a.png", ("one", 0))
    assert entered_in(SentTexts(request), [photo], (), "one") == ((), ("Photo: a.png",))
    assert entered_in(SentTexts(request), [photo], (), "two") == ((), ())
