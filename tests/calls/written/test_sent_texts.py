"""Where a request can say something, and how much of it is searched."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from handrail.browser.types.acts import HeldRequest, own_headers_of
from handrail.calls.written.sent_choices import kept_texts
from handrail.calls.written.sent_texts import MAX_SEARCHED, SentTexts
from handrail.calls.written.standing_texts import cannot_hold, not_found_in
from handrail.policy import Provenance
from tests.policy.judged import element, facts

SITE, TEXT = "https://wiki.example", "Mallory Evil"
PART = b'--x\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n'
PHOTO = PART % (b"photo", b'; filename="a.png"', b"\0" + b"p" * MAX_SEARCHED)


def post(path: str = "/save", body: bytes = b'{"v": 7}', headers: dict[str, str] | None = None) -> SentTexts:
    return SentTexts(HeldRequest("POST", SITE + path, body=body, own_headers=own_headers_of(headers or {})))


def is_found(sent: SentTexts) -> bool:
    press = facts(element("button", TEXT))
    found = not not_found_in(sent, [TEXT]), bool(kept_texts(sent, [press], [], Provenance()))
    assert found[0] == found[1]
    assert not (found[0] and cannot_hold(sent, [TEXT]))
    return found[0]


@pytest.mark.parametrize(
    "sent",
    [
        post(body=json.dumps({"to": TEXT}).encode()),
        post(body=json.dumps({"list": [{TEXT: 7}]}).encode()),
        post(path="/entries/Mallory%20Evil"),
        post(path="/save?to=Mallory+Evil"),
        post(headers={"x-to": TEXT}),
        post(body=PHOTO + PART % (b"to", b"", TEXT.encode()) + b"--x--"),
        post(body=PART % (b"note", b'; filename="n.txt"', b"p" * MAX_SEARCHED + TEXT.encode()) + b"--x--"),
        post(body=b"p" * (MAX_SEARCHED + 1)),
        SentTexts(HeldRequest("POST", SITE, body=None)),
    ],
)
def test_a_text_is_found_wherever_a_request_says_it_and_counts_as_found_where_that_is_not_searched(sent: SentTexts):
    assert is_found(sent)


@pytest.mark.parametrize("text", [TEXT, "Café Noël", "Ärger über Öl", "Привет всем"])
@pytest.mark.parametrize("spelled", [str, str.upper, str.lower])
def test_a_text_in_a_large_file_is_found_in_any_case(text: str, spelled: Callable[[str], str]):
    file = b"p" * MAX_SEARCHED + spelled(text).encode()
    sent = post(body=PART % (b"note", b'; filename="n.txt"', file) + b"--x--")
    assert not_found_in(sent, [text, "Mallory Good", "Café Vert"]) == ("Mallory Good", "Café Vert")


@pytest.mark.parametrize(
    "sent",
    [post(), post(headers={"user-agent": TEXT, "sec-ch-ua": TEXT, "content-type": TEXT}), post(body=PHOTO + b"--x--")],
)
def test_what_a_request_does_not_say_is_not_found(sent: SentTexts):
    assert not is_found(sent)
